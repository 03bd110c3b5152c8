// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// SpGEMM, C := A B by rows: analyse, count, scan, fill.
///
/// Row i of C is the sum of the rows of B at the entries of row i of A (Gustavson). How many entries that has is known
/// when it is computed, so there are two passes over the products, which give the same columns: the count, and the fill
/// at positions that a scan of the counts gives. The analysis numbers the products of each row, which bounds its
/// entries, and decides which kernel computes it. Two things save a pass: where the workspace has room for all
/// products, the count stores the rows, and the fill moves them; where C has, and rows are short or the space is
/// Serial, one pass makes C, without a count.
///
/// Each of these steps is a function of the same name in bins/steps.hpp, for the CUDA space: a kernel for each bin of
/// rows by their number of products; and in tables/steps.hpp, for all others: hash tables of work items. Bytes: row i
/// reads each row of B at its entries, from the caches where rows that follow each other have columns in common.
///
/// Source: Gustavson, ACM TOMS 4 (1978); Nagasaka, Nukada, Matsuoka, ICPP 2017.

#include <Araios/core/execution.hpp>
#include <Araios/core/memory.hpp>
#include <Araios/core/read_back.hpp>
#include <Araios/core/workspace.hpp>
#include <Araios/formats/csr.hpp>
#include <Araios/operations/multiply/bins/steps.hpp>
#include <Araios/operations/multiply/early.hpp>
#include <Araios/operations/multiply/order.hpp>
#include <Araios/operations/multiply/output.hpp>
#include <Araios/operations/multiply/problem.hpp>
#include <Araios/operations/multiply/tables/steps.hpp>
#include <Araios/primitives/scan.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>
#include <string>
#include <utility>

namespace Araios::Impl::multiply {

/// How rows are computed in the space Exec, for values of type T: after the analysis, its layout and scratch.
template <class T, class Exec, class Ordinal>
struct RowsIn {
  using type = RowsByTables<T, Exec, Ordinal>;
};
#ifdef ARAIOS_HAVE_CUDA_LAUNCH
template <class T, class Ordinal>
struct RowsIn<T, Kokkos::Cuda, Ordinal> {
  using type = RowsByBins<T, Ordinal>;
};
#endif

/// Launches the analysis, allocates C on a guess while the host would wait, and reads the result. One fence. Throws
/// where a row of B is not sorted, or repeats a column.
template <class T, class Exec, class Problem, class Early, class Space>
auto analyse(Exec const& exec, MultiplyOptions const& options, Problem const& problem, Early& early,
             Workspaces<Space> const& workspaces) {
  using Rows = typename RowsIn<T, Exec, typename Problem::Ordinal>::type;
  Rows rows;
  launch_analysis(exec, problem, workspaces, rows);
  if constexpr (Rows::host_waits && Problem::Keep::keeps_all) early.guess(exec, problem.a, problem.b);
  read_analysis(exec, options, problem, workspaces, rows);
  if (!rows.layout.is_sorted) refuse_unsorted(exec, problem.b);
  return rows;
}

/// first(i) := the number of entries of row i of C, for i below the number of rows. No fence.
template <SemiringType Semiring, class Exec, class Problem, class Rows, class Space>
auto count(Exec const& exec, Problem const& problem, Rows const& rows, Workspace<Space>& workspace) {
  using First = Kokkos::View<std::int64_t*, Space>;
  std::int64_t const m = problem.a.num_rows();
  auto const first = workspace.template take<First>(exec, m + 1);
  count_rows<Semiring>(exec, problem, rows, Kokkos::subview(first, std::pair<std::int64_t, std::int64_t>(0, m)));
  return first;
}

/// first(i) := the position of the first entry of row i of C; returns the number of entries. One fence, to read it.
template <class Exec, class First, class Space>
std::int64_t scan(Exec const& exec, std::string const& label, First const& first, Workspace<Space>& workspace) {
  auto const m = static_cast<std::int64_t>(first.extent(0)) - 1;
  exclusive_scan(exec, Kokkos::subview(first, std::pair<std::int64_t, std::int64_t>(0, m)), first, {}, workspace);
  return read_back(exec, first, m, label + ": the number of entries is on the host");
}

/// row_map(i) := first(i)
template <class From, class To>
struct CopyOffsets {
  From from;
  To to;
  KOKKOS_FUNCTION void operator()(std::int64_t i) const { to(i) = static_cast<typename To::value_type>(from(i)); }
};

/// C, whose rows begin at `first`, in these arrays. No fence, but where rows are listed again by their entries (CUDA).
template <SemiringType Semiring, class Exec, class Problem, class Rows, class First, class Arrays, class Space>
void fill(Exec const& exec, Problem const& problem, Rows const& rows, First const& first, Arrays const& c,
          Workspace<Space>& workspace) {
  using Output = FillOutput<First, decltype(c.entries), decltype(c.values)>;
  Kokkos::parallel_for("Araios::multiply::row_map", range(exec, static_cast<std::int64_t>(first.extent(0))),
                       CopyOffsets<First, decltype(c.row_map)>{first, c.row_map});
  fill_rows<Semiring>(exec, problem, rows, Output{first, c.entries, c.values}, workspace);
}

/// C after the analysis: count, scan, fill. One fence, two where rows are listed again.
template <SemiringType Semiring, class T, class Exec, class Ordinal, class Offset, class Problem, class Rows,
          class Space>
auto count_scan_fill(Exec const& exec, std::string const& label, Problem const& problem, Rows const& rows,
                     EarlyCsr<T, Ordinal, Offset, Space>& early, Workspace<Space>& workspace) {
  auto const first = count<Semiring>(exec, problem, rows, workspace);
  std::int64_t const nnz = scan(exec, label, first, workspace);
  auto const arrays = early.take(exec, label, problem.a.num_rows(), nnz);
  fill<Semiring>(exec, problem, rows, first, arrays, workspace);
  return arrays;
}

/// The entries of A B that `keep` chooses, with values of type T.
template <SemiringType Semiring, class T, class Offset, class Exec, class A, class B, class Keep, class Space>
auto compute(Exec const& exec, MultiplyOptions const& options, A const& a, B const& b, Keep const& keep,
             Workspace<Space>& workspace) {
  using Ordinal = typename B::Ordinal;
  using Matrix = CsrMatrix<T, Ordinal, Offset, Space>;
  char const* const label = "Araios::multiply";
  typename Workspace<Space>::Frame const frame(workspace);
  if (a.nnz() == 0 || b.nnz() == 0) {
    auto const arrays = allocate_csr<T, Ordinal, Offset>(exec, label, a.num_rows(), 0);
    Araios::fill(exec, arrays.row_map, Offset(0));
    return Matrix(a.num_rows(), b.num_cols(), arrays);
  }
  Problem<A, B, Keep> const problem{a, b, keep};
  EarlyCsr<T, Ordinal, Offset, Space> early;
  auto const rows = analyse<T>(exec, options, problem, early, Workspaces<Space>{workspace, workspace});
  if constexpr (decltype(rows)::may_take_one_pass)
    if (takes_one_pass<Offset>(rows, early))
      return Matrix(a.num_rows(), b.num_cols(),
                    make_in_one_pass<Semiring>(exec, label, problem, rows, early, workspace));
  return Matrix(a.num_rows(), b.num_cols(), count_scan_fill<Semiring>(exec, label, problem, rows, early, workspace));
}

}  // namespace Araios::Impl::multiply
