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
/// Where a doc block refers to the operation for CSR, A and B there are the non-empty rows. What is added:
///   DCSR          nothing.
///   CSR           as the second operand: a scan over its rows, and one fence.
///   COO           a check of the order, for which the operation waits, a scan over its entries, and one fence; for a
///                 result in COO one kernel, which writes its row indices.
///   workspace     8 bytes per row of CSR, or per entry of COO, and an Ordinal and an Offset per non-empty row.
/// Where the first operand is CSR, row_map of the second is expanded in place of that.

#include <Araios/build.hpp>
#include <Araios/core/aliasing.hpp>
#include <Araios/core/checks.hpp>
#include <Araios/core/concepts.hpp>
#include <Araios/core/execution.hpp>
#include <Araios/core/memory.hpp>
#include <Araios/core/profiling.hpp>
#include <Araios/core/read_back.hpp>
#include <Araios/core/semiring.hpp>
#include <Araios/core/workspace.hpp>
#include <Araios/elementwise.hpp>
#include <Araios/formats/check_operands.hpp>
#include <Araios/formats/coo.hpp>
#include <Araios/formats/csr.hpp>
#include <Araios/formats/for_each_array.hpp>
#include <Araios/formats/hypersparse.hpp>
#include <Araios/formats/validate/hypersparse.hpp>
#include <Araios/kronecker.hpp>
#include <Araios/multiply.hpp>
#include <Araios/operations/algebra/combine.hpp>
#include <Araios/operations/algebra/find.hpp>
#include <Araios/operations/algebra/operands.hpp>
#include <Araios/operations/algebra/rename.hpp>
#include <Araios/operations/algebra/transpose.hpp>
#include <Araios/operations/convert/hypersparse.hpp>
#include <Araios/operations/convert/nonempty_rows.hpp>
#include <Araios/submatrix.hpp>
#include <Araios/transpose.hpp>

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <concepts>
#include <cstdint>
#include <type_traits>
#include <utility>

