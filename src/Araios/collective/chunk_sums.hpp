// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// One pass over the elements of vectors with sums that are the same in every space and every run: the kernel of which
/// iterative solvers are made.
///
/// The elements are cut into chunks of equal length, which depends on their number alone. In a chunk, 256 lanes add every
/// 256th element; a tree adds the lanes, and the same tree the at most 1,024 chunks. A CUDA block is a chunk, its
/// threads are the lanes, and the block that ends last adds the chunks; a host does the same additions in loops.
/// Bytes: those of the vectors, once; partial sums stay in the cache.
///
/// A body is a function object with
///   using Sum, static constexpr int num_sums   of its sums; num_sums may be 0
///   bool begin()                               loads what it needs; false: this pass does nothing
///   void operator()(i, Sum* sums) const        element i: updates vectors, and adds its terms to the sums
///   void finish(Sum const* sums) const         once, after all elements, with the sums

#include <Araios/collective/cuda_launch.hpp>
#include <Araios/collective/warp.hpp>
#include <Araios/core/arithmetic.hpp>
#include <Araios/core/execution.hpp>

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <cstdint>
#include <string>

namespace Araios::Impl {

/// Tuning parameters of passes over chunks.
struct ChunkTuning {
  static constexpr int lanes = 256;
  static constexpr int max_chunks = 1024;
};

/// The length of the chunks of n elements.
constexpr std::int64_t chunk_length(std::int64_t n) {
  std::int64_t const even = tiles_for(tiles_for(n, ChunkTuning::max_chunks), ChunkTuning::lanes) * ChunkTuning::lanes;
  return even > 0 ? even : ChunkTuning::lanes;
}

/// The memory that passes leave partial sums in: one pass at a time.
template <class Space, int max_sums = 8>
struct ChunkScratch {
  static constexpr int bytes_of_sum = sizeof(Kokkos::complex<double>);
  static constexpr std::int64_t bytes = std::int64_t(max_sums) * ChunkTuning::max_chunks * bytes_of_sum + 16;
  /// `bytes` bytes; the last 16 are 0 before the first pass.
  Kokkos::View<char*, Space> memory;

  template <class Sum>
  Sum* partials() const {
    static_assert(sizeof(Sum) <= bytes_of_sum);
    return reinterpret_cast<Sum*>(memory.data());
  }
  unsigned* ticket() const { return reinterpret_cast<unsigned*>(memory.data() + bytes - 16); }
};

#ifdef ARAIOS_HAVE_CUDA_LAUNCH
/// The sums over the lanes of each group of threads, on its lane 0. All threads of the block call.
template <int num_sums, int groups, class Sum>
__device__ void add_lanes_cuda(Sum* sums, int lane, int group) {
  constexpr int warps = ChunkTuning::lanes / 32;
  __shared__ Sum of_warps[groups][num_sums][warps];
#pragma unroll
  for (int k = 0; k < num_sums; ++k) {
#pragma unroll
    for (int distance = 16; distance > 0; distance /= 2) sums[k] = sum(sums[k], warp_shuffle_xor(sums[k], distance));
    if (lane % 32 == 0) of_warps[group][k][lane / 32] = sums[k];
  }
  __syncthreads();
  if (lane == 0) {
#pragma unroll
    for (int k = 0; k < num_sums; ++k)
      for (int w = 1; w < warps; ++w) sums[k] = sum(sums[k], of_warps[group][k][w]);
  }
  __syncthreads();
}

template <class Body>
struct ChunkPassCuda {
  using Sum = typename Body::Sum;
  static constexpr int threads = ChunkTuning::lanes;
  static constexpr int blocks_per_multiprocessor = 4;
  static constexpr int num_sums = Body::num_sums;

  Body body;
  std::int64_t n;
  std::int64_t length;
  Sum* partials;
  unsigned* ticket;

  __device__ void operator()(char*) const {
    Body b = body;
    if (!b.begin()) return;
    std::int64_t const first = std::int64_t(blockIdx.x) * length;
    std::int64_t const last = min(n, first + length);
    Sum sums[num_sums == 0 ? 1 : num_sums] = {};
#pragma unroll 4
    for (std::int64_t i = first + threadIdx.x; i < last; i += threads) b(i, sums);
    if constexpr (num_sums > 0) {
      add_lanes_cuda<num_sums, 1>(sums, static_cast<int>(threadIdx.x), 0);
      if (gridDim.x > 1 && !add_chunks(sums)) return;
      if (threadIdx.x == 0) b.finish(sums);
    }
  }

 private:
  /// Leaves the sums of this chunk. In the block that ends last: the sums over all chunks, and true.
  __device__ bool add_chunks(Sum* sums) const {
    __shared__ bool is_last;
    if (threadIdx.x == 0) {
#pragma unroll
      for (int k = 0; k < num_sums; ++k) partials[k * ChunkTuning::max_chunks + blockIdx.x] = sums[k];
      __threadfence();
      is_last = atomicInc(ticket, gridDim.x - 1) == gridDim.x - 1;  // the last one sets it back to 0
    }
    __syncthreads();
    if (!is_last) return false;
    __threadfence();
#pragma unroll
    for (int k = 0; k < num_sums; ++k) {
      sums[k] = Sum();
      for (unsigned c = threadIdx.x; c < gridDim.x; c += threads)
        sums[k] = sum(sums[k], load_written(partials + k * ChunkTuning::max_chunks + c));
    }
    add_lanes_cuda<num_sums, 1>(sums, static_cast<int>(threadIdx.x), 0);
    return true;
  }

