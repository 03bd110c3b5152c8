// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// Element by element: unions, intersections and differences of the entries of two CSR matrices, or of two sparse vectors.
///
/// op gives the result of two entries at one coordinate (of vectors: at one index). What becomes of an entry at a
/// coordinate at which the other operand has no entry:
///   union         it is copied bitwise, unless op has a function for it: op.left(a) for an entry of the first
///                 operand alone, op.right(b) for one of the second. So Minus negates what only its second operand has.
///   intersection  it is dropped.
///   difference    entries of the first operand alone are kept; xor: those of either operand alone. No op is called.
/// op is any function object: a monoid or a multiplication of core/semiring.hpp (Plus, Times, Min, Max, Or, And), one
/// of those below, or the caller's own.
/// Explicit zeros, NaN and results that are zero are entries like others; nothing is dropped for its value.

#include <Araios/core/concepts.hpp>
#include <Araios/core/semiring.hpp>
#include <Araios/core/workspace.hpp>
#include <Araios/operations/elementwise/call.hpp>
#include <Araios/operations/elementwise/combine.hpp>

#include <Kokkos_Core.hpp>

#include <type_traits>

namespace Araios {

/// a - b; b alone becomes -b. Signed integers wrap.
struct Minus {
  /// Real operands are taken in the type of the result: 0 - 1u is -1 beside double.
  static constexpr bool converts_operands = true;
  template <class A, class B>
  KOKKOS_FUNCTION constexpr auto operator()(A const& a, B const& b) const {
    return Araios::wrapping_difference(a, b);
  }
  template <class B>
  KOKKOS_FUNCTION constexpr auto right(B const& b) const {
    return Araios::wrapping_negative(b);
  }
};

/// alpha a + beta b; one alone becomes alpha a, or beta b.
template <class Alpha, class Beta>
struct LinearCombination {
  static constexpr bool converts_operands = true;  ///< as of Minus
  Alpha alpha;
  Beta beta;
  template <class A, class B>
  KOKKOS_FUNCTION constexpr auto operator()(A const& a, B const& b) const {
    return Araios::wrapping_sum(times(alpha, a), times(beta, b));
  }
  template <class A>
  KOKKOS_FUNCTION constexpr auto left(A const& a) const {
    return times(alpha, a);
  }
  template <class B>
  KOKKOS_FUNCTION constexpr auto right(B const& b) const {
    return times(beta, b);
  }

