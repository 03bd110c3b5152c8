// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// The steps of SpGEMM by bins: launch and read the analysis, count, fill; or all in one pass. CUDA.
///
/// Rows are computed by the kernels of table.hpp for their number of products. Where the workspace holds an index and a
/// value for each product, the count also stores the rows, and the fill moves them; else, and always where a thread
/// computes a row, the fill computes them again, by kernels for their number of entries. Kernels for different rows run
/// side by side: those for long rows first, because the last of their blocks leave multiprocessors idle. Bytes: 16 per
/// row of A for counts and positions, 4 for products, an Ordinal for the lists.
///
/// Source: Nagasaka, Nukada, Matsuoka, ICPP 2017.

#include <Araios/core/memory.hpp>
#include <Araios/core/read_back.hpp>
#include <Araios/core/workspace.hpp>
#include <Araios/operations/multiply/bins/analyse.hpp>
#include <Araios/operations/multiply/bins/launch.hpp>
#include <Araios/operations/multiply/bins/layout.hpp>
#include <Araios/operations/multiply/bins/lists.hpp>
#include <Araios/operations/multiply/bins/threads.hpp>
#include <Araios/operations/multiply/output.hpp>
#include <Araios/operations/multiply/problem.hpp>

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <cstdint>
#include <type_traits>
#include <utility>

#ifdef ARAIOS_HAVE_CUDA_LAUNCH

