// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// A method of Araios as a candidate of perf_solve.

#include "solve/solve_case.hpp"

#include <Araios/solve.hpp>
#include <Araios/testing/count_allocations.hpp>

#include <cstdint>
#include <stdexcept>
#include <string>

namespace Araios::Perf {

template <class On, class Preconditioner>
void time_krylov(On& on, Result& result, KrylovMethod method, std::int64_t bytes, Preconditioner const& M) {
  bool on_device = true;
  time_solver(on, result, bytes, [&](SolveLimits const& limits) {
    auto const plan = krylov_plan<typename On::T>(
        on.exec(), on.A, M, {.method = method, .rtol = limits.rtol, .max_iterations = limits.most});
    result.workspace_bytes = plan.bytes();
    return [&, plan, runs = 0]() mutable {
      std::int64_t const before = allocations_made();
      SolveStatus const status = solve(on.exec(), plan, on.b, on.x);
      if (runs++ > 0 && allocations_made() != before)
        throw wrong_result(result, "a further solve", "the iterations allocated memory");
      on_device = on_device && status.on_device;
      return Solved{status.iterations, status.residual, status.converged(), std::string(name(status.reason))};
    };
  });
  if (is_cuda_v<typename On::Exec> && result.note.empty() && !on_device) result.note = "the host looped";
}

}  // namespace Araios::Perf
