// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// SpGEMM under a mask, and SpGEMM that adds to a matrix.

#include <Araios/core/checks.hpp>
#include <Araios/core/concepts.hpp>
#include <Araios/core/option_ranges.hpp>
#include <Araios/core/profiling.hpp>
#include <Araios/core/semiring.hpp>
#include <Araios/core/workspace.hpp>
#include <Araios/elementwise.hpp>
#include <Araios/formats/check_operands.hpp>
#include <Araios/formats/csr.hpp>
#include <Araios/multiply.hpp>
#include <Araios/operations/elementwise/combine.hpp>
#include <Araios/operations/multiply/dense.hpp>
#include <Araios/operations/multiply/stacked.hpp>
#include <Araios/operations/multiply/steps.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>
#include <type_traits>

namespace Araios {

/// Options of multiply_masked.
struct MultiplyMaskedOptions {
  /// Entries of A B where the mask has no entry, in place of those where it has one.
  bool complement = false;
  /// As of MultiplyOptions.
  std::int64_t max_workspace_bytes = MultiplyOptions{}.max_workspace_bytes;
};

namespace Impl::multiply {

/// What multiply_masked computes. Throws std::invalid_argument as that does of shapes, options and the mask.
template <class Exec, class Mask, class A, class B>
auto keep_at_mask(Exec const& exec, char const* function, MultiplyMaskedOptions const& options, Mask const& mask,
                  A const& a, B const& b) {
  check_equal(a.num_cols(), b.num_rows(), message(function, ": columns of A, rows of B").c_str());
  check_equal(mask.num_rows(), a.num_rows(), message(function, ": rows of the mask, rows of A").c_str());
  check_equal(mask.num_cols(), b.num_cols(), message(function, ": columns of the mask, columns of B").c_str());
  check_option(function, option::max_workspace_bytes, options.max_workspace_bytes);
  auto const pattern = borrow_csr<Pattern>(mask);
  if (auto const fault = find_fault(exec, pattern, {.order = Order::strict}))
    check(false, function, ": mask: ", fault->sentence);
  return KeepAtMask<std::remove_const_t<decltype(pattern)>>{pattern, options.complement};
}

/// The addition of the semiring in T: sums of narrow integers are not widened, as products are not.
template <class T, class Add>
struct AddInType {
  KOKKOS_FUNCTION constexpr T operator()(T const& a, T const& b) const { return static_cast<T>(Add()(a, b)); }
};

/// C + product, for the public function `label`.
template <SemiringType Semiring, class Exec, class C, class Product, class Space>
auto add_product(Exec const& exec, char const* label, C const& c, Product const& product, Workspace<Space>& workspace) {
  using T = std::remove_const_t<typename C::Scalar>;
  return elementwise::combine_matrices<elementwise::kept_by_union>(
      exec, label, AddInType<T, typename Semiring::monoid>{}, c, product, workspace);
}

/// C or the entries of A B that `keep` chooses, of Boolean matrices, as one product.
template <class Exec, class C, class A, class B, class Keep, class Space>
auto add_in_one_product(Exec const& exec, std::int64_t max_workspace_bytes, C const& c, A const& a, B const& b,
                        Keep const& keep, Workspace<Space>& workspace) {
  typename Workspace<Space>::Frame const frame(workspace);
  auto const left = put_beside_identity(exec, a, workspace);
  return compute<PlusTimes, Pattern, typename C::Offset>(exec, MultiplyOptions{max_workspace_bytes}, left,
                                                         StackedRows<C, B>(c, b), keep, workspace);
}

/// The entries of A B that the mask chooses, with the Scalar C and the Offset F, for the public function `function`.
template <SemiringType Semiring, class C, class F, class Exec, class Mask, class A, class B, class Space>
auto masked(Exec const& exec, char const* function, MultiplyMaskedOptions const& options, Mask const& mask, A const& a,
            B const& b, Workspace<Space>& workspace) {
  auto const keep = keep_at_mask(exec, function, options, mask, a, b);
  using ValuesOfA = std::conditional_t<is_pattern_v<C>, Pattern, std::remove_const_t<typename A::Scalar> const>;
  using ValuesOfB = std::conditional_t<is_pattern_v<C>, Pattern, std::remove_const_t<typename B::Scalar> const>;
  return compute<Semiring, C, F>(exec, MultiplyOptions{options.max_workspace_bytes}, borrow_csr<ValuesOfA>(a),
                                 borrow_csr<ValuesOfB>(b), keep, workspace);
}

}  // namespace Impl::multiply

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
template <SemiringType Semiring = PlusTimes, class T = void, class Offset = void, ExecutionSpace Exec>
auto multiply_masked(Exec const& exec, CsrOf<Exec> auto const& mask, CsrOf<Exec> auto const& A,
                     CsrOf<Exec> auto const& B, MultiplyMaskedOptions const& options = {},
                     WorkspaceFor<Exec> workspace = {})
  requires Impl::SameOrdinal<decltype(mask), decltype(A), decltype(B)> &&
           Impl::multiply::SemiringOfProduct<
               Semiring, Impl::multiply::ProductScalarOf<T, ScalarOf<decltype(A)>, ScalarOf<decltype(B)>>>
{
  auto const& mask_rows = Impl::as_matrix(mask);
  auto const& a = Impl::as_matrix(A);
  auto const& b = Impl::as_matrix(B);
  using SA = typename Impl::MatrixType<decltype(A)>::Scalar;
  using FA = OffsetOf<decltype(A)>;
  using SB = typename Impl::MatrixType<decltype(B)>::Scalar;
  using FB = OffsetOf<decltype(B)>;
  using C = Impl::multiply::ProductScalarOf<T, SA, SB>;
  using F = std::conditional_t<std::is_void_v<Offset>, std::conditional_t<(sizeof(FA) < sizeof(FB)), FB, FA>, Offset>;
  Impl::check_operands(exec, "Araios::multiply_masked", Impl::Operand("mask", mask_rows), Impl::Operand("A", a),
                       Impl::Operand("B", b));
  Impl::ScopedRegion const region("Araios::multiply_masked");
  return Impl::multiply::masked<Semiring, C, F>(exec, "Araios::multiply_masked", options, mask_rows, a, b,
                                                workspace.get(exec));
}

/// C + A B: of Boolean matrices C or A B
///
/// Products, sums and the result have the type of the values of C, to which integers wrap; sums are added to C by the
/// addition of the semiring. Any of the three may be one matrix: T = multiply_add(exec, T, T, T) is a step of a
/// transitive closure.
///
/// Shapes        A is m-by-k, B is k-by-n, C and the result are m-by-n.
/// Requires      as `multiply`; rows of C sorted without duplicates.
/// Cost          of Patterns, where A B has at least as many products as C has entries if the columns of A are spread
///               evenly: one product, that of [I A] and of C above B, whose left factor is in `workspace`. Else that of
///               `multiply` and of `elementwise_union`, and the product is allocated.
/// Asynchronous  no: as `multiply`; of a product and a union one fence more.
/// Order, Deterministic, Throws   as `multiply`; also when the shape of C disagrees.
template <SemiringType Semiring = PlusTimes, ExecutionSpace Exec>
auto multiply_add(Exec const& exec, CsrOf<Exec> auto const& C, CsrOf<Exec> auto const& A, CsrOf<Exec> auto const& B,
                  WorkspaceFor<Exec> workspace = {})
  requires Impl::SameOrdinal<decltype(C), decltype(A), decltype(B)> &&
           Impl::multiply::SemiringOfProduct<Semiring, ScalarOf<decltype(C)>>
{
  auto const& c_in = Impl::as_matrix(C);
  auto const& a_in = Impl::as_matrix(A);
  auto const& b_in = Impl::as_matrix(B);
  using SC = typename Impl::MatrixType<decltype(C)>::Scalar;
  using FC = OffsetOf<decltype(C)>;
  Impl::check_equal(c_in.num_rows(), a_in.num_rows(), "Araios::multiply_add: rows of C, rows of A");
  Impl::check_equal(c_in.num_cols(), b_in.num_cols(), "Araios::multiply_add: columns of C, columns of B");
  Impl::check_equal(a_in.num_cols(), b_in.num_rows(), "Araios::multiply_add: columns of A, rows of B");
  Impl::check_operands(exec, "Araios::multiply_add", Impl::Operand("C", c_in), Impl::Operand("A", a_in),
                       Impl::Operand("B", b_in));
  Impl::ScopedRegion const region("Araios::multiply_add");
  auto& space = workspace.get(exec);
  if constexpr (is_pattern_v<SC>) {
    auto const c = Impl::borrow_csr<Pattern>(c_in);
    auto const a = Impl::borrow_csr<Pattern>(a_in);
    auto const b = Impl::borrow_csr<Pattern>(b_in);
    MultiplyOptions const options;
    if (!Impl::multiply::is_dense(options, a, b) && Impl::multiply::is_one_product(c, a, b))
      return Impl::multiply::add_in_one_product(exec, options.max_workspace_bytes, c, a, b, Impl::multiply::KeepAll{},
                                                space);
  }
  auto const product = multiply<Semiring, ScalarOf<decltype(C)>, FC>(exec, a_in, b_in, {}, space);
  return Impl::multiply::add_product<Semiring>(exec, "Araios::multiply_add", c_in, product, space);
}

/// C + the entries of A B where the mask has an entry, or with options.complement where it has none
///
/// Any of the four may be one matrix.
///
/// Shapes, Requires, Cost, Asynchronous, Order, Deterministic, Throws   as `multiply_add` and `multiply_masked`.
template <SemiringType Semiring = PlusTimes, ExecutionSpace Exec>
auto multiply_add_masked(Exec const& exec, CsrOf<Exec> auto const& C, CsrOf<Exec> auto const& mask,
                         CsrOf<Exec> auto const& A, CsrOf<Exec> auto const& B,
                         MultiplyMaskedOptions const& options = {}, WorkspaceFor<Exec> workspace = {})
  requires Impl::SameOrdinal<decltype(C), decltype(mask), decltype(A), decltype(B)> &&
           Impl::multiply::SemiringOfProduct<Semiring, ScalarOf<decltype(C)>>
{
  auto const& c_in = Impl::as_matrix(C);
  auto const& mask_rows = Impl::as_matrix(mask);
  auto const& a_in = Impl::as_matrix(A);
  auto const& b_in = Impl::as_matrix(B);
  using SC = typename Impl::MatrixType<decltype(C)>::Scalar;
  using FC = OffsetOf<decltype(C)>;
  Impl::check_equal(c_in.num_rows(), a_in.num_rows(), "Araios::multiply_add_masked: rows of C, rows of A");
  Impl::check_equal(c_in.num_cols(), b_in.num_cols(), "Araios::multiply_add_masked: columns of C, columns of B");
  Impl::check_operands(exec, "Araios::multiply_add_masked", Impl::Operand("C", c_in), Impl::Operand("mask", mask_rows),
                       Impl::Operand("A", a_in), Impl::Operand("B", b_in));
  Impl::ScopedRegion const region("Araios::multiply_add_masked");
  auto& space = workspace.get(exec);
  if constexpr (is_pattern_v<SC>) {
    auto const c = Impl::borrow_csr<Pattern>(c_in);
    auto const a = Impl::borrow_csr<Pattern>(a_in);
    auto const b = Impl::borrow_csr<Pattern>(b_in);
    auto const at_mask = Impl::multiply::keep_at_mask(exec, "Araios::multiply_add_masked", options, mask_rows, a, b);
    Impl::multiply::KeepAtMask<std::remove_const_t<decltype(c)>> const at_c{c, false};
    if (Impl::multiply::is_one_product(c, a, b))
      return Impl::multiply::add_in_one_product(
          exec, options.max_workspace_bytes, c, a, b,
          Impl::multiply::KeepEither<std::remove_const_t<decltype(at_mask)>, std::remove_const_t<decltype(at_c)>>{
              at_mask, at_c},
          space);
  }
  constexpr char const* label = "Araios::multiply_add_masked";
  auto const product =
      Impl::multiply::masked<Semiring, ScalarOf<decltype(C)>, FC>(exec, label, options, mask_rows, a_in, b_in, space);
  return Impl::multiply::add_product<Semiring>(exec, label, c_in, product, space);
}

}  // namespace Araios
