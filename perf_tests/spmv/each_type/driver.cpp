// SPDX-License-Identifier: Apache-2.0
#include "formats/registry.hpp"
#include "harness/types.hpp"
#include "spmv/spmv_case.hpp"

namespace Araios::Perf {

namespace {

// CSR with the methods that share its rows among threads, and with a plan; every other format; and what is chosen.
template <class Exec, class Type>
void time_araios(SpmvOn<Exec, Type> const& on) {
  if (!on.program.wants_library("araios")) return;
  time_csr(on);
  time_plan(on);
  for (auto const& [name, format] : formats<Exec, Type>())
    if (on.program.wants(name, format.slow)) format.products(on);
  time_hyb_overlapped(on);
  time_chosen(on);
}

// A copy of as many bytes as the fastest format of ours and its vectors take: what of a short product is the start and
// the end of a kernel, the bandwidth of large copies does not know.
template <class Exec, class Type>
void time_copy(SpmvOn<Exec, Type> const& on) {
  if (!on.program.wants_library("araios") || !on.program.not_transposed()) return;
  Result const* const best = best_of_ours(on.results, "", Araios::is_gpu_v<Exec>);
  if (best == nullptr || best->matrix_bytes < 0) return;
  Result result = on.result("copy", "of as many bytes");
  result.note = "as " + (best->chosen.empty() ? best->method : best->chosen) + " and its vectors take";
  result.matrix_bytes = -1;
  result.bytes = best->matrix_bytes + static_cast<std::int64_t>(sizeof(typename Type::Vector)) *
                                          (std::int64_t(on.A.num_rows()) + on.A.num_cols());
  result.copy_bandwidth = on.bench.copy_bandwidth();
  on.bench.progress().task(join("copy of as many bytes on ", Exec::name()));
  result.flushed = on.bench.copy(result.bytes, [&](auto const& run) { return on.bench.flushed(run); });
  result.warm = on.bench.copy(result.bytes, [&](auto const& run) { return on.bench.warm(run); });
  on.results.push_back(result);
}

template <class Exec>
void time_in(SpmvProgram const& program, Bench<Exec>& bench, ProductCase<PerfType> const& what,
             std::vector<Result>& results) {
  SpmvOn<Exec, PerfType> const on(program, bench, what, results);
  time_araios(on);
  time_copy(on);
#ifdef ARAIOS_HAVE_CUSPARSE
  if constexpr (is_cuda_v<Exec>)
    if (program.wants_library("cusparse")) {
      time_cusparse(on);
      time_cusparse_formats(on);
    }
#endif
#ifdef ARAIOS_HAVE_KOKKOS_KERNELS
  if (program.wants_library("kokkos_kernels")) time_kokkos_kernels(on);
#endif
}

std::vector<Result> time_products(SpmvProgram const& program, Spaces& spaces, Structure const& A) {
  auto const what = make_product_case<PerfType>(A, program.transposed());
  std::vector<Result> results;
  spaces.each([&](auto& bench) { time_in(program, bench, what, results); });
  return results;
}

OfType<TimeSpmv> const products_of_type(perf_type_name, time_products);

}  // namespace

}  // namespace Araios::Perf
