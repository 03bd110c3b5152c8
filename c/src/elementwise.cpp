// SPDX-License-Identifier: Apache-2.0
/// \file
/// The C functions of unions, intersections and differences.

#include "handles.hpp"

#include <Araios/runtime/hypersparse.hpp>
#include <Araios/runtime/renumbering.hpp>

#include <type_traits>

namespace araios_c {

namespace {

void require_shapes(Matrix const& A, Matrix const& B) {
  require(A.rows == B.rows && A.columns == B.columns, ErrorKind::invalid_argument, "A is ", A.rows, " x ", A.columns,
          ", B is ", B.rows, " x ", B.columns);
}

/// f(exec, tag, A, B) of matrices of one type; of_pattern: of A and the pattern of B, whose types may differ.
template <bool of_pattern = false, class F, class Check = decltype(nothing_to_check)>
araios_status of_two(char const* function, araios_context* context, araios_matrix const* A, araios_matrix const* B,
                     araios_matrix** C, F const& f, Check const& check = nothing_to_check) {
  return compute_beside(function, context, [&](auto const& exec) {
    MatrixOutput output(*context, C, "C");
    auto a = canonical_input(*context, A, "A");
    auto b = canonical_input(*context, B, "B");
    require_shapes(a, b);
    check();
    GiveWay const way(C);
    ValueType const type = of_pattern ? a.type : common_type(a.type, b.type);
    Renumbering numbers(exec);
    numbers.add(a, 0, 1);
    numbers.add(b, 0, 1);
    output.set(known_canonical(numbers.matrix(0, 1, [&] {
      return with_type(type, [&](auto t) {
        using S = typename decltype(t)::type;
        using SofB = std::conditional_t<of_pattern, Pattern, S>;
        if (a.format == Format::hypersparse)
          return dcsr_of<S>(exec, f(exec, t, listed_rows<S>(exec, a), listed_rows<SofB>(exec, b)));
        return result<S>(exec, f(exec, t, working<S>(exec, a), working<SofB>(exec, b)), a.index);
      });
    })));
  });
}

araios_status combined(char const* function, araios_context* context, Combination combination, Operator op,
                       araios_matrix const* A, araios_matrix const* B, araios_matrix** C) {
  return of_two(
      function, context, A, B, C,
      [&](auto const& exec, auto t, auto const& a, auto const& b) {
        return combine<typename decltype(t)::type>(exec, combination, op, a, b);
      },
      [&] { require_enumerator(op, Operator::second, "araios_operator"); });
}

}  // namespace
}  // namespace araios_c

using namespace araios_c;

araios_status araios_union(araios_context* context, araios_operator op, araios_matrix const* A, araios_matrix const* B,
                           araios_matrix** C) {
  return combined("araios_union", context, Combination::of_either, of(op), A, B, C);
}
araios_status araios_intersection(araios_context* context, araios_operator op, araios_matrix const* A,
                                  araios_matrix const* B, araios_matrix** C) {
  return combined("araios_intersection", context, Combination::of_both, of(op), A, B, C);
}
araios_status araios_difference(araios_context* context, araios_matrix const* A, araios_matrix const* B,
                                araios_matrix** C) {
  return of_two<true>("araios_difference", context, A, B, C,
                      [](auto const& exec, auto t, auto const& a, auto const& b) {
                        return without<typename decltype(t)::type>(exec, a, b);
                      });
}
araios_status araios_xor(araios_context* context, araios_matrix const* A, araios_matrix const* B, araios_matrix** C) {
  return of_two("araios_xor", context, A, B, C, [](auto const& exec, auto t, auto const& a, auto const& b) {
    return either<typename decltype(t)::type>(exec, a, b);
  });
}
araios_status araios_add(araios_context* context, double alpha, araios_matrix const* A, double beta,
                         araios_matrix const* B, araios_matrix** C) {
  return of_two("araios_add", context, A, B, C, [&](auto const& exec, auto t, auto const& a, auto const& b) {
    return linear_combination<typename decltype(t)::type>(exec, alpha, a, beta, b);
  });
}
