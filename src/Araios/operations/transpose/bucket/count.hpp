// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// Bucket transposition on a GPU, phase 1: counts the entries of each tile in each bucket.
///
/// A chunk is a few neighbouring tiles, counted by one block in shared memory; before each tile the block stores its
/// counts so far. A scan over chunks, then one over buckets, gives
///   position in B of the first entry of tile t in bucket b = start[b] + chunk_table[chunk of t][b] + tile_table[t][b].
/// With two levels the first table is small and the second has 16-bit elements.
///
/// Bytes: k Ordinal read, 2 tiles * buckets, and 4 chunks * buckets Offset.

#include <Araios/operations/transpose/bucket/tables.hpp>

#ifdef ARAIOS_HAVE_CUDA_LAUNCH

#include <cstdint>

namespace Araios::Impl::transpose {

/// Rows: stores what phase 2 needs to find the rows of a tile.
template <class Problem, class Rows>
struct BucketCount {
  using Offset = typename Problem::Offset;
  static constexpr int threads = 512, blocks_per_multiprocessor = 4;
  static constexpr int loads = 8;  // per thread, before it uses the first

  Problem problem;
  BucketLayout layout;
  BucketTables<Offset> tables;
  Rows rows;

  static std::int64_t shared_bytes(int bins) { return shared_piece(static_cast<std::int64_t>(sizeof(int)) * bins); }

  /// Counts the entries of a chunk in the buckets of `map`, columns from first_column on; those in none are left out.
  template <bool FindRows>
  __device__ void count_chunk(char* shared, int chunk, std::uint32_t first_column, BucketMap const& map) const {
    int const thread = static_cast<int>(threadIdx.x), block = static_cast<int>(blockDim.x), bins = map.buckets;
    int* const counts = take_shared<int>(shared, bins);
    for (int b = thread; b < bins; b += block) counts[b] = 0;
    int const last = min(layout.tiles.number, (chunk + 1) * layout.tiles.per_chunk);
    for (int tile = chunk * layout.tiles.per_chunk; tile < last; ++tile) {
      std::int64_t const base = static_cast<std::int64_t>(tile) * layout.tiles.length;
      int const count = static_cast<int>(min(problem.k - base, static_cast<std::int64_t>(layout.tiles.length)));
      auto const* const entries = problem.entries + base;
      std::uint32_t column[loads];
      auto const load = [&](int q0) {
        ARAIOS_UNROLL
        for (int i = 0; i < loads; ++i) {
          int const q = q0 + thread + i * block;
          column[i] = q < count ? static_cast<std::uint32_t>(entries[q]) : no_bin;
        }
      };
      load(0);  // in flight while rows are found
      if constexpr (FindRows) rows.find(problem, layout.tiles, tile, base, count);
      __syncthreads();
      std::uint16_t* const so_far = tables.tile_table + static_cast<std::int64_t>(tile) * bins;
      for (int b = thread; b < bins; b += block) so_far[b] = static_cast<std::uint16_t>(counts[b]);
      __syncthreads();
      for (int q0 = 0; q0 < count; q0 += loads * block) {
        if (q0 > 0) load(q0);
        ARAIOS_UNROLL
        for (int i = 0; i < loads; ++i) {
          if (q0 + i * block >= count) continue;
          std::uint32_t const bin = column[i] != no_bin ? map(column[i] - first_column) : no_bin;
          count_bin(counts, bin < static_cast<std::uint32_t>(bins) ? bin : no_bin);
        }
      }
    }
    __syncthreads();
    for (int b = thread; b < bins; b += block)
      tables.chunk_table[static_cast<std::int64_t>(chunk) * bins + b] = static_cast<Offset>(counts[b]);
    __syncthreads();
  }

