// SPDX-License-Identifier: Apache-2.0
//
// Solves A x = b for the 7-point Laplacian of a grid, with a preconditioner, and says how it went.

#include <Araios/generate.hpp>
#include <Araios/preconditioner.hpp>
#include <Araios/solve.hpp>

#include <Kokkos_Core.hpp>

#include <cstdio>
#include <string>

using Exec = Kokkos::DefaultExecutionSpace;

int main(int argc, char** argv) {
  Kokkos::ScopeGuard const kokkos(argc, argv);
  Exec const exec;
  auto const A = Araios::stencil_matrix(exec, {.nx = 40, .ny = 30, .nz = 20});
  Kokkos::View<double*, Exec::memory_space> const b("b", A.num_rows()), x("x", A.num_rows());
  Kokkos::deep_copy(exec, b, 1.0);

  // [snippet begin]
  Araios::ChebyshevPreconditioner const M(exec, A);
  auto const status = Araios::solve(exec, A, M, b, x, {.method = Araios::KrylovMethod::cg, .rtol = 1e-10});
  std::printf("%s: %d iterations, residual %.1e of at most %.1e\n", std::string(name(status.reason)).c_str(),
              static_cast<int>(status.iterations), status.residual, status.tolerance);
  // [snippet end]
  return status.converged() ? 0 : 1;
}
