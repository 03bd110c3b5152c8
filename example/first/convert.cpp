// SPDX-License-Identifier: Apache-2.0
#include <Araios/convert.hpp>
#include <Araios/generate.hpp>

#include <cstdio>

int main() {
  Kokkos::ScopeGuard const kokkos;
  Kokkos::DefaultExecutionSpace const exec;
  auto const A = Araios::stencil_matrix(exec, {.nx = 4, .ny = 3});
  auto const B = Araios::convert<Araios::Format::dia>(exec, A);
  std::printf("%d entries on %d diagonals\n", B.nnz(), int(B.num_diagonals()));
}
