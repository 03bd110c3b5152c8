// SPDX-License-Identifier: Apache-2.0
/// \file
/// Functions of values, scaling, diagonals, and entries that are selected.

#include "arrays.hpp"
#include "operations.hpp"
#include "spmv.hpp"

#include <Araios/build.hpp>
#include <Araios/select.hpp>
#include <Araios/transform.hpp>

namespace araios_c {

namespace {

/// The functions of a value; kernels choose, so that there is one instance.
template <class T>
struct Apply {
  araios_function f;
  KOKKOS_FUNCTION T operator()(T const& a) const {
    switch (f) {
    case ARAIOS_NEGATE:
      return T(-a);
    case ARAIOS_ABS:
      return absolute(a);
    case ARAIOS_CONJUGATE:
      return conjugate(a);
    case ARAIOS_RECIPROCAL:
      return T(1) / a;
    case ARAIOS_SQUARE:
      return a * a;
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
      return a < T(0) ? T(-a) : T(a == T(0) ? T(0) : a);
  }
  KOKKOS_FUNCTION static T conjugate(T const& a) {
    if constexpr (Araios::is_complex_v<T>)
      return Kokkos::conj(a);
    else
      return a;
  }
  KOKKOS_FUNCTION static T root(T const& a) {
    if constexpr (Araios::is_complex_v<T>)
      return Kokkos::sqrt(a);
    else
      return std::sqrt(a);
  }
};

template <class T>
struct Scale {
  T factor;
  KOKKOS_FUNCTION T operator()(T const& a) const { return factor * a; }
};

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

/// C, which has the entries of A in their order. Where A is CSR the result has its row_map and entries, also those that
/// `working` converted: plans of A take the result.
template <class S, class Exec>
MatrixBody with_values_of(Exec const& exec, MatrixBody const& A, Working<S, Exec> const& C) {
  if (A.format != ARAIOS_CSR) return result<S>(exec, C, A.index, A.owner);
  return with_index(A.index, [&](auto index) {
    using Matrix = Csr<S, decltype(index), Exec>;
    auto const& own = A.as<Matrix>();
    return body_of(Matrix(own.num_rows(), own.num_cols(), own.row_map, own.entries, C.values), A.owner);
  });
}

/// B := the body f(exec, tag, body of A, A by rows), where the body passes the check.
template <class F, class Check>
araios_status of_one(char const* function, araios_context* context, araios_matrix const* A, araios_matrix** B,
                     F const& f, Check const& check) {
  return compute(function, context, [&](auto const& exec) {
    MatrixOutput output(*context, B, "B");
    auto const a = matrix_input(*context, A, "A");
    check(a);
    output.set(with_type(a.type, [&](auto t) { return f(exec, t, a, working<typename decltype(t)::type>(exec, a)); }));
  });
}
/// f(exec, tag, A by rows): a part of its entries.
template <class F, class Check = decltype(nothing_to_check)>
araios_status part_of(char const* function, araios_context* context, araios_matrix const* A, araios_matrix** B,
                      F const& f, Check const& check = nothing_to_check) {
  auto const part = [&](auto const& exec, auto t, MatrixBody const& a, auto const& rows) {
    return result<typename decltype(t)::type>(exec, f(exec, t, rows), a.index, a.owner);
  };
  return of_one(function, context, A, B, part, check);
}
/// f(exec, tag, A by rows): other values for its entries. A pattern stays as it is.
template <class F, class Check = decltype(nothing_to_check)>
araios_status of_values(char const* function, araios_context* context, araios_matrix const* A, araios_matrix** B,
                        F const& f, Check const& check = nothing_to_check) {
  auto const changed = [&](auto const& exec, auto t, MatrixBody const& a, auto const& rows) {
    using S = typename decltype(t)::type;
    if constexpr (Araios::is_pattern_v<S>)
      return with_values_of<S>(exec, a, rows);
    else
      return with_values_of<S>(exec, a, f(exec, t, rows));
  };
  return of_one(function, context, A, B, changed, check);
}

void require_values(MatrixBody const& A) {
  if (A.type == ARAIOS_PATTERN) refuse_type(ARAIOS_PATTERN);
}

/// A dense vector that goes with the values of A.
VectorBody factors_input(araios_context& context, araios_vector const* d, MatrixBody const& A) {
  require_values(A);
  auto body = dense_input(context, d, "d");
  require_type(body, A.type, "d");
  return body;
}

}  // namespace
}  // namespace araios_c

using namespace araios_c;

araios_status araios_apply(araios_context* context, araios_function f, araios_matrix const* A, araios_matrix** B) {
  return of_values(
      "araios_apply", context, A, B,
      [&](auto const& exec, auto t, auto const& a) {
        return Araios::transform_values(exec, Apply<typename decltype(t)::type>{f}, a);
      },
      [&](MatrixBody const&) { require_enumerator(f, ARAIOS_ONE, "araios_function"); });
}
araios_status araios_scale(araios_context* context, double real, double imaginary, araios_matrix const* A,
                           araios_matrix** B) {
  return of_values("araios_scale", context, A, B, [&](auto const& exec, auto t, auto const& a) {
    using S = typename decltype(t)::type;
    return Araios::transform_values(exec, Scale<S>{number<S>(real, imaginary)}, a);
  });
}

araios_status araios_scale_rows(araios_context* context, araios_vector const* d, araios_matrix const* A,
                                araios_matrix** B) {
  VectorBody factors;
  return of_values(
      "araios_scale_rows", context, A, B,
      [&](auto const& exec, auto t, auto const& a) {
        using Exec = std::remove_cvref_t<decltype(exec)>;
        return Araios::scale_rows(exec, dense<typename decltype(t)::type, Exec>(factors), a);
      },
      [&](MatrixBody const& a) { factors = factors_input(*context, d, a); });
}
araios_status araios_scale_columns(araios_context* context, araios_matrix const* A, araios_vector const* d,
                                   araios_matrix** B) {
  VectorBody factors;
  return of_values(
      "araios_scale_columns", context, A, B,
      [&](auto const& exec, auto t, auto const& a) {
        using Exec = std::remove_cvref_t<decltype(exec)>;
        return Araios::scale_columns(exec, a, dense<typename decltype(t)::type, Exec>(factors));
      },
      [&](MatrixBody const& a) { factors = factors_input(*context, d, a); });
}

araios_status araios_diagonal(araios_context* context, araios_matrix const* A, araios_vector** d) {
  return compute("araios_diagonal", context, [&](auto const& exec) {
    VectorOutput output(*context, d, "d");
    auto const a = matrix_input(*context, A, "A");
    output.set(with_type(a.type, [&](auto t) {
      using S = typename decltype(t)::type;
      return body_of_dense(Araios::extract_diagonal<Number<S>>(exec, working<S>(exec, a)));
    }));
  });
}
araios_status araios_diagonal_matrix(araios_context* context, araios_index index, araios_vector const* d,
                                     araios_matrix** A) {
  return compute("araios_diagonal_matrix", context, [&](auto const& exec) {
    using Exec = std::remove_cvref_t<decltype(exec)>;
    MatrixOutput output(*context, A, "A");
    auto const body = dense_input(*context, d, "d");
    araios_index const wanted = or_default(index);
    require_sizes(wanted, body.length, body.length, body.length);
    require_sizes(ARAIOS_INDEX_32, body.length, body.length, 0);
    output.set(with_value_type(body.type, [&](auto t) {
      using S = typename decltype(t)::type;
      return result<S>(exec, Araios::diagonal_matrix<int, std::int64_t>(exec, dense<S, Exec>(body)), wanted);
    }));
  });
}

araios_status araios_band(araios_context* context, araios_matrix const* A, int64_t lower, int64_t upper,
                          araios_matrix** B) {
  return part_of("araios_band", context, A, B,
                 [&](auto const& exec, auto, auto const& a) { return Araios::band(exec, a, lower, upper); });
}
araios_status araios_off_diagonal(araios_context* context, araios_matrix const* A, int64_t k, araios_matrix** B) {
  return part_of("araios_off_diagonal", context, A, B,
                 [&](auto const& exec, auto, auto const& a) { return Araios::off_diagonal_part(exec, a, k); });
}
araios_status araios_select(araios_context* context, araios_comparison comparison, double threshold,
                            araios_matrix const* A, araios_matrix** B) {
  return part_of(
      "araios_select", context, A, B,
      [&](auto const& exec, auto t, auto const& a) {
        using S = typename decltype(t)::type;
        if constexpr (Araios::is_pattern_v<S>)
          return a;  // not reached: refused before
        else
          return Araios::select(exec, a, Compares<S>{comparison, number<S>(threshold, 0)});
      },
      [&](MatrixBody const& a) {
        require_enumerator(comparison, ARAIOS_GREATER_EQUAL, "araios_comparison");
        require_values(a);
        bool const is_complex = a.type == ARAIOS_COMPLEX64 || a.type == ARAIOS_COMPLEX128;
        require(!is_complex || comparison <= ARAIOS_EQUAL, ARAIOS_INVALID_ARGUMENT,
                "complex numbers have no order: ARAIOS_EQUAL or ARAIOS_NOT_EQUAL");
      });
}
araios_status araios_select_marked(araios_context* context, araios_space space, unsigned char const* keep,
                                   araios_matrix const* A, araios_matrix** B) {
  return part_of(
      "araios_select_marked", context, A, B,
      [&](auto const& exec, auto, auto const& a) {
        return Araios::select_marked(exec, a,
                                     take_array<unsigned char>(exec, copies_from(space), keep, a.nnz(), "keep"));
      },
      [&](MatrixBody const& a) {
        require_space(space);
        require(keep != nullptr || a.nnz == 0, ARAIOS_INVALID_ARGUMENT, "keep is NULL");
      });
}
