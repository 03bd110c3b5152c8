// SPDX-License-Identifier: Apache-2.0
#include "calls/calls_case.hpp"
#include "harness/types.hpp"

#include <Araios/spmv_plan.hpp>

namespace Araios::Perf {

template <class Type>
void time_spmv_plan_calls(CallsOn<Type> const& on) {
  Result result = on.result("Araios", Calls::spmv_plan);
  SpmvPlan const plan(on.exec, on.A);
  result.workspace_bytes = plan.bytes();
  time_product_calls(on, result, [&] { spmv(on.exec, plan, 1.0, on.A, on.x, 0.0, on.y); });
  on.results.push_back(result);
}

template void time_spmv_plan_calls<PerfType>(CallsOn<PerfType> const&);

}  // namespace Araios::Perf
