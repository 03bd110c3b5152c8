// SPDX-License-Identifier: Apache-2.0
#include <Araios/tridiagonal.hpp>
#include <cstdio>
int main() {
  Kokkos::ScopeGuard const kokkos;
  Kokkos::DefaultExecutionSpace const exec;
  Kokkos::View<double*> const off("off", 100), diagonal("diagonal", 100), b("b", 100), x("x", 100);
  Kokkos::deep_copy(off, -1.0);
  Kokkos::deep_copy(diagonal, 2.0);
  Kokkos::deep_copy(b, 1.0);
  Araios::tridiagonal_solve(exec, Araios::TridiagonalMatrix{off, diagonal, off}, b, x);
  std::printf("x(49) = %g\n", Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), x)(49));
}
