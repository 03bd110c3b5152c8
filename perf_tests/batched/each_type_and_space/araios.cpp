// SPDX-License-Identifier: Apache-2.0
#include "batched/batched_case.hpp"
#include "harness/types.hpp"

#include <Araios/batched.hpp>
#include <Araios/preconditioner.hpp>
#include <Araios/solve.hpp>

#include <algorithm>
#include <cstdint>
#include <string>

namespace Araios::Perf {

namespace {

using T = PerfScalar;
using On = BatchedOn<PerfSpace, T>;

/// One launch.
template <BatchedMethod Method>
void time_batch_of(On& on, Result& result) {
  if (Method == BatchedMethod::lu && on.problem.n > BatchedMethods::max_rows_of_dense) return;
  std::int64_t const systems = on.problem.systems;
  Kokkos::View<BatchedStatus*, On::Space> const status("Araios::Perf::status", static_cast<std::size_t>(systems));
  Workspace<On::Space> workspace;
  BatchedMatrix const A{on.pattern, on.values};
  auto const run = [&] {
    batched_solve(on.exec(), A, on.b, on.x, status, {.method = Method, .rtol = on.rtol()}, workspace);
  };
  time_batch(
      on, result, systems, run, [&] { on.reset(); },
      [&] {
        auto const host = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), status);
        double sum = 0;
        for (std::int64_t s = 0; s < systems; ++s) {
          if (host(s).reason != SolveReason::converged)
            throw wrong_result(result, "status", join("system ", s, ": ", name(host(s).reason)));
          sum += static_cast<double>(host(s).iterations);
        }
        return sum / static_cast<double>(systems);
      });
}

/// A loop of single solves with one plan, which takes the values of each system in turn.
template <KrylovMethod Method>
void time_loop(On& on, Result& result) {
  std::int64_t const systems = std::min(on.problem.systems, on.program.loop);
  auto const& exec = on.exec();
  On::Pattern const A(on.pattern.num_rows(), on.pattern.num_cols(), on.pattern.row_map, on.pattern.entries,
                      Kokkos::View<T*, On::Space>("Araios::Perf::one", on.values.extent(1)));
  auto const take = [&](std::int64_t s) { Kokkos::deep_copy(exec, A.values, On::row_of(on.values, s)); };
  take(0);
  JacobiPreconditioner M(exec, A);
  auto const plan = krylov_plan<T>(exec, A, M, {.method = Method, .rtol = on.rtol()});
  result.workspace_bytes = plan.bytes();
  std::int64_t iterations = 0;
  auto const run = [&] {
    iterations = 0;
    for (std::int64_t s = 0; s < systems; ++s) {
      take(s);
      M.update(exec, A);
      iterations += solve(exec, plan, On::row_of(on.b, s), On::row_of(on.x, s)).iterations;
    }
  };
  time_batch(
      on, result, systems, run, [&] { on.reset(); },
      [&] { return static_cast<double>(iterations) / static_cast<double>(systems); });
}

std::string const one_by_one = BatchedMethods::one_by_one;
Candidate<On> const cg("batched", "Araios", "cg", time_batch_of<BatchedMethod::cg>, {.word = "cg"});
Candidate<On> const bicgstab("batched", "Araios", "bicgstab", time_batch_of<BatchedMethod::bicgstab>,
                             {.word = "bicgstab", .place = 1});
Candidate<On> const lu("batched", "Araios", "lu", time_batch_of<BatchedMethod::lu>, {.word = "lu", .place = 2});
Candidate<On> const cg_loop("batched", "Araios", "cg" + one_by_one, time_loop<KrylovMethod::cg>,
                            {.word = "cg", .place = 3});
Candidate<On> const bicgstab_loop("batched", "Araios", "bicgstab" + one_by_one, time_loop<KrylovMethod::bicgstab>,
                                  {.word = "bicgstab", .place = 4});

}  // namespace

}  // namespace Araios::Perf
