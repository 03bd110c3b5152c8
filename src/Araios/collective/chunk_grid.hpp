// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// Many passes over vectors in one kernel: those of collective/chunk_sums.hpp, with the same sums, bitwise.
///
/// A launch, or a node of a graph, costs more than a pass over vectors that lie in the cache. Here all thread blocks stay
/// on the device, and each has the same elements in every pass. A pass needs no barrier of the grid: each block stores
/// the sums of its pieces, copies those of all others to shared memory as they appear, and computes the numbers that
/// follow from them for itself, in its own copy of the state. That is one way to the L2 cache and back, and the L1 cache
/// stays valid.
///
/// A piece is a chunk, or where there are few chunks one of the eight parts that a warp of it adds. A sum is stored in
/// words of 8 bytes, half of each is the number of the pass: who reads it knows by each word whether it is new. There
/// are two copies of each sum, of even and of odd passes. A block stores sums of pass t + 2 over those of pass t only when
/// it has read the sums of pass t + 1, and so all blocks have read those of pass t.

#include <Araios/collective/chunk_block.hpp>
#include <Araios/collective/chunk_sums.hpp>
#include <Araios/collective/cuda_launch.hpp>
#include <Araios/collective/warp.hpp>
#include <Araios/core/execution.hpp>
#include <Araios/core/load_hints.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>
#include <cstring>

namespace Araios::Impl {

/// The memory by which the blocks of a ChunkGrid exchange sums, for kernels one after the other. 0 before the first one.
struct GridScratch {
  using Word = unsigned long long;
  static constexpr int max_sums = 4;  ///< of a pass
  static constexpr int max_pieces = ChunkTuning::max_chunks;
  static constexpr int max_words = sizeof(Kokkos::complex<double>) / 4;  ///< of a sum
  static constexpr std::int64_t bytes = (std::int64_t(2) * max_sums * max_pieces * max_words + 2) * 8;
  Word* words = nullptr;
};

#ifdef ARAIOS_HAVE_CUDA_LAUNCH
/// The elements of a block, as a cooperative kernel of `threads` sees them. A copy for each thread, all equal.
template <class Sum>
class ChunkGrid {
 public:
  static constexpr bool is_block = false;
  static constexpr int threads = 1024;

  /// n elements in chunks of `length`, which is chunk_length(n). shared: of shared_bytes.
  __device__ ChunkGrid(std::int64_t n, std::int64_t length, GridScratch const& scratch, char*& shared)
      : n_(static_cast<int>(n)),
        length_(static_cast<int>(length_of_piece(n, length))),
        width_(length_ < lanes ? warp_size : lanes),
        chunks_(n > 0 ? static_cast<int>(tiles_for(n, length)) : 1),
        pieces_(static_cast<int>(tiles_for(n, length_))),
        first_piece_(static_cast<int>(std::int64_t(pieces_) * blockIdx.x / gridDim.x)),
        last_piece_(static_cast<int>(std::int64_t(pieces_) * (blockIdx.x + 1) / gridDim.x)),
        words_(scratch.words),
        pass_(static_cast<unsigned>(*counter())),
        sums_(take_shared<Sum>(shared, GridScratch::max_sums * pieces_)) {}

  static std::int64_t shared_bytes(std::int64_t n, std::int64_t length) {
    return shared_piece(GridScratch::max_sums * tiles_for(n, length_of_piece(n, length)) *
                        static_cast<std::int64_t>(sizeof(Sum)));
  }
  /// The elements of a block, at most.
  static std::int64_t rows_of_block(std::int64_t n, std::int64_t length, std::int64_t blocks) {
    std::int64_t const of_piece = length_of_piece(n, length);
    return tiles_for(tiles_for(n, of_piece), blocks) * of_piece;
  }
  /// How many blocks have equal numbers of pieces, of at most `blocks`.
  static std::int64_t even_blocks(std::int64_t n, std::int64_t length, std::int64_t blocks) {
    std::int64_t const pieces = tiles_for(n, length_of_piece(n, length));
    return pieces == 0 ? 1 : tiles_for(pieces, tiles_for(pieces, blocks));
  }

  /// The elements of this block.
  __device__ int first() const { return first_piece_ * length_; }
  __device__ int last() const { return min(n_, last_piece_ * length_); }

