// SPDX-License-Identifier: Apache-2.0
#ifdef ARAIOS_HAVE_KOKKOS_KERNELS
#include "add/add_case.hpp"
#include "baselines/kokkos_kernels_spadd.hpp"
#include "harness/types.hpp"

namespace Araios::Perf {

template <class Exec, class Type>
void time_add_kokkos_kernels(AddOn<Exec, Type> const& on) {
  using On = AddOn<Exec, Type>;
  Result result = on.result("Kokkos Kernels", AddMethods::kokkos_kernels);
  auto const A = on.with_values(on.A), B = on.with_values(on.B);
  std::optional<KokkosKernelsSum<Exec, typename On::Value>> sum;
  time_sum(on, result, [&] { sum.emplace(A, B); }, [&] { return On::of_type(sum->matrix()); }, [&] { sum.reset(); });
}

template void time_add_kokkos_kernels<PerfSpace, PerfType>(AddOn<PerfSpace, PerfType> const&);

}  // namespace Araios::Perf
#endif
