// SPDX-License-Identifier: Apache-2.0
/// \file
/// Unions, intersections and differences of matrices of one type.

#include <Araios/algebra.hpp>
#include <Araios/elementwise.hpp>
#include <Araios/runtime/hypersparse.hpp>
#include <Araios/runtime/operators.hpp>

namespace Araios::runtime {

namespace {

/// A combination of matrices in CSR, and of matrices by their rows that have entries.
template <class S, class Typed, class Exec>
Typed combined(Exec const& exec, Combination combination, Operator op, Typed const& A, Typed const& B) {
  auto const f = chosen<S>(op);
  if (combination == Combination::of_either) return Araios::elementwise_union(exec, f, A, B);
  return Araios::elementwise_intersection(exec, f, A, B);
}
template <class S, class Typed, class Exec>
Typed sum_of(Exec const& exec, [[maybe_unused]] double alpha, Typed const& A, [[maybe_unused]] double beta,
             Typed const& B) {
  if constexpr (Araios::is_pattern_v<S>)
    return combined<S>(exec, Combination::of_either, Operator::either, A, B);
  else
    return Araios::elementwise_add(exec, number<S>(alpha, 0), A, number<S>(beta, 0), B);
}

}  // namespace

template <class S, class Exec>
Working<S, Exec> combine(Exec const& exec, Combination combination, Operator op, Working<S, Exec> const& A,
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
Rows<S, Exec> combine(Exec const& exec, Combination combination, Operator op, Rows<S, Exec> const& A,
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

#define ARAIOS_RUNTIME_INSTANTIATE_FOR(Typed, S, Exec)                                                       \
  template Typed<S, Exec> combine<S, Exec>(Exec const&, Combination, Operator, Typed<S, Exec> const&,        \
                                           Typed<S, Exec> const&);                                           \
  template Typed<S, Exec> without<S, Exec>(Exec const&, Typed<S, Exec> const&, Typed<Pattern, Exec> const&); \
  template Typed<S, Exec> either<S, Exec>(Exec const&, Typed<S, Exec> const&, Typed<S, Exec> const&);        \
  template Typed<S, Exec> linear_combination<S, Exec>(Exec const&, double, Typed<S, Exec> const&, double,    \
                                                      Typed<S, Exec> const&);
#define ARAIOS_RUNTIME_INSTANTIATE(S, Exec) \
  ARAIOS_RUNTIME_INSTANTIATE_FOR(Working, S, Exec) ARAIOS_RUNTIME_INSTANTIATE_FOR(Rows, S, Exec)
ARAIOS_RUNTIME_INSTANTIATE_UNIT

}  // namespace Araios::runtime
