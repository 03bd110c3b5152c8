// SPDX-License-Identifier: Apache-2.0
//
// CG with incomplete factors, which are made before times are taken.
#include "harness/types.hpp"
#include "solve/krylov_method.hpp"

#include <Araios/factor.hpp>

namespace Araios::Perf {

namespace {

using On = SolveOn<PerfSpace, PerfScalar>;

template <FactorKind Kind, FactorOrder Order>
void time_factored(On& on, Result& result) {
  try {
    IncompleteFactor const M(on.exec(), on.A, {.kind = Kind, .order = Order});
    time_krylov(on, result, KrylovMethod::cg, 0, M);
  } catch (std::invalid_argument const& refusal) {
    note_refusal(on.exec(), on.all, result, refusal);
  }
}

using Time = Candidate<On>::Time;
Candidate<On> const ilu("solve", "Araios", SolveMethods::cg_ilu,
                        Time(time_factored<FactorKind::ilu, FactorOrder::natural>), {.word = "cg_ilu", .place = 4});
Candidate<On> const ilu_by_color("solve", "Araios", SolveMethods::cg_ilu_by_color,
                                 Time(time_factored<FactorKind::ilu, FactorOrder::by_color>),
                                 {.word = "cg_ilu", .place = 5});
Candidate<On> const ic("solve", "Araios", SolveMethods::cg_ic,
                       Time(time_factored<FactorKind::ic, FactorOrder::natural>), {.word = "cg_ic", .place = 6});
Candidate<On> const ic_by_color("solve", "Araios", SolveMethods::cg_ic_by_color,
                                Time(time_factored<FactorKind::ic, FactorOrder::by_color>),
                                {.word = "cg_ic", .place = 7});

}  // namespace

}  // namespace Araios::Perf
