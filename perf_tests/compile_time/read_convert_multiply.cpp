// SPDX-License-Identifier: Apache-2.0
#include <Araios/convert.hpp>
#include <Araios/io.hpp>
#include <Araios/spmv.hpp>

int main(int, char** argv) {
  Kokkos::ScopeGuard const kokkos;
  Kokkos::DefaultExecutionSpace const exec;
  auto const entries = Araios::read_matrix_market<double>(argv[1]);
  auto const on_device = Araios::copy_to<Kokkos::DefaultExecutionSpace::memory_space>(entries);
  auto const A = Araios::convert<Araios::Format::sell>(exec, Araios::convert<Araios::Format::csr>(exec, on_device));
  Kokkos::View<double*> const x("x", A.num_cols()), y("y", A.num_rows());
  Araios::spmv(exec, 1.0, A, x, 0.0, y);
}
