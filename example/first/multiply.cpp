// SPDX-License-Identifier: Apache-2.0
#include <Araios/generate.hpp>
#include <Araios/multiply.hpp>

#include <cstdio>

int main() {
  Kokkos::ScopeGuard const kokkos;
  Kokkos::DefaultExecutionSpace const exec;
  auto const A = Araios::stencil_matrix(exec, {.nx = 4, .ny = 3});
  auto const C = Araios::multiply(exec, A, A);
  std::printf("A has %d entries, A A has %d\n", A.nnz(), C.nnz());
}
