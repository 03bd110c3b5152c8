// SPDX-License-Identifier: Apache-2.0
#include "add/add_case.hpp"
#include "harness/types.hpp"

#include <Araios/core/workspace.hpp>
#include <Araios/elementwise.hpp>
#include <Araios/testing/count_allocations.hpp>

namespace Araios::Perf {

template <class Exec, class Type>
void time_add_araios(AddOn<Exec, Type> const& on) {
  using Matrix = typename AddOn<Exec, Type>::Matrix;
  Exec const& exec = on.exec();
  Result result = on.result("Araios", AddMethods::call);
  release_instance_workspaces(exec);
  std::int64_t const before = bytes_allocated();
  std::optional<Matrix> C;
  try {
    C.emplace(elementwise_add(exec, on.A, on.B));
    exec.fence();
  } catch (std::exception const& refusal) {
    return add_refusal(on, result, refusal);
  }
  result.peak_bytes = bytes_allocated() - before;
  result.workspace_bytes = instance_workspace_bytes(exec);
  time_sum(on, result, [&] { C.emplace(elementwise_add(exec, on.A, on.B)); }, [&] { return *C; }, [&] { C.reset(); });
}

template void time_add_araios<PerfSpace, PerfType>(AddOn<PerfSpace, PerfType> const&);

}  // namespace Araios::Perf
