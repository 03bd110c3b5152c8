// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// Many passes over vectors by one thread block: those of collective/chunk_sums.hpp, with the same sums, bitwise.
///
/// A lane has the same elements in every pass, so what a pass wrote is read by later ones without a barrier. A pass
/// with sums has one barrier: warps leave the sums of pieces of 32 elements, then every warp adds all of them, and
/// every thread computes what follows from them in its own copy of the state, in registers. A warp adds the lanes of
/// four pieces in one tree: in each step of the tree a lane sends what the other half adds, 12 shuffles in place of 40.

#include <Araios/collective/chunk_sums.hpp>
#include <Araios/collective/cuda_launch.hpp>
#include <Araios/collective/warp.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>

#ifdef ARAIOS_HAVE_CUDA_LAUNCH

namespace Araios::Impl {

/// Sums of `count` numbers over the lanes of a warp: each adds those 16, 8, 4, 2, 1 across, as everywhere. Lanes
/// l * 32 / count and those after it have the sum of number l. All 32 lanes call.
template <int count, int distance = 16, class Sum>
__device__ Sum add_packed_lanes(Sum* of_lane) {
  static_assert((count & (count - 1)) == 0);
  if constexpr (distance == 0) {
    return of_lane[0];
  } else if constexpr (count == 1) {
    of_lane[0] = sum(of_lane[0], warp_shuffle_xor(of_lane[0], distance));
    return add_packed_lanes<1, distance / 2>(of_lane);
  } else {
    bool const is_upper = (threadIdx.x & static_cast<unsigned>(distance)) != 0;
#pragma unroll
    for (int l = 0; l < count / 2; ++l) {
      Sum const lower = of_lane[l], upper = of_lane[l + count / 2];
      of_lane[l] = sum(is_upper ? upper : lower, warp_shuffle_xor(is_upper ? lower : upper, distance));
    }
    return add_packed_lanes<count / 2, distance / 2>(of_lane);
  }
}

/// The elements of one thread block, as a kernel of `threads` sees them. A copy for each thread.
template <class Sum>
class ChunkBlock {
 public:
  static constexpr bool is_block = true;
  static constexpr int threads = 512;
  static constexpr int max_sums = 4;          ///< of a pass
  static constexpr int max_elements = 16384;  ///< 64 chunks, two for a lane

  /// shared: of shared_bytes.
  __device__ ChunkBlock(int n, char*& shared)
      : n_(n),
        chunks_(chunks(n)),
        lane_(static_cast<int>(threadIdx.x) % warp_size),
        warp_(static_cast<int>(threadIdx.x) / warp_size),
        sums_(take_shared<Sum>(shared, 2 * max_sums * parts * chunks_)) {
    while (lanes_ < chunks_ && lanes_ < warp_size) lanes_ *= 2;
    for (int k = static_cast<int>(threadIdx.x); k < 2 * max_sums * parts * chunks_; k += threads) sums_[k] = Sum(0);
  }
  static std::int64_t shared_bytes(std::int64_t n) {
    return shared_piece(2 * max_sums * parts * chunks(static_cast<int>(n)) * static_cast<std::int64_t>(sizeof(Sum)));
  }

  __device__ int first() const { return 0; }
  __device__ int last() const { return n_; }
  __device__ static void wait_for_all() { __syncthreads(); }
  __device__ void close() const {}

  /// Calls f(piece, i) for each piece of 32 elements, where i is that of this lane, and may be n and more.
  template <class F>
  __device__ void each_piece(F const& f) const {
    for (int piece = warp_; piece * warp_size < n_; piece += warps) f(piece, piece * warp_size + lane_);
  }

  /// Calls f(i) for the elements that this thread has in passes.
  template <class F>
  __device__ void each(F const& f) const {
    for (int i = static_cast<int>(threadIdx.x); i < n_; i += threads) f(i);
  }

  /// pass_over_chunks. What it writes is visible to the lane itself, and to others after a barrier, which a pass with
  /// sums has after all elements. `body` reads and finishes a state of this thread.
  template <class Body>
  __device__ void pass(Body body) const {
    constexpr int num_sums = Body::num_sums, num_kept = num_sums == 3 ? 4 : num_sums;
    if (!body.begin()) return;
    if constexpr (num_sums == 0) {
      Sum none[1];
#pragma unroll 4
      for (int i = static_cast<int>(threadIdx.x); i < n_; i += threads) body(i, none);
    } else {
      static_assert(num_sums <= max_sums);
      half_ ^= 1;
      constexpr int count = pieces_of_round * num_kept;
      for (int from = warp_; from * warp_size < n_; from += pieces_of_round * warps) {
        Sum sums[pieces_of_round * num_kept] = {};
#pragma unroll
        for (int j = 0; j < pieces_of_round; ++j) {
          int const i = (from + j * warps) * warp_size + lane_;
          if (i < n_) body(i, sums + j * num_kept);
        }
        Sum const total = add_packed_lanes<count>(sums);
        int const which = lane_ / (warp_size / count), piece = from + which / num_kept * warps;
        if (lane_ % (warp_size / count) == 0 && which % num_kept < num_sums && piece * warp_size < n_)
          at(which % num_kept, piece % parts, piece / parts) = total;
      }
      Sum totals[num_sums];
      __syncthreads();
      add_chunks<num_sums>(totals);
      body.finish(totals);
    }
  }

 private:
  static constexpr int warp_size = 32, warps = threads / warp_size, pieces_of_round = 4;
  static constexpr int parts = ChunkTuning::lanes / warp_size;  // of a chunk
  KOKKOS_FUNCTION static int chunks(int n) { return n > 0 ? (n + ChunkTuning::lanes - 1) / ChunkTuning::lanes : 1; }
  /// Two copies of each, of even and of odd passes: a warp leaves sums of the next pass while others add those of this.
  __device__ Sum& at(int k, int part, int chunk) const {
    return sums_[((half_ * max_sums + k) * parts + part) * chunks_ + chunk];
  }
  __device__ Sum of_chunk(int k, int chunk) const {
    Sum total = at(k, 0, chunk);
#pragma unroll
    for (int part = 1; part < parts; ++part) total = sum(total, at(k, part, chunk));
    return total;
  }
  /// The sums over all chunks, on every lane: the steps of the tree that add more than zeros, which change the sign of
  /// a zero alone.
  template <int num_sums>
  __device__ void add_chunks(Sum* totals) const {
    int const chunk = lane_ & (lanes_ - 1);
#pragma unroll
    for (int k = 0; k < num_sums; ++k) totals[k] = chunk < chunks_ ? of_chunk(k, chunk) : Sum(0);
    for (int distance = lanes_ / 2; distance > 0; distance /= 2)
#pragma unroll
      for (int k = 0; k < num_sums; ++k) totals[k] = sum(totals[k], warp_shuffle_xor(totals[k], distance));
    if (chunks_ <= warp_size) return;
#pragma unroll
    for (int k = 0; k < num_sums; ++k) {
      Sum upper = warp_size + lane_ < chunks_ ? of_chunk(k, warp_size + lane_) : Sum(0);
      for (int distance = warp_size / 2; distance > 0; distance /= 2)
        upper = sum(upper, warp_shuffle_xor(upper, distance));
      totals[k] = sum(totals[k], upper);
    }
  }

  int n_, chunks_, lane_, warp_;
  int lanes_ = 1;  // that have a chunk, rounded to a power of two
  mutable int half_ = 0;
  Sum* sums_;
};

}  // namespace Araios::Impl

#endif
