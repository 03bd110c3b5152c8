// SPDX-License-Identifier: Apache-2.0
//
// Heat in 1,000 rods of different conductivity, whose ends are kept at 0: backward Euler solves a tridiagonal system for
// each rod in each step. No step waits for the one before it.

#include <Araios/core/read_back.hpp>
#include <Araios/tridiagonal.hpp>

#include <cmath>
#include <cstdint>
#include <cstdio>

using Exec = Kokkos::DefaultExecutionSpace;
// Column r is rod r. In LayoutLeft its points are next to each other.
using Rods = Kokkos::View<double**, Kokkos::LayoutLeft, Exec::memory_space>;

constexpr int points = 511, rods = 1000, steps = 100;
constexpr double pi = 3.14159265358979323846;

/// The number that a step multiplies the second difference of rod r by.
KOKKOS_INLINE_FUNCTION double conductivity(int r) { return 50.0 + 0.5 * r; }

/// u is a half wave of the sine; row i of the matrix is (1 + 2 c) u(i) - c u(i - 1) - c u(i + 1).
void make_rods(Exec const& exec, Araios::TridiagonalMatrix<Rods> const& A, Rods const& u) {
  auto const make = KOKKOS_LAMBDA(int k) {
    int const i = k % points, r = k / points;
    double const c = conductivity(r);
    A.lower(i, r) = -c;
    A.diagonal(i, r) = 1 + 2 * c;
    A.upper(i, r) = -c;
    u(i, r) = std::sin(pi * (i + 1) / (points + 1));
  };
  Kokkos::parallel_for(Kokkos::RangePolicy<Exec>(exec, 0, points * rods), make);
}

int main(int argc, char** argv) {
  Kokkos::ScopeGuard const kokkos(argc, argv);
  Exec const exec;
  Rods const u("u", points, rods);
  Araios::TridiagonalMatrix const A{Rods("lower", points, rods), Rods("diagonal", points, rods),
                                    Rods("upper", points, rods)};
  make_rods(exec, A, u);

  Kokkos::View<std::int64_t, Exec::memory_space> const zero_pivot("zero pivot");
  for (int step = 0; step < steps; ++step)
    Araios::tridiagonal_solve(exec, A, u, u, zero_pivot, {.pivoting = Araios::Pivoting::none});
  if (Araios::read_back(exec, zero_pivot, "after all steps") >= 0) return 1;

  // The half wave keeps its form. A step divides it by 1 + 4 c sin^2(pi h / 2).
  auto const result = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), u);
  double const wave = std::sin(pi / 2 / (points + 1));
  double error = 0;
  for (int r = 0; r < rods; ++r)
    for (int i = 0; i < points; ++i) {
      double const expected = std::sin(pi * (i + 1) / (points + 1)) /
                              std::pow(1 + 4 * conductivity(r) * wave * wave, static_cast<double>(steps));
      error = std::fmax(error, std::abs(result(i, r) - expected));
    }
  std::printf("%d rods, %d steps, middle of the first and the last: %.4f %.4f, error below 1e-11: %s\n", rods, steps,
              result(points / 2, 0), result(points / 2, rods - 1), error < 1e-11 ? "yes" : "no");
  return error < 1e-11 ? 0 : 1;
}
