// SPDX-License-Identifier: Apache-2.0
//
// Solves with the two triangles of a matrix, for one right-hand side and for four, and says how many steps that takes.

#include <Araios/generate.hpp>
#include <Araios/triangular.hpp>

#include <Kokkos_Core.hpp>

#include <cstdio>

using Exec = Kokkos::DefaultExecutionSpace;
using Space = Exec::memory_space;

int main(int argc, char** argv) {
  Kokkos::ScopeGuard const kokkos(argc, argv);
  Exec const exec;
  auto const A = Araios::stencil_matrix(exec, {.nx = 100, .ny = 100});
  auto const n = static_cast<std::size_t>(A.num_rows());

  // [snippet begin]
  // M = (D + L) D^-1 (D + U) is near A: a solve with it is a solve with each triangle and a product with D.
  Araios::TriangularPlan const lower(exec, A, {.triangle = Araios::Triangle::lower});
  Araios::TriangularPlan const upper(exec, A, {.triangle = Araios::Triangle::upper});
  Kokkos::View<double*, Space> const b("b", n), y("y", n), x("x", n);
  Kokkos::deep_copy(exec, b, 1.0);
  Araios::triangular_solve(exec, lower, b, y);
  Kokkos::parallel_for("diagonal", Kokkos::RangePolicy<Exec>(exec, 0, n), KOKKOS_LAMBDA(int i) { y(i) *= 4; });
  Araios::triangular_solve(exec, upper, y, x);
  // [snippet end]

  // Four right-hand sides, whose rows are contiguous.
  Kokkos::View<double**, Kokkos::LayoutRight, Space> const B("B", n, 4), X("X", n, 4);
  Kokkos::deep_copy(exec, B, 1.0);
  Araios::triangular_solve(exec, lower, B, X);

  // The transpose of the lower triangle is the upper one here, as A is symmetric.
  Araios::TriangularPlan const transposed(exec, A, {.op = Araios::Op::transpose});
  Kokkos::View<double*, Space> const again("again", n);
  Araios::triangular_solve(exec, transposed, y, again);
  double difference = 0;
  Kokkos::parallel_reduce(
      "difference", Kokkos::RangePolicy<Exec>(exec, 0, n),
      KOKKOS_LAMBDA(int i, double& sum) { sum += (x(i) - again(i)) * (x(i) - again(i)); }, difference);

  std::printf("%d levels of %d rows; x and the solution by the transpose differ by %g\n", int(lower.levels()),
              int(lower.rows_per_level()), difference);
  return difference == 0 ? 0 : 1;
}