 private:
  /// Complex factors without imaginary part multiply as real numbers: 1 a is a, also of infinities.
  template <class Factor, class A>
  KOKKOS_FUNCTION static constexpr auto times(Factor const& factor, A const& a) {
    if constexpr (is_complex_v<Factor> && std::is_same_v<Factor, A>)
      return PlusTimes::scale(factor, a);
    else
      return Araios::wrapping_product(factor, a);
  }
};

/// Any op, with a value for a missing entry: an entry of one operand alone becomes op(a, absent_b), or op(absent_a, b).
template <class Op, class A, class B>
struct WithAbsent {
  static constexpr bool converts_operands = Impl::elementwise::converts_operands_v<Op>;
  Op op;
  A absent_a;
  B absent_b;
  template <class X, class Y>
  KOKKOS_FUNCTION constexpr auto operator()(X const& a, Y const& b) const {
    return op(a, b);
  }
  template <class X>
  KOKKOS_FUNCTION constexpr auto left(X const& a) const {
    return op(a, absent_b);
  }
  template <class Y>
  KOKKOS_FUNCTION constexpr auto right(Y const& b) const {
    return op(absent_a, b);
  }
};
template <class Op, class A, class B>
WithAbsent(Op, A, B) -> WithAbsent<Op, A, B>;

/// C := the union of A and B: op(a, b) where both have an entry, and op.left(a), op.right(b) or a copy where one has
///
/// Shapes        A, B and C are m-by-n, of one Ordinal; C has the wider Offset.
/// Requires      row_maps as checked by `validate`, and rows sorted without duplicates (`sum_duplicates` produces
///               them). op can be called by kernels; its result is the Scalar of C, or Pattern where A and B are. For
///               sparse vectors the same with indices instead of rows.
/// Order         rows of C are sorted, without duplicates.
/// Cost          `combine_borders`, `combine_count`, a scan and `combine_fill`, 5 kernels: indices of A and B are read
///               twice, everything else read or written once. Balanced by rows plus entries: a long row is shared by
///               many teams. In the Serial space one kernel, which reads everything once.
/// Asynchronous  no: one fence, to read the number of entries. Allocates C; takes from `workspace` 4 bytes per 13 rows and
///               entries, on a host 32 bytes per 4,096. In the Serial space C is allocated before, with room for all
///               entries that it may have, and is copied where it has less than half of them.
/// Deterministic space to space where op is.
/// Throws        std::invalid_argument when the shapes disagree, when a row is not sorted or repeats a column (naming
///               it), or when the Offset of C cannot count its entries.
/// Source        merge path: Odeh, Green, Mwassi, Shmueli, Birk, 2012; pairs kept in one tile as in the set operations
///               of Baxter, Moderngpu, 2013.
template <class Op, ExecutionSpace Exec>
auto elementwise_union(Exec const& exec, Op const& op, Impl::elementwise::OperandOf<Exec> auto const& A,
                       Impl::elementwise::OperandOf<Exec> auto const& B, WorkspaceFor<Exec> workspace = {})
  requires Impl::elementwise::SameKind<decltype(A), decltype(B), Exec>
{
  return Impl::elementwise::combine<Impl::elementwise::kept_by_union>(exec, "Araios::elementwise_union", op, A, B,
                                                                      workspace);
}

/// C := the intersection of A and B: op(a, b) where both have an entry
///
/// Shapes, Requires, Order, Cost, Asynchronous, Deterministic, Throws, Source   as `elementwise_union`.
template <class Op, ExecutionSpace Exec>
auto elementwise_intersection(Exec const& exec, Op const& op, Impl::elementwise::OperandOf<Exec> auto const& A,
                              Impl::elementwise::OperandOf<Exec> auto const& B, WorkspaceFor<Exec> workspace = {})
  requires Impl::elementwise::SameKind<decltype(A), decltype(B), Exec>
{
  return Impl::elementwise::combine<Impl::elementwise::kept_by_intersection>(exec, "Araios::elementwise_intersection",
                                                                             op, A, B, workspace);
}

/// A + B, for two CSR matrices or two sparse vectors; the `elementwise_union` of Plus. Narrow integers give int.
template <ExecutionSpace Exec, class Operand, class Other>
auto elementwise_add(Exec const& exec, Operand const& A, Other const& B, WorkspaceFor<Exec> workspace = {}) {
  return elementwise_union(exec, Plus{}, A, B, workspace.get(exec));
}

/// alpha A + beta B; the `elementwise_union` of LinearCombination.
template <ExecutionSpace Exec, class Alpha, class Beta>
auto elementwise_add(Exec const& exec, Alpha const& alpha, auto const& A, Beta const& beta, auto const& B,
                     WorkspaceFor<Exec> workspace = {}) {
  return elementwise_union(exec, LinearCombination<Alpha, Beta>{alpha, beta}, A, B, workspace.get(exec));
}

/// A - B; the `elementwise_union` of Minus.
template <ExecutionSpace Exec, class Operand, class Other>
auto elementwise_subtract(Exec const& exec, Operand const& A, Other const& B, WorkspaceFor<Exec> workspace = {}) {
  return elementwise_union(exec, Minus{}, A, B, workspace.get(exec));
}

/// The product entry by entry (Hadamard's); the `elementwise_intersection` of Times. A Pattern is a mask.
template <ExecutionSpace Exec, class Operand, class Other>
auto elementwise_multiply(Exec const& exec, Operand const& A, Other const& B, WorkspaceFor<Exec> workspace = {}) {
  return elementwise_intersection(exec, Times{}, A, B, workspace.get(exec));
}

/// C := A without the entries where B has one: A and not B
///
/// Values of A are copied bitwise; those of B, whose Scalar may differ, do not matter: B is a mask.
///
/// Shapes, Requires, Order, Cost, Asynchronous, Throws, Source   as `elementwise_union`.
/// Deterministic space to space, bitwise.
template <ExecutionSpace Exec>
auto elementwise_difference(Exec const& exec, Impl::elementwise::OperandOf<Exec> auto const& A,
                            Impl::elementwise::OperandOf<Exec> auto const& B, WorkspaceFor<Exec> workspace = {})
  requires Impl::elementwise::SameKind<decltype(A), decltype(B), Exec>
{
  return Impl::elementwise::combine<Impl::elementwise::kept_by_difference>(exec, "Araios::elementwise_difference",
                                                                           Impl::elementwise::First{}, A, B, workspace);
}

/// C := the entries where exactly one of A and B has one, with its value; the Scalar is that of Plus
///
/// Shapes, Requires, Order, Cost, Asynchronous, Throws, Source   as `elementwise_union`.
/// Deterministic space to space, bitwise.
template <ExecutionSpace Exec>
auto elementwise_xor(Exec const& exec, Impl::elementwise::OperandOf<Exec> auto const& A,
                     Impl::elementwise::OperandOf<Exec> auto const& B, WorkspaceFor<Exec> workspace = {})
  requires Impl::elementwise::SameKind<decltype(A), decltype(B), Exec>
{
  return Impl::elementwise::combine<Impl::elementwise::kept_by_xor>(exec, "Araios::elementwise_xor", Plus{}, A, B,
                                                                    workspace);
}

}  // namespace Araios
