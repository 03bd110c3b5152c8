// SPDX-License-Identifier: Apache-2.0
#include <Araios/convert.hpp>
#include <Araios/formats.hpp>
#include <Araios/io.hpp>
#include <cstdio>
int main() {
  Kokkos::ScopeGuard const kokkos;
  Kokkos::DefaultExecutionSpace const exec;
  auto const file = Araios::read_matrix_market("small.mtx");
  auto const list = Araios::copy_to<decltype(exec)::memory_space>(file);
  auto const A = Araios::convert<Araios::Format::csr>(exec, list);
  std::printf("%d x %d with %d entries\n", A.num_rows(), A.num_cols(), A.nnz());
}
