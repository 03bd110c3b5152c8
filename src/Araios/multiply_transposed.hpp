// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// SpGEMM with one factor transposed, as A^T A and A A^T.

#include <Araios/core/checks.hpp>
#include <Araios/core/concepts.hpp>
#include <Araios/core/profiling.hpp>
#include <Araios/core/semiring.hpp>
#include <Araios/core/workspace.hpp>
#include <Araios/formats/check_operands.hpp>
#include <Araios/formats/csr.hpp>
#include <Araios/formats/validate/compressed.hpp>
#include <Araios/multiply.hpp>
#include <Araios/transpose.hpp>

#include <Kokkos_Core.hpp>

#include <stdexcept>

namespace Araios {

/// C := A^T B; A and B may be one matrix
///
/// T and Offset are those of `multiply`.
///
/// Shapes        A is k-by-m, B is k-by-n, C is m-by-n.
/// Requires      as `multiply`; rows of A in any order.
/// Sums, Order   as `multiply`, in the order of the rows of A.
/// Cost          `transpose` of A, and `multiply`.
/// Asynchronous  no: those of `multiply`. Allocates C and the transpose of A.
/// Deterministic thread count; where products and sums are exact, space to space.
/// Throws        std::invalid_argument as `multiply`.
template <SemiringType Semiring = PlusTimes, class T = void, class Offset = void, ExecutionSpace Exec>
auto multiply_transposed(Exec const& exec, CsrOf<Exec> auto const& A, CsrOf<Exec> auto const& B,
                         MultiplyOptions const& options = {}, WorkspaceFor<Exec> workspace = {})
  requires Impl::SameOrdinal<decltype(A), decltype(B)> &&
           Impl::multiply::SemiringOfProduct<
               Semiring, Impl::multiply::ProductScalarOf<T, ScalarOf<decltype(A)>, ScalarOf<decltype(B)>>>
{
  auto const& a = Impl::as_matrix(A);
  auto const& b = Impl::as_matrix(B);
  Impl::check_equal(a.num_rows(), b.num_rows(), "Araios::multiply_transposed: rows of A, rows of B");
  Impl::check_operands(exec, "Araios::multiply_transposed", Impl::Operand("A", a), Impl::Operand("B", b));
  Impl::ScopedRegion const region("Araios::multiply_transposed");
  auto& space = workspace.get(exec);
  return multiply<Semiring, T, Offset>(exec, transpose(exec, a, TransposeOptions{}, space), b, options, space);
}

/// C := A B^T; A and B may be one matrix
///
/// Shapes        A is m-by-k, B is n-by-k, C is m-by-n.
/// Requires      A and B as checked by `validate`; no row of B repeats a column (`sum_duplicates`).
/// Sums, Order, Asynchronous, Deterministic, Throws   as `multiply_transposed`; sums are in the order of the rows of A.
/// Cost          `transpose` of B, and `multiply`.
template <SemiringType Semiring = PlusTimes, class T = void, class Offset = void, ExecutionSpace Exec>
auto multiply_by_transposed(Exec const& exec, CsrOf<Exec> auto const& A, CsrOf<Exec> auto const& B,
                            MultiplyOptions const& options = {}, WorkspaceFor<Exec> workspace = {})
  requires Impl::SameOrdinal<decltype(A), decltype(B)> &&
           Impl::multiply::SemiringOfProduct<
               Semiring, Impl::multiply::ProductScalarOf<T, ScalarOf<decltype(A)>, ScalarOf<decltype(B)>>>
{
  auto const& a = Impl::as_matrix(A);
  auto const& b = Impl::as_matrix(B);
  Impl::check_equal(a.num_cols(), b.num_cols(), "Araios::multiply_by_transposed: columns of A, columns of B");
  Impl::check_operands(exec, "Araios::multiply_by_transposed", Impl::Operand("A", a), Impl::Operand("B", b));
  Impl::ScopedRegion const region("Araios::multiply_by_transposed");
  auto& space = workspace.get(exec);
  auto const transposed = transpose(exec, b, TransposeOptions{}, space);
  try {
    return multiply<Semiring, T, Offset>(exec, a, transposed, options, space);
  } catch (std::invalid_argument const&) {
    // Rows of a transpose are sorted, so that the violation is an entry that B has twice: its coordinate in B is named.
    if (auto const fault = find_fault(exec, Impl::borrow_csr<Pattern>(transposed), {.order = Order::strict}))
      Impl::check(fault->kind != Fault::Kind::duplicate, "Araios::multiply_by_transposed: B: row ", fault->column,
                  " repeats column ", fault->row, "; sum its entries first (see sum_duplicates)");
    throw;
  }
}

}  // namespace Araios
