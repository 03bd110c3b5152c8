// SPDX-License-Identifier: Apache-2.0

#include <Araios/compiled/validate.hpp>

namespace Araios {
ARAIOS_DEFINE_INDEX(ARAIOS_IN_BOTH, ARAIOS_COMPILED_VALIDATE_COMPRESSED)
}  // namespace Araios
