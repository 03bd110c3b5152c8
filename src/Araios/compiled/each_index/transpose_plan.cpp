// SPDX-License-Identifier: Apache-2.0

#include <Araios/compiled/transpose_plan.hpp>

namespace Araios {
ARAIOS_DEFINE_INDEX(ARAIOS_IN_BOTH, ARAIOS_COMPILED_TRANSPOSE_PLAN)
ARAIOS_DEFINE_WIDE(ARAIOS_IN_BOTH, ARAIOS_COMPILED_TRANSPOSE_PLAN_WIDE)
}  // namespace Araios
