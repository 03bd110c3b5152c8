// SPDX-License-Identifier: Apache-2.0
//
// Solves A x = b for the 7-point Laplacian of a grid by conjugate gradients with an incomplete Cholesky factorization.

#include <Araios/factor.hpp>
#include <Araios/generate.hpp>
#include <Araios/solve.hpp>

#include <Kokkos_Core.hpp>

#include <cstdio>

using Exec = Kokkos::DefaultExecutionSpace;

int main(int argc, char** argv) {
  Kokkos::ScopeGuard const kokkos(argc, argv);
  Exec const exec;
  auto const A = Araios::stencil_matrix(exec, {.nx = 40, .ny = 40, .nz = 40});
  Kokkos::View<double*, Exec::memory_space> const b("b", A.num_rows()), x("x", A.num_rows());
  Kokkos::deep_copy(exec, b, 1.0);

  // [snippet begin]
  // By colours of the rows: more iterations than in the order of A, but two levels of rows in place of 118.
  Araios::IncompleteFactor const M(exec, A, {.kind = Araios::FactorKind::ic, .order = Araios::FactorOrder::by_color});
  auto const with = Araios::solve(exec, A, M, b, x, {.rtol = 1e-8});
  // [snippet end]
  Kokkos::deep_copy(exec, x, 0.0);
  auto const without = Araios::solve(exec, A, b, x, {.rtol = 1e-8});
  std::printf("%d levels, %d iterations, %d without factors\n", static_cast<int>(M.lower_solve().levels()),
              static_cast<int>(with.iterations), static_cast<int>(without.iterations));
  return with.converged() && without.converged() ? 0 : 1;
}
