// SPDX-License-Identifier: Apache-2.0
#include "harness/types.hpp"
#include "spmm/spmm_case.hpp"

#include <Araios/spmm.hpp>

namespace Araios::Perf {

template <class Exec, class Type, class Layout>
void time_spmm_araios(SpmmOn<Exec, Type> const& on, SpmmOperands<Exec, Type, Layout> const& operands,
                      std::vector<Result>& results) {
  Result result = spmm_result(on, operands, "Araios", "csr");
  using T = typename Type::Vector;
  Workspace<typename Exec::memory_space> workspace;
  time_product(on, operands, result,
               [&] { spmm(on.exec(), T(1), on.A, operands.X, T(0), operands.Y, SpmmOptions{}, workspace); });
  result.workspace_bytes = workspace.peak_bytes();
  results.push_back(result);
}

template void time_spmm_araios(SpmmOn<PerfSpace, PerfType> const&,
                               SpmmOperands<PerfSpace, PerfType, Kokkos::LayoutRight> const&, std::vector<Result>&);
template void time_spmm_araios(SpmmOn<PerfSpace, PerfType> const&,
                               SpmmOperands<PerfSpace, PerfType, Kokkos::LayoutLeft> const&, std::vector<Result>&);

}  // namespace Araios::Perf
