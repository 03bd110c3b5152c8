// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// The steps of SpGEMM by a plan, after the entries of C are known: what the sums need is kept, and then each call
/// sums.
///
/// In the CUDA space the plan keeps where in C each product is added (positions.hpp), because a search costs more than
/// two bytes per product; rows that these bytes cannot represent are summed by hash tables (bins/sums.hpp). Elsewhere
/// it keeps the numbers of products, which divide the rows evenly among the work items, and searches the sorted
/// entries.

#include <Araios/core/execution.hpp>
#include <Araios/core/workspace.hpp>
#include <Araios/formats/csr.hpp>
#include <Araios/operations/multiply/bins/steps.hpp>
#include <Araios/operations/multiply/by_plan/positions.hpp>
#include <Araios/operations/multiply/problem.hpp>
#include <Araios/operations/multiply/steps.hpp>
#include <Araios/operations/multiply/tables/steps.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>
#include <utility>

namespace Araios::Impl::multiply {

/// What the sums need outside of the CUDA space.
template <class Exec, class Ordinal>
struct PlannedSums {
  Kokkos::View<std::int64_t*, typename Exec::memory_space> products;  // of the rows before each row
};

/// Keeps what the sums of C := A B need: the analysis has it in the workspace of the plan. No fence.
template <class T, class Exec, class Ordinal, class Problem, class C, class Space>
auto plan_sums(Exec const&, Problem const&, RowsByTables<T, Exec, Ordinal> const& rows, C const&,
               Workspaces<Space> const&) {
  return PlannedSums<Exec, Ordinal>{rows.scratch.products};
}

/// The values of C at its entries. No fence.
template <SemiringType Semiring, class E, class Exec, class Ordinal, class A, class B, class Output>
void sum(E const& exec, PlannedSums<Exec, Ordinal> const& planned, A const& a, B const& b, Output const& output) {
  std::int64_t const workers = num_workers(exec);
  launch_workers(
      "Araios::multiply::sums", range(exec, workers),
      SumRows<Semiring, Exec, A, B, decltype(planned.products), Output>{a, b, planned.products, workers, output});
}

#ifdef ARAIOS_HAVE_CUDA_LAUNCH

/// What the sums need in the CUDA space.
template <class Ordinal>
struct PlannedSums<Kokkos::Cuda, Ordinal> {
  StoredPositions<Ordinal> positions;
  RowLists<Ordinal> lists;  // by products, for rows whose positions are not stored
};

/// Keeps what the sums of C := A B need; `c` has the entries of C. One fence, unless C has no entries.
template <class T, class Ordinal, class Problem, class C, class Space>
auto plan_sums(Kokkos::Cuda const& exec, Problem const& problem, RowsByBins<T, Ordinal> const& rows, C const& c,
               Workspaces<Space> const& workspaces) {
  return PlannedSums<Kokkos::Cuda, Ordinal>{store_positions(exec, problem.a, problem.b, c, workspaces),
                                            rows.layout.lists};
}

/// The values of C at its entries. No fence.
template <SemiringType Semiring, class Ordinal, class A, class B, class Output>
void sum(Kokkos::Cuda const& exec, PlannedSums<Kokkos::Cuda, Ordinal> const& planned, A const& a, B const& b,
         Output const& output) {
  add_at_positions<Semiring>(exec, planned.positions, a, b, output);
  if (planned.positions.longest <= max_long_row) return;
  // Rows of so many entries are in the last bin, and no warp adds them, so that their products are not read.
  CudaSideBySide alone;
  add_values<Semiring, KeepAll>(exec, MultiplyBins::windows, max_long_row + 1, planned.lists, nullptr, a, b, output,
                                alone);
}

#endif

/// A plan of C := A B.
template <class Matrix, class Sums>
struct Planned {
  Matrix pattern;  // the entries of C
  Sums sums;
};

/// Analyses, counts and fills, without values, and keeps what the sums need, in the workspace `kept`. Two fences, in
/// the CUDA space three, and one more where rows are listed again.
template <class Offset, class Exec, class A, class B, class Space>
auto plan(Exec const& exec, MultiplyOptions const& options, A const& a, B const& b, Workspace<Space>& kept,
          Workspace<Space>& workspace) {
  using Ordinal = typename B::Ordinal;
  using Matrix = CsrMatrix<Pattern, Ordinal, Offset, Space>;
  typename Workspace<Space>::Frame const frame(workspace);
  Problem<A, B, KeepAll> const problem{a, b, {}};
  Workspaces<Space> const workspaces{workspace, kept};
  // The plan lives long, so that C has no room for more than its entries.
  EarlyCsr<Pattern, Ordinal, Offset, Space> early{.max_bytes = 0};
  auto const rows = analyse<Pattern>(exec, options, problem, early, workspaces);
  Matrix const pattern(a.num_rows(), b.num_cols(),
                       count_scan_fill<PlusTimes>(exec, "Araios::MultiplyPlan", problem, rows, early, workspace));
  auto sums = plan_sums(exec, problem, rows, pattern, workspaces);
  return Planned<Matrix, decltype(sums)>{pattern, std::move(sums)};
}

}  // namespace Araios::Impl::multiply
