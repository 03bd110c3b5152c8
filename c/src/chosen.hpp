// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// The operators of values as function objects of kernels.

#include "types.hpp"

#include <type_traits>

namespace araios_c {

/// The operator of patterns, whose entries are all the same: it returns its first operand.
struct First {
  template <class T>
  KOKKOS_FUNCTION constexpr T operator()(T const& a, T const&) const {
    return a;
  }
};
/// The operators of values, as a function object that kernels choose by: one instance for all of them. Those that a
/// type lacks are refused before.
template <class S>
struct Chosen {
  araios_operator op;
  KOKKOS_FUNCTION S operator()(S const& a, S const& b) const {
    switch (op) {
    case ARAIOS_PLUS:
      return Araios::wrapping_sum(a, b);
    case ARAIOS_TIMES:
      return Araios::wrapping_product(a, b);
    case ARAIOS_MINUS:
      return Araios::wrapping_difference(a, b);
    case ARAIOS_OR:
      return S(a != S(0) || b != S(0) ? 1 : 0);
    case ARAIOS_AND:
      return S(a != S(0) && b != S(0) ? 1 : 0);
    case ARAIOS_FIRST:
      return a;
    case ARAIOS_SECOND:
      return b;
    default:
      return min_or_max(a, b);
    }
  }
  KOKKOS_FUNCTION S right(S const& b) const { return op == ARAIOS_MINUS ? Araios::wrapping_negative(b) : b; }

 private:
  KOKKOS_FUNCTION S min_or_max(S const& a, S const& b) const {
    if constexpr (Araios::is_complex_v<S>)
      return a;
    else if (op == ARAIOS_MIN)
      return b < a ? b : a;
    else
      return a < b ? b : a;
  }
};

/// The operator for values of S; for Pattern First.
template <class S>
auto chosen([[maybe_unused]] araios_operator op) {
  if constexpr (Araios::is_pattern_v<S>) {
    return First{};
  } else {
    if constexpr (Araios::is_complex_v<S>)
      require(op != ARAIOS_MIN && op != ARAIOS_MAX, ARAIOS_INVALID_ARGUMENT,
              "complex numbers have no order: no ARAIOS_MIN or ARAIOS_MAX");
    return Chosen<S>{op};
  }
}

}  // namespace araios_c
