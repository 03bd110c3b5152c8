// SPDX-License-Identifier: Apache-2.0

#include <Araios/compiled/io.hpp>

namespace Araios {
ARAIOS_DEFINE_ALL(ARAIOS_IN_HOST, ARAIOS_COMPILED_READ)
}  // namespace Araios
