// SPDX-License-Identifier: Apache-2.0
#include <Kokkos_Macros.hpp>
#if defined(KOKKOS_ENABLE_CUDA) || defined(KOKKOS_ENABLE_HIP) || defined(KOKKOS_ENABLE_SYCL)
#include "harness/types.hpp"
#include "transpose/time_araios.hpp"

namespace Araios::Perf {
template void time_araios<Device, PerfScalar>(TransposeOn<Device, PerfScalar> const&);
}  // namespace Araios::Perf
#endif
