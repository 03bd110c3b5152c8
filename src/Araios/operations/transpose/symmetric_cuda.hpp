// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// Transposition of a matrix with a symmetric pattern on a GPU: B has the pattern of A, and only values move.
///
/// Entry p = (i, j) of A has the transposed entry (j, i) in row j. When rows are sorted without repeated columns and
/// every entry has a transposed entry, the pattern is symmetric, and entry p of B = (i, j) has the value of its
/// transposed entry. The search reads first the entry as far from the end of row j as p is from the beginning of row i,
/// where a stencil has it, then bisects. A probe of a few thousand entries runs first. When the probe or an entry
/// fails, is_not_symmetric is set and the bucket transposition, whose kernels read it, writes B instead. The host reads
/// nothing back.
///
/// Bytes: k (2 Ordinal + 2 Scalar) + 2 (n + 1) Offset, and what the search reads again, mostly from caches.

#include <Araios/core/search.hpp>
#include <Araios/core/workspace.hpp>
#include <Araios/operations/transpose/bucket/tables.hpp>
#include <Araios/operations/transpose/tile_rows.hpp>

#ifdef ARAIOS_HAVE_CUDA_LAUNCH

#include <cstdint>

namespace Araios::Impl::transpose {

template <class Problem>
struct SymmetryProbe {
  using Offset = typename Problem::Offset;
  using Ordinal = typename Problem::Ordinal;
  static constexpr int threads = 64, blocks_per_multiprocessor = 1;

  Problem problem;
  int* probes;  ///< for each block: whether all its entries have transposed entries
  BucketCounters* counters;

  /// One entry of one row per thread.
  __device__ bool has_transposed_entry(int number, int of) const {
    std::int64_t const row = static_cast<std::int64_t>(problem.m) * number / of;
    Offset const begin = problem.row_map[row], end = problem.row_map[row + 1];
    if (begin == end) return true;
    Offset const p = begin + (end - begin) / 8 * static_cast<Offset>(number % 8);
    auto const column = problem.entries[p];
    if (p > begin && problem.entries[p - 1] >= column) return false;
    Offset const row_begin = problem.row_map[column], row_end = problem.row_map[column + 1];
    Offset const transposed = first_not_below(PointerArray<Ordinal>{problem.entries}, row_begin, row_end, row);
    return transposed < row_end && problem.entries[transposed] == row;
  }

  __device__ void operator()(char*) const {
    if (blockIdx.x == 0 && threadIdx.x == 0) *counters = BucketCounters{};
    int const number = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
    int const all = __syncthreads_and(has_transposed_entry(number, static_cast<int>(gridDim.x * blockDim.x)));
    if (threadIdx.x == 0) probes[blockIdx.x] = all;
  }
};

/// Entries first, first + threads, ... of `count` from `base` on, which are in the rows `row`, go to B with the values
/// of their transposed entries. True when each has one and its column is above the previous one of its row; otherwise B
/// may be partly written.
template <int threads, int in_flight, class Problem>
__device__ __forceinline__ bool copy_transposed_entries(Problem const& problem, std::int64_t base, int first, int count,
                                                        int const (&row)[in_flight]) {
  using Offset = typename Problem::Offset;
  using Ordinal = typename Problem::Ordinal;
  auto const* const entries = problem.entries + base;
  Ordinal column[in_flight];
  Offset begin[in_flight], end[in_flight], transposed[in_flight];
  Ordinal found[in_flight];
  bool good = true;
  ARAIOS_UNROLL
  for (int u = 0; u < in_flight; ++u) {
    int const q = first + u * threads;
    column[u] = entries[min(q, count - 1)];
  }
  ARAIOS_UNROLL
  for (int u = 0; u < in_flight; ++u) {
    begin[u] = problem.row_map[column[u]];
    end[u] = problem.row_map[column[u] + 1];
    transposed[u] = problem.row_map[row[u]];
  }
  ARAIOS_UNROLL
  for (int u = 0; u < in_flight; ++u) {
    int const q = first + u * threads;
    Offset const before =
        static_cast<Offset>(base) + static_cast<Offset>(q) - transposed[u];  // entries of the row before p
    if (q < count && before > 0 && entries[q - 1] >= column[u]) good = false;
    transposed[u] = q < count && before < end[u] - begin[u] ? end[u] - 1 - before : 0;
    found[u] = problem.entries[transposed[u]];
  }
  ARAIOS_UNROLL
  for (int u = 0; u < in_flight; ++u) {
    if (first + u * threads >= count) continue;
    if (found[u] == row[u] && transposed[u] >= begin[u] && transposed[u] < end[u]) continue;
    transposed[u] = first_not_below(PointerArray<Ordinal>{problem.entries}, begin[u], end[u], row[u]);
    if (transposed[u] >= end[u] || problem.entries[transposed[u]] != row[u]) {
      good = false;
      transposed[u] = 0;
    }
  }
  // All loads before the first store: the compiler must assume that both are to the same address.
  typename Problem::Scalar moved[in_flight];
  if constexpr (Problem::has_values) {
    ARAIOS_UNROLL
    for (int u = 0; u < in_flight; ++u) moved[u] = problem.values(transposed[u]);
  }
  ARAIOS_UNROLL
  for (int u = 0; u < in_flight; ++u) {
    int const q = first + u * threads;
    if (q >= count) continue;
    problem.out_entries[base + q] = column[u];
    if constexpr (Problem::has_values) problem.out_values[base + q] = moved[u];
  }
  return good;
}

template <class Problem>
struct SymmetricTranspose {
  using Offset = typename Problem::Offset;
  using Ordinal = typename Problem::Ordinal;
  using Shape = TileShape<256, 8>;
  static constexpr int threads = Shape::threads, blocks_per_multiprocessor = 5;
  static constexpr int in_flight = 4;  // entries of a thread whose loads overlap

