// SPDX-License-Identifier: Apache-2.0
#include "harness/types.hpp"
#include "transpose/time_araios.hpp"

namespace Araios::Perf {
template void time_araios<Host, PerfScalar>(TransposeOn<Host, PerfScalar> const&);
}  // namespace Araios::Perf
