// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// SpGEMM under a mask, and SpGEMM that adds to a matrix.

#include <Araios/core/checks.hpp>
#include <Araios/core/concepts.hpp>
#include <Araios/core/profiling.hpp>
#include <Araios/core/semiring.hpp>
#include <Araios/core/workspace.hpp>
#include <Araios/elementwise.hpp>
#include <Araios/formats/csr.hpp>
#include <Araios/multiply.hpp>
#include <Araios/operations/multiply/compute.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>
#include <type_traits>
#include <utility>

namespace Araios {

/// Of multiply_masked.
struct MultiplyMaskedOptions {
  /// Entries of A B where the mask has no entry, in place of those where it has one.
  bool complement = false;
  /// As of MultiplyOptions.
  std::int64_t max_workspace_bytes = MultiplyOptions{}.max_workspace_bytes;
};

/// C := the entries of A B where the mask has an entry, or with options.complement where it has none
///
/// T, Offset and the semiring are those of `multiply`. Values of the mask, explicit zeros included, do not matter. Any of
/// the three may be one matrix.
///
/// Shapes        A is m-by-k, B is k-by-n, mask and C are m-by-n.
/// Requires      as `multiply`; rows of the mask sorted without duplicates.
/// Sums, Order   as `multiply`.
/// Cost          that of `multiply`, and a bisection of a row of the mask per product; without the complement, rows that
///               have no entries in the mask cost nothing. No other entry of A B is stored. The mask is checked.
/// Asynchronous  no: as `multiply`, and one fence more.
/// Deterministic as `multiply`.
/// Throws        std::invalid_argument as `multiply`, or when the shape of the mask disagrees or `validate` refuses it.
/// Source        Davis, ACM TOMS 45 (2019), structural masks.
template <SemiringType Semiring = PlusTimes, class T = void, class Offset = void, ExecutionSpace Exec, class SM,
          class FM, class MM, class SA, class O, class FA, class MA, class SB, class FB, class MB>
  requires Accesses<Exec, CsrMatrix<SM, O, FM, MM>, CsrMatrix<SA, O, FA, MA>, CsrMatrix<SB, O, FB, MB>> &&
           Impl::multiply::SemiringOfProduct<Semiring, Impl::multiply::ProductScalarOf<T, SA, SB>>
auto multiply_masked(Exec const& exec, MultiplyMaskedOptions const& options, CsrMatrix<SM, O, FM, MM> const& mask,
                     CsrMatrix<SA, O, FA, MA> const& A, CsrMatrix<SB, O, FB, MB> const& B,
                     WorkspaceFor<Exec> workspace = {}) {
  using C = Impl::multiply::ProductScalarOf<T, SA, SB>;
  using F = std::conditional_t<std::is_void_v<Offset>, std::conditional_t<(sizeof(FA) < sizeof(FB)), FB, FA>, Offset>;
  Impl::check_equal(A.num_cols(), B.num_rows(), "Araios::multiply_masked: columns of A, rows of B");
  Impl::check_equal(mask.num_rows(), A.num_rows(), "Araios::multiply_masked: rows of the mask, rows of A");
  Impl::check_equal(mask.num_cols(), B.num_cols(), "Araios::multiply_masked: columns of the mask, columns of B");
  Impl::check(options.max_workspace_bytes > 0, "Araios::multiply_masked: max_workspace_bytes must be positive (",
              options.max_workspace_bytes, ")");
  Impl::ScopedRegion const region("Araios::multiply_masked");
  auto const places = Impl::borrow_csr<Pattern>(mask);
  if (auto const fault = find_fault(exec, {.order = Order::strict}, places))
    Impl::check(false, "Araios::multiply_masked: mask: ", fault->sentence);
  using ValuesOfA = std::conditional_t<is_pattern_v<C>, Pattern, std::remove_const_t<SA> const>;
  using ValuesOfB = std::conditional_t<is_pattern_v<C>, Pattern, std::remove_const_t<SB> const>;
  Impl::multiply::KeepAtMask<decltype(places)> const keep{places, options.complement};
  return Impl::multiply::compute<Semiring, C, F>(exec, MultiplyOptions{options.max_workspace_bytes},
                                                 Impl::borrow_csr<ValuesOfA>(A), Impl::borrow_csr<ValuesOfB>(B), keep,
                                                 workspace.get(exec));
}

/// The same with the options that are the default.
template <SemiringType Semiring = PlusTimes, class T = void, class Offset = void, ExecutionSpace Exec, class SM,
          class FM, class MM, class SA, class O, class FA, class MA, class SB, class FB, class MB>
  requires Accesses<Exec, CsrMatrix<SM, O, FM, MM>, CsrMatrix<SA, O, FA, MA>, CsrMatrix<SB, O, FB, MB>> &&
           Impl::multiply::SemiringOfProduct<Semiring, Impl::multiply::ProductScalarOf<T, SA, SB>>
auto multiply_masked(Exec const& exec, CsrMatrix<SM, O, FM, MM> const& mask, CsrMatrix<SA, O, FA, MA> const& A,
                     CsrMatrix<SB, O, FB, MB> const& B, WorkspaceFor<Exec> workspace = {}) {
  return multiply_masked<Semiring, T, Offset>(exec, MultiplyMaskedOptions{}, mask, A, B, std::move(workspace));
}

/// C + A B: of Boolean matrices C or A B
///
/// Products have the type of the values of C, and their sums are added to C by the addition of the semiring. Any of the
/// three may be one matrix: T = multiply_add(exec, T, T, T) is a step of a transitive closure.
///
/// Shapes        A is m-by-k, B is k-by-n, C and the result are m-by-n.
/// Requires      as `multiply`; rows of C sorted without duplicates.
/// Cost, Asynchronous   those of `multiply` and of `elementwise_union`; one more fence, and the product is allocated.
/// Order, Deterministic, Throws   as `multiply`; also when the shape of C disagrees.
template <SemiringType Semiring = PlusTimes, ExecutionSpace Exec, class SC, class FC, class MC, class SA, class O,
          class FA, class MA, class SB, class FB, class MB>
  requires Accesses<Exec, CsrMatrix<SC, O, FC, MC>, CsrMatrix<SA, O, FA, MA>, CsrMatrix<SB, O, FB, MB>> &&
           Impl::multiply::SemiringOfProduct<Semiring, std::remove_const_t<SC>>
auto multiply_add(Exec const& exec, CsrMatrix<SC, O, FC, MC> const& C, CsrMatrix<SA, O, FA, MA> const& A,
                  CsrMatrix<SB, O, FB, MB> const& B, WorkspaceFor<Exec> workspace = {}) {
  Impl::check_equal(C.num_rows(), A.num_rows(), "Araios::multiply_add: rows of C, rows of A");
  Impl::check_equal(C.num_cols(), B.num_cols(), "Araios::multiply_add: columns of C, columns of B");
  Impl::ScopedRegion const region("Araios::multiply_add");
  auto& space = workspace.get(exec);
  auto const product = multiply<Semiring, std::remove_const_t<SC>, FC>(exec, A, B, space);
  return elementwise_union(exec, typename Semiring::monoid{}, C, product, space);
}

/// C + the entries of A B where the mask has an entry, or with options.complement where it has none
///
/// Any of the four may be one matrix.
///
/// Shapes, Requires, Cost, Asynchronous, Order, Deterministic, Throws   as `multiply_add` and `multiply_masked`.
template <SemiringType Semiring = PlusTimes, ExecutionSpace Exec, class SC, class FC, class MC, class SM, class FM,
          class MM, class SA, class O, class FA, class MA, class SB, class FB, class MB>
  requires Accesses<Exec, CsrMatrix<SC, O, FC, MC>, CsrMatrix<SM, O, FM, MM>, CsrMatrix<SA, O, FA, MA>,
                    CsrMatrix<SB, O, FB, MB>> &&
           Impl::multiply::SemiringOfProduct<Semiring, std::remove_const_t<SC>>
auto multiply_add_masked(Exec const& exec, MultiplyMaskedOptions const& options, CsrMatrix<SC, O, FC, MC> const& C,
                         CsrMatrix<SM, O, FM, MM> const& mask, CsrMatrix<SA, O, FA, MA> const& A,
                         CsrMatrix<SB, O, FB, MB> const& B, WorkspaceFor<Exec> workspace = {}) {
  Impl::check_equal(C.num_rows(), A.num_rows(), "Araios::multiply_add_masked: rows of C, rows of A");
  Impl::check_equal(C.num_cols(), B.num_cols(), "Araios::multiply_add_masked: columns of C, columns of B");
  Impl::ScopedRegion const region("Araios::multiply_add_masked");
  auto& space = workspace.get(exec);
  auto const product = multiply_masked<Semiring, std::remove_const_t<SC>, FC>(exec, options, mask, A, B, space);
  return elementwise_union(exec, typename Semiring::monoid{}, C, product, space);
}

}  // namespace Araios
