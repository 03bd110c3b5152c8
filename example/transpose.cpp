// SPDX-License-Identifier: Apache-2.0
#include <Araios/formats.hpp>
#include <Araios/generate.hpp>
#include <Araios/transpose.hpp>
#include <Kokkos_Core.hpp>
#include <cstdio>

int main(int argc, char** argv) {
  Kokkos::ScopeGuard const kokkos(argc, argv);
  Kokkos::DefaultExecutionSpace const exec;
  auto const A = Araios::random_matrix<double>(exec, {.num_rows = 50'000, .num_cols = 80'000, .nnz = 1'000'000});
  auto const B = Araios::transpose(exec, A);  // CSR again, its rows sorted
  auto const b = Araios::copy_to<Kokkos::HostSpace>(B);
  std::printf("%d x %d, %d entries; row 0:", b.num_rows(), b.num_cols(), b.nnz());
  for (int p = b.row_map(0); p < b.row_map(1); ++p) std::printf(" (%d) %.3f", b.entries(p), b.values(p));
}
