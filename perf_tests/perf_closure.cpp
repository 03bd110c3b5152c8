// SPDX-License-Identifier: Apache-2.0
/// \file
/// Transitive closures of directed graphs: both methods of Araios, and R := R + R R by the products and sums of cuSPARSE
/// and of Kokkos Kernels from release 4.6 on, of float values: the symbolic product of release 3.4 crashes on such R.
///
///   perf_closure                  a random graph
///   perf_closure a.mtx b.mtx      files and matrices that are generated (harness/matrix_source.hpp)
///   perf_closure --suite --data D p2p-Gnutella04, 05, 06, 08 and 09 of the folder D
///
/// A run makes a new R: times hold all allocations. Checked, before times are taken and after: R has the entries that
/// squaring by Araios gave. A wrong result has no times; the program goes on, and ends with status 1.

#include "harness/command_line.hpp"
#include "harness/difference.hpp"
#include "harness/matrix_program.hpp"
#include "harness/table.hpp"
#include "harness/time_checked.hpp"

#include <Araios/formats/copy.hpp>
#include <Araios/graph.hpp>
#include <Araios/testing/count_allocations.hpp>

#ifdef ARAIOS_HAVE_CUSPARSE
#include "baselines/cusparse_add.hpp"
#include "baselines/cusparse_spgemm.hpp"
#endif
#ifdef ARAIOS_HAVE_KOKKOS_KERNELS
#include <KokkosKernels_config.h>
#if defined(KOKKOSKERNELS_VERSION) && KOKKOSKERNELS_VERSION >= 40600
#define ARAIOS_PERF_KOKKOS_KERNELS_CLOSURE
#include "baselines/kokkos_kernels_spadd.hpp"
#include "baselines/kokkos_kernels_spgemm.hpp"
#endif
#endif
#include <CLI/CLI.hpp>
#include <Kokkos_Core.hpp>

#include <exception>
#include <optional>
#include <ostream>
#include <string>
#include <utility>
#include <vector>

