// SPDX-License-Identifier: Apache-2.0
#include "convert/convert_case.hpp"
#include "formats/registry.hpp"
#include "harness/product_case.hpp"
#include "harness/types.hpp"

namespace Araios::Perf {

namespace {

template <class Exec, class Matrix>
void time_in(ConvertProgram const& program, Bench<Exec>& bench, Matrix const& A, std::vector<Result>& results) {
  ConvertOn<Exec, PerfType> const on = convert_on<Exec, PerfType>(program, bench, results, A);
  if (program.wants_library("araios"))
    for (auto const& [name, format] : formats<Exec, PerfType>())
      if (program.wants(name, format.slow)) format.conversions(on);
#ifdef ARAIOS_HAVE_CUSPARSE
  if constexpr (is_cuda_v<Exec>)
    if (program.wants_library("cusparse")) time_cusparse(on);
#endif
#ifdef ARAIOS_HAVE_KOKKOS_KERNELS
  if (program.wants_library("kokkos_kernels")) time_kokkos_kernels(on);
#endif
}

std::vector<Result> time_conversions(ConvertProgram const& program, Spaces& spaces, Structure const& structure) {
  auto const A = with_random_values<PerfType::Scalar>(structure);
  std::vector<Result> results;
  spaces.each([&](auto& bench) { time_in(program, bench, A, results); });
  return results;
}

OfType<TimeConversions> const conversions_of_type(perf_type_name, time_conversions);

}  // namespace

}  // namespace Araios::Perf
