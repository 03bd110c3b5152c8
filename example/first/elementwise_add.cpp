// SPDX-License-Identifier: Apache-2.0
#include <Araios/elementwise.hpp>
#include <Araios/generate.hpp>
#include <cstdio>

int main() {
  Kokkos::ScopeGuard const kokkos;
  Kokkos::DefaultExecutionSpace const exec;
  auto const A = Araios::stencil_matrix(exec, {.nx = 4, .ny = 3});
  auto const B = Araios::random_matrix(exec, {.num_rows = 12, .num_cols = 12, .nnz = 144});
  auto const C = Araios::elementwise_add(exec, A, B);
  std::printf("%d and %d entries make %d\n", A.nnz(), B.nnz(), C.nnz());
}
