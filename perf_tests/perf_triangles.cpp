// SPDX-License-Identifier: Apache-2.0
/// \file
/// Triangles of graphs: the phases of Araios apart, and all of its methods of counting, beside masked products and, on the
/// host, triangle_generic of Kokkos Kernels from release 4.1 on. Times that others published are printed apart from those.
///
///   perf_triangles                  R-MAT of scale 16
///   perf_triangles a.mtx king:2048  files and matrices that are generated (harness/matrix_source.hpp)
///   perf_triangles --suite --data D Table I of the radix binning paper (Gnutella graphs from the folder D), Theory graphs,
///                                   king lattices, R-MAT of scale 16 to 22, and real graphs of the folder
///
/// clean: simple_graph of the matrix; orient: of a simple graph; all: both and the count, from the matrix on. Others count in
/// an oriented graph. triangle_generic starts from a simple graph: its time holds handle and lower triangle, unless its row
/// says that they are kept. --max-workspace-mb N is in the names of the methods that it bounds.
///
/// Checked, before times are taken and after: the number of triangles, against that of merge, which for lattices and Theory
/// graphs is that of their closed forms. A wrong result has no times; the program goes on, and ends with status 1.

#include "harness/command_line.hpp"
#include "harness/matrix_program.hpp"
#include "harness/time_checked.hpp"
#include "triangles/triangles_program.hpp"

#include <Araios/cliques.hpp>
#include <Araios/formats/copy.hpp>
#include <Araios/multiply_masked.hpp>
#include <Araios/reduce.hpp>
#include <Araios/testing/count_allocations.hpp>
#include <Araios/triangles.hpp>
#include <Araios/truss.hpp>

#ifdef ARAIOS_HAVE_CUSPARSE
#include "baselines/cusparse_triangles.hpp"
#endif
#ifdef ARAIOS_HAVE_KOKKOS_KERNELS
#include <KokkosKernels_config.h>
// The kernels of release 3.4 do not compile.
#if defined(KOKKOSKERNELS_VERSION) && KOKKOSKERNELS_VERSION >= 40100
#define ARAIOS_PERF_KOKKOS_KERNELS_TRIANGLES
#include "baselines/kokkos_kernels_triangles.hpp"
#endif
#endif
#include <CLI/CLI.hpp>
#include <Kokkos_Core.hpp>

