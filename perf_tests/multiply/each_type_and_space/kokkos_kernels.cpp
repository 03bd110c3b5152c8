// SPDX-License-Identifier: Apache-2.0
#ifdef ARAIOS_HAVE_KOKKOS_KERNELS
#include "baselines/kokkos_kernels_spgemm.hpp"
#include "harness/difference.hpp"
#include "harness/types.hpp"
#include "multiply/multiply_case.hpp"

namespace Araios::Perf {

template <class Exec, class Type>
void time_multiply_kokkos_kernels(MultiplyOn<Exec, Type> const& on) {
  using On = MultiplyOn<Exec, Type>;
  using Spgemm = KokkosKernelsSpgemm<Exec, typename On::Value>;
  auto const A = with_values(on);
  std::optional<Spgemm> spgemm;
  auto const release = [&] { spgemm.reset(); };

  Result symbolic = on.result("Kokkos Kernels", MultiplyMethods::kokkos_kernels_symbolic);
  symbolic.note = "row_map of C alone";
  auto const run_symbolic = [&] {
    spgemm.emplace(A);
    spgemm->symbolic();
  };
  time_product(
      on, symbolic, run_symbolic,
      [&]() -> std::optional<std::string> {
        if (!on.C) return {};
        return array_difference(on.exec(), spgemm->row_map(), on.C->row_map, "row_map");
      },
      release);

  Result result = on.result("Kokkos Kernels", MultiplyMethods::kokkos_kernels);
  time_product(
      on, result,
      [&] {
        run_symbolic();
        spgemm->numeric();
      },
      [&] { return mistake(on, result, On::of_type(spgemm->product())); }, release);
}

template void time_multiply_kokkos_kernels<PerfSpace, PerfType>(MultiplyOn<PerfSpace, PerfType> const&);

}  // namespace Araios::Perf
#endif
