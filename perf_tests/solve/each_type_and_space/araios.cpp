// SPDX-License-Identifier: Apache-2.0
#include "harness/types.hpp"
#include "solve/krylov_method.hpp"

#include <Araios/preconditioner.hpp>

namespace Araios::Perf {

namespace {

using On = SolveOn<PerfSpace, PerfScalar>;

template <KrylovMethod Method>
void time_alone(On& on, Result& result) {
  std::int64_t const bytes = Method == KrylovMethod::cg ? bytes_of_cg(on, false) : 0;
  time_krylov(on, result, Method, bytes, NoPreconditioner());
}
void time_jacobi(On& on, Result& result) {
  try {
    time_krylov(on, result, KrylovMethod::cg, bytes_of_cg(on, true), JacobiPreconditioner(on.exec(), on.A));
  } catch (std::invalid_argument const& refusal) {
    note_refusal(on.exec(), on.all, result, refusal);
  }
}

Candidate<On> const cg("solve", "Araios", SolveMethods::cg, time_alone<KrylovMethod::cg>, {.word = "cg"});
Candidate<On> const jacobi("solve", "Araios", SolveMethods::cg_jacobi, time_jacobi, {.word = "cg_jacobi", .place = 1});
Candidate<On> const bicgstab("solve", "Araios", "bicgstab", time_alone<KrylovMethod::bicgstab>,
                             {.word = "bicgstab", .place = 2});
Candidate<On> const gmres("solve", "Araios", "gmres", time_alone<KrylovMethod::gmres>, {.word = "gmres", .place = 3});

}  // namespace

}  // namespace Araios::Perf
