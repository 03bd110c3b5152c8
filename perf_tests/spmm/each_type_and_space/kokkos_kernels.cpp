// SPDX-License-Identifier: Apache-2.0
#ifdef ARAIOS_HAVE_KOKKOS_KERNELS
#include "baselines/kokkos_kernels_products.hpp"
#include "harness/types.hpp"
#include "spmm/spmm_case.hpp"

namespace Araios::Perf {

static SpmmCandidates<PerfSpace, PerfType> const
    native("Kokkos Kernels", "native", []<class On>(On& on, Result& result) {
      KokkosKernelsProduct<typename On::Exec, typename On::Scalar, typename On::Input, typename On::Output> run(
          on.exec(), on.A, KokkosKernelsMethod::native);
      time_product(on, result, [&] { run("N", on.X, on.Y); });
    });

}  // namespace Araios::Perf
#endif
