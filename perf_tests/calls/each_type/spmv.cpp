// SPDX-License-Identifier: Apache-2.0
#include "calls/calls_case.hpp"
#include "harness/types.hpp"

#include <Araios/spmv.hpp>

namespace Araios::Perf {

namespace {
struct NothingToDo {
  KOKKOS_FUNCTION void operator()(std::int64_t) const {}
};
}  // namespace

template <class Type>
void time_spmv_calls(CallsOn<Type> const& on) {
  Device const& exec = on.exec;

  Result empty = on.result("Kokkos", Calls::empty_kernel);
  time_batches(
      on, empty, products_in_queue,
      [&] { Kokkos::parallel_for("Araios::Perf::empty_kernel", Araios::range(exec, 1), NothingToDo{}); },
      [](char const*) {});
  on.results.push_back(empty);

  Result shortest = on.result("Araios", Calls::spmv);
  time_product_calls(on, shortest, [&] { spmv(exec, 1.0, on.A, on.x, 0.0, on.y); });
  on.results.push_back(shortest);

  Result with_workspace = on.result("Araios", Calls::spmv_workspace);
  Workspace<typename CallsOn<Type>::Space> workspace;
  time_product_calls(on, with_workspace, [&] { spmv(exec, 1.0, on.A, on.x, 0.0, on.y, SpmvOptions{}, workspace); });
  with_workspace.workspace_bytes = workspace.peak_bytes();
  on.results.push_back(with_workspace);
}

template void time_spmv_calls<PerfType>(CallsOn<PerfType> const&);

}  // namespace Araios::Perf
