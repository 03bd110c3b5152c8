// SPDX-License-Identifier: Apache-2.0
#include "harness/types.hpp"
#include "multiply/multiply_case.hpp"

#include <Araios/core/memory.hpp>
#include <Araios/multiply_plan.hpp>
#include <Araios/testing/count_allocations.hpp>

namespace Araios::Perf {

template <class Exec, class Type>
void time_multiply_plan([[maybe_unused]] MultiplyOn<Exec, Type> const& on) {
  using On = MultiplyOn<Exec, Type>;
  if constexpr (!is_pattern_v<typename On::Scalar>) {
    using Matrix = typename On::Matrix;
    using Values = Kokkos::View<typename On::Scalar*, typename On::Space>;
    Exec const& exec = on.exec();
    Result result = on.result("Araios", MultiplyMethods::plan);
    std::optional<MultiplyPlan<Exec>> plan;
    Values values;
    auto const make = [&] { plan.emplace(exec, on.A, on.A); };
    try {
      std::int64_t const before = bytes_allocated();
      make();
      values = allocate<Values>(exec, "Araios::Perf::values", plan->nnz());
      exec.fence();
      result.peak_bytes = bytes_allocated() - before;
      result.workspace_bytes = plan->bytes() - plan->pattern().bytes();
      on.bench.progress().task(join("plan on ", Exec::name()));
      result.set_up = on.bench.set_up(make, [&] { plan.reset(); });
    } catch (std::exception const& refusal) {
      plan.reset();
      return add_refusal(on, on.result("Araios", MultiplyMethods::plan), refusal);
    }
    auto const product = [&] {
      auto const& pattern = plan->pattern();
      return Matrix(pattern.num_rows(), pattern.num_cols(), pattern.row_map, pattern.entries, values);
    };
    result.matrix_bytes = product().bytes();
    time_product(
        on, result, [&] { plan->multiply_values(exec, on.A, on.A, values); },
        [&] { return mistake(on, result, product()); }, Nothing{});
  }
}

template void time_multiply_plan<PerfSpace, PerfType>(MultiplyOn<PerfSpace, PerfType> const&);

}  // namespace Araios::Perf
