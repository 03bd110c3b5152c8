// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// Products with typed vectors, compiled for each type.

#include <Araios/operations/spmv/options.hpp>
#include <Araios/runtime/dense.hpp>
#include <Araios/runtime/plan.hpp>
#include <Araios/runtime/spmv.hpp>
#include <Araios/runtime/structured.hpp>

namespace Araios::runtime {

/// y := alpha op(A) x + beta y, A in any format.
template <class S, class Exec>
void multiply_vector(Exec const& exec, Araios::SpmvOptions const& options, Coefficient alpha, Matrix const& A,
                     Dense<Number<S>, Exec> const& x, Coefficient beta, Dense<Number<S>, Exec> const& y);
/// Y := alpha op(A) X + beta Y.
template <class S, class Exec>
void multiply_columns(Exec const& exec, Op op, Coefficient alpha, Matrix const& A, DenseMatrix const& X,
                      Coefficient beta, DenseMatrix const& Y);

/// A plan of SpMV, and products with it.
template <class S, class Exec>
Plan make_spmv_plan(Exec const& exec, SpmvPlanChoice const& options, Matrix const& A);
template <class S, class Exec>
void update_spmv_plan(Exec const& exec, Plan const& plan, Matrix const& A);
template <class S, class Exec>
void multiply_with_plan(Exec const& exec, Plan const& plan, Coefficient alpha, Matrix const& A,
                        Dense<Number<S>, Exec> const& x, Coefficient beta, Dense<Number<S>, Exec> const& y);

}  // namespace Araios::runtime