  /// From the cache that all multiprocessors share.
  __device__ static Sum load_written(Sum const* from) {
    if constexpr (is_complex_v<Sum>) {
      auto const* const parts = reinterpret_cast<typename Sum::value_type const*>(from);
      return Sum(__ldcg(parts), __ldcg(parts + 1));
    } else {
      return __ldcg(from);
    }
  }
};
#endif

/// The sum over lanes, in place: lane l of 32 adds those 16, 8, 4, 2, 1 above it, and groups of 32 follow in order.
template <class Sum>
KOKKOS_FUNCTION Sum add_chunk_lanes(Sum* lanes) {
  Sum total = Sum();
  for (int first = 0; first < ChunkTuning::lanes; first += 32) {
    for (int distance = 16; distance > 0; distance /= 2)
      for (int l = first; l < first + distance; ++l) lanes[l] = sum(lanes[l], lanes[l + distance]);
    total = first == 0 ? lanes[0] : sum(total, lanes[first]);
  }
  return total;
}

/// A work item a chunk.
template <class Body>
struct ChunkPass {
  using Sum = typename Body::Sum;
  static constexpr int num_sums = Body::num_sums;
  static constexpr int lanes = ChunkTuning::lanes;
  Body body;
  std::int64_t n;
  std::int64_t length;
  Sum* partials;

  KOKKOS_FUNCTION void operator()(std::int64_t chunk) const {
    Body b = body;
    if (!b.begin()) return;
    std::int64_t const first = chunk * length, last = first + length < n ? first + length : n;
    if constexpr (num_sums == 0) {
      Sum none[1];
      for (std::int64_t i = first; i < last; ++i) b(i, none);
    } else {
      Sum sums[lanes][static_cast<std::size_t>(num_sums)] = {};
      for (std::int64_t i = first; i < last; i += lanes) {
        int const count = last - i < lanes ? static_cast<int>(last - i) : lanes;
        for (int l = 0; l < count; ++l) b(i + l, sums[l]);
      }
      Sum of_lanes[lanes];
      for (int k = 0; k < num_sums; ++k) {
        for (int l = 0; l < lanes; ++l) of_lanes[l] = sums[l][k];
        partials[k * ChunkTuning::max_chunks + chunk] = add_chunk_lanes(of_lanes);
      }
    }
  }
};

/// Adds the chunks, and finishes.
template <class Body>
struct ChunkPassEnd {
  using Sum = typename Body::Sum;
  Body body;
  std::int64_t chunks;
  Sum const* partials;

  KOKKOS_FUNCTION void operator()(std::int64_t) const {
    Body b = body;
    if (!b.begin()) return;
    Sum sums[Body::num_sums];
    for (int k = 0; k < Body::num_sums; ++k) {
      Sum of_lanes[ChunkTuning::lanes] = {};
      for (std::int64_t c = 0; c < chunks; ++c) {
        Sum& lane = of_lanes[c % ChunkTuning::lanes];
        lane = sum(lane, partials[k * ChunkTuning::max_chunks + c]);
      }
      sums[k] = chunks == 1 ? partials[k * ChunkTuning::max_chunks] : add_chunk_lanes(of_lanes);
    }
    b.finish(sums);
  }
};

/// Calls the body for each of n elements, and finish with its sums; where n is 0, finish with sums of 0
///
/// Asynchronous  yes: one kernel on CUDA, elsewhere two where there are sums. No allocation, no fence; may be captured in
///               a CUDA graph.
/// Deterministic space to space, bitwise, where the terms are.
template <class Exec, class Body, class Scratch>
void pass_over_chunks(Exec const& exec, std::string const& label, std::int64_t n, Body const& body,
                      Scratch const& scratch) {
  using Sum = typename Body::Sum;
  std::int64_t const length = chunk_length(n);
  std::int64_t const chunks = n > 0 ? tiles_for(n, length) : 1;
  auto* const partials = scratch.template partials<Sum>();
#ifdef ARAIOS_HAVE_CUDA_LAUNCH
  if constexpr (is_cuda_v<Exec>) {
    cuda_launch(exec, label, chunks, 0, ChunkPassCuda<Body>{body, n, length, partials, scratch.ticket()});
    return;
  } else
#endif
  {
    Kokkos::parallel_for(label, range(exec, chunks), ChunkPass<Body>{body, n, length, partials});
    if constexpr (Body::num_sums > 0)
      Kokkos::parallel_for(label, range(exec, 1), ChunkPassEnd<Body>{body, chunks, partials});
  }
}

}  // namespace Araios::Impl
