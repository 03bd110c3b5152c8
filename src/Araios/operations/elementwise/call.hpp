// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// Sums and differences of two CSR matrices: what other rooms call. Rows are sorted without duplicates; `label` names
/// kernels, and the caller in the message where a row is not.

#include <Araios/core/semiring.hpp>
#include <Araios/core/workspace.hpp>
#include <Araios/operations/elementwise/combine.hpp>

#include <Kokkos_Core.hpp>

#include <string>

namespace Araios::Impl::elementwise {

/// The first of two, for its type: combinations that keep no coordinate of both sides do not call it.
struct First {
  template <class A, class B>
  KOKKOS_FUNCTION constexpr A operator()(A const& a, B const&) const {
    return a;
  }
};

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
