// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// Submatrices, rows and columns of a CSR matrix, and assignment to a submatrix.
///
/// Rows and columns are selected by an IndexRange, or by a list: a View of indices in memory that the execution space
/// can access. Ranges and lists mix.

#include <Araios/core/checks.hpp>
#include <Araios/core/concepts.hpp>
#include <Araios/core/profiling.hpp>
#include <Araios/core/workspace.hpp>
#include <Araios/formats/check_operands.hpp>
#include <Araios/formats/csr.hpp>
#include <Araios/formats/sparse_vector.hpp>
#include <Araios/operations/submatrix/assign.hpp>
#include <Araios/operations/submatrix/extract.hpp>
#include <Araios/operations/submatrix/selection.hpp>
#include <Araios/operations/submatrix/vectors.hpp>

#include <Kokkos_Core.hpp>

#include <concepts>
#include <cstdint>
#include <type_traits>
#include <utility>

namespace Araios {

namespace Impl::submatrix {
/// An IndexRange, or a list that kernels of Exec can access.
template <class Exec, class T>
concept SelectsFor = std::same_as<T, IndexRange> || (IndexView<T> && Accesses<Exec, T>);
}  // namespace Impl::submatrix

/// C := A(rows, cols): entry (i, j) of C is entry (rows(i), cols(j)) of A
///
/// Shapes        A is m-by-n; C has a row for each of rows, and a column for each of cols. A list of rows may be in any
///               order and may repeat rows; a list of columns may be in any order.
/// Requires      row_map and entries of A as checked by `validate`; where cols is a range of some of the columns, rows
///               of A are sorted (without that the result has no meaning, but no other memory is accessed).
/// Order         rows of C are sorted where rows of A are; where cols is a list that is not sorted they always are.
/// Cost          cols a range: two bisections per row, a scan, and two kernels that read and write the entries of C
///               once. cols a list: it is inverted in a table of n elements, the selected rows are read twice and their
///               columns looked up, a scan over them, and `segmented_sort` of C where the list is not sorted. Balanced
///               by entries, however long the rows are.
/// Asynchronous  no: one fence, to read the number of entries and the check of lists; two where cols is a list; none
///               where rows and cols are ranges and one of them, or A, is empty. Allocates C. Workspace: 16 bytes per
///               row of C; where cols is a list also n Ordinals, and 8 bytes and an Ordinal per entry of the selected
///               rows.
/// Deterministic space to space, bitwise.
/// Throws        std::invalid_argument when a range is not within A, when an index of a list is not (naming the first
///               position and the index), when a list of columns repeats an index, or when Offset cannot count the
///               entries of C.
/// Source        two phases and one table as in Davis, SuiteSparse:GraphBLAS, 2019.
template <ExecutionSpace Exec, IndexSelection Rows, IndexSelection Columns>
  requires Impl::submatrix::SelectsFor<Exec, Rows> && Impl::submatrix::SelectsFor<Exec, Columns>
auto submatrix(Exec const& exec, CsrOf<Exec> auto const& A, Rows const& rows, Columns const& cols,
               WorkspaceFor<Exec> workspace = {}) {
  auto const& a = Impl::as_matrix(A);
  using O = OrdinalOf<decltype(A)>;
  constexpr char const* label = "Araios::submatrix";
  Impl::check_operands(exec, label, Impl::Operand("A", a));
  Impl::ScopedRegion const region(label);
  auto const row_indices = Impl::submatrix::indices_of(label, "rows", rows, a.num_rows());
  auto const col_indices = Impl::submatrix::indices_of(label, "cols", cols, a.num_cols());
  (void)Impl::checked_cast<O>(row_indices.count, "Araios::submatrix: number of rows");
  (void)Impl::checked_cast<O>(col_indices.count, "Araios::submatrix: number of columns");
  return Impl::submatrix::extract(exec, label, a, row_indices, col_indices, workspace.get(exec));
}
/// The same for ranges in braces, as in submatrix(exec, A, {0, 10}, {5, 20}).
template <ExecutionSpace Exec>
auto submatrix(Exec const& exec, CsrOf<Exec> auto const& A, IndexRange rows, IndexRange cols,
               WorkspaceFor<Exec> workspace = {}) {
  auto const& a = Impl::as_matrix(A);
  return submatrix<Exec, IndexRange, IndexRange>(exec, a, rows, cols, std::move(workspace));
}

/// x := row i of A
///
/// Shapes        A is m-by-n, x has n elements.
/// Requires      row_map of A as checked by `validate`.
/// Order         that of the row: x is sorted where it is.
/// Cost          one kernel: the row is copied.
/// Asynchronous  no: one fence, to read where the row begins and ends. Allocates x.
/// Deterministic space to space, bitwise.
/// Throws        std::invalid_argument when i is not in [0, m), or Ordinal cannot count the entries of the row.
template <ExecutionSpace Exec>
auto extract_row(Exec const& exec, CsrOf<Exec> auto const& A, std::int64_t i) {
  auto const& a = Impl::as_matrix(A);
  Impl::check_operands(exec, "Araios::extract_row", Impl::Operand("A", a));
  Impl::ScopedRegion const region("Araios::extract_row");
  Impl::check(0 <= i && i < a.num_rows(), "Araios::extract_row: row ", i, " is not in [0, ", a.num_rows(), ")");
  return Impl::submatrix::row_of(exec, "Araios::extract_row", a, i);
}

/// x := column j of A
///
/// Shapes        A is m-by-n, x has m elements.
/// Requires      row_map of A as checked by `validate`, and rows that are strictly sorted (of duplicates the first is
///               taken; without sorted rows entries may be missing).
/// Order         x is sorted.
/// Cost          a bisection per row, a scan, and one kernel.
/// Asynchronous  no: one fence, to read the number of entries; none where A is empty. Allocates x; takes 8 bytes and an
///               Ordinal per row from `workspace`.
/// Deterministic space to space, bitwise.
/// Throws        std::invalid_argument when j is not in [0, n).
template <ExecutionSpace Exec>
auto extract_column(Exec const& exec, CsrOf<Exec> auto const& A, std::int64_t j, WorkspaceFor<Exec> workspace = {}) {
  auto const& a = Impl::as_matrix(A);
  Impl::check_operands(exec, "Araios::extract_column", Impl::Operand("A", a));
  Impl::ScopedRegion const region("Araios::extract_column");
  Impl::check(0 <= j && j < a.num_cols(), "Araios::extract_column: column ", j, " is not in [0, ", a.num_cols(), ")");
  return Impl::submatrix::column_of(exec, "Araios::extract_column", a, j, workspace.get(exec));
}

/// D := C, but for D(rows, cols) := B: entries of C there that B lacks are removed
///
/// C itself is not changed. D has the Scalar of C and the wider Offset.
///
/// Shapes        C and D are m-by-n; B has a row for each of rows, and a column for each of cols. Lists may be in any
///               order and repeat no index.
/// Requires      row_map and entries of B and C as checked by `validate`. Where rows and cols are ranges, rows of C are
///               sorted; without that the result has no meaning, but no other memory is accessed.
/// Order         rows of D are sorted: for ranges where those of B and C are, for lists always.
/// Cost          ranges: two bisections per row, a scan, and two kernels that write D and read what it is made of once.
///               Lists: they are inverted, C is read twice, a scan over its entries, and `segmented_sort` of D.
///               Balanced by entries, however long the rows are.
/// Asynchronous  no: one fence, to read the number of entries and the check of lists. Allocates D. Workspace: 8 bytes
///               per row of C, and 16 per row of B; with lists also an Ordinal per row (of a list of rows) and per
///               column (of a list of columns) of C, and 9 bytes per entry of C.
/// Deterministic space to space, bitwise.
/// Throws        std::invalid_argument when the shape of B is not that of the selection, when a range is not within C,
///               when an index of a list is not, or repeats another one (naming the first position and the index), or
///               when Offset cannot count the entries of D.
/// Source        the assign of GraphBLAS without mask and accumulator: Buluc, Mattson, McMillan, Moreira, Yang, 2017.
template <ExecutionSpace Exec, IndexSelection Rows, IndexSelection Columns>
auto assign(Exec const& exec, CsrOf<Exec> auto const& C, Rows const& rows, Columns const& cols,
            CsrOf<Exec> auto const& B, WorkspaceFor<Exec> workspace = {})
  requires Impl::SameOrdinal<decltype(C), decltype(B)> && Impl::submatrix::SelectsFor<Exec, Rows> &&
           Impl::submatrix::SelectsFor<Exec, Columns>
{
  auto const& c = Impl::as_matrix(C);
  auto const& b = Impl::as_matrix(B);
  using SC = typename Impl::MatrixType<decltype(C)>::Scalar;
  using O = OrdinalOf<decltype(C)>;
  using FC = OffsetOf<decltype(C)>;
  using SB = typename Impl::MatrixType<decltype(B)>::Scalar;
  using FB = OffsetOf<decltype(B)>;
  static_assert(is_pattern_v<SC> == is_pattern_v<SB>,
                "Araios::assign: one of B and C is a Pattern, which has no values, and the other one has values");
  using Result = CsrMatrix<ScalarOf<decltype(C)>, O, std::common_type_t<FC, FB>, typename Exec::memory_space>;
  constexpr char const* label = "Araios::assign";
  Impl::check_operands(exec, label, Impl::Operand("C", c), Impl::Operand("B", b));
  Impl::ScopedRegion const region(label);
  auto const row_indices = Impl::submatrix::indices_of(label, "rows", rows, c.num_rows());
  auto const col_indices = Impl::submatrix::indices_of(label, "cols", cols, c.num_cols());
  Impl::check_equal(b.num_rows(), row_indices.count, "Araios::assign: rows of B, number of rows");
  Impl::check_equal(b.num_cols(), col_indices.count, "Araios::assign: columns of B, number of cols");
  return Impl::submatrix::assign<Exec, Result>(exec, label, c, row_indices, col_indices, b, workspace.get(exec));
}
/// The same for ranges in braces, as in assign(exec, C, {0, 10}, {5, 20}, B).
template <ExecutionSpace Exec>
auto assign(Exec const& exec, CsrOf<Exec> auto const& C, IndexRange rows, IndexRange cols, CsrOf<Exec> auto const& B,
            WorkspaceFor<Exec> workspace = {})
  requires Impl::SameOrdinal<decltype(C), decltype(B)>
{
  auto const& c = Impl::as_matrix(C);
  auto const& b = Impl::as_matrix(B);
  return assign<Exec, IndexRange, IndexRange>(exec, c, rows, cols, b, std::move(workspace));
}

}  // namespace Araios
