// SPDX-License-Identifier: Apache-2.0

#include <Araios/compiled/spmm.hpp>

namespace Araios {
ARAIOS_DEFINE_ALL(ARAIOS_IN_BOTH, ARAIOS_COMPILED_SPMM)
}  // namespace Araios
