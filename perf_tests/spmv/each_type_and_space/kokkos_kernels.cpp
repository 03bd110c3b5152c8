// SPDX-License-Identifier: Apache-2.0
#ifdef ARAIOS_HAVE_KOKKOS_KERNELS
#include "baselines/kokkos_kernels_products.hpp"
#include "harness/types.hpp"
#include "spmv/spmv_case.hpp"

namespace Araios::Perf {

template <class Exec, class Type>
void time_kokkos_kernels(SpmvOn<Exec, Type> const& on) {
  if constexpr (!is_pattern_v<typename Type::Scalar>) {
    for_each_op(on, [&](std::string const& suffix, auto const& operands, bool transposed) {
      for (auto const method : {KokkosKernelsMethod::native, KokkosKernelsMethod::merge}) {
        bool const merge = method == KokkosKernelsMethod::merge;
        // Its merge path knows no transposed product, and takes the other kernel for it.
        if (merge && transposed) continue;
        Result result = on.result("Kokkos Kernels", (merge ? "merge" : "native") + suffix);
        if (merge && !kokkos_kernels_has_merge) {
          result.note = "not in this version";
        } else {
          using Operand = std::remove_cvref_t<decltype(operands)>;
          KokkosKernelsProduct<Exec, typename Type::Scalar, decltype(Operand::x), decltype(Operand::y)> run(
              on.exec(), on.A, method);
          time_product(on, operands, result, [&] { run(transposed ? "T" : "N", operands.x, operands.y); });
        }
        on.results.push_back(result);
      }
    });
  }
}

template void time_kokkos_kernels<PerfSpace, PerfType>(SpmvOn<PerfSpace, PerfType> const&);

}  // namespace Araios::Perf
#endif
