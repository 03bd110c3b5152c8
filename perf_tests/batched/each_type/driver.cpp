// SPDX-License-Identifier: Apache-2.0
#include "batched/batched_case.hpp"
#include "harness/types.hpp"

namespace Araios::Perf {

namespace {

using T = PerfScalar;

Outcome time_batches(BatchedProgram const& program, Spaces& spaces, BatchedProblem const& problem) {
  Outcome all;
  spaces.each([&]<class Exec>(Bench<Exec>& bench) {
    BatchedOn<Exec, T> on(program, problem, bench, all);
    run_candidates(program, "batched", on);
  });
  return all;
}

OfType<TimeBatched> const batches_of_type(perf_type_name, time_batches);

}  // namespace

}  // namespace Araios::Perf
