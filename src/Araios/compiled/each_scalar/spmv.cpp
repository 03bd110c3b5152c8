// SPDX-License-Identifier: Apache-2.0

#include <Araios/compiled/spmv_plan.hpp>

namespace Araios {
ARAIOS_DEFINE_ALL(ARAIOS_IN_BOTH, ARAIOS_COMPILED_SPMV)
ARAIOS_DEFINE_ALL(ARAIOS_IN_BOTH, ARAIOS_COMPILED_SPMV_PLAN)
}  // namespace Araios