  __device__ void operator()(char* shared) const {
    if (tables.counters->is_done(layout)) return;
    if (!layout.try_symmetric && blockIdx.x == 0 && threadIdx.x == 0) *tables.counters = BucketCounters{};
    count_chunk<true>(shared, static_cast<int>(blockIdx.x), 0, layout.equal_width());
  }
};

/// start[b] := first + totals before b, for b = 0 .. bins. One block calls.
template <class Offset>
__device__ void scan_bucket_totals(BucketTables<Offset> const& tables, int bins, Offset first) {
  __shared__ Offset sums[32];
  int const threads = static_cast<int>(blockDim.x), per = (bins + threads - 1) / threads;
  int const begin = min(bins, static_cast<int>(threadIdx.x) * per), end = min(bins, begin + per);
  Offset const volatile* const totals = tables.totals;  // written by other blocks
  Offset sum = 0;
  for (int b = begin; b < end; ++b) sum += totals[b];
  Offset const inclusive = warp_inclusive_scan(sum);
  if (lane_id() == 31) sums[warp_id()] = inclusive;
  __syncthreads();
  Offset run = first + inclusive - sum;
  for (int w = 0; w < warp_id(); ++w) run += sums[w];
  for (int b = begin; b < end; ++b) {
    tables.start[b] = run;
    run += totals[b];
  }
  if (threadIdx.x == blockDim.x - 1) tables.start[bins] = run;
  __syncthreads();
}

/// A block scans 32 buckets over all chunks: one bucket per lane, a share of the chunks per warp. The last block scans
/// the totals.
///
/// Check: called by a block when the totals are known.
template <class Problem, class Check>
struct BucketScan {
  using Offset = typename Problem::Offset;
  static constexpr int threads = 1024, blocks_per_multiprocessor = 1;
  static constexpr int loads = 8;  // per thread, before its first store

  Problem problem;
  BucketLayout layout;
  BucketTables<Offset> tables;
  Check check;

  __device__ void operator()(char*) const {
    __shared__ Offset parts[32][33];
    __shared__ bool last;
    if (tables.counters->is_done(layout)) return;
    int const lane = lane_id(), warp = warp_id(), first = static_cast<int>(blockIdx.x) * 32, bucket = first + lane;
    int const per = (layout.tiles.chunks + 31) / 32, begin = min(layout.tiles.chunks, warp * per),
              end = min(layout.tiles.chunks, begin + per);
    std::int64_t const row = layout.buckets;
    Offset* const column = tables.chunk_table + bucket;
    Offset sum = 0;
    if (bucket < layout.buckets)
#pragma unroll 8
      for (int c = begin; c < end; ++c) sum += column[c * row];
    parts[warp][lane] = sum;
    __syncthreads();
    Offset const mine = parts[lane][warp], inclusive = warp_inclusive_scan(mine);
    parts[lane][warp] = inclusive - mine;
    if (lane == 31 && first + warp < layout.buckets) tables.totals[first + warp] = inclusive;
    __syncthreads();
    Offset run = parts[warp][lane];
    if (bucket < layout.buckets)
      for (int c0 = begin; c0 < end; c0 += loads) {
        Offset counts[loads];
        ARAIOS_UNROLL
        for (int i = 0; i < loads; ++i) counts[i] = c0 + i < end ? column[(c0 + i) * row] : 0;
        ARAIOS_UNROLL
        for (int i = 0; i < loads; ++i) {
          if (c0 + i < end) column[(c0 + i) * row] = run;
          run += counts[i];
        }
      }
    __threadfence();
    __syncthreads();
    if (threadIdx.x == 0) last = atomicAdd(&tables.counters->scanned, 1) == static_cast<int>(gridDim.x) - 1;
    __syncthreads();
    if (!last) return;
    __threadfence();
    scan_bucket_totals(tables, layout.buckets, Offset(0));
    check(layout, tables);
    if (threadIdx.x == 0) problem.out_map[problem.n] = static_cast<Offset>(problem.k);
  }
};

/// Phase 1.
template <class Exec, class Problem, class Rows, class Check>
void launch_count(Exec const& exec, Problem const& problem, BucketLayout const& layout,
                  BucketTables<typename Problem::Offset> const& tables, Rows const& rows, Check const& check) {
  using Count = BucketCount<Problem, Rows>;
  cuda_launch(exec, "Araios::transpose::bucket_count", layout.tiles.chunks,
              static_cast<int>(Count::shared_bytes(layout.buckets)), Count{problem, layout, tables, rows});
  cuda_launch(exec, "Araios::transpose::bucket_scan", tiles_for(layout.buckets, 32), 0,
              BucketScan<Problem, Check>{problem, layout, tables, check});
}

}  // namespace Araios::Impl::transpose

#endif