  Problem problem;
  int const* probes;
  BucketCounters* counters;

  __device__ void operator()(char*) const {
    __shared__ std::uint32_t marks[Shape::tile];
    __shared__ int carry[Shape::tile / 32 + 1];
    __shared__ int next_row;
    int const thread = static_cast<int>(threadIdx.x);
    if (__syncthreads_or(thread < BucketTuning::probes && probes[thread] == 0)) {
      if (blockIdx.x == 0 && thread == 0) counters->is_not_symmetric = 1;
      return;
    }
    std::int64_t base = static_cast<std::int64_t>(blockIdx.x) * Shape::tile;
    std::int64_t const tile_end = min(problem.k, base + Shape::tile);
    bool good = true;
    while (base < tile_end && good) {
      if (warp_id() == 0) {
        int const row = problem.find_row(base, 0, problem.m);
        if (lane_id() == 0) next_row = row;
      }
      __syncthreads();
      int const first_row = next_row;
      int const last_row = static_cast<int>(
          min(static_cast<std::int64_t>(problem.m), static_cast<std::int64_t>(first_row) + TileRowIndices::max_rows));
      std::int64_t const end = min(tile_end, static_cast<std::int64_t>(problem.row_map[last_row]));
      int const count = static_cast<int>(end - base);
      TileRowIndices const rows{marks, carry, &next_row};
      rows.find(problem, Shape::threads, base, count, first_row, last_row);
      bool mine = true;
      for (int q0 = 0; q0 < count; q0 += in_flight * Shape::threads) {
        int row[in_flight];
        ARAIOS_UNROLL
        for (int u = 0; u < in_flight; ++u)
          row[u] = first_row + static_cast<int>(rows.at(q0 + thread + u * Shape::threads, count));
        mine &= copy_transposed_entries<Shape::threads>(problem, base, q0 + thread, count, row);
      }
      good = __syncthreads_and(mine) != 0;
      base = end;
    }
    if (!good) {
      if (thread == 0) counters->is_not_symmetric = 1;
      return;
    }
    for (std::int64_t i = static_cast<std::int64_t>(blockIdx.x) * Shape::threads + thread; i <= problem.n;
         i += static_cast<std::int64_t>(gridDim.x) * Shape::threads)
      problem.out_map[i] = problem.row_map[i];
  }
};

/// The check for symmetry, where it is wanted, which writes B where it succeeds.
template <class Exec, class Problem, class Space>
void launch_symmetric(Exec const& exec, Problem const& problem, BucketLayout const& layout, BucketCounters* counters,
                      Workspace<Space>& workspace) {
  if (!layout.try_symmetric) return;
  using Symmetric = SymmetricTranspose<Problem>;
  int* probes = nullptr;
  take_array(exec, workspace, probes, BucketTuning::probes);
  cuda_launch(exec, "Araios::transpose::symmetry_probe", BucketTuning::probes, 0,
              SymmetryProbe<Problem>{problem, probes, counters});
  cuda_launch(exec, "Araios::transpose::symmetric", tiles_for(problem.k, Symmetric::Shape::tile), 0,
              Symmetric{problem, probes, counters});
}

}  // namespace Araios::Impl::transpose

#endif
