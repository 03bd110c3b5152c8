// SPDX-License-Identifier: Apache-2.0
#include "harness/types.hpp"
#include "spmv/spmv_case.hpp"

#include <Araios/spmv.hpp>

namespace Araios::Perf {

namespace {

template <SpmvMethod Method, class On>
void time_csr(On& on, Result const& named) {
  using T = typename On::Vector;
  for_each_op(on, named, [&](Result& result, auto const& operands, bool transposed) {
    // The method is one of sharing rows, which transposed products do not do; a host has one way.
    if ((transposed || !Araios::is_gpu_v<typename On::Exec>) && Method != SpmvMethod::automatic) return;
    SpmvOptions const options{transposed ? Op::transpose : Op::none, Method};
    Workspace<typename On::Space> workspace;
    time_product(on, operands, result,
                 [&] { spmv(on.exec(), T(1), on.A, operands.x, T(0), operands.y, options, workspace); });
    result.workspace_bytes = workspace.peak_bytes();
  });
}

using CsrOn = SpmvOn<PerfSpace, PerfType>;
Candidate<CsrOn> const csr_rows("spmv", "Araios", "csr rows", time_csr<SpmvMethod::rows, CsrOn>, {.word = "rows"});
Candidate<CsrOn> const csr_merge("spmv", "Araios", "csr merge", time_csr<SpmvMethod::merge, CsrOn>, {.word = "merge"});
Candidate<CsrOn> const csr_automatic("spmv", "Araios", "csr automatic", time_csr<SpmvMethod::automatic, CsrOn>,
                                     {.word = "automatic"});

}  // namespace

}  // namespace Araios::Perf
