// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// Fused transposition on a GPU: tuning, layout and scratch of its steps (fused.hpp).
///
/// A block of the grid has one chunk of A for steps 1 and 2, and one or a few ranges of columns for step 3. The ranges
/// are so many that an average one fits a tile. What a block leaves for the others is in the scratch, and stays in L2.

#include <Araios/operations/transpose/problem.hpp>

#ifdef ARAIOS_HAVE_CUDA_LAUNCH

#include <algorithm>
#include <cstdint>

namespace Araios::Impl::transpose {

/// Tuning parameters of the fused transposition.
struct FusedTuning {
  using ChunkTile = TileShape<512, 8>;  ///< the maximum length of a chunk
  using RangeTile = TileShape<512, 4>;  ///< a longer range is processed in slots of this length
  static constexpr int blocks = 2;      ///< per multiprocessor. One of 1,024 threads took 15 % longer
  static constexpr int min_chunk = 512;
  static constexpr int mean_range = 1600;  ///< entries: below a tile, so that a range longer than average fits
  static constexpr std::int64_t max_entries = std::int64_t(1) << 20;
  /// For more entries, waiting for all blocks costs more than launches: the bucket method is faster.
  static constexpr std::int64_t max_automatic = std::int64_t(5) << 17;
};

/// Sizes, chosen once on the host. A chunk is the entries of one block of the grid, a range a set of columns side by
/// side.
struct FusedLayout {
  using Shape = FusedTuning::ChunkTile;
  using RangeShape = FusedTuning::RangeTile;
  static constexpr int threads = Shape::threads;
  static constexpr int in_flight = RangeShape::items;  ///< entries of a thread whose loads overlap
  static constexpr int tile = RangeShape::tile;

  int blocks;  ///< one per chunk
  int chunk;   ///< consecutive entries of a chunk
  int ranges;
  int width;              ///< columns of a range
  std::uint32_t inverse;  ///< 2^32 / width, rounded up

  static FusedLayout of(std::int64_t n, std::int64_t k, std::int64_t max_blocks) {
    auto const chunk = std::max<std::int64_t>(FusedTuning::min_chunk, tiles_for(tiles_for(k, max_blocks), 32) * 32);
    auto const blocks = tiles_for(k, chunk);
    // The number of ranges is the number of blocks, or a multiple of it.
    auto const rounds = std::max(tiles_for(k, blocks * FusedTuning::mean_range), tiles_for(n, blocks * max_bins));
    auto const width = tiles_for(n, std::min<std::int64_t>(max_bins, rounds * blocks));
    return {static_cast<int>(blocks), static_cast<int>(chunk), static_cast<int>(tiles_for(n, width)),
            static_cast<int>(width), static_cast<std::uint32_t>(tiles_for(std::int64_t(1) << 32, width))};
  }
  static std::int64_t max_slots(std::int64_t k) { return 2 * k / tile + 1; }
  int shared_bytes() const {
    auto const counters = [](int bins) { return shared_piece(2 * Shape::warps * counters_of_warp(bins)); };
    auto const two = shared_piece(4 * chunk) + counters(ranges);
    auto const three = shared_piece(4 * width) + counters(width) + 2 * shared_piece(4 * threads) +
                       2 * shared_piece(4 * (max_bins + 1));
    return static_cast<int>(std::max(two, three) + shared_piece(4 * Shape::warps * rank_masks) +
                            shared_piece(8 * Shape::warps));
  }

  /// Exact for columns below 2^20 and ranges of at most 2^10 columns: the excess, column / 2^32, is below 1 / width.
  __device__ std::uint32_t range_of(std::uint32_t column) const {
    return width > 1 ? __umulhi(column, inverse) : column;
  }
};

struct FusedScratch {
  int* asymmetric;        ///< chunks: whether an entry has no transposed entry
  int* totals;            ///< ranges: entries of each
  int* table;             ///< chunks x (ranges + 1): where a range begins in a chunk
  int* rows;              ///< k: rows of the entries of each chunk, sorted by range
  std::uint32_t* packed;  ///< k: column in its range << 16 | position in the chunk
  int* slot_table;        ///< slots x columns of a range: counts. A slot is a tile of a range of more than one tile
};

/// What the steps are given.
template <class Problem_>
struct FusedData {
  using Problem = Problem_;
  Problem problem;
  FusedLayout layout;
  FusedScratch scratch;
};

/// For each of the values, the last element in [low, high) of a sorted array that is not above it. As last_at_most, but
/// for all values in one loop and without branches, so that their loads overlap.
template <class T, int each>
__device__ __forceinline__ void find_last(T const* array, int low, int high, int const (&value)[each],
                                          int (&found)[each]) {
  ARAIOS_UNROLL
  for (int u = 0; u < each; ++u) found[u] = low;
  for (int span = high - low; span > 1;) {
    int const half = span / 2;
    ARAIOS_UNROLL
    for (int u = 0; u < each; ++u)
      if (static_cast<int>(array[found[u] + half]) <= value[u]) found[u] += half;
    span -= half;
  }
}

}  // namespace Araios::Impl::transpose

#endif
