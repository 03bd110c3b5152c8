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

#include "harness/difference.hpp"
#include "harness/matrix_command.hpp"
#include "harness/table.hpp"
#include "harness/time_checked.hpp"

#include <Araios/formats/copy.hpp>
#include <Araios/graph.hpp>

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
#include <Kokkos_Core.hpp>

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

/// The graph where Exec works, and what each method must give.
template <class Exec_>
struct ClosureOn {
  using Exec = Exec_;

  Bench<Exec>& bench;
  Outcome& all;
  std::vector<Result>& results;
  Graph<Exec> A, expected;

  Exec const& exec() const { return bench.exec(); }
};

/// Measures a method, which returns R.
template <class On, class Make>
void time_closure(On& on, Result& result, Make const& make) {
  std::optional<Graph<typename On::Exec>> R;
  auto const run = [&] { R.emplace(make()); };
  auto const forget = [&] { R.reset(); };
  auto const check = [&](char const* when) {
    forget();
    run_with_new_memory(on.exec(), result, run);
    if (auto const wrong = difference(on.exec(), *R, on.expected)) throw WrongResult(join(when, ": ", *wrong));
  };
  time_or_note(on.bench, on.all, result, on.A.bytes() + on.expected.bytes(), run, check, forget);
}

template <ClosureMethod Method, class On>
void time_araios(On& on, Result& result) {
  time_closure(on, result, [&] { return transitive_closure(on.exec(), on.A, {.method = Method}); });
}

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
template <cusparseSpGEMMAlg_t Algorithm>
void time_cusparse(ClosureOn<Device>& on, Result& result) {
  CusparseHandle const handle(on.exec());
  auto const step = [&](Weighted<Device> const& R) {
    auto const descriptor = CusparseMatrix::csr(R);
    CusparseSpgemm<float> const product(on.exec(), handle, descriptor, descriptor, R.num_rows(), R.num_cols(),
                                        Algorithm);
    CusparseSum<float> const sum(on.exec(), handle, R, product.product());
    on.exec().fence();
    return sum.matrix();
  };
  time_closure(on, result, [&] { return closure_by_steps(on.exec(), on.A, step); });
}
using OnCuda = Candidate<ClosureOn<Device>>;
OnCuda const cusparse_1("closure", "cuSPARSE", "ALG1, csrgeam2", time_cusparse<CUSPARSE_SPGEMM_ALG1>);
OnCuda const cusparse_2("closure", "cuSPARSE", "ALG2, csrgeam2", time_cusparse<CUSPARSE_SPGEMM_ALG2>);
OnCuda const cusparse_3("closure", "cuSPARSE", "ALG3, csrgeam2", time_cusparse<CUSPARSE_SPGEMM_ALG3>);
#endif

#ifdef ARAIOS_PERF_KOKKOS_KERNELS_CLOSURE
/// Its product has rows out of order; its sum needs them in order.
template <class On>
void time_kokkos_kernels(On& on, Result& result) {
  using Exec = typename On::Exec;
  auto const step = [&](Weighted<Exec> const& R) {
    KokkosKernelsSpgemm<Exec, float> product(R);
    product.symbolic();
    product.numeric();
    product.sort_rows();
    KokkosKernelsSum<Exec, float> const sum(R, product.product());
    on.exec().fence();
    return sum.matrix();
  };
  time_closure(on, result, [&] { return closure_by_steps(on.exec(), on.A, step); });
}
#endif

/// What every space has.
template <class On>
struct InSpace {
  Candidate<On> incremental{"closure", "Araios", "incremental", time_araios<ClosureMethod::incremental, On>};
  Candidate<On> squaring{"closure", "Araios", "squaring", time_araios<ClosureMethod::squaring, On>};
#ifdef ARAIOS_PERF_KOKKOS_KERNELS_CLOSURE
  Candidate<On> kokkos_kernels{"closure", "Kokkos Kernels", "spgemm, spadd", time_kokkos_kernels<On>};
#endif
};
InSpace<ClosureOn<Host>> const on_host;
#ifdef ARAIOS_PERF_HAS_DEVICE
InSpace<ClosureOn<Device>> const on_device;
#endif

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
  MatrixCommand command(program, "Transitive closures of directed graphs", {},
                        {"araios", "cusparse", "kokkos_kernels"});
  auto const usual = [](bool smoke) {
    return smoke ? random_source(300, 300, 900) : random_source(10'000, 10'000, 30'000);
  };
  if (auto const status = command.parse(arguments, closure_suite, usual)) return *status;
  using namespace Columns;
  Report const report{
      .program = "perf_closure",
      .of_results = "perf_closure",
      .columns = {cold(), cold_spread(), warm(), warm_spread(), peak("allocated")},
      .footer =
          "times: medians in milliseconds, allocations inside; cold: caches flushed before each run; +-: half the "
          "distance from the 10th to the 90th percentile; allocated: in all, by one run"};
  return run_matrices(arguments, program, report, unprepared,
                      [&](Session& session, std::string const&, Structure const& given, int) {
                        Measured measured{sizes_of(given), {}};
                        std::int64_t nnz = -1;
                        session.spaces().each([&]<class Exec>(Bench<Exec>& bench) {
                          auto const A = copy_to<typename Exec::memory_space>(given);
                          bench.progress().task("squaring");
                          ClosureOn<Exec> on{bench, measured.outcome, measured.outcome.results, A,
                                             transitive_closure(bench.exec(), A, {.method = ClosureMethod::squaring})};
                          nnz = on.expected.nnz();
                          run_candidates(program, "closure", on);
                        });
                        measured.sizes.emplace_back("nnz_of_closure", nnz);
                        return std::vector{std::move(measured)};
                      });
}

}  // namespace
}  // namespace Araios::Perf

int main(int argc, char** argv) {
  return Araios::Perf::run_program("perf_closure", argc, argv, Araios::Perf::main_with);
}
