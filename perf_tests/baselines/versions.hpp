// SPDX-License-Identifier: Apache-2.0
#pragma once

#ifdef ARAIOS_HAVE_CUSPARSE
#include "baselines/cusparse.hpp"
#endif
#ifdef ARAIOS_HAVE_KOKKOS_KERNELS
#include "baselines/kokkos_kernels_version.hpp"
#endif
#ifdef ARAIOS_HAVE_GRAPHBLAS
#include "baselines/graphblas.hpp"
#endif

#include <map>
#include <string>

namespace Araios::Perf {

/// The versions of the libraries that were built.
inline std::map<std::string, std::string> baseline_versions() {
  std::map<std::string, std::string> versions;
#ifdef ARAIOS_HAVE_CUSPARSE
  versions["cuSPARSE"] = cusparse_version();
#endif
#ifdef ARAIOS_HAVE_KOKKOS_KERNELS
  versions["Kokkos Kernels"] = kokkos_kernels_version();
#endif
#ifdef ARAIOS_HAVE_GRAPHBLAS
  versions["GraphBLAS"] = graphblas_version();
#endif
  return versions;
}

}  // namespace Araios::Perf
