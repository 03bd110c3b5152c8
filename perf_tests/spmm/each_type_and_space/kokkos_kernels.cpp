// SPDX-License-Identifier: Apache-2.0
#ifdef ARAIOS_HAVE_KOKKOS_KERNELS
#include "baselines/kokkos_kernels_products.hpp"
#include "harness/types.hpp"
#include "spmm/spmm_case.hpp"

namespace Araios::Perf {

template <class Exec, class Type, class Layout>
void time_spmm_kokkos_kernels(SpmmOn<Exec, Type> const& on, SpmmOperands<Exec, Type, Layout> const& operands,
                              std::vector<Result>& results) {
  using Operands = SpmmOperands<Exec, Type, Layout>;
  Result result = spmm_result(on, operands, "Kokkos Kernels", "native");
  KokkosKernelsProduct<Exec, typename Type::Scalar, typename Operands::Input, typename Operands::Output> run(
      on.exec(), on.A, KokkosKernelsMethod::native);
  time_product(on, operands, result, [&] { run("N", operands.X, operands.Y); });
  results.push_back(result);
}

template void time_spmm_kokkos_kernels(SpmmOn<PerfSpace, PerfType> const&,
                                       SpmmOperands<PerfSpace, PerfType, Kokkos::LayoutRight> const&,
                                       std::vector<Result>&);
template void time_spmm_kokkos_kernels(SpmmOn<PerfSpace, PerfType> const&,
                                       SpmmOperands<PerfSpace, PerfType, Kokkos::LayoutLeft> const&,
                                       std::vector<Result>&);

}  // namespace Araios::Perf
#endif
