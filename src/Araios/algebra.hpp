// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// The operations of sparse algebra for matrices in DCSR and COO: products, element-wise operations, transposition,
/// Kronecker products, submatrices, comparison and search.
///
/// These are overloads of the operations for CSR, which this header includes. An operand may be a HypersparseMatrix, a
/// CooMatrix or a CsrMatrix, in any mixture. The result has the format of the first operand. Where that is DCSR or COO,
/// no cost and no memory grows with the number of its rows, but for what the doc blocks name. Entries of a CooMatrix
/// are sorted by row and column, without duplicates; all operations but `transpose`, `contains` and `pattern_of` check
/// that. Results in COO are sorted.
///
/// What operands cost besides:
///   DCSR          nothing.
///   CSR           as the second operand: a scan over its rows, and one fence.
///   COO           a check of the order, for which the operation waits, a scan over its entries, and one fence; for a
///                 result in COO one kernel, which writes its row indices.
///   workspace     8 bytes per row of CSR, or per entry of COO, and an Ordinal and an Offset per non-empty row.
/// Where the first operand is CSR, row_map of the second is expanded in place of that.

#include <Araios/build.hpp>
#include <Araios/core/checks.hpp>
#include <Araios/core/concepts.hpp>
#include <Araios/core/profiling.hpp>
#include <Araios/core/semiring.hpp>
#include <Araios/core/workspace.hpp>
#include <Araios/elementwise.hpp>
#include <Araios/formats/check_operands.hpp>
#include <Araios/formats/coo.hpp>
#include <Araios/formats/csr.hpp>
#include <Araios/formats/hypersparse.hpp>
#include <Araios/kronecker.hpp>
#include <Araios/multiply.hpp>
#include <Araios/operations/algebra/combine.hpp>
#include <Araios/operations/algebra/find.hpp>
#include <Araios/operations/algebra/operands.hpp>
#include <Araios/operations/algebra/rename.hpp>
#include <Araios/operations/algebra/transpose.hpp>
#include <Araios/operations/build/search.hpp>
#include <Araios/operations/convert/nonempty_rows.hpp>
#include <Araios/submatrix.hpp>
#include <Araios/transpose.hpp>

#include <concepts>
#include <type_traits>
#include <utility>