  /// What all blocks wrote before is visible after. All threads call.
  __device__ static void wait_for_all() {
    if (gridDim.x == 1)
      __syncthreads();
    else
      cuda_wait_for_all_blocks();
  }

  /// pass_over_chunks. What it writes to vectors is visible to the block after a barrier of it, and to others after
  /// wait_for_all(). `body` reads and finishes a state of this block alone. A pass with sums ends with such a barrier.
  template <class Body>
  __device__ void pass(Body body) const {
    constexpr int num_sums = Body::num_sums, num_kept = num_sums == 0 ? 1 : num_sums == 3 ? 4 : num_sums;
    static_assert(num_sums <= GridScratch::max_sums);
    if (!body.begin()) return;
    if constexpr (num_sums > 0) ++pass_;
    int const parts = num_parts(), warp = warp_id(), lane = lane_id();
    // The same number of rounds for every warp, because they wait for each other.
    for (int from = 0; from < parts; from += warps) {
      Sum sums[num_kept] = {};
      int const part = from + warp;
      if (part < parts) {
        int const end = end_of(part);
#pragma unroll 4
        for (int i = first_of(part); i < end; i += width_) body(i, sums);
      }
      if constexpr (num_sums > 0) {
        constexpr int lanes_of_sum = warp_size / num_kept;
        Sum const total = add_packed_lanes<num_kept>(sums);
        int const k = lane / lanes_of_sum;
        bool const stores = lane % lanes_of_sum == 0 && k < num_sums && part < parts;
        if (width_ != warp_size)
          add_parts<num_sums>(from / warps_of_chunk, stores, k, total, from + warps >= parts);
        else if (stores)
          store(k, first_piece_ + part, total);
      }
    }
    if constexpr (num_sums > 0) {
      Sum totals[num_sums];
      add_chunks<num_sums>(totals);
      if (threadIdx.x == 0) body.finish(totals);
      __syncthreads();
    }
  }

  /// Calls f(i) for the elements of this block that this thread has in passes.
  template <class F>
  __device__ void each(F const& f) const {
    for (int part = warp_id(); part < num_parts(); part += warps) {
      int const end = end_of(part);
      for (int i = first_of(part); i < end; i += width_) f(i);
    }
  }

  /// After the last pass of the kernel.
  __device__ void close() const {
    wait_for_all();  // all have read the counter
    if (blockIdx.x == 0 && threadIdx.x == 0) *counter() = pass_;
  }

 private:
  using Word = GridScratch::Word;
  static constexpr int lanes = ChunkTuning::lanes, warp_size = 32, warps_of_chunk = lanes / warp_size;
  static constexpr int num_words = sizeof(Sum) / 4;

  static constexpr int warps = threads / warp_size;

  /// A part is what a warp has of a piece: 32 lanes.
  __device__ int num_parts() const { return (last_piece_ - first_piece_) << (width_ == warp_size ? 0 : 3); }
  __device__ int first_of(int part) const {
    int const shift = width_ == warp_size ? 0 : 3;
    return (first_piece_ + (part >> shift)) * length_ + (part & ((1 << shift) - 1)) * warp_size + lane_id();
  }
  __device__ int end_of(int part) const {
    return min(n_, (first_piece_ + (part >> (width_ == warp_size ? 0 : 3)) + 1) * length_);
  }

  KOKKOS_FUNCTION static std::int64_t length_of_piece(std::int64_t n, std::int64_t length) {
    return length == lanes && n <= std::int64_t(GridScratch::max_pieces) * warp_size ? warp_size : length;
  }
  __device__ Word* counter() const {
    return words_ + 2 * GridScratch::max_sums * GridScratch::max_pieces * GridScratch::max_words;
  }
  __device__ Word* words_of(int k, int piece) const {
    int const row = static_cast<int>(pass_ % 2) * GridScratch::max_sums + k;
    return words_ + (row * GridScratch::max_pieces + piece) * num_words;
  }
  __device__ Sum& of_block(int k, int piece) const { return sums_[k * pieces_ + piece]; }

