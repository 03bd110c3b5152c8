// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// Bucket transposition on a GPU in place: workspace of its phases, besides the tables of bucket/tables.hpp.
///
/// The first entries of tiles have their rows searched once, in phase 1. Phase 3 leaves what no block can sort as a
/// list of ranges, from which phase 4 takes them; what it splits goes to a second list. Entries themselves are never in
/// workspace.

#include <Araios/operations/transpose/bucket/in_place/equal_weight.hpp>
#include <Araios/operations/transpose/bucket/order.hpp>
#include <Araios/operations/transpose/bucket/tables.hpp>

#ifdef ARAIOS_HAVE_CUDA_LAUNCH

#include <cstdint>

namespace Araios::Impl::transpose {

/// The rows of the first entries of tiles, from phase 1 for phase 2.
struct RowsOfTiles {
  int* row;  ///< of each tile

  /// The whole block calls.
  template <class Problem>
  __device__ void find(Problem const& problem, TileSizes const&, int tile, std::int64_t base, int /*count*/) const {
    if (warp_id() != tile % (static_cast<int>(blockDim.x) / 32)) return;
    int const first = problem.find_row(base, 0, problem.m);
    if (lane_id() == 0) row[tile] = first;
  }
};

/// Buckets of more entries or columns than a block sorts: phase 3 leaves them to phase 4.
struct OversizedBuckets {
  BucketRange* ranges;
  int* arrivals;  ///< of the blocks that share one of them

  /// One thread calls.
  __device__ void add(BucketCounters* counters, BucketRange const& range) const {
    int const position = atomicAdd(&counters->oversized, 1);
    ranges[position] = range;
    arrivals[position] = 0;
  }
};

/// What they are split into.
struct BucketSplits {
  BucketRange* block_sized;  ///< parts that a block sorts
  BucketRange* long_parts;   ///< of these, too long for the blocks of BucketParts
  int* slot_table;           ///< counts of the blocks that share a bucket
};

/// What phase 4 works with: it may do all phases again.
template <class Problem>
struct InPlace {
  Problem problem;
  BucketLayout layout;
  BucketTables<typename Problem::Offset> tables;
  WordsInB words;
  RowsOfTiles rows_of_tiles;
  EqualWeight equal_weight;
  OversizedBuckets oversized;
  BucketSplits splits;
};

}  // namespace Araios::Impl::transpose

#endif
