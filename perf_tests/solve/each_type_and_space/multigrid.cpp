// SPDX-License-Identifier: Apache-2.0
//
// CG with a multigrid cycle, for stencils: P is linear interpolation between every second point of each axis, R its
// transpose, and the next A is R A P. The time of the set-up has these products and the plan.
#include "harness/types.hpp"
#include "solve/krylov_method.hpp"

#include <Araios/core/memory.hpp>
#include <Araios/formats/copy.hpp>
#include <Araios/galerkin_plan.hpp>
#include <Araios/kronecker.hpp>
#include <Araios/multigrid.hpp>
#include <Araios/transpose.hpp>

#include <cstdint>
#include <stdexcept>
#include <string>

namespace Araios::Perf {

namespace {

using On = SolveOn<PerfSpace, PerfScalar>;
using T = PerfScalar;
using Matrix = decltype(On::A);

/// Rows below which a level is the coarsest, unless it is the first one.
constexpr std::int64_t few_rows = 300;

/// Linear interpolation on an axis of n points, of which every second one is on the next level; 0 beyond the ends.
Matrix interpolation(int n) {
  int const coarse = n / 2;
  auto const P = allocate_csr<T, int, int>(Host(), "Araios::Perf::interpolation", n, 3 * coarse - (n % 2 == 0));
  int p = 0;
  P.row_map(0) = 0;
  for (int i = 0; i < n; ++i) {
    for (int c = i / 2 - (i % 2 == 0); c <= i / 2; ++c) {
      if (c < 0 || c >= coarse) continue;
      P.entries(p) = c;
      P.values(p++) = i % 2 == 0 ? T(0.5) : T(1);
    }
    P.row_map(i + 1) = p;
  }
  return copy_to<On::Space>(CsrMatrix<T, int, int, Kokkos::HostSpace>(n, coarse, P));
}

/// The levels above points of a grid, from its matrix.
MultigridHierarchy<Matrix> make_hierarchy(PerfSpace const& exec, Matrix const& A, StencilPoints const& points) {
  MultigridHierarchy<Matrix> levels{{A}, {}, {}};
  for (int n = static_cast<int>(points.side); n > 2 && (levels.P.empty() || levels.A.back().num_rows() > few_rows);
       n /= 2) {
    Matrix const along_axis = interpolation(n);
    Matrix P = along_axis;
    for (int d = 1; d < points.dimensions; ++d) P = kronecker(exec, along_axis, P);
    Matrix const R = transpose(exec, P);
    Matrix const finer = levels.A.back();
    levels.A.push_back(multiply(exec, GalerkinPlan(exec, R, finer, P), R, finer, P));
    levels.P.push_back(P);
    levels.R.push_back(R);
  }
  return levels;
}

template <MultigridSmoother Smoother>
void time_multigrid(On& on, Result& result) {
  if (on.what.points.dimensions == 0) return;
  try {
    auto const make = [&] {
      return MultigridPlan(on.exec(), make_hierarchy(on.exec(), on.A, on.what.points), {.smoother = Smoother});
    };
    auto const M = make();
    time_krylov(on, result, KrylovMethod::cg, 0, M);
    result.numbers.emplace_back("levels", M.num_levels());
    result.workspace_bytes += M.bytes();
    if (result.measured()) result.set_up = on.bench.set_up(make);
  } catch (std::invalid_argument const& refusal) {
    note_refusal(on.exec(), on.all, result, refusal);
  }
}

std::string const with = SolveMethods::cg_multigrid;
Candidate<On> const with_jacobi("solve", "Araios", with + "Jacobi", time_multigrid<MultigridSmoother::jacobi>,
                                {.word = "cg_multigrid", .place = 8});
Candidate<On> const with_chebyshev("solve", "Araios", with + "Chebyshev", time_multigrid<MultigridSmoother::chebyshev>,
                                   {.word = "cg_multigrid", .place = 9});
Candidate<On> const with_gauss_seidel("solve", "Araios", with + "Gauss-Seidel",
                                      time_multigrid<MultigridSmoother::gauss_seidel>,
                                      {.word = "cg_multigrid", .place = 10});

}  // namespace

}  // namespace Araios::Perf
