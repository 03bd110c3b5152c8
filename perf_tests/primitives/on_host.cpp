// SPDX-License-Identifier: Apache-2.0
#include "primitives/candidates.hpp"

namespace Araios::Perf {
static PrimitivesOfAraios<Host> const of_araios_on_host;
static PrimitivesOfKokkos<Host> const of_kokkos_on_host;
}  // namespace Araios::Perf
