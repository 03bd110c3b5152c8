// SPDX-License-Identifier: Apache-2.0
#include <Araios/generate.hpp>
#include <Araios/spmv.hpp>
#include <Kokkos_Core.hpp>
#include <cstdio>

int main(int argc, char** argv) {
  Kokkos::ScopeGuard const kokkos(argc, argv);
  Kokkos::DefaultExecutionSpace const exec;
  auto const A = Araios::stencil_matrix(exec, {.nx = 1000, .ny = 1000});  // 5-point Laplacian, CSR
  Kokkos::View<double*> const x("x", A.num_cols()), y("y", A.num_rows());
  Kokkos::deep_copy(exec, x, 1.0);
  Araios::spmv(exec, 1.0, A, x, 0.0, y);  // y := 1 A x + 0 y
  auto const result = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), y);
  std::printf("%d rows, %d entries, y(0) = %g\n", A.num_rows(), A.nnz(), result(0));
}
