// SPDX-License-Identifier: Apache-2.0
/// \file
/// Unions, intersections and differences of matrices of one type.

#include <Araios/algebra.hpp>
#include <Araios/elementwise.hpp>
#include <Araios/runtime/hypersparse.hpp>
#include <Araios/runtime/operators.hpp>

namespace Araios::runtime {

template <class S, class Exec, class Typed>
Typed combine(Exec const& exec, Combination combination, Operator op, Typed const& A, Typed const& B) {
  auto const f = chosen<S>(op);
  if (combination == Combination::of_either) return Araios::elementwise_union(exec, f, A, B);
  return Araios::elementwise_intersection(exec, f, A, B);
}
template <class S, class Exec, class Typed, class Mask>
Typed without(Exec const& exec, Typed const& A, Mask const& B) {
  return Araios::elementwise_difference(exec, A, B);
}
template <class S, class Exec, class Typed>
Typed either(Exec const& exec, Typed const& A, Typed const& B) {
  return Araios::elementwise_xor(exec, A, B);
}
template <class S, class Exec, class Typed>
Typed linear_combination(Exec const& exec, [[maybe_unused]] double alpha, Typed const& A, [[maybe_unused]] double beta,
                         Typed const& B) {
  if constexpr (Araios::is_pattern_v<S>)
    return combine<S>(exec, Combination::of_either, Operator::either, A, B);
  else
    return Araios::elementwise_add(exec, number<S>(alpha, 0), A, number<S>(beta, 0), B);
}

#define ARAIOS_RUNTIME_INSTANTIATE_FOR(Typed, S, Exec)                                                 \
  template Typed<S, Exec> combine<S>(Exec const&, Combination, Operator, Typed<S, Exec> const&,        \
                                     Typed<S, Exec> const&);                                           \
  template Typed<S, Exec> without<S>(Exec const&, Typed<S, Exec> const&, Typed<Pattern, Exec> const&); \
  template Typed<S, Exec> either<S>(Exec const&, Typed<S, Exec> const&, Typed<S, Exec> const&);        \
  template Typed<S, Exec> linear_combination<S>(Exec const&, double, Typed<S, Exec> const&, double,    \
                                                Typed<S, Exec> const&);
#define ARAIOS_RUNTIME_INSTANTIATE(S, Exec) \
  ARAIOS_RUNTIME_INSTANTIATE_FOR(Working, S, Exec) ARAIOS_RUNTIME_INSTANTIATE_FOR(Rows, S, Exec)
ARAIOS_RUNTIME_INSTANTIATE_UNIT

}  // namespace Araios::runtime