namespace Araios {

/// C := A B, as `multiply` for CSR
///
/// Shapes, Sums, Order, Deterministic, Source   as for CSR.
/// Cost          for each non-empty row of A as for CSR. A B in DCSR or COO is expanded to k + 1 Offsets, for k rows of
///               B, because entries of A look up its rows.
/// Asynchronous  no: two fences as for CSR; for an A in DCSR or COO a third one, to read the number of non-empty rows
///               of C. Allocates C. Workspace: as for CSR, and the Offsets of B.
/// Throws        as for CSR, and for a COO operand that is not sorted or has duplicates, naming the first entry.
template <SemiringType Semiring = PlusTimes, class T = void, class Offset = void, ExecutionSpace Exec, class A, class B>
  requires Impl::algebra::MixedOperands<A, B> && Accesses<Exec, A, B> &&
           Impl::multiply::SemiringOfProduct<Semiring,
                                             Impl::multiply::ProductScalarOf<T, typename A::Scalar, typename B::Scalar>>
auto multiply(Exec const& exec, A const& a, B const& b, MultiplyOptions const& options = {},
              WorkspaceFor<Exec> workspace = {}) {
  constexpr char const* label = "Araios::multiply";
  Impl::check_equal(a.num_cols(), b.num_rows(), "Araios::multiply: columns of A, rows of B");
  Impl::check_operands(exec, label, Impl::Operand("A", a), Impl::Operand("B", b));
  Impl::ScopedRegion const region(label);
  auto& space = workspace.get(exec);
  typename Workspace<typename Exec::memory_space>::Frame const frame(space);
  auto const right = Impl::algebra::all_rows(exec, label, "B", b, space);
  if constexpr (Impl::is_csr_v<A>) {
    return multiply<Semiring, T, Offset>(exec, a, right, options, space);
  } else {
    auto const left = Impl::algebra::nonempty_rows(exec, label, "A", a, space);
    auto const C = multiply<Semiring, T, Offset>(exec, left.rows, right, options, space);
    return Impl::algebra::in_format_of<A>(
        exec, Impl::convert::without_empty_rows(exec, label, a.num_rows(), left.indices, C, space));
  }
}

/// C := the union of A and B, as `elementwise_union` for CSR
///
/// `elementwise_add`, with and without factors, and `elementwise_subtract` are this union, as for CSR.
///
/// Shapes, Requires, Order, Deterministic, Source   as for CSR.
/// Cost          a union of the two lists of rows, one bisection per row of the union and operand, and the combination
///               of the rows of the union. For A in CSR: row_map of B is expanded to m + 1 Offsets.
/// Asynchronous  no: two fences, to read the number of rows of the union and of entries; for A in CSR one. Allocates C.
///               Workspace: as for CSR, and two Offsets per row of the union.
/// Throws        as for CSR; a row is named by its index.
template <class Op, ExecutionSpace Exec, class A, class B>
  requires Impl::algebra::MixedOperands<A, B> && Accesses<Exec, A, B>
auto elementwise_union(Exec const& exec, Op const& op, A const& a, B const& b, WorkspaceFor<Exec> workspace = {}) {
  Impl::check_operands(exec, "Araios::elementwise_union", Impl::Operand("A", a), Impl::Operand("B", b));
  Impl::ScopedRegion const region("Araios::elementwise_union");
  return Impl::algebra::combine<Impl::elementwise::kept_by_union>(exec, "Araios::elementwise_union", op, a, b,
                                                                  workspace.get(exec));
}

/// C := the intersection of A and B, as `elementwise_intersection` for CSR; `elementwise_multiply` is made of it
///
/// Shapes, Requires, Order, Cost, Deterministic, Throws, Source   as `elementwise_union`.
/// Asynchronous  as `elementwise_union`, and one more fence, to read the number of non-empty rows of C, unless A is CSR
///               or C has no entry.
template <class Op, ExecutionSpace Exec, class A, class B>
  requires Impl::algebra::MixedOperands<A, B> && Accesses<Exec, A, B>
auto elementwise_intersection(Exec const& exec, Op const& op, A const& a, B const& b,
                              WorkspaceFor<Exec> workspace = {}) {
  Impl::check_operands(exec, "Araios::elementwise_intersection", Impl::Operand("A", a), Impl::Operand("B", b));
  Impl::ScopedRegion const region("Araios::elementwise_intersection");
  return Impl::algebra::combine<Impl::elementwise::kept_by_intersection>(exec, "Araios::elementwise_intersection", op,
                                                                         a, b, workspace.get(exec));
}

/// C := A without the entries where B has one, as `elementwise_difference` for CSR
///
/// Shapes, Requires, Order, Cost, Asynchronous, Deterministic, Throws, Source   as `elementwise_intersection`.
template <ExecutionSpace Exec, class A, class B>
  requires Impl::algebra::MixedOperands<A, B> && Accesses<Exec, A, B>
auto elementwise_difference(Exec const& exec, A const& a, B const& b, WorkspaceFor<Exec> workspace = {}) {
  Impl::check_operands(exec, "Araios::elementwise_difference", Impl::Operand("A", a), Impl::Operand("B", b));
  Impl::ScopedRegion const region("Araios::elementwise_difference");
  return Impl::algebra::combine<Impl::elementwise::kept_by_difference>(
      exec, "Araios::elementwise_difference", Impl::elementwise::First{}, a, b, workspace.get(exec));
}

/// C := the entries where exactly one of A and B has one, as `elementwise_xor` for CSR
///
/// Shapes, Requires, Order, Cost, Asynchronous, Deterministic, Throws, Source   as `elementwise_intersection`.
template <ExecutionSpace Exec, class A, class B>
  requires Impl::algebra::MixedOperands<A, B> && Accesses<Exec, A, B>
auto elementwise_xor(Exec const& exec, A const& a, B const& b, WorkspaceFor<Exec> workspace = {}) {
  Impl::check_operands(exec, "Araios::elementwise_xor", Impl::Operand("A", a), Impl::Operand("B", b));
  Impl::ScopedRegion const region("Araios::elementwise_xor");
  return Impl::algebra::combine<Impl::elementwise::kept_by_xor>(exec, "Araios::elementwise_xor", Plus{}, a, b,
                                                                workspace.get(exec));
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
template <ExecutionSpace Exec, class A>
  requires Impl::algebra::ListOfRows<A> && Accesses<Exec, A>
auto transpose(Exec const& exec, A const& a) {
  WorkspaceFor<Exec> workspace;
  return Impl::algebra::transpose(exec, a, workspace);
}
/// The same with a workspace, of a type of its own: the refusals in transpose.hpp take arguments of any type.
template <ExecutionSpace Exec, class A, std::convertible_to<WorkspaceFor<Exec>> W>
  requires Impl::algebra::ListOfRows<A> && Accesses<Exec, A>
auto transpose(Exec const& exec, A const& a, W&& workspace) {
  WorkspaceFor<Exec> of_call = std::forward<W>(workspace);
  return Impl::algebra::transpose(exec, a, of_call);
}

/// C := the Kronecker product of A and B, as `kronecker` for CSR
///
/// Shapes, Requires, Order, Deterministic, Source   as for CSR.
/// Cost          as for CSR, of the non-empty rows, and one kernel that writes the indices of those of C. For A in CSR:
///               row_map of B is expanded to mB + 1 Offsets.
/// Asynchronous  yes where A and B are DCSR, or A is CSR and B DCSR. Allocates C.
/// Throws        as for CSR.
template <class Offset = void, class Ordinal = void, ExecutionSpace Exec, class Op, class A, class B>
  requires Impl::algebra::MixedOperands<A, B> && Accesses<Exec, A, B>
auto kronecker(Exec const& exec, Op const& op, A const& a, B const& b, WorkspaceFor<Exec> workspace = {}) {
  constexpr char const* label = "Araios::kronecker";
  using Space = typename Exec::memory_space;
  Impl::check_operands(exec, label, Impl::Operand("A", a), Impl::Operand("B", b));
  Impl::ScopedRegion const region(label);
  auto& space = workspace.get(exec);
  typename Workspace<Space>::Frame const frame(space);
  if constexpr (Impl::is_csr_v<A>) {
    return kronecker<Offset, Ordinal>(exec, op, a, Impl::algebra::all_rows(exec, label, "B", b, space), space);
  } else {
    using O = std::conditional_t<std::is_void_v<Ordinal>, typename A::Ordinal, Ordinal>;
    using Indices = Kokkos::View<O*, Space>;
    auto const m =
        Impl::kronecker::product_size<O>(a.num_rows(), b.num_rows(), "Araios::kronecker: number of rows", "Ordinal");
    auto const left = Impl::algebra::nonempty_rows(exec, label, "A", a, space);
    auto const right = Impl::algebra::nonempty_rows(exec, label, "B", b, space);
    auto const C = kronecker<Offset, Ordinal>(exec, op, left.rows, right.rows, space);
    using Matrix = std::remove_const_t<decltype(C)>;
    using Result = HypersparseMatrix<typename Matrix::Scalar, O, typename Matrix::Offset, Space>;
    auto const rows = allocate<Indices>(exec, "Araios::kronecker::rows", C.num_rows());
    if (C.num_rows() > 0)
      Kokkos::parallel_for("Araios::kronecker::rows", Araios::range(exec, C.num_rows()),
                           Impl::algebra::KroneckerRows<decltype(left.indices), decltype(right.indices), Indices>{
                               left.indices, right.indices, b.num_rows(), rows});
    return Impl::algebra::in_format_of<A>(exec, Result(m, rows, C));
  }
}
/// The same for the product of numbers.
template <class Offset = void, class Ordinal = void, ExecutionSpace Exec, class A, class B>
  requires Impl::algebra::MixedOperands<A, B> && Accesses<Exec, A, B>
auto kronecker(Exec const& exec, A const& a, B const& b, WorkspaceFor<Exec> workspace = {}) {
  return kronecker<Offset, Ordinal>(exec, Times{}, a, b, std::move(workspace));
}

/// C := A(rows, cols), as `submatrix` for CSR
///
/// Shapes, Requires, Order, Deterministic, Source   as for CSR.
/// Cost          rows a range: two bisections of the list of rows, and the cost for CSR of the non-empty rows in the
///               range. rows a list: A is expanded to m + 1 Offsets.
/// Asynchronous  no: the fences of CSR; one to read the range, where rows is one; one to read the number of non-empty
///               rows of C, where C has entries. Allocates C. Workspace: as for CSR, and the Offsets of a list.
/// Throws        as for CSR.
template <ExecutionSpace Exec, class A, IndexSelection Rows, IndexSelection Columns>
  requires Impl::algebra::ListOfRows<A> && Accesses<Exec, A> && Impl::submatrix::SelectsFor<Exec, Rows> &&
           Impl::submatrix::SelectsFor<Exec, Columns>
auto submatrix(Exec const& exec, A const& a, Rows const& rows, Columns const& cols, WorkspaceFor<Exec> workspace = {}) {
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
    return Impl::algebra::in_format_of<A>(
        exec, Impl::convert::without_empty_rows(exec, label, selected.count, names, C, space));
  } else {
    auto const C = submatrix(exec, Impl::algebra::all_rows(exec, label, "A", a, space), rows, cols, space);
    return Impl::algebra::in_format_of<A>(
        exec, Impl::convert::without_empty_rows(exec, label, selected.count, Impl::Identity{}, C, space));
  }
}
/// The same for ranges in braces, as in submatrix(exec, A, {0, 10}, {5, 20}).
template <ExecutionSpace Exec, class A>
  requires Impl::algebra::ListOfRows<A> && Accesses<Exec, A>
auto submatrix(Exec const& exec, A const& a, IndexRange rows, IndexRange cols, WorkspaceFor<Exec> workspace = {}) {
  return submatrix<Exec, A, IndexRange, IndexRange>(exec, a, rows, cols, std::move(workspace));
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
template <ExecutionSpace Exec, class A, class B>
  requires Impl::algebra::MixedOperands<A, B> && Accesses<Exec, A, B> &&
           std::same_as<std::remove_const_t<typename A::Scalar>, std::remove_const_t<typename B::Scalar>>
bool equal(Exec const& exec, A const& a, B const& b, WorkspaceFor<Exec> workspace = {}) {
  constexpr char const* label = "Araios::equal";
  using Space = typename Exec::memory_space;
  if (a.num_rows() != b.num_rows() || a.num_cols() != b.num_cols() ||
      static_cast<std::int64_t>(a.nnz()) != static_cast<std::int64_t>(b.nnz()))
    return false;
  if (a.nnz() == 0) return true;
  Impl::check_operands(exec, label, Impl::Operand("A", a), Impl::Operand("B", b));
  auto& space = workspace.get(exec);
  typename Workspace<Space>::Frame const frame(space);
  auto const left = Impl::algebra::nonempty_rows(exec, label, "A", a, space);
  auto const right = Impl::algebra::nonempty_rows(exec, label, "B", b, space);
  if (left.rows.num_rows() != right.rows.num_rows()) return false;
  auto const differences = space.template take<Kokkos::View<std::int64_t*, Space>>(exec, 1);
  auto const items = std::max<std::int64_t>(static_cast<std::int64_t>(left.rows.num_rows()) + 1, a.nnz());
  Kokkos::parallel_reduce(label, Araios::range(exec, items),
                          Impl::algebra::CountDifferences<decltype(left), decltype(right)>{left, right},
                          Kokkos::subview(differences, 0));
  return Araios::read_back(exec, differences, 0, "Araios::equal: the number of differences is on the host") == 0;
}

/// found(p) := 1 where A has an entry (rows(p), cols(p)), else 0
///
/// Shapes        rows, cols and found have the same length. Indices outside of A are not found.
/// Requires      A as checked by `validate`, with sorted rows; of COO sorted by row and column.
/// Cost          one kernel: bisections of the list of rows and of a row, of COO one bisection of all entries.
/// Asynchronous  yes; allocates nothing.
/// Deterministic space to space.
/// Throws        std::invalid_argument when the lengths disagree, or found overlaps another array.
template <ExecutionSpace Exec, class A, IndexView Rows, IndexView Cols, VectorView Found>
  requires Impl::algebra::ListOfRows<A> && Accesses<Exec, A, Rows, Cols, Found>
void contains(Exec const& exec, A const& a, Rows const& rows, Cols const& cols, Found const& found) {
  Impl::check_equal(rows.extent(0), cols.extent(0), "Araios::contains: length of rows, length of cols");
  Impl::check_equal(found.extent(0), rows.extent(0), "Araios::contains: length of found, length of rows");
  Impl::check_disjoint("Araios::contains", found, "found", rows, "rows");
  Impl::check_disjoint("Araios::contains", found, "found", cols, "cols");
  Impl::check_disjoint_from_arrays("Araios::contains", found, "found", a, "A");
  Impl::check_operands(exec, "Araios::contains", Impl::Operand("A", a, Order::sorted));
  if (rows.extent(0) == 0) return;
  auto const has = Impl::algebra::entry_search(a);
  Kokkos::parallel_for(
      "Araios::contains", Araios::range(exec, static_cast<std::int64_t>(rows.extent(0))),
      Impl::algebra::FindEntries<std::remove_const_t<decltype(has)>, Rows, Cols, Found>{has, rows, cols, found});
}

}  // namespace Araios
