// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// The analysis of a triangle: bounds, levels, the method, and what that needs.

#include <Araios/core/execution.hpp>
#include <Araios/core/instance.hpp>
#include <Araios/core/kokkos_compat.hpp>
#include <Araios/core/memory.hpp>
#include <Araios/core/read_back.hpp>
#include <Araios/core/workspace.hpp>
#include <Araios/operations/triangular/block_cuda.hpp>
#include <Araios/operations/triangular/choose.hpp>
#include <Araios/operations/triangular/columns_cuda.hpp>
#include <Araios/operations/triangular/diagonal.hpp>
#include <Araios/operations/triangular/levels.hpp>
#include <Araios/operations/triangular/options.hpp>
#include <Araios/operations/triangular/plain.hpp>
#include <Araios/operations/triangular/problem.hpp>
#include <Araios/operations/triangular/waiting_cuda.hpp>
#include <Araios/primitives/histogram.hpp>
#include <Araios/primitives/radix_sort.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>
#include <vector>

namespace Araios::Impl::triangular {

/// What the plan keeps of the pattern.
template <class Ordinal, class Offset, class Space>
struct Analysis {
  Shape shape;
  TriangularMethod method = TriangularMethod::serial;
  bool is_sorted = true;
  Kokkos::View<Offset*, Space> bounds;
  Kokkos::View<Ordinal*, Space> list;              // of levels, and of sync_free with many rows: the rows by levels
  std::vector<std::int64_t> offsets;               // where each level begins there
  Kokkos::View<unsigned long long*, Space> taken;  // of waiting rows: counters, and a flag
  Kokkos::View<Ordinal*, Space> long_rows;         // of waiting rows, in their order; the view may be longer
  std::int64_t num_long_rows = 0;

