// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// The combination of two CSR matrices or two sparse vectors, with its checks; sums and differences of matrices are what
/// other rooms call. Rows are sorted without duplicates; `label` names kernels, and the caller in the message where a row
/// is not.

#include <Araios/core/profiling.hpp>
#include <Araios/core/semiring.hpp>
#include <Araios/core/workspace.hpp>
#include <Araios/formats/check_operands.hpp>
#include <Araios/formats/csr.hpp>
#include <Araios/formats/format.hpp>
#include <Araios/formats/sparse_vector.hpp>
#include <Araios/operations/elementwise/combine.hpp>

#include <Kokkos_Core.hpp>

#include <string>
#include <type_traits>

namespace Araios::Impl::elementwise {

/// A CSR matrix or a sparse vector in memory that kernels of Exec can access.
template <class T, class Exec>
concept OperandOf = CsrOf<T, Exec> || SparseVectorOf<T, Exec>;

/// Two matrices or two vectors, of one Ordinal. The types may be references, as decltype of the arguments.
template <class A, class B, class Exec>
concept SameKind = SameOrdinal<A, B> && (CsrOf<std::remove_cvref_t<A>, Exec> == CsrOf<std::remove_cvref_t<B>, Exec>);

/// The first of two, for its type: combinations that keep no coordinate of both sides do not call it.
struct First {
  template <class A, class B>
  KOKKOS_FUNCTION constexpr A operator()(A const& a, B const&) const {
    return a;
  }
};

/// The combination of two operands of a public function; K says which coordinates it keeps.
template <Kept K, class Exec, class Op, class A, class B>
auto combine(Exec const& exec, char const* function, Op const& op, A const& first, B const& second,
             WorkspaceFor<Exec>& workspace) {
  if constexpr (CsrOf<A, Exec>) {
    auto const& a = as_matrix(first);
    auto const& b = as_matrix(second);
    check_operands(exec, function, Operand("A", a), Operand("B", b));
    ScopedRegion const region(function);
    return combine_matrices<K>(exec, function, op, a, b, workspace.get(exec));
  } else {
    check_operands(exec, function, Operand("x", first), Operand("y", second));
    ScopedRegion const region(function);
    return combine_vectors<K>(exec, function, op, first, second, workspace.get(exec));
  }
}

/// A + B
template <class Exec, class A, class B, class Space>
auto sum(Exec const& exec, std::string const& label, A const& a, B const& b, Workspace<Space>& workspace) {
  return combine_matrices<kept_by_union>(exec, label, Plus{}, a, b, workspace);
}

/// The entries of A where B has none.
template <class Exec, class A, class B, class Space>
auto difference(Exec const& exec, std::string const& label, A const& a, B const& b, Workspace<Space>& workspace) {
  return combine_matrices<kept_by_difference>(exec, label, First{}, a, b, workspace);
}

}  // namespace Araios::Impl::elementwise
