// SPDX-License-Identifier: Apache-2.0
#include <Araios/transpose.hpp>

int main() {
  Kokkos::ScopeGuard const kokkos;
  Kokkos::DefaultExecutionSpace const exec;
  Araios::CsrMatrix<double> const A;
  auto const B = Araios::transpose(exec, A);
  return B.num_rows();
}
