// SPDX-License-Identifier: Apache-2.0
//
// Solves A x = b by conjugate gradients with a symmetric Gauss-Seidel sweep as preconditioner, in half the steps.

#include <Araios/gauss_seidel.hpp>
#include <Araios/generate.hpp>
#include <Araios/spmv.hpp>

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

/// The steps until the residual of A x = 1 is 1e-8 of what it was; precondition(r, z) makes z of r.
template <class Matrix, class Precondition>
int solve(Exec const& exec, Matrix const& A, Precondition const& precondition) {
  auto const n = static_cast<std::size_t>(A.num_rows());
  Vector const r("r", n), z("z", n), p("p", n), q("q", n), x("x", n);
  Kokkos::deep_copy(exec, r, 1.0);
  precondition(r, z);
  Kokkos::deep_copy(exec, p, z);
  double const bound = 1e-8 * std::sqrt(dot(exec, r, r));
  double rho = dot(exec, r, z);
  int steps = 0;
  for (; steps < 2000 && std::sqrt(dot(exec, r, r)) > bound; ++steps) {
    Araios::spmv(exec, 1.0, A, p, 0.0, q);
    double const alpha = rho / dot(exec, p, q);
    axpby(exec, alpha, p, 1.0, x);
    axpby(exec, -alpha, q, 1.0, r);
    precondition(r, z);
    double const before = rho;
    rho = dot(exec, r, z);
    axpby(exec, 1.0, z, rho / before, p);
  }
  return steps;
}

int main(int argc, char** argv) {
  Kokkos::ScopeGuard const kokkos(argc, argv);
  Exec const exec;
  auto const A = Araios::stencil_matrix(exec, {.nx = 100, .ny = 100});

  // [snippet begin]
  Araios::GaussSeidelPlan const sweeps(exec, A);  // rows of one colour do not depend on each other
  int const without = solve(exec, A, [&](Vector const& r, Vector const& z) { Kokkos::deep_copy(exec, z, r); });
  int const with = solve(exec, A, [&](Vector const& r, Vector const& z) { sweeps.apply(exec, r, z); });
  // [snippet end]
  std::printf("%d colours, %d steps without sweeps, %d with\n", sweeps.coloring().num_colors, without, with);
  return with < without ? 0 : 1;
}
