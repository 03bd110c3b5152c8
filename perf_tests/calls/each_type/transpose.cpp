// SPDX-License-Identifier: Apache-2.0
#include "calls/calls_case.hpp"
#include "harness/types.hpp"

#include <Araios/transpose.hpp>

namespace Araios::Perf {

template <class Type>
void time_transpose_calls(CallsOn<Type> const& on) {
  Device const& exec = on.exec;

  Result into = on.result("Araios", Calls::into);
  time_transpose_calls(on, into, [&] { transpose(exec, on.A, on.B); });
  on.results.push_back(into);

  Result with_workspace = on.result("Araios", Calls::into_workspace);
  Workspace<typename CallsOn<Type>::Space> workspace;
  time_transpose_calls(on, with_workspace, [&] { transpose(exec, on.A, on.B, workspace); });
  with_workspace.workspace_bytes = workspace.peak_bytes();
  on.results.push_back(with_workspace);

  Result as_new = on.result("Araios", Calls::as_new);
  time_transpose_calls(
      on, as_new, [&] { auto const B = transpose(exec, on.A); },
      [&](char const* when) {
        // The memory that is freed here is what the allocations of the next call are most likely to get.
        poison(on, allocate_csr<typename Type::Scalar, int, int>(exec, "Araios::Perf::poisoned", on.A.num_cols(),
                                                                 on.A.nnz()));
        require_transpose(on, transpose(exec, on.A), as_new, when);
      });
  on.results.push_back(as_new);
}

template void time_transpose_calls<PerfType>(CallsOn<PerfType> const&);

}  // namespace Araios::Perf
