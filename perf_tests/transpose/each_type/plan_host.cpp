// SPDX-License-Identifier: Apache-2.0
#include "harness/types.hpp"
#include "transpose/time_plan.hpp"

namespace Araios::Perf {
template void time_plan<Host, PerfScalar>(TransposeOn<Host, PerfScalar> const&);
}  // namespace Araios::Perf
