// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// SpMV and SpMM of matrices, and plans of SpMV, whose types are known at run time.

#include <Araios/operations/spmv/options.hpp>
#include <Araios/runtime/dense.hpp>
#include <Araios/runtime/plan.hpp>
#include <Araios/runtime/semirings.hpp>

#include <cstdint>

namespace Araios::runtime {

/// alpha or beta: a real number, a complex number of two parts, or, of integers, two numbers whose sum it is.
struct Coefficient {
  double real = 1;
  double imaginary = 0;
  template <class T>
  T as() const {
    return number<T>(real, imaginary);
  }
};

/// Which product. Semirings other than plus_times: CSR of real types; other formats are converted for the call.
struct ProductOptions {
  Op op = Op::none;
  SemiringType semiring = SemiringType::plus_times;
  SpmvMethod method = SpmvMethod::automatic;
};

/// y := alpha op(A) x + beta y, in the arithmetic of the semiring
///
/// Shapes        A is m-by-n, in any format. op none: x has n elements, y m; otherwise x has m, y n.
/// Types         x and y have the type of A; of a pattern float64, entries being 1, also where they are repeated.
/// beta == 0     (the zero of the semiring) the old y is not read. In semirings other than plus_times alpha and beta
///               are ignored: y := op(A) x.
/// Asynchronous  where A is in CSR or a format with fast SpMV and not a pattern whose entries are read for the first
///               time to find duplicates.
/// Throws        Error and std::invalid_argument where lengths or types disagree, or y overlaps x or A.
void spmv(Context const& context, ProductOptions const& options, Coefficient alpha, Matrix const& A,
          DenseVector const& x, Coefficient beta, DenseVector const& y);
/// The same with the plan of A, its op or none: no allocation, no wait.
void spmv(Context const& context, ProductOptions const& options, Plan const& plan, Coefficient alpha, Matrix const& A,
          DenseVector const& x, Coefficient beta, DenseVector const& y);
/// Y := alpha op(A) X + beta Y for the columns of X and Y, by plus_times and the method `automatic`.
void spmm(Context const& context, ProductOptions const& options, Coefficient alpha, Matrix const& A,
          DenseMatrix const& X, Coefficient beta, DenseMatrix const& Y);

struct SpmvPlanChoice {
  Op op = Op::none;
  SpmvMethod method = SpmvMethod::automatic;
  std::int64_t expected_applications = 0;  ///< 0: many
  Determinism determinism = Determinism::run_to_run;
};
/// The plan of SpMV with A, which is in CSR.
Plan spmv_plan(Context const& context, SpmvPlanChoice const& options, Matrix const& A);
/// Takes new values of the matrix of the plan, where the plan has a transpose.
void update(Context const& context, Plan const& plan, Matrix const& A);

}  // namespace Araios::runtime