namespace Araios::Perf {
namespace {

template <class Exec>
using Graph = CsrMatrix<Pattern, int, int, typename Exec::memory_space>;
template <class Exec>
using Weighted = CsrMatrix<float, int, int, typename Exec::memory_space>;

/// R := step(R with ones as values) until R stays the same. Values are ones again in each step: as counts of paths they
/// would leave the range of float.
template <class Exec, class Step>
Graph<Exec> closure_by_steps(Exec const& exec, Graph<Exec> R, Step const& step) {
  for (;;) {
    auto const ones = allocate<Kokkos::View<float*, typename Exec::memory_space>>(exec, "Araios::Perf::ones", R.nnz());
    Araios::fill(exec, ones, 1.0f);
    auto const grown = step(Weighted<Exec>(R.num_rows(), R.num_cols(), R.row_map, R.entries, ones));
    if (grown.nnz() == R.nnz()) return R;
    R = Graph<Exec>(R.num_rows(), R.num_cols(), grown.row_map, grown.entries);
  }
}
#ifdef ARAIOS_HAVE_CUSPARSE
Graph<Device> closure_by_cusparse(Device const& exec, CusparseHandle const& handle, Graph<Device> const& A,
                                  cusparseSpGEMMAlg_t algorithm) {
  return closure_by_steps(exec, A, [&](Weighted<Device> const& R) {
    auto const descriptor = CusparseMatrix::csr(R);
    CusparseSpgemm<float> const product(exec, handle, descriptor, descriptor, R.num_rows(), R.num_cols(), algorithm);
    CusparseSum<float> const sum(exec, handle, R, product.product());
    exec.fence();
    return sum.matrix();
  });
}
#endif
#ifdef ARAIOS_PERF_KOKKOS_KERNELS_CLOSURE
/// Its product has rows out of order; its sum needs them in order.
template <class Exec>
Graph<Exec> closure_by_kokkos_kernels(Exec const& exec, Graph<Exec> const& A) {
  return closure_by_steps(exec, A, [&](Weighted<Exec> const& R) {
    KokkosKernelsSpgemm<Exec, float> product(R);
    product.symbolic();
    product.numeric();
    product.sort_rows();
    KokkosKernelsSum<Exec, float> const sum(R, product.product());
    exec.fence();
    return sum.matrix();
  });
}
#endif

/// The results in one space. Returns the number of entries of R.
template <class Exec>
std::int64_t time_in(MatrixProgram const& program, Bench<Exec>& bench, Structure const& given, Outcome& all) {
  using Space = typename Exec::memory_space;
  Exec const& exec = bench.exec();
  auto const A = copy_to<Space>(given);
  bench.progress().task("squaring");
  Graph<Exec> const expected = transitive_closure(exec, A, {.method = ClosureMethod::squaring});
  auto const time = [&](char const* library, std::string const& method, auto const& run_once) {
    Result result = result_in<Exec>(library, method);
    std::optional<Graph<Exec>> R;
    auto const run = [&] { R.emplace(run_once()); };
    auto const check = [&](char const* when) {
      R.reset();
      release_instance_workspaces(exec);
      std::int64_t const before = bytes_allocated();
      run();
      exec.fence();
      if (result.library == "Araios") result.peak_bytes = bytes_allocated() - before;
      if (auto const wrong = difference(exec, *R, expected)) throw WrongResult(join(when, ": ", *wrong));
    };
    time_and_keep(bench, all, result, A.bytes() + expected.bytes(), run, check, [&] { R.reset(); });
  };
  if (program.wants_library("araios")) {
    time("Araios", "incremental", [&] { return transitive_closure(exec, A); });
    time("Araios", "squaring", [&] { return transitive_closure(exec, A, {.method = ClosureMethod::squaring}); });
  }
#ifdef ARAIOS_HAVE_CUSPARSE
  if constexpr (std::is_same_v<Exec, Device>)
    if (program.wants_library("cusparse")) {
      CusparseHandle const handle(exec);
      time("cuSPARSE", "ALG1, csrgeam2", [&] { return closure_by_cusparse(exec, handle, A, CUSPARSE_SPGEMM_ALG1); });
      time("cuSPARSE", "ALG2, csrgeam2", [&] { return closure_by_cusparse(exec, handle, A, CUSPARSE_SPGEMM_ALG2); });
      time("cuSPARSE", "ALG3, csrgeam2", [&] { return closure_by_cusparse(exec, handle, A, CUSPARSE_SPGEMM_ALG3); });
    }
#endif
#ifdef ARAIOS_PERF_KOKKOS_KERNELS_CLOSURE
  if (program.wants_library("kokkos_kernels"))
    time("Kokkos Kernels", "spgemm, spadd", [&] { return closure_by_kokkos_kernels(exec, A); });
#endif
  return expected.nnz();
}

std::vector<MatrixSource> closure_suite(std::string const& data, bool smoke) {
  if (smoke) return {random_source(300, 300, 900)};
  std::vector<MatrixSource> sources;
  for (char const* const graph : {"04", "05", "06", "08", "09"})
    sources.push_back({(data.empty() ? "" : data + "/") + "p2p-Gnutella" + graph + ".mtx.gz", ""});
  return sources;
}

int main_with(Arguments& arguments) {
  MatrixProgram program;
  program.types = {"pattern"};
  MatrixOptions matrices;
  int repeats = 0;
  CLI::App app("Transitive closures of directed graphs");
  add_matrix_options(app, matrices);
  add_list_option(app, "--libraries", program.libraries, "with commas between them (default: all)",
                  {"araios", "cusparse", "kokkos_kernels"});
  add_common_options(app, program.common, repeats);
  if (auto const status = parse(app, arguments, program.common, repeats, matrices)) return *status;
  program.suite = matrices.suite;
  bool const smoke = program.common.smoke;
  program.sources = chosen_sources(matrices, smoke, closure_suite,
                                   smoke ? random_source(300, 300, 900) : random_source(10'000, 10'000, 30'000));
  using namespace Columns;
  Report const report{
      .program = "perf_closure",
      .of_results = "perf_closure",
      .columns = {cold(), cold_spread(), warm(), warm_spread(), peak("allocated")},
      .footer =
          "times: medians in milliseconds, allocations inside; cold: caches flushed before each run; +-: half the "
          "distance from the 10th to the 90th percentile; allocated: in all, by one run"};
  return run_matrices(arguments, program, report, unprepared,
                      [&](Session& session, std::string const&, Structure const& A, int) {
                        Outcome all;
                        std::int64_t nnz = -1;
                        Spaces& spaces = session.spaces();
#ifdef ARAIOS_PERF_HAS_DEVICE
                        if (spaces.device) nnz = time_in(program, *spaces.device, A, all);
#endif
                        if (spaces.host) nnz = time_in(program, *spaces.host, A, all);
                        Sizes sizes = sizes_of(A);
                        sizes.emplace_back("nnz_of_closure", nnz);
                        return std::vector{Measured{std::move(sizes), std::move(all)}};
                      });
}

}  // namespace
}  // namespace Araios::Perf

int main(int argc, char** argv) {
  return Araios::Perf::run_program("perf_closure", argc, argv, Araios::Perf::main_with);
}
