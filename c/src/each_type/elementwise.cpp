// SPDX-License-Identifier: Apache-2.0
/// \file
/// Unions, intersections and differences of matrices of one type.

#include "../chosen.hpp"
#include "../hypersparse.hpp"

#include <Araios/algebra.hpp>
#include <Araios/elementwise.hpp>

namespace araios_c {

namespace {

/// A combination of matrices in CSR, and of matrices by their rows that have entries.
template <class S, class Matrix, class Exec>
Matrix combined(Exec const& exec, Combination combination, araios_operator op, Matrix const& A, Matrix const& B) {
  auto const f = chosen<S>(op);
  if (combination == Combination::of_either) return Araios::elementwise_union(exec, f, A, B);
  return Araios::elementwise_intersection(exec, f, A, B);
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
ARAIOS_C_INSTANTIATE_UNIT

}  // namespace araios_c
