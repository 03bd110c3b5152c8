// SPDX-License-Identifier: Apache-2.0
#include <Araios/choose_format.hpp>

int main() {
  Kokkos::ScopeGuard const kokkos;
  Kokkos::DefaultExecutionSpace const exec;
  Araios::CsrMatrix<double> const A;
  Kokkos::View<double*> const x("x", 0), y("y", 0);
  auto const B = Araios::convert_to(exec, Araios::choose_format(exec, A), A);
  Araios::spmv(exec, 1.0, B, x, 0.0, y);
}
