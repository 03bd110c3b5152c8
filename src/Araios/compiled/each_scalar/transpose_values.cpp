// SPDX-License-Identifier: Apache-2.0

#include <Araios/compiled/transpose_plan.hpp>

namespace Araios {
ARAIOS_DEFINE_VALUES(ARAIOS_IN_BOTH, ARAIOS_COMPILED_TRANSPOSE_VALUES)
ARAIOS_DEFINE_COMPLEX(ARAIOS_IN_BOTH, ARAIOS_COMPILED_TRANSPOSE_CONJUGATE_VALUES)
}  // namespace Araios