namespace Araios {

/// C := A B: entry (i, j) is the sum over k of a(i, k) b(k, j), where there is a k with both entries
///
/// T is the type of products, sums and C: by default that of the values, the wider of two. Of two Patterns, C is one,
/// and nothing is computed. Offset is that of C, by default the wider one.
///
/// Shapes        A is m-by-k, B is k-by-n, C is m-by-n.
/// Requires      A and B as checked by `validate`; rows of B sorted without duplicates, rows of A in any order.
/// Sums          begin with the zero of the semiring, and add in the order of the entries of the row of A, in T.
/// Order         rows of C are sorted, without duplicates. Explicit zeros and sums that cancel are entries.
/// Cost          each row of B is read for each entry of A in its column: once where options.max_workspace_bytes hold an
///               index and a value for each product, else twice. Kernels work on the non-empty rows of A. A B in DCSR or
///               COO is expanded to k + 1 Offsets, because entries of A look up its rows.
/// Asynchronous  no: two fences, to read the numbers of products and of entries; in the CUDA space a third where rows are
///               computed twice; for an A in DCSR or COO one more, to read the number of non-empty rows of C. Allocates
///               C. Takes 16 bytes per non-empty row of A, in the CUDA space 32, up to options.max_workspace_bytes, and
///               the Offsets of B from `workspace`.
/// Deterministic thread count; where products and sums are exact, as of Patterns, space to space.
/// Throws        std::invalid_argument when the shapes disagree, when a row of B is not sorted or repeats a column
///               (naming it), when Offset cannot count the entries of C, and for a COO operand that is not sorted or has
///               duplicates, naming the first entry.
/// Source        Gustavson, ACM TOMS 4 (1978); Nagasaka, Nukada, Matsuoka, ICPP 2017.
template <SemiringType Semiring = PlusTimes, class T = void, class Offset = void, ExecutionSpace Exec>
auto multiply(Exec const& exec, Impl::algebra::OperandOf<Exec> auto const& A,
              Impl::algebra::OperandOf<Exec> auto const& B, MultiplyOptions const& options = {},
              WorkspaceFor<Exec> workspace = {})
  requires Impl::algebra::MixedOperands<decltype(A), decltype(B)> &&
           Impl::multiply::SemiringOfProduct<
               Semiring, Impl::multiply::ProductScalarOf<T, ScalarOf<decltype(A)>, ScalarOf<decltype(B)>>>
{
  auto const& a = Impl::as_matrix(A);
  auto const& b = Impl::as_matrix(B);
  constexpr char const* label = "Araios::multiply";
  Impl::check_equal(a.num_cols(), b.num_rows(), "Araios::multiply: columns of A, rows of B");
  Impl::check_operands(exec, label, Impl::Operand("A", a), Impl::Operand("B", b));
  Impl::ScopedRegion const region(label);
  auto& space = workspace.get(exec);
  typename Workspace<typename Exec::memory_space>::Frame const frame(space);
  auto const right = Impl::algebra::all_rows(exec, label, "B", b, space);
  if constexpr (Impl::is_csr_v<Impl::MatrixType<decltype(A)>>) {
    return multiply<Semiring, T, Offset>(exec, a, right, options, space);
  } else {
    auto const left = Impl::algebra::nonempty_rows(exec, label, "A", a, space);
    auto const C = multiply<Semiring, T, Offset>(exec, left.rows, right, options, space);
    return Impl::algebra::in_format_of<Impl::MatrixType<decltype(A)>>(
        exec, Impl::convert::without_empty_rows(exec, label, a.num_rows(), left.indices, C, space));
  }
}

/// C := the union of A and B: op(a, b) where both have an entry, and op.left(a), op.right(b) or a copy where one has
///
/// `elementwise_add`, with and without factors, and `elementwise_subtract` are this union.
///
/// Shapes        A, B and C are m-by-n, of one Ordinal; C has the wider Offset.
/// Requires      A and B as checked by `validate`, with rows sorted without duplicates. op can be called by kernels; its
///               result is the Scalar of C, or Pattern where A and B are.
/// Order         rows of C are sorted, without duplicates.
/// Cost          a union of the two lists of rows, one bisection per row of the union and operand, and 5 kernels on the
///               rows of the union, in the Serial space one: indices of A and B are read twice, everything else read or
///               written once. For A in CSR: row_map of B is expanded to m + 1 Offsets.
/// Asynchronous  no: two fences, to read the number of rows of the union and of entries; for A in CSR one. Allocates C;
///               takes 4 bytes per 13 rows and entries, on a host 32 bytes per 4,096, and two Offsets per row of the
///               union from `workspace`.
/// Deterministic space to space where op is.
/// Throws        std::invalid_argument when the shapes disagree, when a row is not sorted or repeats a column (naming
///               it), or when the Offset of C cannot count its entries.
/// Source        merge path: Odeh, Green, Mwassi, Shmueli, Birk, 2012; pairs kept in one tile as in the set operations
///               of Baxter, Moderngpu, 2013.
template <class Op, ExecutionSpace Exec>
auto elementwise_union(Exec const& exec, Op const& op, Impl::algebra::OperandOf<Exec> auto const& A,
                       Impl::algebra::OperandOf<Exec> auto const& B, WorkspaceFor<Exec> workspace = {})
  requires Impl::algebra::MixedOperands<decltype(A), decltype(B)>
{
  return Impl::algebra::combine<Impl::elementwise::kept_by_union>(exec, "Araios::elementwise_union", op, A, B,
                                                                  workspace);
}

/// C := the intersection of A and B: op(a, b) where both have an entry; `elementwise_multiply` is made of it
///
/// Shapes, Requires, Order, Cost, Deterministic, Throws, Source   as `elementwise_union`.
/// Asynchronous  as `elementwise_union`, and one more fence, to read the number of non-empty rows of C, unless A is CSR
///               or C has no entry.
template <class Op, ExecutionSpace Exec>
auto elementwise_intersection(Exec const& exec, Op const& op, Impl::algebra::OperandOf<Exec> auto const& A,
                              Impl::algebra::OperandOf<Exec> auto const& B, WorkspaceFor<Exec> workspace = {})
  requires Impl::algebra::MixedOperands<decltype(A), decltype(B)>
{
  return Impl::algebra::combine<Impl::elementwise::kept_by_intersection>(exec, "Araios::elementwise_intersection", op,
                                                                         A, B, workspace);
}

/// C := A without the entries where B has one: A and not B
///
/// Shapes, Requires, Order, Cost, Asynchronous, Throws, Source   as `elementwise_intersection`; B is a mask of any type.
/// Deterministic space to space, bitwise.
template <ExecutionSpace Exec>
auto elementwise_difference(Exec const& exec, Impl::algebra::OperandOf<Exec> auto const& A,
                            Impl::algebra::OperandOf<Exec> auto const& B, WorkspaceFor<Exec> workspace = {})
  requires Impl::algebra::MixedOperands<decltype(A), decltype(B)>
{
  return Impl::algebra::combine<Impl::elementwise::kept_by_difference>(exec, "Araios::elementwise_difference",
                                                                       Impl::elementwise::First{}, A, B, workspace);
}

/// C := the entries where exactly one of A and B has one, with its value; the Scalar is that of Plus
///
/// Shapes, Requires, Order, Cost, Asynchronous, Throws, Source   as `elementwise_intersection`.
/// Deterministic space to space, bitwise.
template <ExecutionSpace Exec>
auto elementwise_xor(Exec const& exec, Impl::algebra::OperandOf<Exec> auto const& A,
                     Impl::algebra::OperandOf<Exec> auto const& B, WorkspaceFor<Exec> workspace = {})
  requires Impl::algebra::MixedOperands<decltype(A), decltype(B)>
{
  return Impl::algebra::combine<Impl::elementwise::kept_by_xor>(exec, "Araios::elementwise_xor", Plus{}, A, B,
                                                                workspace);
}

/// B := transpose of A, in the format of A
///
/// Shapes        A is m-by-n with k entries; B is n-by-m with k.
/// Requires      A as checked by `validate`. Rows may be unsorted and may repeat columns; COO may have any order.
/// Order         within a row of B, entries keep the order that they had in A: sorted where A is sorted by row.
/// Cost          one stable radix sort of (column; row, value), bits of n - 1; for DCSR also a kernel that writes the
///               row of each entry, a scan over the entries and a kernel. Nothing grows with m or n.
/// Asynchronous  COO: yes. DCSR: no, one fence, to read the number of non-empty rows of B; none where A has no entry.
///               Allocates B. Workspace: what `radix_sort` takes, and for DCSR 8 bytes and two Ordinals per entry.
/// Deterministic space to space, bitwise.
template <ExecutionSpace Exec, Impl::algebra::ListOfRows<Exec> Matrix>
auto transpose(Exec const& exec, Matrix const& A) {
  WorkspaceFor<Exec> workspace;
  return Impl::algebra::transpose(exec, Impl::as_matrix(A), workspace);
}
/// The same with a workspace, of a type of its own: the refusals in transpose.hpp take arguments of any type.
template <ExecutionSpace Exec, Impl::algebra::ListOfRows<Exec> Matrix, std::convertible_to<WorkspaceFor<Exec>> W>
auto transpose(Exec const& exec, Matrix const& A, W&& workspace) {
  WorkspaceFor<Exec> of_call = std::forward<W>(workspace);
  return Impl::algebra::transpose(exec, Impl::as_matrix(A), of_call);
}

/// C := the Kronecker product of A and B: entry (i mB + k, j nB + l) is op(a, b) for entries (i, j, a) and (k, l, b)
///
/// Offset and Ordinal of C can be named, as in kronecker<std::int64_t>(exec, op, A, B), where those of A and B are too
/// small for C. Otherwise C has the wider Offset and the Ordinal of A and B.
///
/// Shapes        A is mA-by-nA with zA entries, B is mB-by-nB with zB, of one Ordinal; C is (mA mB)-by-(nA nB) with
///               zA zB.
/// Requires      A and B as checked by `validate`; rows may be unsorted and may repeat columns, but for COO. op can be
///               called by kernels; its result is the Scalar of C. Of two Patterns C is one, and op is not called.
/// Order         within a row of C, that of the entries of A, then of B: rows of C are sorted where those of A are
///               strictly sorted and those of B sorted.
/// Cost          3 kernels on the non-empty rows: C is written once, A and B are read from caches; and one kernel that
///               writes the indices of the non-empty rows of C. For A in CSR: row_map of B is expanded to mB + 1 Offsets.
/// Asynchronous  yes where A and B are DCSR, or A is CSR and B DCSR. Allocates C; takes at most 16 bytes per 2,000 entries
///               from `workspace`.
/// Deterministic space to space where op is.
/// Throws        std::invalid_argument when Ordinal cannot count the rows or the columns of C, or Offset its entries;
///               nothing is allocated then.
/// Source        positions in closed form: Orachev et al., SPbLA, 2021, and generators of Kronecker graphs: Leskovec et
///               al., 2010; segments of a tile by load-balancing search as in Baxter, Moderngpu, 2013.
template <class Offset = void, class Ordinal = void, ExecutionSpace Exec, class Op>
auto kronecker(Exec const& exec, Op const& op, Impl::algebra::OperandOf<Exec> auto const& A,
               Impl::algebra::OperandOf<Exec> auto const& B, WorkspaceFor<Exec> workspace = {})
  requires Impl::algebra::MixedOperands<decltype(A), decltype(B)>
{
  auto const& a = Impl::as_matrix(A);
  auto const& b = Impl::as_matrix(B);
  constexpr char const* label = "Araios::kronecker";
  Impl::check_operands(exec, label, Impl::Operand("A", a), Impl::Operand("B", b));
  Impl::ScopedRegion const region(label);
  auto& space = workspace.get(exec);
  typename Workspace<typename Exec::memory_space>::Frame const frame(space);
  if constexpr (Impl::is_csr_v<Impl::MatrixType<decltype(A)>>) {
    return kronecker<Offset, Ordinal>(exec, op, a, Impl::algebra::all_rows(exec, label, "B", b, space), space);
  } else {
    using O = std::conditional_t<std::is_void_v<Ordinal>, OrdinalOf<decltype(A)>, Ordinal>;
    auto const m =
        Impl::kronecker::product_size<O>(a.num_rows(), b.num_rows(), "Araios::kronecker: number of rows", "Ordinal");
    auto const left = Impl::algebra::nonempty_rows(exec, label, "A", a, space);
    auto const right = Impl::algebra::nonempty_rows(exec, label, "B", b, space);
    auto const C = kronecker<Offset, Ordinal>(exec, op, left.rows, right.rows, space);
    auto const rows = Impl::algebra::kronecker_rows<O>(exec, left.indices, right.indices, b.num_rows(), C.num_rows());
    return Impl::algebra::in_format_of<Impl::MatrixType<decltype(A)>>(exec, Impl::algebra::with_rows(m, rows, C));
  }
}
/// The same for the product of numbers; an entry of a Pattern is one, two Patterns give a Pattern.
template <class Offset = void, class Ordinal = void, ExecutionSpace Exec>
auto kronecker(Exec const& exec, Impl::algebra::OperandOf<Exec> auto const& A,
               Impl::algebra::OperandOf<Exec> auto const& B, WorkspaceFor<Exec> workspace = {})
  requires Impl::algebra::MixedOperands<decltype(A), decltype(B)>
{
  return kronecker<Offset, Ordinal>(exec, Times{}, A, B, std::move(workspace));
}

/// C := A(rows, cols): entry (i, j) of C is entry (rows(i), cols(j)) of A
///
/// Shapes        A is m-by-n; C has a row for each of rows, and a column for each of cols. A list of rows may be in any
///               order and may repeat rows; a list of columns may be in any order.
/// Requires      A as checked by `validate`; where cols is a range of some of the columns, rows of A are sorted.
/// Order         rows of C are sorted where rows of A are; where cols is a list that is not sorted they always are.
/// Cost          cols a range: two bisections per row, a scan, and two kernels that read and write the entries of C once.
///               cols a list: it is inverted in a table of n elements, the selected rows are read twice and their columns
///               looked up, a scan over them, and `segmented_sort` of C where the list is not sorted. rows a range: that
///               of the non-empty rows in it, which two bisections of the list of rows find. rows a list: A is expanded
///               to m + 1 Offsets.
/// Asynchronous  no: one fence, to read the number of entries and the check of lists; two where cols is a list; one to
///               read the range, where rows is one; one to read the number of non-empty rows of C, where C has entries.
///               Allocates C. Workspace: 16 bytes per row of C, and the Offsets of a list of rows; where cols is a list
///               also n Ordinals, and 8 bytes and an Ordinal per entry of the selected rows.
/// Deterministic space to space, bitwise.
/// Throws        std::invalid_argument when a range is not within A, when an index of a list is not (naming the first
///               position and the index), when a list of columns repeats an index, or when Offset cannot count the
///               entries of C.
/// Source        two phases and one table as in Davis, SuiteSparse:GraphBLAS, 2019.
template <ExecutionSpace Exec, IndexSelection Rows, IndexSelection Columns>
  requires Impl::submatrix::SelectsFor<Exec, Rows> && Impl::submatrix::SelectsFor<Exec, Columns>
auto submatrix(Exec const& exec, Impl::algebra::ListOfRows<Exec> auto const& A, Rows const& rows, Columns const& cols,
               WorkspaceFor<Exec> workspace = {}) {
  auto const& a = Impl::as_matrix(A);
  using Matrix = Impl::MatrixType<decltype(A)>;
  constexpr char const* label = "Araios::submatrix";
  Impl::check_operands(exec, label, Impl::Operand("A", a));
  Impl::ScopedRegion const region(label);
  auto const selected = Impl::submatrix::indices_of(label, "rows", rows, a.num_rows());
  auto& space = workspace.get(exec);
  typename Workspace<typename Exec::memory_space>::Frame const frame(space);
  if constexpr (std::same_as<Rows, IndexRange>) {
    auto const all = Impl::algebra::nonempty_rows(exec, label, "A", a, space);
    IndexRange const listed = Impl::algebra::listed_within(exec, label, all.indices, rows, space);
    auto const C = submatrix(exec, all.rows, listed, cols, space);
    Impl::algebra::RowsFrom<decltype(all.indices)> const names{all.indices, listed.begin, rows.begin};
    return Impl::algebra::in_format_of<Matrix>(
        exec, Impl::convert::without_empty_rows(exec, label, selected.count, names, C, space));
  } else {
    auto const C = submatrix(exec, Impl::algebra::all_rows(exec, label, "A", a, space), rows, cols, space);
    return Impl::algebra::in_format_of<Matrix>(
        exec, Impl::convert::without_empty_rows(exec, label, selected.count, Impl::Identity{}, C, space));
  }
}
/// The same for ranges in braces, as in submatrix(exec, A, {0, 10}, {5, 20}).
template <ExecutionSpace Exec>
auto submatrix(Exec const& exec, Impl::algebra::ListOfRows<Exec> auto const& A, IndexRange rows, IndexRange cols,
               WorkspaceFor<Exec> workspace = {}) {
  return submatrix<Exec, IndexRange, IndexRange>(exec, A, rows, cols, std::move(workspace));
}

/// The Boolean matrix with the entries of A; it shares all arrays but the values with A.
template <class S, class O, class F, class M>
HypersparseMatrix<Pattern, O, F, M> pattern_of(HypersparseMatrix<S, O, F, M> const& A) {
  return HypersparseMatrix<Pattern, O, F, M>(A.num_rows(), A.num_cols(), A.rows, A.row_map, A.entries);
}
template <class S, class O, class F, class M>
CooMatrix<Pattern, O, F, M> pattern_of(CooMatrix<S, O, F, M> const& A) {
  return CooMatrix<Pattern, O, F, M>(A.num_rows(), A.num_cols(), A.row_indices, A.col_indices);
}

/// Whether A and B have the same shape, the same entries in the same order, and equal values, whatever their formats
///
/// Requires      A and B as checked by `validate`.
/// Cost          one kernel: reads both.
/// Asynchronous  no: one fence, to read the result; none where shapes or numbers of entries differ.
/// Deterministic space to space. A NaN equals nothing, zeros of both signs are equal.
/// Throws        for a COO operand that is not sorted or has duplicates, naming the first entry.
template <ExecutionSpace Exec>
bool equal(Exec const& exec, Impl::algebra::OperandOf<Exec> auto const& A, Impl::algebra::OperandOf<Exec> auto const& B,
           WorkspaceFor<Exec> workspace = {})
  requires Impl::algebra::MixedOperands<decltype(A), decltype(B)> &&
           std::same_as<ScalarOf<decltype(A)>, ScalarOf<decltype(B)>>
{
  auto const& a = Impl::as_matrix(A);
  auto const& b = Impl::as_matrix(B);
  if (!Impl::build::have_same_sizes(a, b)) return false;
  if (a.nnz() == 0) return true;
  constexpr char const* label = "Araios::equal";
  Impl::check_operands(exec, label, Impl::Operand("A", a), Impl::Operand("B", b));
  auto& space = workspace.get(exec);
  typename Workspace<typename Exec::memory_space>::Frame const frame(space);
  auto const left = Impl::algebra::nonempty_rows(exec, label, "A", a, space);
  auto const right = Impl::algebra::nonempty_rows(exec, label, "B", b, space);
  if (left.rows.num_rows() != right.rows.num_rows()) return false;
  Impl::algebra::CountDifferences<decltype(left), decltype(right)> const count{left, right};
  return Impl::build::have_no_differences(exec, left.rows.num_rows(), a.nnz(), count, space);
}

/// found(p) := 1 where A has an entry (rows(p), cols(p)), else 0
///
/// Shapes        rows, cols and found have the same length. Indices outside of A are not found.
/// Requires      A as checked by `validate`, with sorted rows; of COO sorted by row and column.
/// Cost          one kernel: bisections of the list of rows and of a row, of COO one bisection of all entries.
/// Asynchronous  yes; allocates nothing.
/// Deterministic space to space.
/// Throws        std::invalid_argument when the lengths disagree, or found overlaps another array.
template <ExecutionSpace Exec, IndexView Rows, IndexView Cols, VectorView Found>
  requires Accesses<Exec, Rows, Cols, Found>
void contains(Exec const& exec, Impl::algebra::ListOfRows<Exec> auto const& A, Rows const& rows, Cols const& cols,
              Found const& found) {
  auto const& a = Impl::as_matrix(A);
  Impl::build::look_up_entries(exec, "Araios::contains", a, Impl::algebra::entry_search(a), rows, cols, found, "found");
}

}  // namespace Araios
