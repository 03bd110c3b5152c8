// SPDX-License-Identifier: Apache-2.0
#include "transpose/plan.hpp"

namespace Araios::Perf {

template <class Exec>
Plan<Exec> make_plan(Exec const& exec, CsrMatrix<Pattern, int, int, typename Exec::memory_space> const& A,
                     Workspace<typename Exec::memory_space>& workspace) {
  return Plan<Exec>(exec, A, TransposePlanOptions{}, workspace);
}

template Plan<Host> make_plan(Host const&, CsrMatrix<Pattern, int, int, Host::memory_space> const&,
                              Workspace<Host::memory_space>&);
#ifdef ARAIOS_PERF_HAS_DEVICE
template Plan<Device> make_plan(Device const&, CsrMatrix<Pattern, int, int, Device::memory_space> const&,
                                Workspace<Device::memory_space>&);
#endif

}  // namespace Araios::Perf
