// SPDX-License-Identifier: Apache-2.0
/// \file
/// Functions of values, scaling, diagonals, and entries that are selected.

#include "handles.hpp"

#include <Araios/runtime/arrays.hpp>
#include <Araios/runtime/operations.hpp>
#include <Araios/runtime/renumbering.hpp>
#include <Araios/runtime/spmv_typed.hpp>

#include <Araios/build.hpp>
#include <Araios/select.hpp>
#include <Araios/transform.hpp>

#include <cmath>
#include <limits>

namespace araios_c {

namespace {

/// The functions of a value; kernels choose, so that there is one instance.
template <class T>
struct Apply {
  araios_function f;
  KOKKOS_FUNCTION T operator()(T const& a) const {
    switch (f) {
    case ARAIOS_NEGATE:
      return Araios::wrapping_negative(a);
    case ARAIOS_ABS:
      return absolute(a);
    case ARAIOS_CONJUGATE:
      return conjugate(a);
    case ARAIOS_RECIPROCAL:
      return reciprocal(a);
    case ARAIOS_SQUARE:
      return Araios::wrapping_product(a, a);
    case ARAIOS_SQRT:
      return root(a);
    default:
      return T(1);
    }
  }

 private:
  KOKKOS_FUNCTION static T absolute(T const& a) {
    if constexpr (Araios::is_complex_v<T>)
      return T(Kokkos::abs(a));
    else
      return a < T(0) ? Araios::wrapping_negative(a) : T(a == T(0) ? T(0) : a);
  }
  KOKKOS_FUNCTION static T conjugate(T const& a) {
    if constexpr (Araios::is_complex_v<T>)
      return Kokkos::conj(a);
    else
      return a;
  }
  // Functions that integers are refused for: araios_apply.
  KOKKOS_FUNCTION static T reciprocal(T const& a) {
    if constexpr (std::is_integral_v<T>)
      return a;
    else
      return T(1) / a;
  }
  KOKKOS_FUNCTION static T root(T const& a) {
    if constexpr (std::is_integral_v<T>)
      return a;
    else if constexpr (Araios::is_complex_v<T>)
      return Kokkos::sqrt(a);
    else
      return std::sqrt(a);
  }
};

template <class T>
struct Scale {
  T factor;
  KOKKOS_FUNCTION T operator()(T const& a) const { return Araios::wrapping_product(factor, a); }
};

/// A comparison with an integer, which integers pass that pass the one with a number.
struct IntegerComparison {
  araios_comparison comparison;
  std::int64_t threshold;
};
IntegerComparison with_integer(araios_comparison comparison, double number) {
  constexpr std::int64_t lowest = std::numeric_limits<std::int64_t>::min();
  constexpr double end = -static_cast<double>(lowest);  // 2^63
  IntegerComparison const all{ARAIOS_GREATER_EQUAL, lowest}, none{ARAIOS_LESS, lowest};
  if (std::isnan(number)) return comparison == ARAIOS_NOT_EQUAL ? all : none;
  bool const is_less = comparison == ARAIOS_LESS || comparison == ARAIOS_LESS_EQUAL;
  bool const is_greater = comparison == ARAIOS_GREATER || comparison == ARAIOS_GREATER_EQUAL;
  if (number >= end) return is_less || comparison == ARAIOS_NOT_EQUAL ? all : none;
  if (number < -end) return is_greater || comparison == ARAIOS_NOT_EQUAL ? all : none;
  double const below = std::floor(number);
  auto const integer = static_cast<std::int64_t>(below);
  if (below == number) return {comparison, integer};
  if (is_less) return {ARAIOS_LESS_EQUAL, integer};
  if (is_greater) return {ARAIOS_GREATER, integer};
  return comparison == ARAIOS_NOT_EQUAL ? all : none;
}

/// Whether a value compares so with another one.
template <class T>
struct Compares {
  araios_comparison comparison;
  T threshold;
  KOKKOS_FUNCTION bool operator()(std::int64_t, std::int64_t, T const& a) const {
    if (comparison == ARAIOS_NOT_EQUAL) return !(a == threshold);
    if (comparison == ARAIOS_EQUAL) return a == threshold;
    if constexpr (Araios::is_complex_v<T>) {
      return false;  // not reached: refused before
    } else {
      if (comparison == ARAIOS_LESS) return a < threshold;
      if (comparison == ARAIOS_LESS_EQUAL) return a <= threshold;
      if (comparison == ARAIOS_GREATER) return a > threshold;
      return a >= threshold;
    }
  }
};

template <class F, class From, class To>
struct MapValues {
  F f;
  From from;
  To to;
  KOKKOS_FUNCTION void operator()(std::int64_t p) const { to(p) = f(from(p)); }
};

/// A with f of each value, over its arrays of indices; of formats without a value for each entry in CSR.
template <class S, class Exec, class F>
Matrix mapped(Exec const& exec, F const& f, Matrix const& A) {
  if (!has_own_values(A)) return result<S>(exec, Araios::transform_values(exec, f, working<S>(exec, A)), A.index);
  auto const from = values_of<S, Exec>(A);
  auto const to = Araios::allocate<Dense<S, Exec>>(exec, "Araios::c::values", A.nnz);
  if (A.nnz > 0)
    Kokkos::parallel_for("Araios::c::map_values", Araios::range(exec, A.nnz),
                         MapValues<F, std::remove_cv_t<decltype(from)>, Dense<S, Exec>>{f, from, to});
  return with_values<S, Exec>(A, to);
}

/// How a function takes its operand: matrix_input where f of the parts of a sum are the parts of f of the sum.
using Input = Matrix (*)(araios_context&, araios_matrix const*, char const*);

/// B := f(exec, tag, A), where A passes the check. A pattern stays as it is.
template <class F, class Check = decltype(nothing_to_check)>
araios_status of_values(char const* function, araios_context* context, Input input, araios_matrix const* A,
                        araios_matrix** B, F const& f, Check const& check = nothing_to_check) {
  return compute_beside(function, context, [&](auto const& exec) {
    MatrixOutput output(*context, B, "B");
    auto const a = input(*context, A, "A");
    check(a);
    output.set(with_type(a.type, [&](auto t) -> Matrix {
      using S = typename decltype(t)::type;
      if constexpr (Araios::is_pattern_v<S>)
        return has_own_values(a) ? a : result<S>(exec, working<S>(exec, a), a.index, a.owner);
      else
        return f(exec, t, a);
    }));
  });
}

/// f(exec, tag, A by rows): a part of its entries. Of CSC the rows are columns.
template <class F, class Check = decltype(nothing_to_check)>
araios_status part_of(char const* function, araios_context* context, Input input, araios_matrix const* A,
                      araios_matrix** B, F const& f, Check const& check = nothing_to_check) {
  return compute_beside(function, context, [&](auto const& exec) {
    MatrixOutput output(*context, B, "B");
    auto a = input(*context, A, "A");
    check(a);
    Renumbering numbers(exec);
    numbers.add(a, 0, 1);
    output.set(numbers.matrix(0, 1, [&] {
      return with_type(a.type, [&](auto t) {
        using S = typename decltype(t)::type;
        return result<S>(exec, f(exec, t, working<S>(exec, a)), a.index, a.owner);
      });
    }));
  });
}

void require_values(Matrix const& A) {
  if (A.type == ValueType::pattern) refuse_type(ValueType::pattern);
}

/// A dense vector that goes with the values of A.
Vector factors_input(araios_context& context, araios_vector const* d, Matrix const& A) {
  require_values(A);
  auto body = dense_input(context, d, "d");
  require_type(body.type, A.type, "d");
  return body;
}

}  // namespace
}  // namespace araios_c