  std::int64_t bytes() const {
    auto const size = [](auto const& view) { return static_cast<std::int64_t>(view.extent(0) * sizeof(*view.data())); };
    return size(bounds) + size(list) + size(taken) + size(long_rows);
  }
};

#ifdef ARAIOS_HAVE_CUDA_LAUNCH
template <class Ordinal, class Offset, class Space>
Queue<Ordinal> queue_of(Analysis<Ordinal, Offset, Space> const& analysis) {
  return {analysis.taken.data(), analysis.long_rows.data(), analysis.num_long_rows};
}

/// The long rows in the order of `rows`. Waits for their number.
template <class Exec, class Ordinal, class Offset, class Space>
void list_long_rows(Exec const& exec, Rows<Ordinal, Offset> const& rows, Analysis<Ordinal, Offset, Space>& analysis) {
  std::int64_t const max_rows = analysis.shape.entries / (long_row + 1);
  if (max_rows == 0) return;
  if (analysis.long_rows.extent(0) == 0)
    analysis.long_rows = allocate<Kokkos::View<Ordinal*, Space>>(exec, "Araios::TriangularPlan::long_rows", max_rows);
  Kokkos::parallel_scan("Araios::triangular::long_rows", range(exec, rows.n),
                        ListLongRows<Ordinal, Offset>{rows, analysis.long_rows.data()}, analysis.num_long_rows);
}
#endif

/// levels := those of the rows.
template <class Exec, class Ordinal, class Offset, class Space>
void find_levels(Exec const& exec, Rows<Ordinal, Offset> const& rows,
                 [[maybe_unused]] Analysis<Ordinal, Offset, Space> const& analysis, Ordinal* levels) {
#ifdef ARAIOS_HAVE_CUDA_LAUNCH
  if constexpr (is_cuda_v<Exec>) {
    // One block takes a time that is known before the levels are, and which is short for small matrices.
    constexpr double short_us = 30;
    Shape const& shape = analysis.shape;
    LevelTerms<Ordinal, Offset> terms{rows, levels};
    double const block_us = expected_us(TriangularMethod::one_block, shape, true, 0);
    if (shape.block_fits && block_us < short_us) return solve_by_block(exec, terms, 1, shape.lanes);
    // Where there are more levels than this, one block takes less time, even from the beginning.
    auto const limit = static_cast<std::int64_t>(block_us / CostModel::waiting_level);
    bool const is_limited = shape.block_fits && limit < rows.n;
    if (is_limited) {
      terms.limit = static_cast<Ordinal>(limit);
      terms.stopped = analysis.taken.data() + 1;
    }
    solve_waiting(exec, terms, rows.n, 1, shape.lanes, queue_of(analysis));
    if (is_limited && read_back(exec, analysis.taken, 1, "Araios::TriangularPlan: whether there are many levels") != 0)
      solve_by_block(exec, LevelTerms<Ordinal, Offset>{rows, levels}, 1, shape.lanes);
    return;
  }
#endif
  Kokkos::parallel_for("Araios::triangular::levels", range(exec, 1), LevelsInOrder<Ordinal, Offset>{rows, levels});
}

/// The rows level by level.
template <class Exec, class Ordinal, class Offset, class Space, class Levels>
void sort_by_level(Exec const& exec, Levels const& levels, Analysis<Ordinal, Offset, Space>& analysis,
                   Workspace<Space>& workspace) {
  analysis.list = allocate<Kokkos::View<Ordinal*, Space>>(exec, "Araios::TriangularPlan::list", analysis.shape.rows);
  radix_sort(exec, levels, Identity(), NoValues(), NoValues(), analysis.list, NoValues(),
             {.key_bits = bits_for(analysis.shape.levels)}, workspace);
}

/// Where the levels begin in that list. Waits.
template <class Exec, class Ordinal, class Offset, class Space, class Levels>
void read_offsets(Exec const& exec, Levels const& levels, Analysis<Ordinal, Offset, Space>& analysis,
                  Workspace<Space>& workspace) {
  std::int64_t const count = analysis.shape.levels;
  typename Workspace<Space>::Frame const frame(workspace);
  auto const offsets = workspace.template take<Kokkos::View<Ordinal*, Space>>(exec, count + 1);
  index_to_pointers(exec, levels, offsets, {}, workspace);
  std::vector<Ordinal> on_host(static_cast<std::size_t>(count) + 1);
  Kokkos::deep_copy(exec,
                    Kokkos::View<Ordinal*, Kokkos::HostSpace, Kokkos::MemoryUnmanaged>(on_host.data(), on_host.size()),
                    offsets);
  fence(exec, "Araios::TriangularPlan: the offsets of the levels");
  analysis.offsets.assign(on_host.begin(), on_host.end());
}

/// The bounds of rows with nnz entries in all. Waits.
template <class Exec, class Ordinal, class Offset, class Space>
void locate_triangle(Exec const& exec, Rows<Ordinal, Offset> const& rows, std::int64_t nnz,
                     Analysis<Ordinal, Offset, Space>& analysis) {
  analysis.bounds = allocate<Kokkos::View<Offset*, Space>>(exec, "Araios::TriangularPlan::bounds", rows.n);
  analysis.is_sorted = are_sorted(exec, rows, nnz);
  analysis.shape.rows = rows.n;
  analysis.shape.entries = find_bounds(exec, rows, analysis.bounds.data(), analysis.is_sorted);
}

/// The levels and the method, of rows with their bounds. Waits.
template <class Exec, class Ordinal, class Offset, class Space>
void choose_method(Exec const& exec, Rows<Ordinal, Offset> const& rows, TriangularMethod requested, int scalar_bytes,
                   Analysis<Ordinal, Offset, Space>& analysis, Workspace<Space>& workspace) {
  Shape& shape = analysis.shape;
  shape.entry_bytes = static_cast<std::int64_t>(sizeof(Ordinal)) + scalar_bytes;
  shape.row_bytes = 2 * static_cast<std::int64_t>(sizeof(Offset)) + 3 * scalar_bytes;
  while (shape.lanes < 32 && shape.lanes * shape.rows < shape.entries) shape.lanes *= 2;
  if constexpr (!is_gpu_v<Exec>) shape.threads = concurrency(exec);
#ifdef ARAIOS_HAVE_CUDA_LAUNCH
  if constexpr (is_cuda_v<Exec>) {
    shape.block_fits = CudaResources::of(exec, 1).shared_bytes >= 2 * window_bytes;
    analysis.taken =
        allocate<Kokkos::View<unsigned long long*, Space>>(exec, "Araios::TriangularPlan::taken", Queue<Ordinal>::size);
    list_long_rows(exec, rows, analysis);
  }
#endif
  typename Workspace<Space>::Frame const frame(workspace);
  auto const levels = workspace.template take<Kokkos::View<Ordinal*, Space>>(exec, rows.n);
  find_levels(exec, rows, analysis, levels.data());
  shape.levels = count_levels(exec, rows.n, levels.data());
  analysis.method = choose<Exec>(requested, shape);
  bool const has_levels = analysis.method == TriangularMethod::levels;
  bool const orders_by_levels = analysis.method == TriangularMethod::sync_free &&
                                rows.n >= CostModel::min_ordered_rows_of_columns &&
                                analysis.num_long_rows * CostModel::rows_with_a_long_one < rows.n;
  if (has_levels || orders_by_levels) sort_by_level(exec, levels, analysis, workspace);
#ifdef ARAIOS_HAVE_CUDA_LAUNCH
  if constexpr (is_cuda_v<Exec>)
    if (orders_by_levels && analysis.num_long_rows > 0 && rows.n >= CostModel::min_ordered_rows) {
      Rows<Ordinal, Offset> ordered = rows;
      ordered.order = analysis.list.data();
      list_long_rows(exec, ordered, analysis);
    }
#endif
  if (has_levels) read_offsets(exec, levels, analysis, workspace);
}

#ifdef ARAIOS_HAVE_CUDA_LAUNCH
/// X := op(T)^-1 B by waiting rows. Where there are many columns, each contiguous, they are moved, but not while a
/// graph is captured, which would need memory of its own.
template <class Exec, class System, class Analysis>
void solve_sync_free(Exec const& exec, Analysis const& analysis, System system,
                     Columns<typename System::T> const& columns, WorkspaceFor<Exec>& workspace) {
  using T = typename System::T;
  using Space = typename Exec::memory_space;
  std::int64_t const n = system.rows.n;
  bool const has_many_columns = columns.count >= columns_by_threads;
  if (has_many_columns || n >= CostModel::min_ordered_rows) system.rows.order = analysis.list.data();
  auto const solve = [&](Columns<T> const& of) {
    solve_waiting(exec, SolutionTerms<System>{system, of}, n, of.count, analysis.shape.lanes, queue_of(analysis));
  };
  if (!has_many_columns || !are_contiguous_columns(columns) || is_being_captured(exec)) return solve(columns);
  auto& memory = workspace.get(exec);
  typename Workspace<Space>::Frame const frame(memory);
  auto const take = [&] { return memory.template take<Kokkos::View<T*, Space>>(exec, n * columns.count).data(); };
  solve_moved(exec, columns, n, columns.column_stride_x == n ? columns.x : take(), take(), solve);
}
#endif

/// X := op(T)^-1 B by the method of the analysis. other: n elements for sweeps.
template <class Exec, class System, class Analysis>
void solve(Exec const& exec, Analysis const& analysis, System const& system, Columns<typename System::T> const& columns,
           int sweeps, typename System::T* other, [[maybe_unused]] WorkspaceFor<Exec>& workspace) {
  if (system.rows.n == 0 || columns.count == 0) return;
#ifdef ARAIOS_HAVE_CUDA_LAUNCH
  if constexpr (is_cuda_v<Exec>) {
    if (analysis.method == TriangularMethod::one_block)
      return solve_by_block(exec, SolutionTerms<System>{system, columns}, columns.count, analysis.shape.lanes);
    if (analysis.method == TriangularMethod::sync_free)
      return solve_sync_free(exec, analysis, system, columns, workspace);
  }
#endif
  switch (analysis.method) {
  case TriangularMethod::levels:
    return solve_by_levels(exec, system, columns, analysis.list.data(), analysis.offsets);
  case TriangularMethod::sweeps:
    return solve_by_sweeps(exec, system, columns, sweeps, other);
  default:
    return solve_in_order(exec, system, columns);
  }
}

}  // namespace Araios::Impl::triangular
