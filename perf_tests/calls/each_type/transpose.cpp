// SPDX-License-Identifier: Apache-2.0
#include "calls/calls_case.hpp"
#include "harness/types.hpp"

#include <Araios/transpose.hpp>

namespace Araios::Perf {

namespace {

template <class On>
void call_transpose_into(On& on, Result& result) {
  time_transpose_calls(on, result, [&] { transpose(on.exec, on.A, on.B); });
}

template <class On>
void call_transpose_with_workspace(On& on, Result& result) {
  Workspace<typename On::Space> workspace;
  time_transpose_calls(on, result, [&] { transpose(on.exec, on.A, on.B, workspace); });
  result.workspace_bytes = workspace.peak_bytes();
}

template <class On>
void call_transpose_as_new(On& on, Result& result) {
  time_transpose_calls(
      on, result, [&] { auto const B = transpose(on.exec, on.A); },
      [&](char const* when) {
        // The memory that is freed here is what the allocations of the next call are most likely to get.
        poison(on.exec, allocate_csr<typename On::Scalar, int, int>(on.exec, "Araios::Perf::poisoned", on.A.num_cols(),
                                                                    on.A.nnz()));
        require_transpose(on, transpose(on.exec, on.A), result, when);
      });
}

using OwnCalls = CallsOn<PerfType>;
Candidate<OwnCalls> const own_into("transpose calls", "Araios", Calls::into, call_transpose_into<OwnCalls>);
Candidate<OwnCalls> const own_workspace("transpose calls", "Araios", Calls::into_workspace,
                                        call_transpose_with_workspace<OwnCalls>);
Candidate<OwnCalls> const own_as_new("transpose calls", "Araios", Calls::as_new, call_transpose_as_new<OwnCalls>);

}  // namespace

}  // namespace Araios::Perf