using namespace araios_c;

araios_status araios_apply(araios_context* context, araios_function f, araios_matrix const* A, araios_matrix** B) {
  bool const is_linear = f == ARAIOS_NEGATE || f == ARAIOS_CONJUGATE;
  return of_values(
      "araios_apply", context, is_linear ? matrix_input : canonical_input, A, B,
      [&](auto const& exec, auto t, Matrix const& a) {
        using S = typename decltype(t)::type;
        return mapped<S>(exec, Apply<S>{f}, a);
      },
      [&](Matrix const& a) {
        require_enumerator(f, ARAIOS_ONE, "araios_function");
        require(a.type != ValueType::int64 || (f != ARAIOS_RECIPROCAL && f != ARAIOS_SQRT), ErrorKind::invalid_argument,
                "reciprocals and roots of ARAIOS_INT64 are not integers: araios_cast to ARAIOS_FLOAT64");
      });
}
araios_status araios_scale(araios_context* context, double real, double imaginary, araios_matrix const* A,
                           araios_matrix** B) {
  return of_values("araios_scale", context, matrix_input, A, B, [&](auto const& exec, auto t, Matrix const& a) {
    using S = typename decltype(t)::type;
    return mapped<S>(exec, Scale<S>{number<S>(real, imaginary)}, a);
  });
}

