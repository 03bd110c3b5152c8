// SPDX-License-Identifier: Apache-2.0
#include "transpose/plan.hpp"
#include "harness/types.hpp"
#include "transpose/transpose_case.hpp"

#include <optional>
#include <utility>

namespace Araios::Perf {

namespace {

// The two phases of TransposePlan.
template <class On>
void time_plan(On& on, Result& result) {
  using Scalar = typename On::Scalar;
  auto const& exec = on.exec();
  if (!on.program.measures("plan", result.on_device)) return;
  result.method = "plan analysis";
  Matrix<Pattern, typename On::Space> const pattern(on.A.num_rows(), on.A.num_cols(), on.A.row_map, on.A.entries);
  Workspace<typename On::Space> workspace;
  std::optional<Plan<typename On::Exec>> plan;
  auto const transpose_values = [&] { transpose(exec, *plan, on.A, on.B.values); };
  // Both halves of what a plan gives: its structure, and values put in their places.
  auto const check = [&](char const* when) {
    poison(exec, on.B);
    transpose_values();
    exec.fence();
    require_equal(difference(exec, plan->with_values(on.B.values), on.expected), result, when);
  };

  // The arrays of a plan are its own, so their allocation is timed; the release of those of the plan before is not.
  auto const analyse = [&] { plan.emplace(make_plan(exec, pattern, workspace)); };
  auto const forget = [&] { plan.reset(); };
  auto const analyse_and_check = [&](char const* when) {
    analyse();
    check(when);
  };
  // It reads row_map and entries, and writes those of B and the permutation.
  std::int64_t const bytes =
      pattern.bytes() + (on.A.num_cols() + std::int64_t(1) + 2 * on.A.nnz()) * static_cast<std::int64_t>(sizeof(int));
  time_checked(on.bench, result, bytes, analyse, analyse_and_check, forget);
  result.workspace_bytes = workspace.peak_bytes();
  on.results.push_back(std::exchange(result, result_in<typename On::Exec>("Araios", "plan numeric")));

  if (is_pattern_v<Scalar>) {
    result.note = "nothing to do: no values";
  } else {
    // A position and a value read, a value written.
    std::int64_t const floor = on.A.nnz() * (4 + 2 * static_cast<std::int64_t>(sizeof(Scalar)));
    time_checked(on.bench, result, floor, transpose_values, check);
    result.workspace_bytes = plan->bytes();
  }
}

// Its rows are below those of the methods.
using PlanOn = TransposeOn<PerfSpace, PerfScalar>;
Candidate<PlanOn> const plan("transpose", "Araios", "plan analysis, plan numeric", time_plan<PlanOn>,
                             {.word = "plan", .place = 100});

}  // namespace

}  // namespace Araios::Perf
