// SPDX-License-Identifier: Apache-2.0
#include "binary/binary_on.hpp"
#include "harness/types.hpp"

#include <Araios/core/memory.hpp>
#include <Araios/multiply_plan.hpp>

namespace Araios::Perf {

namespace {

template <class On>
void time_plan([[maybe_unused]] On& on, [[maybe_unused]] Result& result) {
  if constexpr (!is_pattern_v<typename On::Scalar>) {
    if (!on.C) return;
    using Matrix = typename On::Matrix;
    using Values = Kokkos::View<typename On::Scalar*, typename On::Space>;
    auto const& exec = on.exec();
    std::optional<MultiplyPlan<typename On::Exec>> plan;
    Values values;
    auto const make = [&] { plan.emplace(exec, on.A, on.B); };
    try {
      std::int64_t const before = bytes_allocated();
      make();
      values = allocate<Values>(exec, "Araios::Perf::values", plan->nnz());
      exec.fence();
      result.peak_bytes = bytes_allocated() - before;
      result.workspace_bytes = plan->bytes() - plan->pattern().bytes();
      on.bench.progress().task(join("plan on ", result.space));
      result.set_up = on.bench.set_up(make, [&] { plan.reset(); });
    } catch (std::exception const& refusal) {
      plan.reset();
      return note_refusal(exec, on.all, result, refusal);
    }
    auto const product = [&] {
      auto const& pattern = plan->pattern();
      return Matrix(pattern.num_rows(), pattern.num_cols(), pattern.row_map, pattern.entries, values);
    };
    result.matrix_bytes = product().bytes();
    time_result(
        on, result, [&] { plan->multiply_values(exec, on.A, on.B, values); },
        [&] { return mistake(on, result, product()); }, Nothing{});
  }
}

using PlanOn = BinaryOn<PerfSpace, PerfType>;
Candidate<PlanOn> const planned_product("multiply", "Araios", BinaryMethods::plan, time_plan<PlanOn>);

}  // namespace

}  // namespace Araios::Perf