namespace {

template <class Factors, class At, class From, class To>
struct ScaleLines {
  Factors factors;
  At at;
  From from;
  To to;
  KOKKOS_FUNCTION void operator()(std::int64_t p) const { to(p) = Araios::wrapping_product(factors(at(p)), from(p)); }
};

/// A with entry p times factor `row` or column of p: COO as it is, others by their list.
template <class S, class Exec>
Matrix scaled_list(Exec const& exec, Dense<S, Exec> const& factors, Matrix const& A, bool by_rows) {
  auto const list = as_list(exec, A);
  auto const& B = list.template as<Coo<S, Index64, Exec>>();
  auto const to = Araios::allocate<Dense<S, Exec>>(exec, "Araios::c::values", A.nnz);
  auto const at = by_rows ? B.row_indices : B.col_indices;
  using At = std::remove_cv_t<decltype(at)>;
  if (A.nnz > 0)
    Kokkos::parallel_for("Araios::c::scale_lines", Araios::range(exec, A.nnz),
                         ScaleLines<Dense<S, Exec>, At, std::remove_cvref_t<decltype(B.values)>, Dense<S, Exec>>{
                             factors, at, B.values, to});
  return with_values<S, Exec>(A, to);
}

araios_status scale_lines(char const* function, araios_context* context, araios_vector const* d, araios_matrix const* A,
                          bool by_rows, araios_matrix** B) {
  Vector factors;
  return of_values(
      function, context, matrix_input, A, B,
      [&](auto const& exec, auto t, Matrix const& a) {
        using Exec = std::remove_cvref_t<decltype(exec)>;
        using S = typename decltype(t)::type;
        auto const d_of_lines = dense<S, Exec>(factors);
        if (a.format == Format::coo || a.format == Format::hypersparse || a.format == Format::csc || is_wide(a)) {
          std::int64_t const lines = by_rows ? a.rows : a.columns;
          require(factors.length == lines, ErrorKind::invalid_argument, "d has ", factors.length, " elements, A ",
                  lines, by_rows ? " rows" : " columns");
          return scaled_list<S>(exec, d_of_lines, a, by_rows);
        }
        auto const rows = working<S>(exec, a);
        auto const scaled = by_rows ? Araios::scale_rows(exec, d_of_lines, rows).values
                                    : Araios::scale_columns(exec, rows, d_of_lines).values;
        if (a.format == Format::csr) return with_values<S, Exec>(a, scaled);
        return result<S>(exec, Working<S, Exec>(a.rows, a.columns, rows.row_map, rows.entries, scaled), a.index);
      },
      [&](Matrix const& a) { factors = factors_input(*context, d, a); });
}

}  // namespace

araios_status araios_scale_rows(araios_context* context, araios_vector const* d, araios_matrix const* A,
                                araios_matrix** B) {
  return scale_lines("araios_scale_rows", context, d, A, true, B);
}
araios_status araios_scale_columns(araios_context* context, araios_matrix const* A, araios_vector const* d,
                                   araios_matrix** B) {
  return scale_lines("araios_scale_columns", context, d, A, false, B);
}