namespace Araios::Impl::multiply {

/// Launches the analysis; no fence. Lists go to the workspace of the plan.
template <class T, class Ordinal, class Problem, class Space>
void launch_analysis(Kokkos::Cuda const& exec, Problem const& problem, Workspaces<Space> const& workspaces,
                     RowsByBins<T, Ordinal>& rows) {
  auto& [layout, scratch] = rows;
  layout.rows = problem.a.num_rows();
  scratch.counters = take_counters(exec, workspaces.call);
  auto* const counters = as_counters(scratch.counters);
  scratch.positions = workspaces.call.template take<Kokkos::View<std::int64_t*, Space>>(exec, layout.rows);
  scratch.products = workspaces.call.template take<Kokkos::View<std::uint32_t*, Space>>(exec, layout.rows).data();
  launch_analysis_kernel(exec, problem.a, problem.b, problem.keep, scratch.products, scratch.positions.data(),
                         counters);
  scratch.listed = list_rows<T, Ordinal>(exec, BinByProducts{scratch.products}, layout.rows, counters, workspaces.plan);
}

/// Reads what the analysis counted, and chooses the layout. One fence.
template <class T, class Ordinal, class Problem, class Space>
void read_analysis(Kokkos::Cuda const& exec, MultiplyOptions const& options, Problem const& problem,
                   Workspaces<Space> const& workspaces, RowsByBins<T, Ordinal>& rows) {
  constexpr int bins = MultiplyBins::count;
  auto& [layout, scratch] = rows;
  auto const sizes = read_back_array<bins + 3>(
      exec, Kokkos::subview(scratch.counters, std::pair<std::int64_t, std::int64_t>(0, bins + 3)),
      "Araios::multiply: the sizes of the bins are on the host");
  layout.max_entries = sizes[0];
  layout.is_sorted = sizes[bins + 1] == 0;
  layout.stored = sizes[bins + 2];
  if (!layout.is_sorted) return;

  auto& begin = layout.lists.bins.begin;
  for (int bin = 0; bin < bins; ++bin) begin[bin + 1] = begin[bin] + sizes[bin + 1];
  layout.is_by_threads = begin[bins_of_threads<T>] == layout.rows;
  if (layout.is_by_threads) {
    // All rows by the kernel of the longest: that costs less than lists.
    int longest = bins_of_threads<T> - 1;
    while (longest > 0 && layout.lists.bins.size(longest) == 0) --longest;
    for (int bin = 0; bin <= bins; ++bin) begin[bin] = bin <= longest ? 0 : layout.rows;
  } else {
    layout.lists.rows = scratch.listed;
  }
  if (std::int64_t const long_rows = layout.lists.bins.size(MultiplyBins::windows); long_rows > 0) {
    std::int64_t const words = tiles_for(problem.b.num_cols(), 32);
    layout.window_words = static_cast<int>(std::min<std::int64_t>(words, MultiplyBins::max_window_words));
    layout.windows = tiles_for(words, layout.window_words);
    scratch.in_window =
        workspaces.call.template take<Kokkos::View<int*, Space>>(exec, long_rows * layout.windows).data();
  }
  layout.is_stored =
      !layout.is_by_threads &&
      layout.stored <= options.max_workspace_bytes / static_cast<std::int64_t>(sizeof(Ordinal) + value_bytes_v<T>);
  if (layout.is_stored) {
    scratch.entries = workspaces.call.template take<decltype(scratch.entries)>(exec, layout.stored);
    scratch.values = workspaces.call.template take_values<decltype(scratch.values)>(exec, layout.stored);
  }
}

/// counts(i) := the number of entries of row i of C; where layout.is_stored, the rows, too. No fence.
template <SemiringType Semiring, class T, class Ordinal, class Problem, class Counts>
void count_rows(Kokkos::Cuda const& exec, Problem const& problem, RowsByBins<T, Ordinal> const& rows,
                Counts const& counts) {
  auto const& [layout, scratch] = rows;
  // The blocks of several windows add to the count of a row.
  if (layout.windows > 1) Araios::fill(exec, counts, std::int64_t(0));
  CudaSideBySide beside;
  CountOutput<Counts> const counted{counts};
  LaunchBins<PlusTimes, Problem, T, Ordinal> const count{exec,  "Araios::multiply::count", problem, rows, layout.lists,
                                                         beside};
  if (layout.is_stored) {
    LaunchBins<Semiring, Problem, T, Ordinal> const store{exec,  "Araios::multiply::rows", problem, rows, layout.lists,
                                                          beside};
    using Scratch = BinScratch<T, Ordinal>;
    BothOutput<Counts, typename Scratch::Numbers, decltype(Scratch::entries), decltype(Scratch::values)> const both{
        counts, scratch.positions, scratch.entries, scratch.values};
    if (layout.windows == 1)
      store.windows(columns_of(both));
    else
      count.windows(counted);
    store.rows_between(both);
  } else {
    count.windows(counted);
    count.rows_between(counted);
  }
  count.threads(counted);
}

/// The entries of C at output.first, and values where C has any. One fence, unless rows are stored, or threads
/// compute all.
template <SemiringType Semiring, class T, class Ordinal, class Problem, class Output, class Space>
void fill_rows(Kokkos::Cuda const& exec, Problem const& problem, RowsByBins<T, Ordinal> const& rows,
               Output const& output, Workspace<Space>& workspace) {
  auto const& [layout, scratch] = rows;
  char const* const label = "Araios::multiply::fill";
  RowLists<Ordinal> lists = layout.lists;
  if (!layout.is_stored && lists.rows != nullptr) lists = list_by_entries(exec, rows, output.first, workspace);
  CudaSideBySide beside;
  LaunchBins<Semiring, Problem, T, Ordinal> const fill{exec, label, problem, rows, lists, beside};
  // The windows were counted for the rows of their list by products.
  LaunchBins<Semiring, Problem, T, Ordinal> const counted{exec, label, problem, rows, layout.lists, beside};
  if (layout.windows > 1)
    counted.windows(columns_of(output));
  else if (!layout.is_stored)
    fill.windows(columns_of(output));
  if (layout.is_stored)
    move_rows(exec, rows, output, beside);
  else
    fill.rows_between(output);
  fill.threads(output);
  if constexpr (!is_pattern_v<typename Output::Scalar>) {
    // The values of the others, whose columns are known: by blocks, and of rows of few entries by warps.
    using Bins = MultiplyBins;
    CudaSideBySide values;
    for (int bin = Bins::windows; bin >= Bins::without_values; --bin)
      add_values<Semiring, typename Problem::Keep>(exec, bin, 1, lists, scratch.products, problem.a, problem.b, output,
                                                   values);
    LaunchBins<Semiring, Problem, T, Ordinal> const few{exec, label, problem, rows, lists, values};
    for (int bin = Bins::windows; bin >= (layout.is_stored ? Bins::without_values : Bins::windows); --bin)
      few.warps(std::integral_constant<int, Bins::widest_with_values>{}, bin, output);
  }
}

/// Whether make_in_one_pass can be called in place of count and fill: threads compute all rows, and C may be allocated
/// with room for all products.
template <class Offset, class T, class Ordinal, class Early>
bool takes_one_pass(RowsByBins<T, Ordinal> const& rows, Early const& early) {
  return rows.layout.is_by_threads && rows.layout.max_entries * Early::entry_bytes <= early.max_bytes;
}

/// C in one kernel. One fence, to read the number of entries.
template <SemiringType Semiring, class T, class Ordinal, class Problem, class Early, class Space>
auto make_in_one_pass(Kokkos::Cuda const& exec, char const* label, Problem const& problem,
                      RowsByBins<T, Ordinal> const& rows, Early& early, Workspace<Space>& workspace) {
  auto const& layout = rows.layout;
  auto const c = early.take(exec, label, layout.rows, layout.max_entries);
  using Output = WholeOutput<decltype(c.row_map), decltype(c.entries), decltype(c.values)>;
  for_longest<T>(layout.lists, [&]<int K>(std::integral_constant<int, K>) {
    using Body = MakeRowsCuda<K, Semiring, typename Problem::A, typename Problem::B, Output, typename Problem::Keep>;
    std::int64_t const blocks = tiles_for(layout.rows, Body::threads);
    auto const states = workspace.template take<Kokkos::View<std::int64_t*, Space>>(exec, blocks);
    Kokkos::deep_copy(exec, states, std::int64_t(0));
    cuda_launch(exec, "Araios::multiply::make", blocks, 0,
                Body{problem.a, problem.b, layout.rows, Output{c.row_map, c.entries, c.values},
                     reinterpret_cast<unsigned long long*>(states.data()), problem.keep});
  });
  auto const nnz = read_back(exec, c.row_map, layout.rows, "Araios::multiply: the number of entries is on the host");
  return early.take(exec, label, layout.rows, static_cast<std::int64_t>(nnz));
}

}  // namespace Araios::Impl::multiply

#endif
