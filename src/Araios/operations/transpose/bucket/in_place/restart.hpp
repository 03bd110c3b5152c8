// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// Bucket transposition on a GPU, in the kernel of phase 4: entries from A once more, where buckets are longer than the
/// device holds.
///
/// Such a bucket is counted and scattered by column, 1,024 columns at a time. Where that would be more than a few times,
/// all phases run again first, with buckets of equal weight (equal_weight.hpp), which leaves few such buckets or none.

#include <Araios/operations/transpose/bucket/count.hpp>
#include <Araios/operations/transpose/bucket/in_place/scatter.hpp>
#include <Araios/operations/transpose/bucket/in_place/scratch.hpp>

#ifdef ARAIOS_HAVE_CUDA_LAUNCH

#include <cstdint>

namespace Araios::Impl::transpose {

template <class Problem, class Shape_, class LocalShape>
struct BucketRestart {
  using Shape = Shape_;
  using Offset = typename Problem::Offset;
  using Scatter = BucketScatter<Problem, Shape, max_bins>;
  using PlannedScatter = BucketScatter<Problem, Shape, max_ranked, true>;
  using Choose = ChooseEqualWeight<Problem, Shape::threads>;

  InPlace<Problem> const& data;
  int shared_bytes;

  /// Phase 1 for `map`, but for the scan over buckets. Ends with a wait for all blocks.
  __device__ void count(char* shared, std::uint32_t first_column, BucketMap const& map) const {
    int const chunks = data.layout.tiles.chunks;
    BucketCount<Problem, RowsOfTiles> const phase{data.problem, data.layout, data.tables, data.rows_of_tiles};
    for (int chunk = static_cast<int>(blockIdx.x); chunk < chunks; chunk += static_cast<int>(gridDim.x))
      phase.template count_chunk<false>(shared, chunk, first_column, map);
    cuda_wait_for_all_blocks();
    for (int b = static_cast<int>(blockIdx.x) * Shape::warps + warp_id(); b < map.buckets;
         b += static_cast<int>(gridDim.x) * Shape::warps) {
      Offset run = 0;
      for (int c0 = 0; c0 < chunks; c0 += 32) {
        int const c = c0 + lane_id();
        Offset* const element = data.tables.chunk_table + static_cast<std::int64_t>(c) * map.buckets + b;
        Offset const mine = c < chunks ? *element : 0, inclusive = warp_inclusive_scan(mine);
        if (c < chunks) *element = run + inclusive - mine;
        run += __shfl_sync(all_lanes, inclusive, 31);
      }
      if (lane_id() == 0) data.tables.totals[b] = run;
    }
    cuda_wait_for_all_blocks();
  }
  /// Phase 2 for `map`.
  template <class WhichScatter>
  __device__ void scatter(char* shared, std::uint32_t first_column, BucketMap const& map, bool packed) const {
    WhichScatter const phase{data.problem, data.layout,        data.tables,
                             data.words,   data.rows_of_tiles, data.equal_weight.first_column};
#pragma unroll 1
    for (int tile = static_cast<int>(blockIdx.x); tile < data.layout.tiles.number;
         tile += static_cast<int>(gridDim.x)) {
      phase.scatter_tile(shared, tile, first_column, map, packed);
      __syncthreads();
    }
  }
  /// Phase 3 for a bucket.
  __device__ void order(char* shared, BucketRange const& range) const {
    using Order = BucketOrder<Problem, LocalShape>;
    if (!Order::in_place(data.problem, data.words, shared, shared_bytes, range) && threadIdx.x == 0)
      data.oversized.add(data.tables.counters, range);
    __syncthreads();
  }

  /// A bucket of more slots than blocks: phases 1 and 2 for its columns alone, with one bucket per column.
  __device__ void from_the_matrix(char* shared, BucketRange const& range) const {
    std::int64_t const end = range.column + range.width;
    Offset start = static_cast<Offset>(range.start);
    for (std::int64_t column = range.column; column < end; column += max_bins) {
      int const columns = static_cast<int>(min(end - column, static_cast<std::int64_t>(max_bins)));
      BucketMap const one_each{nullptr, 0, columns};
      count(shared, static_cast<std::uint32_t>(column), one_each);
      if (blockIdx.x == 0) {
        scan_bucket_totals(data.tables, columns, start);
        for (int b = static_cast<int>(threadIdx.x); b < columns; b += Shape::threads)
          data.problem.out_map[column + b] = data.tables.start[b];
      }
      cuda_wait_for_all_blocks();
      scatter<Scatter>(shared, static_cast<std::uint32_t>(column), one_each, false);
      start = data.tables.start[columns];
      cuda_wait_for_all_blocks();
    }
  }

  /// Everything again, with buckets of equal weight where there are not too many of them.
  __device__ void start_over(char* shared, BucketTargets const& targets) const {
    Choose{data.problem, data.equal_weight, data.tables.counters, targets}.choose(shared);
    BucketMap const map = data.equal_weight.map(data.layout, data.tables.counters);
    count(shared, 0, map);
    if (blockIdx.x == 0) scan_bucket_totals(data.tables, map.buckets, Offset(0));
    cuda_wait_for_all_blocks();
    if (map.bucket_of != nullptr)
      scatter<PlannedScatter>(shared, 0, map, data.words.packed);
    else
      scatter<Scatter>(shared, 0, map, data.words.packed);
    cuda_wait_for_all_blocks();
    for (int bucket = static_cast<int>(blockIdx.x); bucket < map.buckets; bucket += static_cast<int>(gridDim.x))
      order(shared, data.equal_weight.range_of(data.problem, data.layout, data.tables, map, bucket));
    cuda_wait_for_all_blocks();
  }
};

}  // namespace Araios::Impl::transpose

#endif
