// SPDX-License-Identifier: Apache-2.0
#include <Araios/generate.hpp>
#include <Araios/reduce.hpp>

#include <cstdio>

int main() {
  Kokkos::ScopeGuard const kokkos;
  Kokkos::DefaultExecutionSpace const exec;
  auto const A = Araios::stencil_matrix(exec, {.nx = 4, .ny = 3});
  auto const sums = Araios::reduce_rows(exec, A);
  std::printf("row 0 adds to %g\n", Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), sums)(0));
}
