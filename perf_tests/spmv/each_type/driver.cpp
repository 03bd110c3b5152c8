// SPDX-License-Identifier: Apache-2.0
#include "harness/types.hpp"
#include "spmv/spmv_case.hpp"

namespace Araios::Perf {

namespace {

// A copy of as many bytes as the fastest format of ours and its vectors take: what of a short product is the start and
// the end of a kernel, the bandwidth of large copies does not know.
template <class On>
void time_copy(On& on, Result& result) {
  Result const* const best = best_of_ours(on.results, "", result.on_device);
  if (!on.program.not_transposed() || best == nullptr || best->matrix_bytes < 0) return;
  result.note = "as " + (best->chosen.empty() ? best->method : best->chosen) + " and its vectors take";
  result.bytes = best->matrix_bytes + static_cast<std::int64_t>(sizeof(typename On::Vector)) *
                                          (std::int64_t(on.A.num_rows()) + on.A.num_cols());
  result.copy_bandwidth = on.bench.copy_bandwidth();
  on.bench.progress().task("copy of as many bytes on " + result.space);
  result.flushed = on.bench.copy(result.bytes, [&](auto const& run) { return on.bench.flushed(run); });
  result.warm = on.bench.copy(result.bytes, [&](auto const& run) { return on.bench.warm(run); });
}

using OnHost = SpmvOn<Host, PerfType>;
Candidate<OnHost> const copy_on_host("spmv", "copy", "of as many bytes", time_copy<OnHost>);
#ifdef ARAIOS_PERF_HAS_DEVICE
using OnDevice = SpmvOn<Device, PerfType>;
Candidate<OnDevice> const copy_on_device("spmv", "copy", "of as many bytes", time_copy<OnDevice>);
#endif

std::vector<Result> time_products(SpmvProgram const& program, Spaces& spaces, Structure const& A) {
  auto const what = make_product_case<PerfType>(A, program.transposed());
  std::vector<Result> results;
  spaces.each([&](auto& bench) {
    SpmvOn on(program, bench, what, results);
    run_candidates(program, "spmv", on);
  });
  return results;
}

OfType<TimeSpmv> const products_of_type(perf_type_name, time_products);

}  // namespace

}  // namespace Araios::Perf
