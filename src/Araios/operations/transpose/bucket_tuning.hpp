// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// Tuning parameters of the bucket transposition on a GPU.

#include <Araios/collective/rank_bins.hpp>
#include <Araios/core/execution.hpp>

#ifdef ARAIOS_HAVE_CUDA_LAUNCH

#include <algorithm>
#include <cstdint>

namespace Araios::Impl::transpose {

/// Tuning parameters of the bucket transposition.
struct BucketTuning {
  using Tile = TileShape<512, 8>;        ///< of phases 2 and 4: more items cost registers, fewer make runs too short
  using LocalTile = TileShape<512, 22>;  ///< of phase 3: the longest bucket that a block holds
  using PartTile = TileShape<256, 12>;   ///< of the parts of split buckets
  static constexpr int blocks = 2;       ///< per multiprocessor: one waits while the other works
  static constexpr int min_bucket = 1024;
  static constexpr double share = 0.6;  ///< of the entries per resident block, in a bucket; below 1 for long columns
  static constexpr double fill = 0.96;  ///< of LocalTile in an average bucket, at most
  static constexpr int max_buckets = 4096;
  static constexpr int max_bits = 16;            ///< of the low bits of a column
  static constexpr int local_bits = 10;          ///< per ranking
  static constexpr int probes = 64;              ///< blocks of the probe for symmetry
  static constexpr int sample_groups = 1 << 14;  ///< of 32 entries, for buckets of equal weight
  static constexpr double weight_fill = 0.75;    ///< of LocalTile in such a bucket
  static constexpr double alone = 0.6;           ///< of such a bucket, in a column that becomes one
};

/// Tiles of consecutive entries, and chunks of consecutive tiles.
struct TileSizes {
  int length, tiles;
  int per_chunk, chunks;
};

/// As many tiles as a multiple of the blocks that run concurrently, none longer than `longest`; a count of a chunk fits
/// in 16 bits.
inline TileSizes tile_sizes(std::int64_t k, std::int64_t at_once, std::int64_t longest) {
  std::int64_t const each = tiles_for(k, at_once), rounds = tiles_for(each, longest);
  TileSizes sizes{};
  sizes.length = static_cast<int>(tiles_for(tiles_for(each, rounds), 32) * 32);
  sizes.tiles = static_cast<int>(tiles_for(k, sizes.length));
  sizes.per_chunk = static_cast<int>(std::min<std::int64_t>((rounds + 1) / 2, 65535 / sizes.length));
  sizes.chunks = static_cast<int>(tiles_for(sizes.tiles, sizes.per_chunk));
  return sizes;
}

/// The width of buckets and their number.
struct BucketSizes {
  int bits = 0;
  std::int64_t buckets = 0;  ///< 0: the method is not applicable
};

}  // namespace Araios::Impl::transpose

#endif
