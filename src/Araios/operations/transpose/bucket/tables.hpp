// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// Bucket transposition on a GPU: what its kernels leave each other in workspace.
///
/// Phase 1 writes the tables of counts, from which a tile of phase 2 knows its positions in each bucket without a
/// counter that tiles share. Counters pass from launch to launch, so that the host never waits: a kernel for which they
/// say that nothing is left ends without work.
///
/// Bytes: 2 tiles * buckets and 4 or 8 chunks * buckets.

#include <Araios/operations/transpose/bucket/layout.hpp>
#include <Araios/operations/transpose/problem.hpp>

#ifdef ARAIOS_HAVE_CUDA_LAUNCH

#include <cstdint>

namespace Araios::Impl::transpose {

/// The entries of B at start .. start + count - 1, from columns column .. column + width - 1 of A, not sorted by
/// column. width <= 2^bits.
struct BucketRange {
  std::int64_t start;
  std::int64_t count;
  std::int64_t column;
  int width;
  int bits;
};

/// Counters that pass from kernel to kernel.
struct BucketCounters {
  int scanned;            ///< finished blocks of the scan
  int oversized;          ///< oversized buckets in `oversized`
  int oversized_split;    ///< of these, split by the first launch of phase 4
  int block_sized;        ///< block-sized buckets in `block_sized`
  int block_sized_taken;  ///< of these, taken by a block
  int long_parts;         ///< of these, too long for the blocks that sort the others
  int long_buckets[2];    ///< of each set of long buckets (by_records/long_buckets.hpp)
  int long_tiles[2];      ///< of these
  int is_not_symmetric;   ///< an entry has no transposed entry
  int starts_over;        ///< buckets of equal width are longer than the device holds: phase 4 does all the work
  int buckets;            ///< number of buckets of equal weight; 0: buckets have equal width

  /// Whether an earlier kernel has written all of B: A has a symmetric pattern.
  __device__ bool is_done(BucketLayout const& layout) const { return layout.try_symmetric && is_not_symmetric == 0; }
  /// Whether phases 2 and 3 have nothing to do.
  __device__ bool is_done_or_starts_over(BucketLayout const& layout) const {
    return is_done(layout) || (layout.may_start_over && starts_over != 0);
  }
};

/// The tables of phases 1 and 2.
template <class Offset>
struct BucketTables {
  Offset* chunk_table;        ///< chunks x buckets: first the counts of a chunk, then the sums of the chunks before it
  std::uint16_t* tile_table;  ///< tiles x buckets: counts of the tiles before it in the same chunk
  Offset* totals;             ///< entries of each bucket
  Offset* start;              ///< buckets + 1
  BucketCounters* counters;

  /// A bucket of equal width after phase 2.
  template <class Problem>
  __device__ BucketRange range_of(Problem const& problem, BucketLayout const& layout, int bucket) const {
    std::int64_t const begin = start[bucket], column = static_cast<std::int64_t>(bucket) << layout.bits;
    return {begin, static_cast<std::int64_t>(start[bucket + 1]) - begin, column,
            static_cast<int>(min(problem.n - column, std::int64_t(1) << layout.bits)), layout.bits};
  }
};

}  // namespace Araios::Impl::transpose

#endif
