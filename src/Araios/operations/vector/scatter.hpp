// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// The entries of a sparse vector, stored in a dense one.

#include <Araios/core/concepts.hpp>
#include <Araios/core/execution.hpp>
#include <Araios/core/pattern.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>

namespace Araios::Impl::vector {

/// a as T; a Pattern is one.
template <class T, class A>
KOKKOS_INLINE_FUNCTION T value_or_one(A const& a) {
  if constexpr (is_pattern_v<A>)
    return T(1);
  else
    return static_cast<T>(a);
}

/// `scatter` after its checks.
template <class Exec, class X, class Y>
ARAIOS_NOT_INLINED void scatter(Exec const& exec, X const& x, Y const& y) {
  using T = typename Y::value_type;
  if (x.nnz() == 0) return;
  Kokkos::parallel_for(
      "Araios::scatter", range(exec, x.nnz()),
      KOKKOS_LAMBDA(std::int64_t p) { y(x.indices(p)) = value_or_one<T>(x.values(p)); });
}

}  // namespace Araios::Impl::vector
