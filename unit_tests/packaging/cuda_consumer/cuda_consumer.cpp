// SPDX-License-Identifier: Apache-2.0
#include <Araios/formats/csr.hpp>
#include <Araios/spmv.hpp>
#include <Araios/transpose.hpp>

#include <Kokkos_Core.hpp>

#include <cstdio>

#ifndef KOKKOS_ENABLE_CUDA
#error "this program is for a Kokkos with CUDA"
#endif

int main(int argc, char** argv) {
  Kokkos::ScopeGuard const kokkos(argc, argv);
  Kokkos::Cuda const exec;
  Araios::CsrMatrix<double, int, int, Kokkos::CudaSpace> const A;
  auto const B = Araios::transpose(exec, A);
  Kokkos::View<double*, Kokkos::CudaSpace> const x("x", 0), y("y", 0);
  Araios::spmv(exec, 1.0, B, x, 0.0, y);
  std::printf("%d rows\n", B.num_rows());
  return 0;
}
