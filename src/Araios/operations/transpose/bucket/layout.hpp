// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// Bucket transposition on a GPU: sizes that the host chooses once, and whether the method is applicable.
///
/// A bucket is 2^bits columns side by side: as many as hold, on average, a share of the entries of a resident block,
/// and no more than a block can sort (order.hpp). Entries are counted and scattered by tiles, in rounds of equal tiles.
/// All of it follows from m, n, k and the device: nothing is read back.

#include <Araios/collective/cuda_launch.hpp>
#include <Araios/core/execution.hpp>
#include <Araios/operations/transpose/bucket/tuning.hpp>

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <cstdint>
#include <limits>

namespace Araios::Impl::transpose {

/// The width of buckets, 2^bits columns, and their number.
struct BucketSizes {
  int bits = 0;
  std::int64_t buckets = 0;  ///< 0: the method is not applicable
};

#ifdef ARAIOS_HAVE_CUDA_LAUNCH

/// Tiles of consecutive entries, and chunks of consecutive tiles.
struct TileSizes {
  int length, number;
  int per_chunk, chunks;
};

/// As many tiles as a multiple of the blocks that run concurrently, none longer than `longest`; a count of a chunk fits
/// in 16 bits.
inline TileSizes tile_sizes(std::int64_t k, std::int64_t in_flight, std::int64_t longest) {
  std::int64_t const each = tiles_for(k, in_flight), rounds = tiles_for(each, longest);
  TileSizes sizes{};
  sizes.length = static_cast<int>(tiles_for(tiles_for(each, rounds), 32) * 32);
  sizes.number = static_cast<int>(tiles_for(k, sizes.length));
  sizes.per_chunk = static_cast<int>(std::min<std::int64_t>((rounds + 1) / 2, 65535 / sizes.length));
  sizes.chunks = static_cast<int>(tiles_for(sizes.number, sizes.per_chunk));
  return sizes;
}

/// The columns of each bucket: of equal width, or of nearly equal weight, from a table.
struct BucketMap {
  std::uint16_t const* bucket_of;  ///< the bucket of a column; null: column >> bits
  int bits, buckets;

  __device__ std::uint32_t operator()(std::uint32_t column) const {
    return bucket_of != nullptr ? bucket_of[column] : column >> bits;
  }
};

/// Sizes that all kernels read.
struct BucketLayout {
  int bits;     ///< a bucket of equal width has 2^bits columns
  int buckets;  ///< number of these
  TileSizes tiles;
  bool try_symmetric;   ///< kernels of symmetric_cuda.hpp run first
  bool may_start_over;  ///< phase 4 may do all the work (in_place/equal_weight.hpp)

  __device__ BucketMap equal_width() const { return {nullptr, bits, buckets}; }
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

/// The same for the GPU of `exec`.
inline BucketSizes bucket_sizes(Kokkos::Cuda const& exec, std::int64_t m, std::int64_t n, std::int64_t k) {
  auto const resources = CudaResources::of(exec, BucketTuning::blocks);
  constexpr int min_shared = 96 * 1024;  // counters of all warps and buckets leave too little for tiles below
  if (resources.shared_bytes < min_shared || exec.cuda_device_prop().major < 8) return {};
  return bucket_sizes(resources.multiprocessors, m, n, k);
}

#else

/// Without CUDA, or in the host pass of its compiler, the method is not applicable.
template <class Exec>
BucketSizes bucket_sizes(Exec const&, std::int64_t, std::int64_t, std::int64_t) {
  return {};
}

#endif

}  // namespace Araios::Impl::transpose
