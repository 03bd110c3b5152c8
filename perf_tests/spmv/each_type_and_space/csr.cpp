// SPDX-License-Identifier: Apache-2.0
#include "harness/types.hpp"
#include "spmv/spmv_case.hpp"
#include "spmv/spmv_methods.hpp"

namespace Araios::Perf {

template <class Exec, class Type>
void time_csr(SpmvOn<Exec, Type> const& on) {
  using T = typename Type::Vector;
  for_each_op(on, [&](std::string const& suffix, auto const& operands, bool transposed) {
    for (auto const& [name, method] : csr_methods) {
      // The method is one of sharing rows, which transposed products do not do; a host has one way.
      if ((transposed || !Araios::is_gpu_v<Exec>) && method != SpmvMethod::automatic) continue;
      if (!on.program.wants(name)) continue;
      SpmvOptions const options{transposed ? Op::transpose : Op::none, method};
      Result result = on.result("Araios", "csr " + std::string(name) + suffix);
      Workspace<typename Exec::memory_space> workspace;
      time_product(on, operands, result,
                   [&] { spmv(on.exec(), T(1), on.A, operands.x, T(0), operands.y, options, workspace); });
      result.workspace_bytes = workspace.peak_bytes();
      on.results.push_back(result);
    }
  });
}

template void time_csr<PerfSpace, PerfType>(SpmvOn<PerfSpace, PerfType> const&);

}  // namespace Araios::Perf
