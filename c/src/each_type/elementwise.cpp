// SPDX-License-Identifier: Apache-2.0
/// \file
/// Unions, intersections and differences of matrices of one type.

#include "../hypersparse.hpp"

#include <Araios/algebra.hpp>
#include <Araios/elementwise.hpp>

namespace araios_c {

namespace {

/// Of patterns, whose entries are all the same.
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
      return a + b;
    case ARAIOS_TIMES:
      return a * b;
    case ARAIOS_MINUS:
      return a - b;
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
  KOKKOS_FUNCTION S right(S const& b) const { return op == ARAIOS_MINUS ? S(-b) : b; }

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

template <class S>
void require_operator(araios_operator op) {
  if constexpr (Araios::is_complex_v<S>)
    require(op != ARAIOS_MIN && op != ARAIOS_MAX, ARAIOS_INVALID_ARGUMENT,
            "complex numbers have no order: no ARAIOS_MIN or ARAIOS_MAX");
}

/// The same for matrices in CSR and by their rows that have entries.
template <class S, class Matrix, class Exec>
Matrix combined(Exec const& exec, Combination combination, araios_operator op, Matrix const& A, Matrix const& B) {
  auto const by = [&](auto const& f) -> Matrix {
    if (combination == Combination::of_either) return Araios::elementwise_union(exec, f, A, B);
    return Araios::elementwise_intersection(exec, f, A, B);
  };
  if constexpr (Araios::is_pattern_v<S>) {
    return by(First{});
  } else {
    require_operator<S>(op);
    return by(Chosen<S>{op});
  }
}
template <class S, class Matrix, class Exec>
Matrix sum_of(Exec const& exec, [[maybe_unused]] double alpha, Matrix const& A, [[maybe_unused]] double beta,
              Matrix const& B) {
  if constexpr (Araios::is_pattern_v<S>)
    return combined<S>(exec, Combination::of_either, ARAIOS_OR, A, B);
  else
    return Araios::elementwise_add(exec, number<S>(alpha, 0), A, number<S>(beta, 0), B);
}

}  // namespace

template <class S, class Exec>
Working<S, Exec> combine(Exec const& exec, Combination combination, araios_operator op, Working<S, Exec> const& A,
                         Working<S, Exec> const& B) {
  return combined<S>(exec, combination, op, A, B);
}
template <class S, class Exec>
Working<S, Exec> without(Exec const& exec, Working<S, Exec> const& A, Working<Pattern, Exec> const& B) {
  return Araios::elementwise_difference(exec, A, B);
}
template <class S, class Exec>
Working<S, Exec> either(Exec const& exec, Working<S, Exec> const& A, Working<S, Exec> const& B) {
  return Araios::elementwise_xor(exec, A, B);
}
template <class S, class Exec>
Working<S, Exec> linear_combination(Exec const& exec, double alpha, Working<S, Exec> const& A, double beta,
                                    Working<S, Exec> const& B) {
  return sum_of<S>(exec, alpha, A, beta, B);
}

template <class S, class Exec>
Rows<S, Exec> combine(Exec const& exec, Combination combination, araios_operator op, Rows<S, Exec> const& A,
                      Rows<S, Exec> const& B) {
  return combined<S>(exec, combination, op, A, B);
}
template <class S, class Exec>
Rows<S, Exec> without(Exec const& exec, Rows<S, Exec> const& A, Rows<Pattern, Exec> const& B) {
  return Araios::elementwise_difference(exec, A, B);
}
template <class S, class Exec>
Rows<S, Exec> either(Exec const& exec, Rows<S, Exec> const& A, Rows<S, Exec> const& B) {
  return Araios::elementwise_xor(exec, A, B);
}
template <class S, class Exec>
Rows<S, Exec> linear_combination(Exec const& exec, double alpha, Rows<S, Exec> const& A, double beta,
                                 Rows<S, Exec> const& B) {
  return sum_of<S>(exec, alpha, A, beta, B);
}

#define ARAIOS_C_INSTANTIATE_FOR(Matrix, S, Exec)                                                               \
  template Matrix<S, Exec> combine<S, Exec>(Exec const&, Combination, araios_operator, Matrix<S, Exec> const&,  \
                                            Matrix<S, Exec> const&);                                            \
  template Matrix<S, Exec> without<S, Exec>(Exec const&, Matrix<S, Exec> const&, Matrix<Pattern, Exec> const&); \
  template Matrix<S, Exec> either<S, Exec>(Exec const&, Matrix<S, Exec> const&, Matrix<S, Exec> const&);        \
  template Matrix<S, Exec> linear_combination<S, Exec>(Exec const&, double, Matrix<S, Exec> const&, double,     \
                                                       Matrix<S, Exec> const&);
#define ARAIOS_C_INSTANTIATE(S, Exec) ARAIOS_C_INSTANTIATE_FOR(Working, S, Exec) ARAIOS_C_INSTANTIATE_FOR(Rows, S, Exec)
ARAIOS_C_IN_BOTH(ARAIOS_C_INSTANTIATE, ARAIOS_C_UNIT)

}  // namespace araios_c
