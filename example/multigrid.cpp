// SPDX-License-Identifier: Apache-2.0
//
// Solves Poisson's equation on a line by CG with a multigrid cycle, whose levels are made here: every second point is on
// the next level. Hierarchies of other grids come from a program such as PyAMG.

#include <Araios/galerkin_plan.hpp>
#include <Araios/generate.hpp>
#include <Araios/multigrid.hpp>
#include <Araios/solve.hpp>
#include <Araios/transpose.hpp>

#include <Kokkos_Core.hpp>

#include <cstdio>

using Exec = Kokkos::DefaultExecutionSpace;
using Space = Exec::memory_space;
using Csr = Araios::CsrMatrix<double, int, int, Space>;

/// Linear interpolation from n to 2 n + 1 points: row i has half of both neighbours, or one value.
Csr interpolation(Exec const& exec, int n) {
  int const rows = 2 * n + 1, nnz = 3 * n;
  Kokkos::View<int*, Space> const row_map("row_map", rows + 1), entries("entries", nnz);
  Kokkos::View<double*, Space> const values("values", nnz);
  Kokkos::parallel_for(
      "interpolation", Kokkos::RangePolicy<Exec>(exec, 0, n), KOKKOS_LAMBDA(int j) {
        // Rows 2 j, 2 j + 1 and 2 j + 2 have an entry in column j; before row 2 j are those of columns 0 to j - 1.
        for (int d = 0; d < 3; ++d) {
          int const at = 3 * j + d;
          entries(at) = j;
          values(at) = d == 1 ? 1 : 0.5;
        }
        row_map(2 * j + 1) = 3 * j + 1;
        row_map(2 * j + 2) = 3 * j + 2;
        if (j == n - 1) row_map(2 * n + 1) = 3 * n;
      });
  return Csr(rows, n, row_map, entries, values);
}

int main(int argc, char** argv) {
  Kokkos::ScopeGuard const kokkos(argc, argv);
  Exec const exec;
  int points = (1 << 16) - 1;
  Araios::MultigridHierarchy<Csr> levels{.A = {Araios::stencil_matrix(exec, {.nx = points})}, .P = {}, .R = {}};
  while (points > 15) {
    points = (points - 1) / 2;
    levels.P.push_back(interpolation(exec, points));
    levels.R.push_back(Araios::transpose(exec, levels.P.back()));
    Araios::GalerkinPlan const product(exec, levels.R.back(), levels.A.back(), levels.P.back());
    Kokkos::View<double*, Space> const values("values", product.nnz());
    product.multiply_values(exec, levels.R.back(), levels.A.back(), levels.P.back(), values);
    levels.A.push_back(Csr(points, points, product.pattern().row_map, product.pattern().entries, values));
  }
  auto const& A = levels.A[0];
  Kokkos::View<double*, Space> const b("b", A.num_rows()), x("x", A.num_rows());
  Kokkos::deep_copy(exec, b, 1.0);

  // [snippet begin]
  Araios::MultigridPlan const M(exec, levels, {.smoother = Araios::MultigridSmoother::jacobi});
  auto const status = Araios::solve(exec, A, M, b, x, {.rtol = 1e-6});
  // [snippet end]
  std::printf("%d levels, %s after %d iterations\n", M.num_levels(), status.converged() ? "converged" : "not converged",
              static_cast<int>(status.iterations));
  return status.converged() ? 0 : 1;
}
