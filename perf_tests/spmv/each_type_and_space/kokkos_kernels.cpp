// SPDX-License-Identifier: Apache-2.0
#ifdef ARAIOS_HAVE_KOKKOS_KERNELS
#include "baselines/kokkos_kernels_products.hpp"
#include "harness/types.hpp"
#include "spmv/spmv_case.hpp"

namespace Araios::Perf {

namespace {

template <KokkosKernelsMethod Method, class On>
void time_kokkos_kernels([[maybe_unused]] On& on, [[maybe_unused]] Result const& named) {
  if constexpr (!is_pattern_v<typename On::Scalar>)
    for_each_op(on, named, [&](Result& result, auto const& operands, bool transposed) {
      constexpr bool merge = Method == KokkosKernelsMethod::merge;
      // Its merge path knows no transposed product, and takes the other kernel for it.
      if (merge && transposed) return;
      if (merge && !kokkos_kernels_has_merge) {
        result.note = "not in this version";
        return;
      }
      using Operand = std::remove_cvref_t<decltype(operands)>;
      KokkosKernelsProduct<typename On::Exec, typename On::Scalar, decltype(Operand::x), decltype(Operand::y)> run(
          on.exec(), on.A, Method);
      time_product(on, operands, result, [&] { run(transposed ? "T" : "N", operands.x, operands.y); });
    });
}

using KernelsOn = SpmvOn<PerfSpace, PerfType>;
Candidate<KernelsOn> const native("spmv", "Kokkos Kernels", "native",
                                  time_kokkos_kernels<KokkosKernelsMethod::native, KernelsOn>);
Candidate<KernelsOn> const merge("spmv", "Kokkos Kernels", "merge",
                                 time_kokkos_kernels<KokkosKernelsMethod::merge, KernelsOn>);

}  // namespace

}  // namespace Araios::Perf
#endif
