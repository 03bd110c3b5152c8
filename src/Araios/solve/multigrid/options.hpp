// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// The levels of a multigrid hierarchy, and the options of a cycle.

#include <Araios/formats/argument_types.hpp>

#include <vector>

namespace Araios {

/// Matrices of the levels, the finest first, as PyAMG and others make them: A[l + 1] is R[l] A[l] P[l], or near it.
///
///     MultigridHierarchy<Csr> const levels{.A = {A0, A1, A2}, .P = {P0, P1}, .R = {R0, R1}};
template <class Matrix>
struct MultigridHierarchy {
  std::vector<Matrix> A;  ///< A[l] is n_l-by-n_l
  std::vector<Matrix> P;  ///< prolongation from level l + 1: P[l] is n_l-by-n_(l + 1)
  std::vector<Matrix> R;  ///< restriction of level l: R[l] is n_(l + 1)-by-n_l
};

/// How often a cycle visits the next level, before it returns: once, or twice.
enum class MultigridCycle { v, w };
/// What smooths the error of a level: see preconditioner.hpp and gauss_seidel.hpp.
enum class MultigridSmoother { jacobi, chebyshev, gauss_seidel };

struct MultigridOptions {
  MultigridCycle cycle = MultigridCycle::v;
  MultigridSmoother smoother = MultigridSmoother::gauss_seidel;
  int pre_sweeps = 1;     ///< before the next level; 0 to 64
  int post_sweeps = 1;    ///< after it; a cycle is symmetric where both numbers are equal
  double omega = 2 / 3.;  ///< of Jacobi: x += omega D^-1 (b - A x); between 0 and 2
  int degree = 2;         ///< of Chebyshev: products with A in a sweep; 1 to 64
  double ratio = 4;       ///< of Chebyshev: the largest eigenvalue over the smallest that is damped; above 1
};

namespace Impl::multigrid {
/// The argument after the instance is a hierarchy.
template <class Other>
constexpr void refuse() {
  static_assert(
      always_false<Other>,
      "Araios::MultigridPlan: the argument after exec is a MultigridHierarchy<Matrix>{.A = {...}, .P = {...}, "
      ".R = {...}} of CsrMatrices");
}
}  // namespace Impl::multigrid

}  // namespace Araios
