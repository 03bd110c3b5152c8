// SPDX-License-Identifier: Apache-2.0
#include <Araios/generate.hpp>
#include <Araios/triangular.hpp>
#include <cstdio>
int main() {
  Kokkos::ScopeGuard const kokkos;
  Kokkos::DefaultExecutionSpace const exec;
  Araios::TriangularPlan const lower(exec, Araios::stencil_matrix(exec, {.nx = 8, .ny = 10}));
  Kokkos::View<double*> const b("b", 80), x("x", 80);
  Kokkos::deep_copy(b, 4.0);
  Araios::triangular_solve(exec, lower, b, x);
  std::printf("x(1) = %g\n", Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), x)(1));
}
