// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// Options of iterative solvers, and what they report.

#include <Araios/operations/spmv/options.hpp>

#include <cstdint>
#include <functional>
#include <string_view>
#include <vector>

namespace Araios {

/// Which Krylov method. Vectors of n elements besides A, b and x; products with A, applications of M an iteration.
enum class KrylovMethod {
  cg,        ///< conjugate gradients: A symmetric or Hermitian, positive definite. 3 to 4 vectors, 1 product
  bicgstab,  ///< any A. 7 to 9 vectors, 2 products
  gmres,     ///< any A; restarts. restart + 2 to 4 vectors, 1 product
  minres,    ///< A symmetric or Hermitian, also indefinite; M positive definite. 7 to 9 vectors, 1 product
  cr,        ///< conjugate residuals: A Hermitian; M positive definite. 5 to 7 vectors, 1 product
  bicg       ///< any A whose conjugate transpose can be applied. 6 vectors, 2 products
};
/// The name of a method, as its enumerator is spelled.
constexpr std::string_view name(KrylovMethod method) {
  constexpr std::string_view names[] = {"cg", "bicgstab", "gmres", "minres", "cr", "bicg"};
  auto const i = static_cast<unsigned>(method);
  return i < 6 ? names[i] : "unknown";
}

/// Why a solver ended.
enum class SolveReason {
  converged,        ///< the residual b - A x, computed at the end, is within the tolerance
  iteration_limit,  ///< max_iterations were made
  stagnated,        ///< the method's own residual is within the tolerance and b - A x is not, also after a restart
  breakdown_rho,    ///< a product of residuals is 0: the method cannot continue
  breakdown_omega,  ///< BiCGSTAB: the stabilising step is 0
  breakdown_pivot,  ///< a denominator is 0: (r*, A p) of BiCGSTAB, (p*, A p) of BiCG, a singular H of GMRES
  not_positive_definite,  ///< CG: (p, A p) <= 0; or an M with (r, M r) < 0
  not_finite,             ///< NaN or infinity in A, b, x or M, or overflow
  stopped                 ///< by the callback
};
constexpr std::string_view name(SolveReason reason) {
  constexpr std::string_view names[] = {"converged",
                                        "iteration limit",
                                        "stagnated",
                                        "breakdown: a product of residuals is 0",
                                        "breakdown: omega is 0",
                                        "breakdown: a pivot is 0",
                                        "not positive definite",
                                        "not finite",
                                        "stopped by the callback"};
  auto const i = static_cast<unsigned>(reason);
  return i < 9 ? names[i] : "unknown";
}

struct SolveOptions {
  KrylovMethod method = KrylovMethod::cg;
  /// Converged: ||b - A x|| <= max(rtol ||b||, atol), in the 2-norm.
  double rtol = 1e-5;
  double atol = 0;
  std::int64_t max_iterations = 0;  ///< 0: 10 n
  int restart = 30;                 ///< of GMRES: iterations after which it starts over; at most 1024
  bool keeps_history = false;       ///< SolveStatus::history; 8 bytes an iteration of max_iterations
  /// space_to_space: products with A, which is in CSR, are those of SpmvPlanOptions::determinism. x, the history and
  /// the number of iterations then have the same bits in every space and build, where M r has, as of no M and of
  /// Jacobi, and no number is NaN. On CUDA the iterations are then a graph also where A lies in the cache.
  Determinism determinism = Determinism::run_to_run;
  /// Called after each iteration, of GMRES after each cycle, with the number and the residual; false ends the solver.
  /// The host waits for every one where this is given.
  std::function<bool(std::int64_t iteration, double residual)> callback = {};
};

/// How a solver ended.
struct SolveStatus {
  SolveReason reason = SolveReason::converged;
  std::int64_t iterations = 0;
  double residual = 0;         ///< ||b - A x||, computed from x at the end
  double method_residual = 0;  ///< that of the method's recurrence, which rounding may have driven away
  double tolerance = 0;        ///< max(rtol ||b||, atol)
  double pivot = 0;            ///< not_positive_definite: the number that is not positive
  int restarts = 0;            ///< because method_residual was within the tolerance and residual was not
  bool on_device = false;      ///< the iterations ended on the device, and the host waited once
  std::vector<double>
      history;  ///< where it is kept: ||b - A x||, first of the initial guess, then after each iteration

  bool converged() const { return reason == SolveReason::converged; }
};

}  // namespace Araios
