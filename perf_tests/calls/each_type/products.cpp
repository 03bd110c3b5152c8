// SPDX-License-Identifier: Apache-2.0
#include "calls/calls_case.hpp"
#include "harness/types.hpp"

#include <Araios/spmv.hpp>
#include <Araios/spmv_plan.hpp>

namespace Araios::Perf {

struct NothingToDo {
  KOKKOS_FUNCTION void operator()(std::int64_t) const {}
};

namespace {

template <class On>
void call_empty_kernel(On& on, Result& result) {
  time_batches(
      on, result, products_in_queue,
      [&] { Kokkos::parallel_for("Araios::Perf::empty_kernel", Araios::range(on.exec, 1), NothingToDo{}); },
      [](char const*) {});
}

template <class On>
void call_spmv(On& on, Result& result) {
  time_product_calls(on, result, [&] { spmv(on.exec, 1.0, on.A, on.x, 0.0, on.y); });
}

template <class On>
void call_spmv_with_workspace(On& on, Result& result) {
  Workspace<typename On::Space> workspace;
  time_product_calls(on, result, [&] { spmv(on.exec, 1.0, on.A, on.x, 0.0, on.y, SpmvOptions{}, workspace); });
  result.workspace_bytes = workspace.peak_bytes();
}

template <class On>
void call_spmv_with_plan(On& on, Result& result) {
  SpmvPlan const plan(on.exec, on.A);
  result.workspace_bytes = plan.bytes();
  time_product_calls(on, result, [&] { spmv(on.exec, plan, 1.0, on.A, on.x, 0.0, on.y); });
}

using ProductCalls = CallsOn<PerfType>;
Candidate<ProductCalls> const empty("spmv calls", "Kokkos", Calls::empty_kernel, call_empty_kernel<ProductCalls>);
Candidate<ProductCalls> const shortest("spmv calls", "Araios", Calls::spmv, call_spmv<ProductCalls>);
Candidate<ProductCalls> const with_workspace("spmv calls", "Araios", Calls::spmv_workspace,
                                             call_spmv_with_workspace<ProductCalls>);
Candidate<ProductCalls> const with_plan("spmv calls", "Araios", Calls::spmv_plan, call_spmv_with_plan<ProductCalls>);

}  // namespace

}  // namespace Araios::Perf
