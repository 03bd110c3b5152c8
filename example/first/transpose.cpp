// SPDX-License-Identifier: Apache-2.0
#include <Araios/generate.hpp>
#include <Araios/transpose.hpp>

#include <cstdio>

int main() {
  Kokkos::ScopeGuard const kokkos;
  Kokkos::DefaultExecutionSpace const exec;
  auto const A = Araios::random_matrix(exec, {.num_rows = 50, .num_cols = 80, .nnz = 1000});
  auto const B = Araios::transpose(exec, A);
  std::printf("%d x %d with %d entries\n", B.num_rows(), B.num_cols(), B.nnz());
}
