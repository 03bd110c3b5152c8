// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <KokkosKernels_config.h>
#include <Kokkos_Macros.hpp>

#include <string>

namespace Araios::Perf {

/// "4.6.1"; releases before 4.0 do not say, and go by the version of the Kokkos that they are released with.
inline std::string kokkos_kernels_version() {
#ifdef KOKKOSKERNELS_VERSION
  int const version = KOKKOSKERNELS_VERSION;
#else
  int const version = KOKKOS_VERSION;
#endif
  return std::to_string(version / 10000) + "." + std::to_string(version / 100 % 100) + "." +
         std::to_string(version % 100);
}

}  // namespace Araios::Perf
