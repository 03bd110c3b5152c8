// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// The two phases of TransposePlan in one execution space.

#include "harness/random_value.hpp"
#include "transpose/plan.hpp"
#include "transpose/transpose_case.hpp"

#include <optional>

namespace Araios::Perf {

template <class Exec, class Scalar>
void time_plan(TransposeOn<Exec, Scalar> const& on) {
  Exec const& exec = on.exec();
  Result result = result_in<Exec>("Araios", "plan analysis");
  if (!on.program.wants("plan", result.on_device)) return;

  CsrMatrix<Pattern, int, int, typename Exec::memory_space> const pattern(on.A.num_rows(), on.A.num_cols(),
                                                                          on.A.row_map, on.A.entries);
  Workspace<typename Exec::memory_space> workspace;
  std::optional<Plan<Exec>> plan;
  auto const transpose_values = [&] { transpose(exec, *plan, on.A, on.B.values); };
  // Both halves of what a plan gives: its structure, and values put in their places.
  auto const check = [&](char const* when) {
    poison<Exec, Scalar>(exec, on.B);
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
  on.results.push_back(result);

  Result numeric = result_in<Exec>("Araios", "plan numeric");
  result.method = numeric.method;  // in what check says
  if (is_pattern_v<Scalar>) {
    numeric.note = "nothing to do: no values";
  } else {
    // A position and a value read, a value written.
    std::int64_t const floor = on.A.nnz() * (4 + 2 * static_cast<std::int64_t>(value_bytes_v<Scalar>));
    time_checked(on.bench, numeric, floor, transpose_values, check);
    numeric.workspace_bytes = plan->bytes();
  }
  on.results.push_back(numeric);
}

}  // namespace Araios::Perf
