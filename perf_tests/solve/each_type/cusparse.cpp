// SPDX-License-Identifier: Apache-2.0
#ifdef ARAIOS_HAVE_CUBLAS
#include "baselines/cusparse_cg.hpp"
#include "harness/types.hpp"
#include "solve/solve_case.hpp"

#include <memory>
#include <string>

namespace Araios::Perf {

namespace {

using On = SolveOn<Device, PerfScalar>;
using T = PerfScalar;
using Vector = Kokkos::View<T*, Kokkos::CudaSpace>;

/// 1 / a(i, i)
Vector inverse_diagonal(On const& on) {
  Vector const inverse("Araios::Perf::inverse", on.b.extent(0));
  auto const host = Kokkos::create_mirror_view(inverse);
  auto const& A = on.what.A;
  for (int i = 0; i < A.num_rows(); ++i)
    for (int p = A.row_map(i); p < A.row_map(i + 1); ++p)
      if (A.entries(p) == i) host(i) = T(1) / static_cast<T>(A.values(p));
  Kokkos::deep_copy(inverse, host);
  return inverse;
}

template <bool Jacobi, bool AsGraph>
void time_cg(On& on, Result& result) {
  CusparseHandle const sparse(on.exec());
  CublasHandle const dense(on.exec());
  Vector const inverse = Jacobi ? inverse_diagonal(on) : Vector();
  auto const solver = std::make_shared<CusparseCg<T>>(on.exec(), sparse, dense, on.A, on.b, on.x, AsGraph);
  if (Jacobi) {
    Vector const r("Araios::Perf::r", on.b.extent(0)), z("Araios::Perf::z", on.b.extent(0));
    solver->precondition_by({r, z, [&dense, inverse, r, z] {
                               dense.multiply_diagonal(static_cast<int>(r.extent(0)), inverse.data(), r.data(),
                                                       z.data());
                             }});
  }
  time_solver(on, result, bytes_of_cg(on, Jacobi), [&](SolveLimits const& limits) {
    return [&, limits] {
      auto const made = solver->solve(limits.rtol, limits.most);
      return Solved{made.iterations, made.residual, made.converged, made.converged ? "converged" : "iteration limit"};
    };
  });
}

std::string const cg = SolveMethods::cg, jacobi = SolveMethods::cg_jacobi;
Candidate<On> const cg_loop("solve", "cuSPARSE", cg + SolveMethods::loop, time_cg<false, false>, {.word = "cg"});
Candidate<On> const cg_graph("solve", "cuSPARSE", cg + SolveMethods::graph, time_cg<false, true>,
                             {.word = "cg", .place = 1});
Candidate<On> const jacobi_loop("solve", "cuSPARSE", jacobi + SolveMethods::loop, time_cg<true, false>,
                                {.word = "cg_jacobi", .place = 2});
Candidate<On> const jacobi_graph("solve", "cuSPARSE", jacobi + SolveMethods::graph, time_cg<true, true>,
                                 {.word = "cg_jacobi", .place = 3});

}  // namespace

}  // namespace Araios::Perf
#endif
