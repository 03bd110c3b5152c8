// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// Transposition by buckets and by windows: tuning parameters for host threads and for a GPU, and the sizes of buckets
/// there.

#include <Araios/collective/cuda_launch.hpp>
#include <Araios/collective/rank_bins.hpp>
#include <Araios/core/execution.hpp>

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <cstdint>
#include <limits>

namespace Araios::Impl::transpose {

/// Tuning parameters of the two methods for host threads.
struct TransposeBucketTuning {
  std::int64_t parts = 0;              ///< of the entries, one per thread; 0: the number of threads of the space
  std::int64_t min_part = 4096;        ///< minimum entries of a part, for which a thread pays
  std::int64_t sample_runs = 4;        ///< of each part ...
  std::int64_t sample_run = 4096;      ///< ... and their number of entries
  std::int64_t entries_per_group = 4;  ///< minimum number of entries per new group of columns, for windows
  std::int64_t bins = 8192;            ///< counters of the first count: 32 KB, so that they stay in a first-level cache
  std::int64_t bucket_entries = 16384;  ///< target length of a bucket: with its scratch less than half of 1 MB
  std::int64_t max_buckets = 1024;      ///< for more, buckets grow: each is an open page in three arrays
  std::int64_t scratch_share = 8;       ///< a bucket has at most 1 / scratch_share of a part, unless it is small
  bool asynchronous = false;            ///< the kernels take all decisions, as where launches do not block
  /// Entries between the one that is written and the one whose destination in B is prefetched (measured on stencils and
  /// bands: perf_tests/notes/transpose.md).
  static constexpr std::int64_t prefetch_ahead = 24;
};

#ifdef ARAIOS_HAVE_CUDA_LAUNCH

/// Tuning parameters of the bucket transposition on a GPU.
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
inline TileSizes tile_sizes(std::int64_t k, std::int64_t in_flight, std::int64_t longest) {
  std::int64_t const each = tiles_for(k, in_flight), rounds = tiles_for(each, longest);
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

/// From sizes alone: buckets that one block can hold; where there are too many columns for that, buckets that one
/// ranking can distinguish, to be split again.
inline BucketSizes bucket_sizes(int multiprocessors, std::int64_t m, std::int64_t n, std::int64_t k) {
  using Tuning = BucketTuning;
  constexpr std::int64_t maximum = std::numeric_limits<std::int32_t>::max();
  if (m > maximum || n > maximum || k == 0) return {};
  auto const buckets = [&](int bits) { return tiles_for(n, std::int64_t(1) << bits); };
  double const share = Tuning::share * static_cast<double>(k) / (Tuning::blocks * multiprocessors);
  double const requested =
      std::min(Tuning::fill * Tuning::LocalTile::tile, std::max(static_cast<double>(Tuning::min_bucket), share));
  int bits = 0;
  while (bits < Tuning::local_bits && static_cast<double>(k) / static_cast<double>(n) * (2 << bits) <= requested)
    ++bits;
  while (buckets(bits) > Tuning::max_buckets) ++bits;
  if (bits > Tuning::local_bits) {
    while (bits < Tuning::max_bits && buckets(bits) > max_bins) ++bits;
    // A bucket must fit into the device several times, so that it can be split in place.
    std::int64_t const device = std::int64_t(Tuning::blocks) * multiprocessors * Tuning::Tile::tile / 8;
    while (k / buckets(bits) > device && buckets(bits - 1) <= Tuning::max_buckets) --bits;
    // Hypersparse: buckets would be nearly empty.
    if (buckets(bits) > Tuning::max_buckets || k / buckets(bits) < Tuning::Tile::tile) return {};
  }
  return {bits, buckets(bits)};
}

inline BucketSizes bucket_sizes(Kokkos::Cuda const& exec, std::int64_t m, std::int64_t n, std::int64_t k) {
  return bucket_sizes(exec.cuda_device_prop().multiProcessorCount, m, n, k);
}

/// Whether the GPU of `exec` can run the method for a matrix of this size.
inline bool bucket_is_applicable(Kokkos::Cuda const& exec, std::int64_t m, std::int64_t n, std::int64_t k) {
  auto const resources = CudaResources::of(exec, BucketTuning::blocks);
  constexpr int min_shared = 96 * 1024;  // counters of all warps and buckets leave too little for tiles below
  return resources.shared_bytes >= min_shared && exec.cuda_device_prop().major >= 8 &&
         bucket_sizes(resources.multiprocessors, m, n, k).buckets > 0;
}

#else

/// Without CUDA, or in the host pass of its compiler, the method is not applicable.
template <class Exec>
bool bucket_is_applicable(Exec const&, std::int64_t, std::int64_t, std::int64_t) {
  return false;
}

#endif

}  // namespace Araios::Impl::transpose
