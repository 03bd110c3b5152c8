// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// The rows of the entries of a tile on a GPU, from A.row_map.

#include <Araios/collective/rank_bins.hpp>

#ifdef ARAIOS_HAVE_CUDA_LAUNCH

#include <cstdint>

namespace Araios::Impl::transpose {

/// The row index of each entry of a tile, 16 bits each, from the rows that begin in it.
///
/// marks[q] is row - first_row where a row begins at entry q of the tile, 0 elsewhere; carry[g] is that of the row that
/// covers the first entry of the group g of 32. A tile reaches no further than row first_row + 65535.
struct TileRowIndices {
  static constexpr int max_rows = 65535;
  std::uint32_t* marks;
  int* carry;
  int* next_row;  ///< the row of the entry after the tile

  /// Called by a block of `threads` threads, with `count` entries from `base` on. Ends with a barrier.
  template <class Problem>
  __device__ void find(Problem const& problem, int threads, std::int64_t base, int count, int first_row,
                       int last_row) const {
    int const thread = static_cast<int>(threadIdx.x);
    for (int q = thread; q < count; q += threads) marks[q] = 0;
    for (int g = thread; g <= count / 32; g += threads) carry[g] = 0;
    __syncthreads();
    // Counted from the first row: one beyond the last row of 2^31 - 1 would be no int.
    for (int r = thread;; r += threads) {
      bool inside = false;
      if (r <= last_row - first_row && first_row + r < problem.m) {
        int const row = first_row + r;
        std::int64_t const begin = static_cast<std::int64_t>(problem.row_map[row]) - base;
        std::int64_t const end = static_cast<std::int64_t>(problem.row_map[row + 1]) - base;
        inside = begin <= count;
        if (inside && end > begin) {
          if (begin < count) {
            int const first = begin > 0 ? static_cast<int>(begin) : 0;
            int const last = static_cast<int>(end < count ? end : count) - 1;
            if (begin > 0) marks[first] = static_cast<std::uint32_t>(r);
            for (int g = (first + 31) / 32; g <= last / 32; ++g) carry[g] = r;
          }
          if (end > count) *next_row = row;
        }
      }
      if (__syncthreads_and(inside) == 0) break;
    }
  }

  /// The row of entry q, minus the first row. The lanes of a warp pass 32 consecutive q, from the beginning of a group.
  __device__ std::uint32_t at(int q, int count) const {
    std::uint32_t const mark = q < count ? marks[q] : 0;
    unsigned const below = __ballot_sync(all_lanes, mark > 0) & ((2u << lane_id()) - 1);
    std::uint32_t const row = __shfl_sync(all_lanes, mark, below != 0 ? 31 - __clz(static_cast<int>(below)) : 0);
    return below != 0 ? row : static_cast<std::uint32_t>(q < count ? carry[q / 32] : 0);
  }
};

}  // namespace Araios::Impl::transpose

#endif
