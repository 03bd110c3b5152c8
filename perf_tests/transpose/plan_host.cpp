// SPDX-License-Identifier: Apache-2.0
#include "transpose/plan.hpp"

namespace Araios::Perf {

template <>
Plan<Host> make_plan(Host const& exec, CsrMatrix<Pattern, int, int, Host::memory_space> const& A,
                     Workspace<Host::memory_space>& workspace) {
  return Plan<Host>(exec, A, TransposePlanOptions{}, workspace);
}

}  // namespace Araios::Perf