araios_status araios_diagonal(araios_context* context, araios_matrix const* A, araios_vector** d) {
  return compute_beside("araios_diagonal", context, [&](auto const& exec) {
    VectorOutput output(*context, d, "d");
    auto const a = canonical_input(*context, A, "A");
    require(!is_wide(a), ErrorKind::overflow, "the diagonal of ", a.rows, " x ", a.columns,
            " has more than the 2^31 - 1 elements of a dense vector: araios_band keeps its entries");
    output.set(with_type(a.type, [&](auto t) {
      using S = typename decltype(t)::type;
      return vector_of_dense(Araios::extract_diagonal<Number<S>>(exec, working<S>(exec, a)));
    }));
  });
}
araios_status araios_diagonal_matrix(araios_context* context, araios_index index, araios_vector const* d,
                                     araios_matrix** A) {
  return compute_beside("araios_diagonal_matrix", context, [&](auto const& exec) {
    using Exec = std::remove_cvref_t<decltype(exec)>;
    MatrixOutput output(*context, A, "A");
    auto const body = dense_input(*context, d, "d");
    IndexType const requested = or_default(of(index));
    require_sizes(requested, body.length, body.length, body.length);
    require_sizes(IndexType::index_32, body.length, body.length, 0);
    output.set(with_value_type(body.type, [&](auto t) {
      using S = typename decltype(t)::type;
      return result<S>(exec, Araios::diagonal_matrix<int, std::int64_t>(exec, dense<S, Exec>(body)), requested);
    }));
  });
}

namespace {
/// Entries by their diagonals: lower <= j - i <= upper, or all others.
araios_status on_diagonals(char const* function, araios_context* context, araios_matrix const* A, std::int64_t lower,
                           std::int64_t upper, bool complement, araios_matrix** B) {
  return compute_beside(function, context, [&](auto const& exec) {
    MatrixOutput output(*context, B, "B");
    auto const a = matrix_input(*context, A, "A");
    require(lower <= upper, ErrorKind::invalid_argument, "lower ", lower, " is greater than upper ", upper);
    if (a.format != Format::csr || is_wide(a))
      return output.set(entries_on_diagonals(exec, a, lower, upper, complement));
    auto made = with_type(a.type, [&](auto t) {
      using S = typename decltype(t)::type;
      auto const rows = working<S>(exec, a);
      return result<S>(
          exec, complement ? Araios::off_diagonal_part(exec, rows, lower) : Araios::band(exec, rows, lower, upper),
          a.index, a.owner);
    });
    made.is_canonical = a.is_canonical;
    output.set(std::move(made));
  });
}
}  // namespace

araios_status araios_band(araios_context* context, araios_matrix const* A, int64_t lower, int64_t upper,
                          araios_matrix** B) {
  return on_diagonals("araios_band", context, A, lower, upper, false, B);
}
araios_status araios_off_diagonal(araios_context* context, araios_matrix const* A, int64_t k, araios_matrix** B) {
  return on_diagonals("araios_off_diagonal", context, A, k, k, true, B);
}
araios_status araios_select(araios_context* context, araios_comparison comparison, double threshold,
                            araios_matrix const* A, araios_matrix** B) {
  return part_of(
      "araios_select", context, canonical_input, A, B,
      [&](auto const& exec, auto t, auto const& a) {
        using S = typename decltype(t)::type;
        if constexpr (Araios::is_pattern_v<S>) {
          return a;  // not reached: refused before
        } else if constexpr (std::is_integral_v<S>) {
          auto const exact = with_integer(comparison, threshold);
          return Araios::select(exec, a, Compares<S>{exact.comparison, exact.threshold});
        } else {
          return Araios::select(exec, a, Compares<S>{comparison, number<S>(threshold, 0)});
        }
      },
      [&](Matrix const& a) {
        require_enumerator(comparison, ARAIOS_GREATER_EQUAL, "araios_comparison");
        require_values(a);
        bool const is_complex = a.type == ValueType::complex64 || a.type == ValueType::complex128;
        require(!is_complex || comparison <= ARAIOS_EQUAL, ErrorKind::invalid_argument,
                "complex numbers have no order: ARAIOS_EQUAL or ARAIOS_NOT_EQUAL");
      });
}
araios_status araios_select_marked(araios_context* context, araios_space space, unsigned char const* keep,
                                   araios_matrix const* A, araios_matrix** B) {
  return part_of(
      "araios_select_marked", context, matrix_input, A, B,
      [&](auto const& exec, auto, auto const& a) {
        return Araios::select_marked(exec, a,
                                     take_array<unsigned char>(exec, copies_from(of(space)), keep, a.nnz(), "keep"));
      },
      [&](Matrix const& a) {
        require_space(of(space));
        require(keep != nullptr || a.nnz == 0, ErrorKind::invalid_argument, "keep is NULL");
      });
}
