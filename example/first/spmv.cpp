// SPDX-License-Identifier: Apache-2.0
#include <Araios/generate.hpp>
#include <Araios/spmv.hpp>
#include <cstdio>
int main() {
  Kokkos::ScopeGuard const kokkos;
  Kokkos::DefaultExecutionSpace const exec;
  auto const A = Araios::stencil_matrix(exec, {.nx = 4, .ny = 3});
  Kokkos::View<double*> const x("x", A.num_cols()), y("y", A.num_rows());
  Kokkos::deep_copy(x, 1.0);
  Araios::spmv(exec, 1.0, A, x, 0.0, y);
  std::printf("y(0) = %g\n", Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), y)(0));
}