  __device__ void store(int k, int piece, Sum const& value) const {
    of_block(k, piece) = value;
    if (gridDim.x == 1) return;
    unsigned parts[num_words];
    std::memcpy(parts, &value, sizeof value);
    for (int w = 0; w < num_words; ++w)
      *static_cast<Word volatile*>(words_of(k, piece) + w) = Word(pass_) << 32 | parts[w];
  }
  /// Waits for the sums of a piece in this pass, which another block stores.
  template <int num_sums>
  __device__ void copy_to_block(int piece) const {
    unsigned parts[num_sums][num_words];
    bool is_new;
    do {
      is_new = true;
#pragma unroll
      for (int k = 0; k < num_sums; ++k)
#pragma unroll
        for (int w = 0; w < num_words; ++w) {
          Word const word = load_relaxed(words_of(k, piece) + w);
          parts[k][w] = static_cast<unsigned>(word);
          is_new = is_new && word >> 32 == pass_;
        }
    } while (!is_new);
#pragma unroll
    for (int k = 0; k < num_sums; ++k) std::memcpy(&of_block(k, piece), parts[k], sizeof(Sum));
  }

  /// Stores the sums of the chunks from first_piece_ + `chunk` on, whose parts the warps have. All threads call.
  template <int num_sums>
  __device__ void add_parts(int chunk, bool has_sum, int of, Sum const& mine, bool is_last) const {
    __shared__ Sum of_warps[num_sums][warps];
    if (has_sum) of_warps[of][warp_id()] = mine;
    __syncthreads();
    constexpr int chunks = warps / warps_of_chunk;
    int const t = static_cast<int>(threadIdx.x), k = t / chunks, c = t % chunks, piece = first_piece_ + chunk + c;
    if (k < num_sums && piece < last_piece_) {
      Sum total = of_warps[k][c * warps_of_chunk];
      for (int w = 1; w < warps_of_chunk; ++w) total = sum(total, of_warps[k][c * warps_of_chunk + w]);
      store(k, piece, total);
    }
    if (!is_last) __syncthreads();
  }
  /// The sums over all chunks, on thread 0.
  template <int num_sums>
  __device__ void add_chunks(Sum* totals) const {
    __shared__ Sum of_warps[num_sums][warps_of_chunk];
    int const thread = static_cast<int>(threadIdx.x), warp = thread / warp_size;
    int const warps = min((chunks_ + warp_size - 1) / warp_size, warps_of_chunk);
    if (gridDim.x > 1)
      for (int piece = thread; piece < pieces_; piece += threads)
        if (piece < first_piece_ || piece >= last_piece_) copy_to_block<num_sums>(piece);
    __syncthreads();
    for (int k = 0; k < num_sums; ++k) totals[k] = Sum(0);
    if (warp < warps) {
      int const parts = width_ == warp_size ? warps_of_chunk : 1;
      for (int c = thread; c < chunks_; c += lanes)
#pragma unroll
        for (int k = 0; k < num_sums; ++k) {
          Sum of_chunk = of_piece(k, c * parts);
          for (int p = 1; p < parts; ++p) of_chunk = sum(of_chunk, of_piece(k, c * parts + p));
          totals[k] = sum(totals[k], of_chunk);
        }
      __syncwarp();
#pragma unroll
      for (int k = 0; k < num_sums; ++k) {
        for (int distance = warp_size / 2; distance > 0; distance /= 2)
          totals[k] = sum(totals[k], warp_shuffle_xor(totals[k], distance));
        if (thread % warp_size == 0) of_warps[k][warp] = totals[k];
      }
    }
    if (warps > 1) __syncthreads();
    if (thread == 0)
      for (int k = 0; k < num_sums; ++k)
        // Warps without chunks have sums of 0, which change the sign of a zero alone.
        for (int w = 1; w < warps_of_chunk; ++w) totals[k] = sum(totals[k], w < warps ? of_warps[k][w] : Sum(0));
  }
  /// The last chunk may have fewer pieces.
  __device__ Sum of_piece(int k, int piece) const { return piece < pieces_ ? of_block(k, piece) : Sum(0); }

  int n_, length_;  // of a piece
  int width_;       // a piece has so many lanes
  int chunks_, pieces_, first_piece_, last_piece_;
  Word* words_;
  mutable unsigned pass_;
  Sum* sums_;  // of all pieces
};

#endif

}  // namespace Araios::Impl
