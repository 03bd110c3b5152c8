// SPDX-License-Identifier: Apache-2.0
#include "harness/types.hpp"
#include "spmm/spmm_case.hpp"

#include <Araios/spmm.hpp>

namespace Araios::Perf {

static SpmmCandidates<PerfSpace, PerfType> const csr("Araios", "csr", []<class On>(On& on, Result& result) {
  using T = typename On::Vector;
  Workspace<typename On::Space> workspace;
  time_product(on, result, [&] { spmm(on.exec(), T(1), on.A, on.X, T(0), on.Y, SpmmOptions{}, workspace); });
  result.workspace_bytes = workspace.peak_bytes();
});

}  // namespace Araios::Perf
