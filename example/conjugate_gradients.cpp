// SPDX-License-Identifier: Apache-2.0
//
// Solves A x = b by conjugate gradients: A is the 7-point Laplacian of a grid, symmetric positive definite.

#include <Araios/generate.hpp>
#include <Araios/spmv_plan.hpp>

#include <Kokkos_Core.hpp>

#include <cmath>
#include <cstdio>

using Exec = Kokkos::DefaultExecutionSpace;
using Vector = Kokkos::View<double*, Exec::memory_space>;

double dot(Exec const& exec, Vector const& x, Vector const& y) {
  double sum = 0;
  Kokkos::parallel_reduce(
      "dot", Kokkos::RangePolicy<Exec>(exec, 0, x.extent(0)),
      KOKKOS_LAMBDA(int i, double& partial) { partial += x(i) * y(i); }, sum);
  return sum;
}

/// y := a x + b y
void axpby(Exec const& exec, double a, Vector const& x, double b, Vector const& y) {
  Kokkos::parallel_for(
      "axpby", Kokkos::RangePolicy<Exec>(exec, 0, x.extent(0)), KOKKOS_LAMBDA(int i) { y(i) = a * x(i) + b * y(i); });
}

int main(int argc, char** argv) {
  Kokkos::ScopeGuard const kokkos(argc, argv);
  Exec const exec;
  auto const A = Araios::stencil_matrix(exec, {.nx = 40, .ny = 30, .nz = 20});
  Vector const b("b", A.num_rows()), x("x", A.num_rows()), r("r", A.num_rows()), p("p", A.num_rows()),
      q("q", A.num_rows());
  Kokkos::deep_copy(exec, b, 1.0);

  // [snippet begin]
  Araios::SpmvPlan const plan(exec, A);  // looks at the rows of A once, for all products
  Kokkos::deep_copy(exec, r, b);         // the residual of x = 0
  Kokkos::deep_copy(exec, p, r);
  double const norm_b = std::sqrt(dot(exec, b, b));
  double rho = dot(exec, r, r);
  int steps = 0;
  for (; steps < 500 && std::sqrt(rho) > 1e-10 * norm_b; ++steps) {
    Araios::spmv(exec, plan, 1.0, A, p, 0.0, q);  // q := A p
    double const alpha = rho / dot(exec, p, q);
    axpby(exec, alpha, p, 1.0, x);
    axpby(exec, -alpha, q, 1.0, r);
    double const rho_before = rho;
    rho = dot(exec, r, r);
    axpby(exec, 1.0, r, rho / rho_before, p);
  }
  // [snippet end]
  Araios::spmv(exec, plan, -1.0, A, x, 1.0, b);  // what is left of b
  double const residual = std::sqrt(dot(exec, b, b)) / norm_b;
  std::printf("%d unknowns, %d steps, residual %.1e\n", A.num_rows(), steps, residual);
  return residual < 1e-9 ? 0 : 1;
}
