// SPDX-License-Identifier: Apache-2.0
#include "harness/types.hpp"
#include "solve/solve_case.hpp"

#include <Araios/preconditioner.hpp>
#include <Araios/solve.hpp>

namespace Araios::Perf {

namespace {

using On = SolveOn<PerfSpace, PerfScalar>;
using T = PerfScalar;

template <class Preconditioner>
void time_method(On& on, Result& result, KrylovMethod method, std::int64_t bytes, Preconditioner const& M) {
  bool in_graph = true;
  time_solver(on, result, bytes, [&](SolveLimits const& limits) {
    auto const plan =
        krylov_plan<T>(on.exec(), on.A, M, {.method = method, .rtol = limits.rtol, .max_iterations = limits.most});
    result.workspace_bytes = plan.bytes();
    return [&, plan] {
      SolveStatus const status = solve(on.exec(), plan, on.b, on.x);
      in_graph = in_graph && status.in_graph;
      return Solved{status.iterations, status.residual, status.converged(), std::string(name(status.reason))};
    };
  });
  if (is_cuda_v<PerfSpace> && result.note.empty() && !in_graph) result.note = "not in a graph";
}

template <KrylovMethod Method>
void time_alone(On& on, Result& result) {
  std::int64_t const bytes = Method == KrylovMethod::cg ? bytes_of_cg(on, false) : 0;
  time_method(on, result, Method, bytes, NoPreconditioner());
}
void time_jacobi(On& on, Result& result) {
  try {
    time_method(on, result, KrylovMethod::cg, bytes_of_cg(on, true), JacobiPreconditioner(on.exec(), on.A));
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
