// SPDX-License-Identifier: Apache-2.0
#ifdef ARAIOS_HAVE_KOKKOS_KERNELS
#include "baselines/kokkos_kernels_spadd.hpp"
#include "baselines/kokkos_kernels_spgemm.hpp"
#include "binary/binary_on.hpp"
#include "harness/difference.hpp"
#include "harness/types.hpp"

namespace Araios::Perf {

namespace {

using KernelsOn = BinaryOn<PerfSpace, PerfType>;

template <class On>
void add_by_kokkos_kernels(On& on, Result& result) {
  auto const A = on.with_values(on.A), B = on.with_values(on.B);
  std::optional<KokkosKernelsSum<typename On::Exec, typename On::Value>> sum;
  time_result(
      on, result, [&] { sum.emplace(A, B); }, [&] { return mistake(on, result, On::of_type(sum->matrix())); },
      [&] { sum.reset(); });
}
Candidate<KernelsOn> const spadd("add", "Kokkos Kernels", BinaryMethods::kokkos_kernels_add,
                                 add_by_kokkos_kernels<KernelsOn>);

template <class On>
using SpgemmOf = KokkosKernelsSpgemm<typename On::Exec, typename On::Value>;

template <class On>
void symbolic_by_kokkos_kernels(On& on, Result& result) {
  result.note = "row_map of C alone";
  auto const A = on.with_values(on.A);
  std::optional<SpgemmOf<On>> spgemm;
  auto const run = [&] {
    spgemm.emplace(A);
    spgemm->symbolic();
  };
  auto const found = [&]() -> std::optional<std::string> {
    if (!on.C) return {};
    return array_difference(on.exec(), spgemm->row_map(), on.C->row_map, "row_map");
  };
  time_result(on, result, run, found, [&] { spgemm.reset(); });
}
Candidate<KernelsOn> const symbolic("multiply", "Kokkos Kernels", "symbolic", symbolic_by_kokkos_kernels<KernelsOn>);

template <class On>
void multiply_by_kokkos_kernels(On& on, Result& result) {
  auto const A = on.with_values(on.A);
  std::optional<SpgemmOf<On>> spgemm;
  auto const run = [&] {
    spgemm.emplace(A);
    spgemm->symbolic();
    spgemm->numeric();
  };
  time_result(
      on, result, run, [&] { return mistake(on, result, On::of_type(spgemm->product())); }, [&] { spgemm.reset(); });
}
Candidate<KernelsOn> const spgemm("multiply", "Kokkos Kernels", BinaryMethods::kokkos_kernels_multiply,
                                  multiply_by_kokkos_kernels<KernelsOn>);

}  // namespace

}  // namespace Araios::Perf
#endif
