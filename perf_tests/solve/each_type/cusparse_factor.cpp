// SPDX-License-Identifier: Apache-2.0
//
// CG with the incomplete factors of cuSPARSE. The two solves of an iteration are SpSV, whose analysis is not timed.
#if defined(ARAIOS_HAVE_CUBLAS) && defined(ARAIOS_HAVE_CSRILU02) && defined(ARAIOS_HAVE_CSRIC02)
#include "baselines/cusparse_factor.hpp"
#include "baselines/cusparse_cg.hpp"
#include "baselines/cusparse_triangular.hpp"
#include "harness/types.hpp"
#include "solve/solve_case.hpp"

#include <string>

namespace Araios::Perf {

namespace {

using On = SolveOn<Device, PerfScalar>;
using T = PerfScalar;
using Vector = Kokkos::View<T*, Kokkos::CudaSpace>;

template <bool Cholesky>
void time_factored(On& on, Result& result) {
  try {
    auto const& exec = on.exec();
    CusparseHandle const sparse(exec);
    CublasHandle const dense(exec);
    CusparseFactor<T, Cholesky> const factor(exec, sparse, on.A);
    factor.analyse();
    factor();
    factor.check_pivots();
    auto const n = on.b.extent(0);
    Vector const r("Araios::Perf::r", n), y("Araios::Perf::y", n), z("Araios::Perf::z", n);
    CusparseSpsv<T> const lower(exec, sparse, factor.factors(), {.upper = false, .unit = !Cholesky}, r, y);
    CusparseSpsv<T> const upper(exec, sparse, factor.factors(), {.upper = !Cholesky, .unit = false}, y, z,
                                Cholesky ? CUSPARSE_OPERATION_TRANSPOSE : CUSPARSE_OPERATION_NON_TRANSPOSE);
    lower.analyse();
    upper.analyse();
    CusparseCg<T> solver(exec, sparse, dense, on.A, on.b, on.x, false);
    solver.precondition_by({r, z, [&] {
                              lower();
                              upper();
                            }});
    time_solver(on, result, 0, [&](SolveLimits const& limits) {
      return [&, limits] {
        auto const made = solver.solve(limits.rtol, limits.most);
        return Solved{made.iterations, made.residual, made.converged, made.converged ? "converged" : "iteration limit"};
      };
    });
  } catch (CusparseError const& refusal) {
    note_refusal(on.exec(), on.all, result, refusal);
  }
}

std::string const ilu = SolveMethods::cg_ilu, ic = SolveMethods::cg_ic;
Candidate<On> const with_ilu("solve", "cuSPARSE", ilu + SolveMethods::loop, time_factored<false>,
                             {.word = "cg_ilu", .place = 4});
Candidate<On> const with_ic("solve", "cuSPARSE", ic + SolveMethods::loop, time_factored<true>,
                            {.word = "cg_ic", .place = 5});

}  // namespace

}  // namespace Araios::Perf
#endif
