// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// The matrices of a batch, how they are solved, and how each system ended.

#include <Araios/solve/krylov/options.hpp>

#include <cstdint>
#include <string_view>

namespace Araios {

/// Square matrices of one pattern: matrix s has the entry (i, entries(p)) with the value values(s, p), for p in row i.
///
///     BatchedMatrix const A{pattern, values};
template <class Pattern, class Values>
struct BatchedMatrix {
  Pattern pattern;  ///< a CsrMatrix; its values, if it has any, are not read
  Values values;    ///< a View of rank 2: systems x nnz
};
template <class Pattern, class Values>
BatchedMatrix(Pattern, Values) -> BatchedMatrix<Pattern, Values>;

/// How the systems of a batch are solved.
enum class BatchedMethod {
  cg,        ///< conjugate gradients: Hermitian positive definite matrices of up to 1,024 rows
  bicgstab,  ///< any matrices of up to 1,024 rows
  lu         ///< dense LU with row interchanges: any matrices of up to 64 rows
};
/// The name of a method, as its enumerator is spelled.
constexpr std::string_view name(BatchedMethod method) {
  constexpr std::string_view names[] = {"cg", "bicgstab", "lu"};
  auto const i = static_cast<unsigned>(method);
  return i < 3 ? names[i] : "unknown";
}

/// What approximates the inverse of a matrix: nothing, or the inverse of its diagonal.
enum class BatchedPreconditioner { none, jacobi };

struct BatchedOptions {
  BatchedMethod method = BatchedMethod::cg;
  BatchedPreconditioner preconditioner = BatchedPreconditioner::jacobi;  ///< of cg and bicgstab
  /// Converged: ||b - A x|| <= max(rtol ||b||, atol), in the 2-norm, for each system by itself.
  double rtol = 1e-5;
  double atol = 0;
  std::int64_t max_iterations = 0;  ///< of a system; 0: 10 n
};

/// How a system of a batch ended.
struct BatchedStatus {
  SolveReason reason = SolveReason::converged;
  /// breakdown_pivot: the row whose diagonal entry is missing, 0 or too small to invert, or the column without a pivot
  /// of lu
  int row = -1;
  std::int64_t iterations = 0;
  double residual = 0;   ///< ||b - A x||, computed from x at the end
  double tolerance = 0;  ///< max(rtol ||b||, atol)
};

}  // namespace Araios
