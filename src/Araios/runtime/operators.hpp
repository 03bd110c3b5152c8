// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// The operators of values as function objects of kernels.

#include <Araios/runtime/types.hpp>

#include <Kokkos_Core.hpp>

namespace Araios::runtime {

/// What becomes of two values.
enum class Operator { plus, times, min, max, either, both, minus, first, second };

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
  Operator op;
  KOKKOS_FUNCTION S operator()(S const& a, S const& b) const {
    switch (op) {
    case Operator::plus:
      return Araios::wrapping_sum(a, b);
    case Operator::times:
      return Araios::wrapping_product(a, b);
    case Operator::minus:
      return Araios::wrapping_difference(a, b);
    case Operator::either:
      return S(a != S(0) || b != S(0) ? 1 : 0);
    case Operator::both:
      return S(a != S(0) && b != S(0) ? 1 : 0);
    case Operator::first:
      return a;
    case Operator::second:
      return b;
    default:
      return min_or_max(a, b);
    }
  }
  KOKKOS_FUNCTION S right(S const& b) const { return op == Operator::minus ? Araios::wrapping_negative(b) : b; }

 private:
  KOKKOS_FUNCTION S min_or_max(S const& a, S const& b) const {
    if constexpr (Araios::is_complex_v<S>)
      return a;
    else if (op == Operator::min)
      return b < a ? b : a;
    else
      return a < b ? b : a;
  }
};

/// The operator for values of S; for Pattern First.
template <class S>
auto chosen([[maybe_unused]] Operator op) {
  if constexpr (Araios::is_pattern_v<S>) {
    return First{};
  } else {
    if constexpr (Araios::is_complex_v<S>)
      require(op != Operator::min && op != Operator::max, ErrorKind::invalid_argument,
              "complex numbers have no order: no ARAIOS_MIN or ARAIOS_MAX");
    return Chosen<S>{op};
  }
}

}  // namespace Araios::runtime
