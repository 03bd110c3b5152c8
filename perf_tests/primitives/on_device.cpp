// SPDX-License-Identifier: Apache-2.0
#include "harness/program.hpp"
#ifdef ARAIOS_PERF_HAS_DEVICE
#include "primitives/candidates.hpp"

namespace Araios::Perf {
static PrimitivesOfAraios<Device> const of_araios_on_device;
static PrimitivesOfKokkos<Device> const of_kokkos_on_device;
}  // namespace Araios::Perf
#endif
