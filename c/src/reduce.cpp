// SPDX-License-Identifier: Apache-2.0
/// \file
/// Sums over rows, columns and all entries.

#include "handles.hpp"
#include <Araios/runtime/renumbering.hpp>
#include <Araios/runtime/spmv_typed.hpp>

#include <Araios/reduce.hpp>

namespace araios_c {

namespace {

/// f(Monoid{}) for sums of T.
template <class T, class F>
decltype(auto) with_monoid(Operator add, F const& f) {
  if constexpr (!Araios::is_complex_v<T>) {
    if (add == Operator::min) return f(Araios::Min{});
    if (add == Operator::max) return f(Araios::Max{});
    if (add == Operator::either) return f(Araios::Or{});
  }
  require(add == Operator::plus, ErrorKind::invalid_argument,
          "sums are made by ARAIOS_PLUS, of real types also by ARAIOS_MIN, ARAIOS_MAX and ARAIOS_OR");
  return f(Araios::Plus{});
}

/// Entries are added as they are by PLUS alone.
Matrix input_of_sums(araios_context& context, Operator add, araios_matrix const* A) {
  return add == Operator::plus ? linear_input(context, A, "A") : canonical_input(context, A, "A");
}

}  // namespace

template <class S, class Exec>
void reduce_to(Exec const& exec, Operator add, Working<S, Exec> const& A, double* sum) {
  using T = Number<S>;
  with_monoid<T>(add, [&](auto monoid) { store_number(Araios::reduce<decltype(monoid), T>(exec, A), sum); });
}

#define ARAIOS_RUNTIME_INSTANTIATE(S, Exec) \
  template void reduce_to<S, Exec>(Exec const&, Operator, Working<S, Exec> const&, double*);
ARAIOS_RUNTIME_INSTANTIATE_LIBRARY
#undef ARAIOS_RUNTIME_INSTANTIATE

namespace {

template <class F>
araios_status to_vector(char const* function, araios_context* context, Operator add, araios_matrix const* A,
                        araios_vector** y, F const& f) {
  return compute_beside(function, context, [&](auto const& exec) {
    VectorOutput output(*context, y, "y");
    auto const a = input_of_sums(*context, add, A);
    require(!is_wide(a), ErrorKind::overflow, "the sums of ", a.rows, " x ", a.columns,
            " are more than the 2^31 - 1 elements of a dense vector: araios_reduce_lines gives those of lines with "
            "entries");
    // Entries of a pattern are ones of double: no instance of their own.
    output.set(with_value_type(a.type == ValueType::pattern ? ValueType::float64 : a.type, [&](auto t) {
      using T = typename decltype(t)::type;
      auto const by_rows = working<T>(exec, a);
      return with_monoid<T>(add, [&](auto monoid) { return vector_of_dense(f(exec, monoid, t, by_rows)); });
    }));
  });
}

}  // namespace
}  // namespace araios_c

using namespace araios_c;

araios_status araios_reduce_rows(araios_context* context, araios_operator add, araios_matrix const* A,
                                 araios_vector** y) {
  return to_vector("araios_reduce_rows", context, of(add), A, y,
                   [](auto const& exec, auto monoid, auto t, auto const& a) {
                     return Araios::reduce_rows<decltype(monoid), typename decltype(t)::type>(exec, a);
                   });
}
araios_status araios_reduce_columns(araios_context* context, araios_operator add, araios_matrix const* A,
                                    araios_vector** y) {
  return to_vector("araios_reduce_columns", context, of(add), A, y,
                   [](auto const& exec, auto monoid, auto t, auto const& a) {
                     return Araios::reduce_columns<decltype(monoid), typename decltype(t)::type>(exec, a);
                   });
}
araios_status araios_reduce_lines(araios_context* context, araios_operator add, int of_columns, araios_matrix const* A,
                                  araios_vector** x) {
  return compute_beside("araios_reduce_lines", context, [&](auto const& exec) {
    using Exec = std::remove_cvref_t<decltype(exec)>;
    VectorOutput output(*context, x, "x");
    auto a = input_of_sums(*context, of(add), A);
    Renumbering numbers(exec);
    numbers.add(a, 0, 1);
    numbers.force();
    numbers.apply();
    int const axis = of_columns != 0 ? 1 : 0;
    output.set(with_value_type(a.type == ValueType::pattern ? ValueType::float64 : a.type, [&](auto t) {
      using T = typename decltype(t)::type;
      auto const rows = working<T>(exec, a);
      auto const sums = with_monoid<T>(of(add), [&](auto monoid) -> Dense<T, Exec> {
        using Monoid = decltype(monoid);
        if (axis == 1) return Araios::reduce_columns<Monoid, T>(exec, rows);
        return Araios::reduce_rows<Monoid, T>(exec, rows);
      });
      return numbers.of_names(axis, sums);
    }));
  });
}
araios_status araios_reduce(araios_context* context, araios_operator add, araios_matrix const* A, double* sum) {
  return compute_beside("araios_reduce", context, [&](auto const& exec) {
    auto a = input_of_sums(*context, of(add), A);
    require_pointer(sum, "sum");
    Renumbering numbers(exec);
    numbers.add(a, 0, 1);
    numbers.apply();
    with_type(a.type, [&](auto t) {
      using S = typename decltype(t)::type;
      double parts[2];
      reduce_to<S>(exec, of(add), working<S>(exec, a), parts);
      sum[0] = parts[0], sum[1] = parts[1];
    });
  });
}

araios_status araios_nonempty_rows(araios_context* context, araios_matrix const* A, araios_vector** x) {
  return compute_beside("araios_nonempty_rows", context, [&](auto const& exec) {
    VectorOutput output(*context, x, "x");
    auto a = matrix_input(*context, A, "A");
    Renumbering numbers(exec);
    numbers.add(a, 0, 1);
    output.set(numbers.vector(
        0, [&] { return result<Pattern>(exec, Araios::nonempty_rows(exec, working<Pattern>(exec, a)), a.index); }));
  });
}
araios_status araios_nonempty_columns(araios_context* context, araios_matrix const* A, araios_vector** x) {
  return compute_beside("araios_nonempty_columns", context, [&](auto const& exec) {
    VectorOutput output(*context, x, "x");
    auto a = matrix_input(*context, A, "A");
    Renumbering numbers(exec);
    numbers.add(a, 0, 1);
    output.set(numbers.vector(
        1, [&] { return result<Pattern>(exec, Araios::nonempty_columns(exec, working<Pattern>(exec, a)), a.index); }));
  });
}
