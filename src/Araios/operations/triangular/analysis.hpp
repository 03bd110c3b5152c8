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
#include <tuple>
#include <vector>

namespace Araios::Impl::triangular {

/// What the plan keeps of the pattern.
template <class Ordinal, class Offset, class Space>
struct Analysis {
  Shape shape;
  TriangularMethod method = TriangularMethod::serial;
  bool is_sorted = true;
  Kokkos::View<Offset*, Space> bounds;
  Kokkos::View<Ordinal*, Space> list;              // the rows by levels; empty where the method does not take them so
  std::vector<std::int64_t> offsets;               // where each level begins there
  Kokkos::View<unsigned long long*, Space> taken;  // of waiting rows: counters, and a flag
  Kokkos::View<Ordinal*, Space> long_rows;         // of waiting rows, in their order
  std::int64_t num_long_rows = 0;
  std::int64_t unused_bytes = 0;  // of the allocation of bounds: a list that the method does not take

  std::int64_t bytes() const {
    return array_bytes(bounds) + array_bytes(list) + array_bytes(taken) + array_bytes(long_rows) + unused_bytes;
  }
  template <class View>
  static std::int64_t array_bytes(View const& view) {
    return static_cast<std::int64_t>(view.extent(0) * sizeof(*view.data()));
  }
};

/// Whether rows may be taken level by level.
template <class Ordinal, class Offset, class Space>
bool has_few_long_rows(Analysis<Ordinal, Offset, Space> const& analysis) {
  return analysis.num_long_rows * CostModel::rows_with_a_long_one < analysis.shape.rows;
}

#ifdef ARAIOS_HAVE_CUDA_LAUNCH
template <class Ordinal, class Offset, class Space>
Queue<Ordinal> queue_of(Analysis<Ordinal, Offset, Space> const& analysis) {
  return {analysis.taken.data(), analysis.long_rows.data(), analysis.num_long_rows};
}

/// The long rows in the order of `rows`.
template <class Exec, class Ordinal, class Offset, class Space>
void list_long_rows(Exec const& exec, Rows<Ordinal, Offset> const& rows, Analysis<Ordinal, Offset, Space>& analysis) {
  if (analysis.num_long_rows == 0) return;
  if (analysis.long_rows.extent(0) == 0)
    analysis.long_rows =
        allocate<Kokkos::View<Ordinal*, Space>>(exec, "Araios::TriangularPlan::long_rows", analysis.num_long_rows);
  Kokkos::parallel_scan("Araios::triangular::long_rows", range(exec, rows.n),
                        ListLongRows<Ordinal, Offset>{rows, analysis.long_rows.data()});
}

/// The same on CUDA, by one block or by waiting rows.
template <class Exec, class Ordinal, class Offset, class Space>
std::int64_t find_levels_cuda(Exec const& exec, Rows<Ordinal, Offset> const& rows,
                              Analysis<Ordinal, Offset, Space> const& analysis, Ordinal* levels) {
  using Taken = Queue<Ordinal>;
  auto const read = [&] {
    find_highest(exec, rows.n, levels,
                 Kokkos::Max<unsigned long long, Space>(Kokkos::subview(analysis.taken, Taken::highest)));
    return read_back_array<Taken::size>(exec, analysis.taken, "Araios::TriangularPlan: how many levels");
  };
  auto const by_block = [&] {
    solve_by_block(exec, LevelTerms<Ordinal, Offset>{rows, levels}, 1, analysis.shape.lanes);
    return static_cast<std::int64_t>(read()[Taken::highest]) + 1;
  };
  // One block takes a time that is known before the levels are, and which is short for small matrices.
  constexpr double short_us = 30;
  double const block_us = expected_us(TriangularMethod::one_block, analysis.shape, true, 0);
  if (analysis.shape.block_fits && block_us < short_us) return by_block();
  LevelTerms<Ordinal, Offset> terms{rows, levels};
  // Where there are more levels than this, one block takes less time, even from the beginning.
  auto const limit = static_cast<std::int64_t>(block_us / CostModel::waiting_level);
  bool const is_limited = analysis.shape.block_fits && limit < rows.n;
  if (is_limited) {
    terms.limit = static_cast<Ordinal>(limit);
    terms.stopped = analysis.taken.data() + Taken::stopped;
  }
  // In the order of the matrix, few of many rows belong to the next levels: as many rows as possible are resident.
  int const lanes = rows.n >= CostModel::min_ordered_rows && has_few_long_rows(analysis) ? 2 : analysis.shape.lanes;
  solve_waiting(exec, terms, rows.n, 1, lanes, queue_of(analysis));
  auto const found = read();
  return is_limited && found[Taken::stopped] != 0 ? by_block() : static_cast<std::int64_t>(found[Taken::highest]) + 1;
}
#endif

/// levels := those of the rows; returns their number. Waits.
template <class Exec, class Ordinal, class Offset, class Space>
std::int64_t find_levels(Exec const& exec, Rows<Ordinal, Offset> const& rows,
                         [[maybe_unused]] Analysis<Ordinal, Offset, Space> const& analysis, Ordinal* levels) {
#ifdef ARAIOS_HAVE_CUDA_LAUNCH
  if constexpr (is_cuda_v<Exec>) return find_levels_cuda(exec, rows, analysis, levels);
#endif
  Kokkos::parallel_for("Araios::triangular::levels", range(exec, 1), LevelsInOrder<Ordinal, Offset>{rows, levels});
  unsigned long long highest = 0;
  find_highest(exec, rows.n, levels, Kokkos::Max<unsigned long long>(highest));
  return static_cast<std::int64_t>(highest) + 1;
}

/// The rows level by level.
template <class Exec, class Ordinal, class Offset, class Space, class Levels>
void sort_by_level(Exec const& exec, Levels const& levels, Analysis<Ordinal, Offset, Space>& analysis,
                   Workspace<Space>& workspace) {
  if (analysis.list.extent(0) == 0)
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

/// The arrays whose lengths are known before, in one allocation, with one of `num_inverses` elements that is returned.
template <class Inverses, class Exec, class Ordinal, class Offset, class Space>
Inverses allocate_analysis(Exec const& exec, std::int64_t n, std::int64_t num_inverses,
                           Analysis<Ordinal, Offset, Space>& analysis) {
  using Taken = Kokkos::View<unsigned long long*, Space>;
  std::int64_t list = 0, taken = 0;
#ifdef ARAIOS_HAVE_CUDA_LAUNCH
  if constexpr (is_cuda_v<Exec>) {
    taken = Queue<Ordinal>::size;
    if (n >= CostModel::min_ordered_rows_of_columns) list = n;
  }
#endif
  auto const arrays = allocate_packed<Inverses, Kokkos::View<Offset*, Space>, Kokkos::View<Ordinal*, Space>, Taken>(
      exec, "Araios::TriangularPlan::bounds", {num_inverses, n, list, taken});
  analysis.bounds = std::get<1>(arrays);
  analysis.list = std::get<2>(arrays);
  analysis.taken = std::get<3>(arrays);
  return std::get<0>(arrays);
}

/// The bounds of rows with nnz entries in all. Waits.
template <class Exec, class Ordinal, class Offset, class Space>
void locate_triangle(Exec const& exec, Rows<Ordinal, Offset> const& rows, std::int64_t nnz,
                     Analysis<Ordinal, Offset, Space>& analysis) {
  if (rows.n == 0) return;
  auto const found = locate_rows(exec, rows, nnz, analysis.bounds.data());
  analysis.is_sorted = found.is_sorted;
  analysis.num_long_rows = found.long_rows;
  analysis.shape.rows = rows.n;
  analysis.shape.entries = found.entries;
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
    list_long_rows(exec, rows, analysis);
  }
#endif
  typename Workspace<Space>::Frame const frame(workspace);
  auto const levels = workspace.template take<Kokkos::View<Ordinal*, Space>>(exec, rows.n);
  shape.levels = rows.n == 0 ? 0 : find_levels(exec, rows, analysis, levels.data());
  analysis.method = choose<Exec>(requested, shape);
  bool const has_levels = analysis.method == TriangularMethod::levels;
  bool const orders_by_levels = analysis.method == TriangularMethod::sync_free &&
                                rows.n >= CostModel::min_ordered_rows_of_columns && has_few_long_rows(analysis);
  shape.is_ordered = orders_by_levels && rows.n >= CostModel::min_ordered_rows;
  if (has_levels || orders_by_levels) {
    sort_by_level(exec, levels, analysis, workspace);
  } else {
    analysis.unused_bytes = analysis.array_bytes(analysis.list);
    analysis.list = {};
  }
#ifdef ARAIOS_HAVE_CUDA_LAUNCH
  if constexpr (is_cuda_v<Exec>)
    if (shape.is_ordered) {
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
  if (has_many_columns || analysis.shape.is_ordered) system.rows.order = analysis.list.data();
  using Groups = SolveWaitingByGroups<SolutionTerms<System>>;
  int const lanes = waiting_lanes(analysis.shape, std::int64_t(Groups::threads) * Groups::blocks_per_multiprocessor *
                                                      exec.cuda_device_prop().multiProcessorCount);
  auto const solve = [&](Columns<T> const& of) {
    solve_waiting(exec, SolutionTerms<System>{system, of}, n, of.count, lanes, queue_of(analysis));
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
