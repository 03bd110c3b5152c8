// SPDX-License-Identifier: Apache-2.0

#include <Araios/compiled/convert.hpp>

namespace Araios {
ARAIOS_DEFINE_ALL(ARAIOS_IN_BOTH, ARAIOS_COMPILED_CONVERT_PADDED)
ARAIOS_DEFINE_ALL(ARAIOS_IN_BOTH, ARAIOS_COMPILED_CONVERT_COO)
}  // namespace Araios
