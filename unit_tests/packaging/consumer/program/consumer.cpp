// SPDX-License-Identifier: Apache-2.0
#include <Araios/formats/csr.hpp>

#include <Kokkos_Core.hpp>

#include <cstdio>

int main(int argc, char** argv) {
  Kokkos::ScopeGuard const kokkos(argc, argv);
  int const row_map[] = {0, 2, 3};
  int const entries[] = {0, 2, 1};
  double values[] = {1.0, 2.0, 3.0};
  auto const matrix = Araios::wrap_csr<Kokkos::HostSpace>(2, 3, 3, row_map, entries, values);
  std::printf("%d rows, %d columns, %d entries\n", matrix.num_rows(), matrix.num_cols(), matrix.nnz());
  return 0;
}
