// SPDX-License-Identifier: Apache-2.0
#include "transpose/plan.hpp"

#ifdef ARAIOS_PERF_HAS_DEVICE
namespace Araios::Perf {

template <>
Plan<Device> make_plan(Device const& exec, CsrMatrix<Pattern, int, int, Device::memory_space> const& A,
                       Workspace<Device::memory_space>& workspace) {
  return Plan<Device>(exec, A, TransposePlanOptions{}, workspace);
}

}  // namespace Araios::Perf
#endif
