// SPDX-License-Identifier: Apache-2.0
#include <Araios/spmv_plan.hpp>

int main() {
  Kokkos::ScopeGuard const kokkos;
  Kokkos::DefaultExecutionSpace const exec;
  Araios::CsrMatrix<double> const A;
  Kokkos::View<double*> const x("x", 0), y("y", 0);
  Araios::SpmvPlan const plan(exec, A, {.op = Araios::Op::transpose});
  Araios::spmv(exec, plan, 1.0, A, x, 0.0, y);
}
