// SPDX-License-Identifier: Apache-2.0

#include <Araios/compiled/copy.hpp>
#include <Araios/compiled/validate.hpp>
#include <Araios/compiled/validate_formats.hpp>

namespace Araios {
ARAIOS_DEFINE_ALL(ARAIOS_IN_DEVICE, ARAIOS_COMPILED_COPY)
ARAIOS_DEFINE_ALL(ARAIOS_IN_BOTH, ARAIOS_COMPILED_VALIDATE_COO)
ARAIOS_DEFINE_ALL(ARAIOS_IN_BOTH, ARAIOS_COMPILED_VALIDATE_FORMATS)
}  // namespace Araios
