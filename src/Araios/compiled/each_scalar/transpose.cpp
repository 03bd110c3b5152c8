// SPDX-License-Identifier: Apache-2.0

#include <Araios/compiled/transpose.hpp>

namespace Araios {
ARAIOS_DEFINE_ALL(ARAIOS_IN_BOTH, ARAIOS_COMPILED_TRANSPOSE)
ARAIOS_DEFINE_COMPLEX(ARAIOS_IN_BOTH, ARAIOS_COMPILED_TRANSPOSE_CONJUGATES)
}  // namespace Araios
