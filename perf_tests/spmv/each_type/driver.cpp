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

template <class Type>
void time_on_device([[maybe_unused]] SpmvProgram const& program, [[maybe_unused]] Bench<Device>& bench,
                    [[maybe_unused]] ProductCase<Type> const& what, [[maybe_unused]] std::vector<Result>& results) {
#ifdef ARAIOS_PERF_HAS_DEVICE
  SpmvOn<Device, Type> const on(program, bench, what, results);
  time_araios(on);
  time_copy(on);
#ifdef ARAIOS_HAVE_CUSPARSE
  if (program.wants_library("cusparse")) {
    time_cusparse(on);
    time_cusparse_formats(on);
  }
#endif
#ifdef ARAIOS_HAVE_KOKKOS_KERNELS
  if (program.wants_library("kokkos_kernels")) time_kokkos_kernels(on);
#endif
#endif
}

template <class Type>
void time_on_host(SpmvProgram const& program, Bench<Host>& bench, ProductCase<Type> const& what,
                  std::vector<Result>& results) {
  SpmvOn<Host, Type> const on(program, bench, what, results);
  time_araios(on);
  time_copy(on);
#ifdef ARAIOS_HAVE_KOKKOS_KERNELS
  if (program.wants_library("kokkos_kernels")) time_kokkos_kernels(on);
#endif
}

}  // namespace

template <class Type>
std::vector<Result> time_products(SpmvProgram const& program, Spaces& spaces, Structure const& A) {
  ProductCase<Type> const what = make_product_case<Type>(A, program.transposed());
  std::vector<Result> results;
  if (spaces.host) time_on_host(program, *spaces.host, what, results);
  if (spaces.device) time_on_device(program, *spaces.device, what, results);
#ifndef ARAIOS_HAVE_CUSPARSE
  if (program.wants_library("cusparse")) results.push_back(not_built("cuSPARSE", "CSR_ALG1"));
#endif
#ifndef ARAIOS_HAVE_KOKKOS_KERNELS
  if (program.wants_library("kokkos_kernels")) results.push_back(not_built("Kokkos Kernels", "native"));
#endif
  return results;
}

template std::vector<Result> time_products<PerfType>(SpmvProgram const&, Spaces&, Structure const&);

}  // namespace Araios::Perf
