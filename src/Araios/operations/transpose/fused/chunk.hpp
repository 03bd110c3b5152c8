// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// Fused transposition on a GPU, steps 1 and 2: a chunk of A, which one block holds.
///
/// Step 1 finds the rows of its entries, and checks whether all have transposed entries. Step 2 sorts them by ranges of
/// columns and stores where each range begins in the chunk.

#include <Araios/operations/transpose/fused/data.hpp>
#include <Araios/operations/transpose/symmetric_cuda.hpp>

#ifdef ARAIOS_HAVE_CUDA_LAUNCH

#include <cstdint>

namespace Araios::Impl::transpose {

template <class Problem>
struct FusedChunk {
  using Shape = FusedLayout::Shape;
  static constexpr int threads = FusedLayout::threads, in_flight = FusedLayout::in_flight;

  FusedData<Problem> const& fused;

  /// Step 1. True when every entry of the block has a transposed entry.
  __device__ bool find_rows(int* row_of, int base, int count) const {
    __shared__ int row_range[2];
    int const warp = warp_id();
    if (warp < 2) {
      int const row = fused.problem.find_row(warp == 0 ? base : base + count - 1, 0, fused.problem.m);
      if (lane_id() == 0) row_range[warp] = row;
    }
    __syncthreads();
    // First one entry per thread: where the pattern is not symmetric, these show it and the search ends.
    bool good = fused.problem.m == fused.problem.n;
    find_rows<1>(row_of, base, count, row_range[0], row_range[1] + 1, 0, good);
    for (int from = threads; from < count; from += in_flight * threads)
      find_rows<in_flight>(row_of, base, count, row_range[0], row_range[1] + 1, from, good);
    return good;
  }
  template <int each>
  __device__ __forceinline__ void find_rows(int* row_of, int base, int count, int low, int high, int from,
                                            bool& good) const {
    int const first = from + static_cast<int>(threadIdx.x);
    int p[each], row[each];
    ARAIOS_UNROLL
    for (int u = 0; u < each; ++u) p[u] = base + min(first + u * threads, count - 1);
    find_last(fused.problem.row_map, low, high, p, row);
    ARAIOS_UNROLL
    for (int u = 0; u < each; ++u)
      if (first + u * threads < count) row_of[first + u * threads] = row[u];
    if (good) good = __syncthreads_and(copy_transposed_entries<threads>(fused.problem, base, first, count, row)) != 0;
  }

  /// Step 2.
  __device__ void sort_chunk(int const* row_of, std::uint16_t* counters, std::uint32_t* masks, int* sums, int base,
                             int count) const {
    int const used = (count + threads - 1) / threads, first = warp_id() * 32 * used + lane_id();
    int* const begins = fused.scratch.table + static_cast<std::int64_t>(blockIdx.x) * (fused.layout.ranges + 1);
    std::uint32_t column[Shape::items];
    ARAIOS_UNROLL
    for (int i = 0; i < Shape::items; ++i) {
      int const q = first + i * 32;
      column[i] = i < used && q < count ? static_cast<std::uint32_t>(fused.problem.entries[base + q]) : no_bin;
    }
    clear_counters<Shape>(counters, fused.layout.ranges);
    __syncthreads();
    auto const bin = [&](int i) { return column[i] != no_bin ? fused.layout.range_of(column[i]) : no_bin; };
    PackedRanks<Shape::items> ranks;
    rank_tile<Shape>(bin, used, fused.layout.ranges, counters, masks, sums, ranks, [](int, int) {});
    for (int b = static_cast<int>(threadIdx.x); b <= fused.layout.ranges; b += threads) {
      int const begin = b < fused.layout.ranges ? counters[b] : count,
                end = b + 1 < fused.layout.ranges ? counters[b + 1] : count;
      begins[b] = begin;
      if (end > begin) atomicAdd(&fused.scratch.totals[b], end - begin);
    }
    ARAIOS_UNROLL
    for (int i = 0; i < Shape::items; ++i) {
      if (column[i] == no_bin) continue;
      int const q = first + i * 32;
      auto const to = base + static_cast<int>(position_of<Shape>(bin(i), i, ranks, counters, fused.layout.ranges));
      fused.scratch.rows[to] = row_of[q];
      fused.scratch.packed[to] =
          (column[i] - bin(i) * static_cast<std::uint32_t>(fused.layout.width)) << 16 | static_cast<std::uint32_t>(q);
    }
  }
};

}  // namespace Araios::Impl::transpose

#endif
