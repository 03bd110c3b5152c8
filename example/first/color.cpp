// SPDX-License-Identifier: Apache-2.0
#include <Araios/color.hpp>
#include <Araios/generate.hpp>

#include <cstdio>

int main() {
  Kokkos::ScopeGuard const kokkos;
  Kokkos::DefaultExecutionSpace const exec;
  auto const A = Araios::stencil_matrix(exec, {.nx = 10, .ny = 8});
  auto const C = Araios::color(exec, A);
  std::printf("%d colours for %d rows\n", C.num_colors, int(C.num_rows()));
}
