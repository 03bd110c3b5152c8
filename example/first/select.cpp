// SPDX-License-Identifier: Apache-2.0
#include <Araios/generate.hpp>
#include <Araios/select.hpp>

#include <cstdio>

int main() {
  Kokkos::ScopeGuard const kokkos;
  Kokkos::DefaultExecutionSpace const exec;
  auto const A = Araios::stencil_matrix(exec, {.nx = 4, .ny = 3});
  auto const C = Araios::select(exec, A, KOKKOS_LAMBDA(int i, int j, double a) { return i < j && a < 0; });
  std::printf("%d of %d entries\n", C.nnz(), A.nnz());
}
