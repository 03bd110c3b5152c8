// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// Products with typed matrices and vectors, compiled for each type.

#include "structured.hpp"

#include <Araios/operations/spmv/options.hpp>

namespace araios_c {

/// The elements of vectors that go with a matrix.
template <class S>
using Number = std::conditional_t<Araios::is_pattern_v<S>, double, S>;

/// alpha and beta as the caller gives them.
struct Factors {
  double alpha, alpha_imaginary, beta, beta_imaginary;
  template <class T>
  T a() const {
    return number<T>(alpha, alpha_imaginary);
  }
  template <class T>
  T b() const {
    return number<T>(beta, beta_imaginary);
  }
};

/// y := alpha op(A) x + beta y, A in any format.
template <class S, class Exec>
void multiply_vector(Exec const& exec, Araios::SpmvOptions const& options, Factors const& factors, MatrixBody const& A,
                     Dense<Number<S>, Exec> const& x, Dense<Number<S>, Exec> const& y);
/// y := op(A) x in a semiring other than plus-times; S is float or double.
template <class S, class Exec>
void multiply_vector_in(Exec const& exec, araios_semiring semiring, Araios::SpmvOptions const& options,
                        Working<S, Exec> const& A, Dense<S, Exec> const& x, Dense<S, Exec> const& y);
/// Y := alpha op(A) X + beta Y.
template <class S, class Exec>
void multiply_columns(Exec const& exec, araios_op op, Factors const& factors, MatrixBody const& A,
                      araios_dense const& X, araios_dense const& Y);

/// A plan of SpMV, and products with it.
template <class S, class Exec>
std::unique_ptr<araios_plan> make_spmv_plan(Exec const& exec, araios_spmv_plan_options const& options,
                                            MatrixBody const& A);
template <class S, class Exec>
void update_spmv_plan(Exec const& exec, araios_plan& plan, MatrixBody const& A);
template <class S, class Exec>
void multiply_with_plan(Exec const& exec, araios_plan const& plan, Factors const& factors, MatrixBody const& A,
                        Dense<Number<S>, Exec> const& x, Dense<Number<S>, Exec> const& y);

}  // namespace araios_c
