// SPDX-License-Identifier: Apache-2.0
#include "transpose/scalar.hpp"
#include "transpose/time_araios.hpp"

namespace Araios::Perf {
template void time_araios<Host, PerfScalar>(Bench<Host>&, TransposeCase<PerfScalar> const&, std::vector<Result>&);
}  // namespace Araios::Perf