#include <exception>
#include <optional>
#include <ostream>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace Araios::Perf {
namespace {

/// Of larger graphs, truss numbers and cliques take seconds.
constexpr std::int64_t most_candidates_of_trusses = 50'000'000;

struct CountedMethod {
  char const* name;
  TriangleOptions options;
};
std::vector<CountedMethod> const counted_methods = {
    {"automatic", {}},
    {"merge", {.method = TriangleMethod::merge}},
    {"bisection", {.method = TriangleMethod::bisection}},
    {"adaptive", {.method = TriangleMethod::adaptive}},
    {"hash", {.method = TriangleMethod::hash}},
    {"bitmap", {.method = TriangleMethod::bitmap}},
    {"mixed", {.method = TriangleMethod::mixed}},
    {"radix_binning", {.method = TriangleMethod::radix_binning}},
    {"radix_binning_of_all_pairs", {.method = TriangleMethod::radix_binning, .all_pairs = true}},
};

/// What `automatic` takes for this graph.
template <class Exec, class Graph>
std::string chosen_method(Exec const& exec, Graph const& graph) {
  auto const choice = choose_triangle_method(exec, graph);
  for (auto const& [name, options] : counted_methods)
    if (options.method == choice.method) return name;
  return "";
}

/// The sum of the numbers of common neighbours, over the edges: U U where U is.
template <class Exec, class Graph>
std::int64_t by_masked_product(Exec const& exec, Graph const& U) {
  return reduce<Plus, std::int64_t>(exec, multiply_masked<PlusTimes, int>(exec, U, U, U));
}

/// The results in one space.
template <class Exec>
void time_in(TrianglesProgram const& program, Bench<Exec>& bench, Structure const& given, TrianglesOutcome& all) {
  using Space = typename Exec::memory_space;
  Exec const& exec = bench.exec();
  auto const A = copy_to<Space>(given);
  bench.progress().task("orienting");
  auto const G = simple_graph(exec, A);
  auto const graph = orient(exec, G, {.is_simple = true});
  all.edges = graph.num_edges();
  all.triangles = count_triangles(exec, graph, {.method = TriangleMethod::merge});
  all.candidates = count_candidates(exec, graph);
  all.candidates_of_all_pairs = count_candidates(exec, graph, {.all_pairs = true});

  std::int64_t found = -1;
  auto const time = [&](char const* library, std::string const& method, auto const& run) {
    Result result = result_in<Exec>(library, method);
    if (method == "automatic") result.chosen = chosen_method(exec, graph);
    auto const check = [&](char const* when) {
      release_instance_workspaces(exec);
      std::int64_t const before = bytes_allocated();
      found = all.triangles;
      run();
      exec.fence();
      if (result.library == "Araios") result.peak_bytes = bytes_allocated() - before;
      if (found != all.triangles) throw WrongResult(join(when, ": ", found, " triangles in place of ", all.triangles));
    };
    time_and_keep(bench, all, result, graph.bytes(), run, check);
  };
  if (program.wants("araios", "clean")) time("Araios", "clean", [&] { (void)simple_graph(exec, A); });
  if (program.wants("araios", "orient")) time("Araios", "orient", [&] { (void)orient(exec, G, {.is_simple = true}); });
  if (program.wants("araios", "all")) time("Araios", "all", [&] { found = count_triangles(exec, A); });
  for (auto const& [name, defaults] : counted_methods) {
    TriangleOptions options = defaults;
    std::string method = name;
    if (!program.wants("araios", method)) continue;
    if (options.method == TriangleMethod::radix_binning) {
      if ((options.all_pairs ? all.candidates_of_all_pairs : all.candidates) > program.most_candidates) continue;
      if (program.max_workspace_mb > 0) {
        options.max_workspace_bytes = 1'000'000 * program.max_workspace_mb;
        method = join(name, ", ", program.max_workspace_mb, " MB");
      }
    }
    time("Araios", method, [&] { found = count_triangles(exec, graph, options); });
  }
  if (program.wants("araios", "masked_product"))
    time("Araios", "masked_product", [&] { found = by_masked_product(exec, graph.upper); });
  if (program.wants("araios", "supports")) {
    Kokkos::View<int*, Space> const supports("Araios::Perf::supports", static_cast<std::size_t>(graph.num_edges()));
    time("Araios", "supports", [&] { edge_supports(exec, graph, supports); });
  }
  if (all.candidates <= most_candidates_of_trusses) {
    Kokkos::View<int*, Space> const numbers("Araios::Perf::numbers", static_cast<std::size_t>(graph.num_edges()));
    if (program.wants("araios", "truss_numbers"))
      time("Araios", "truss_numbers", [&] { truss_numbers(exec, graph, numbers); });
    if (program.wants("araios", "cliques_of_4"))
      time("Araios", "cliques_of_4", [&] { (void)count_cliques(exec, 4, graph); });
  }
#ifdef ARAIOS_HAVE_CUSPARSE
  if constexpr (std::is_same_v<Exec, Device>)
    if (program.wants("cusparse", "masked_product")) {
      CusparseHandle const handle(exec);
      time("cuSPARSE", "product, sum at edges", [&] { found = triangles_by_cusparse(exec, handle, graph.upper); });
    }
#endif
#ifdef ARAIOS_PERF_KOKKOS_KERNELS_TRIANGLES
  if constexpr (std::is_same_v<Exec, Host>)
    if (program.wants("kokkos_kernels", "triangle_generic")) {
      time("Kokkos Kernels", "triangle_generic LL", [&] { found = KokkosKernelsTriangles<Exec>(G).count(); });
      KokkosKernelsTriangles<Exec> kept(G);
      time("Kokkos Kernels", "triangle_generic LL, lower triangle kept", [&] { found = kept.count(); });
    }
#endif
}

int main_with(Arguments& arguments) {
  TrianglesProgram program;
  MatrixOptions matrices;
  int repeats = 0;
  CLI::App app("Triangles of graphs");
  add_matrix_options(app, matrices);
  add_list_option(app, "--libraries", program.libraries, "with commas between them (default: all)",
                  {"araios", "cusparse", "kokkos_kernels"});
  add_list_option(app, "--methods", program.methods, "with commas between them (default: all)",
                  {"clean", "orient", "all", "automatic", "merge", "bisection", "adaptive", "hash", "bitmap", "mixed",
                   "radix_binning", "radix_binning_of_all_pairs", "masked_product", "supports", "truss_numbers",
                   "cliques_of_4", "triangle_generic"});
  app.add_option("--most-candidates", program.most_candidates, "radix binning of more is left out")
      ->check(CLI::NonNegativeNumber)
      ->capture_default_str();
  app.add_option("--max-workspace-mb", program.max_workspace_mb,
                 "of radix binning, in 1,000,000 bytes (default: that of TriangleOptions)")
      ->check(CLI::Range(std::int64_t(1), std::int64_t(1) << 30));
  std::vector<std::string> without;
  app.add_option("--without", without, "graphs of the suite that are left out, with commas between them")
      ->delimiter(',')
      ->allow_extra_args(false);
  add_common_options(app, program.common, repeats);
  if (auto const status = parse(app, arguments, program.common, repeats, matrices)) return *status;
  program.suite = matrices.suite;
  program.sources = chosen_sources(matrices, program.common.smoke, triangles_suite,
                                   {program.common.smoke ? "rmat:8:2048" : "rmat:16:1048576", ""});

  for (std::string const& name : without) {
    auto const is_this = [&](MatrixSource const& source) { return source.name() == name; };
    if (std::erase_if(program.sources, is_this) == 0)
      throw std::invalid_argument(join("--without: no graph is named ", name));
  }

  return run_matrices(arguments, program, triangles_report(), unprepared,
                      [&](Session& session, std::string const&, Structure const& A, int) {
                        TrianglesOutcome all;
                        Spaces& spaces = session.spaces();
#ifdef ARAIOS_PERF_HAS_DEVICE
                        if (spaces.device) time_in(program, *spaces.device, A, all);
#endif
                        if (spaces.host) time_in(program, *spaces.host, A, all);
                        Sizes sizes = sizes_of(A);
                        sizes.insert(sizes.end(), {{"edges", all.edges},
                                                   {"triangles", all.triangles},
                                                   {"candidates", all.candidates},
                                                   {"candidates_of_all_pairs", all.candidates_of_all_pairs}});
                        return std::vector{Measured{std::move(sizes), std::move(all)}};
                      });
}

}  // namespace
}  // namespace Araios::Perf

int main(int argc, char** argv) {
  return Araios::Perf::run_program("perf_triangles", argc, argv, Araios::Perf::main_with);
}
