// SPDX-License-Identifier: Apache-2.0
#include <Araios/generate.hpp>
#include <Araios/spmm.hpp>
#include <cstdio>
int main() {
  Kokkos::ScopeGuard const kokkos;
  Kokkos::DefaultExecutionSpace const exec;
  auto const A = Araios::stencil_matrix(exec, {.nx = 4, .ny = 3});
  Kokkos::View<double**> const X("X", A.num_cols(), 2), Y("Y", A.num_rows(), 2);
  Kokkos::deep_copy(X, 1.0);
  Araios::spmm(exec, 1.0, A, X, 0.0, Y);
  std::printf("Y(0, 1) = %g\n", Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), Y)(0, 1));
}
