// SPDX-License-Identifier: Apache-2.0
/// \file
/// Triangles of graphs: the phases of Araios apart, and all of its methods of counting, beside masked products.
///
///   perf_triangles                  R-MAT of scale 16
///   perf_triangles a.mtx king:2048  files and matrices that are generated (harness/matrix_source.hpp)
///   perf_triangles --suite --data D Table I of the radix binning paper (Gnutella graphs from the folder D), Theory graphs,
///                                   king lattices, R-MAT of scale 16 to 22, and real graphs of the folder
///
/// clean: simple_graph of the matrix; orient: of a simple graph; all: both and the count, from the matrix on. Others count in
/// an oriented graph. Checked, before times are taken and after: the number of triangles, against that of merge, which
/// for lattices and Theory graphs is that of their closed forms. A wrong result has no times; the program goes on, and ends
/// with status 1.

#include "harness/algebra_program.hpp"
#include "harness/command_line.hpp"
#include "harness/matrix_program.hpp"
#include "harness/report.hpp"
#include "harness/spaces.hpp"
#include "harness/table.hpp"
#include "harness/time_checked.hpp"

#include <Araios/cliques.hpp>
#include <Araios/core/search.hpp>
#include <Araios/formats/copy.hpp>
#include <Araios/multiply_masked.hpp>
#include <Araios/primitives/visit_segments.hpp>
#include <Araios/reduce.hpp>
#include <Araios/testing/count_allocations.hpp>
#include <Araios/triangles.hpp>
#include <Araios/truss.hpp>

#ifdef ARAIOS_HAVE_CUSPARSE
#include "baselines/cusparse_spgemm.hpp"
#endif
#include <CLI/CLI.hpp>
#include <Kokkos_Core.hpp>

#include <exception>
#include <optional>
#include <ostream>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace Araios::Perf {
namespace {

struct TrianglesProgram {
  CommonOptions common;
  std::vector<std::string> types{"pattern"};
  std::vector<MatrixSource> sources;
  std::vector<std::string> libraries;  // empty: all
  std::vector<std::string> methods;    // empty: all
  std::int64_t most_candidates = 0;    // of radix binning
  bool suite = false;

  bool wants(std::string const& library, std::string const& method) const {
    return (libraries.empty() || contains(libraries, library)) && (methods.empty() || contains(methods, method));
  }
};

struct TrianglesCase {
  Structure A;
  std::string left_out;  // none is
};
/// `failures`: wrong results, and counts that Araios did not make.
struct TrianglesResults {
  std::vector<Result> results;
  std::int64_t edges = -1, triangles = -1, candidates = -1, candidates_of_all_pairs = -1;
  int failures = 0;
};

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
    {"hash", {.method = TriangleMethod::hash}},
    {"bitmap", {.method = TriangleMethod::bitmap}},
    {"radix_binning", {.method = TriangleMethod::radix_binning}},
    {"radix_binning_of_all_pairs", {.method = TriangleMethod::radix_binning, .all_pairs = true}},
};

/// The sum of the numbers of common neighbours, over the edges: U U where U is.
template <class Exec, class Graph>
std::int64_t by_masked_product(Exec const& exec, Graph const& U) {
  return reduce<Plus, std::int64_t>(exec, multiply_masked<PlusTimes, int>(exec, U, U, U));
}

#ifdef ARAIOS_HAVE_CUSPARSE
/// sum += the value of C at entry p of row i of U. Rows of C are sorted.
template <class Graph, class Product>
struct ValueAtEntry {
  Graph U;
  Product C;
  Kokkos::View<unsigned long long*, Kokkos::CudaSpace> sums;
  KOKKOS_FUNCTION void operator()(std::int64_t i, std::int64_t p) const {
    int const end = C.row_map(i + 1), at = Araios::Impl::first_not_below(C.entries, C.row_map(i), end, U.entries(p));
    if (at < end && C.entries(at) == U.entries(p))
      Kokkos::atomic_add(&sums(p % sums.extent(0)), static_cast<unsigned long long>(C.values(at)));
  }
};

/// The same of all of U U, of float values, which cuSPARSE cannot leave out where U is not.
template <class Graph>
std::int64_t by_cusparse(Device const& exec, CusparseHandle const& handle, Graph const& U) {
  using Space = Device::memory_space;
  auto const ones = allocate<Kokkos::View<float*, Space>>(exec, "Araios::Perf::ones", U.nnz());
  Araios::Impl::fill(exec, ones, 1.0f);
  auto const descriptor =
      CusparseMatrix::csr(CsrMatrix<float, int, int, Space>(U.num_rows(), U.num_cols(), U.row_map, U.entries, ones));
  CusparseSpgemm<float> const product(exec, handle, descriptor, descriptor, U.num_rows(), U.num_cols(),
                                      CUSPARSE_SPGEMM_ALG1);
  auto const C = product.product();
  Kokkos::View<unsigned long long*, Space> const sums("Araios::Perf::sums", 4096);
  Araios::Impl::visit_segments(exec, "Araios::Perf::by_cusparse", U.row_map, static_cast<std::int64_t>(U.nnz()),
                               ValueAtEntry<Graph, std::decay_t<decltype(C)>>{U, C, sums});
  auto const on_host = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), sums);
  std::int64_t sum = 0;
  for (std::size_t s = 0; s < sums.extent(0); ++s) sum += static_cast<std::int64_t>(on_host(s));
  return sum;
}
#endif

/// The results in one space.
template <class Exec>
void time_in(TrianglesProgram const& program, Bench<Exec>& bench, Structure const& given, TrianglesResults& all) {
  using Space = typename Exec::memory_space;
  Exec const& exec = bench.exec();
  auto const A = copy_to<Space>(given);
  bench.progress().task("orienting");
  auto const G = simple_graph(exec, A);
  auto const graph = orient(exec, {.is_simple = true}, G);
  all.edges = graph.num_edges();
  all.triangles = count_triangles(exec, {.method = TriangleMethod::merge}, graph);
  all.candidates = count_candidates(exec, false, graph);
  all.candidates_of_all_pairs = count_candidates(exec, true, graph);

  std::int64_t found = -1;
  auto const time = [&](char const* library, std::string const& method, auto const& run) {
    Result result;
    result.library = library;
    result.method = method;
    result.space = Exec::name();
    result.on_device = Araios::Impl::is_gpu_v<Exec>;
    Result without_figures = result;
    auto const check = [&](char const* when) {
      release_instance_workspaces(exec);
      std::int64_t const before = bytes_allocated();
      found = all.triangles;
      run();
      exec.fence();
      if (result.library == "Araios") result.peak_bytes = bytes_allocated() - before;
      if (found != all.triangles) throw WrongResult(join(when, ": ", found, " triangles in place of ", all.triangles));
    };
    try {
      time_checked(bench, result, graph.bytes(), run, check);
      all.results.push_back(result);
    } catch (std::exception const& refusal) {
      bool const is_wrong = dynamic_cast<WrongResult const*>(&refusal) != nullptr;
      without_figures.note = join(is_wrong ? "wrong result, " : "no result: ", refusal.what());
      all.failures += is_wrong || without_figures.library == "Araios";
      exec.fence();  // throws where the device is lost
      all.results.push_back(without_figures);
    }
  };
  if (program.wants("araios", "clean")) time("Araios", "clean", [&] { (void)simple_graph(exec, A); });
  if (program.wants("araios", "orient")) time("Araios", "orient", [&] { (void)orient(exec, {.is_simple = true}, G); });
  if (program.wants("araios", "all")) time("Araios", "all", [&] { found = count_triangles(exec, A); });
  for (auto const& [name, options] : counted_methods) {
    auto const candidates = options.all_pairs ? all.candidates_of_all_pairs : all.candidates;
    if (!program.wants("araios", name)) continue;
    if (options.method == TriangleMethod::radix_binning && candidates > program.most_candidates) continue;
    time("Araios", name, [&] { found = count_triangles(exec, options, graph); });
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
      time("cuSPARSE", "product, sum at edges", [&] { found = by_cusparse(exec, handle, graph.upper); });
    }
#endif
}

void print_triangles_table(std::ostream& out, Line const& line) {
  print_headline(out, line);
  auto const size = [&](std::string const& name) {
    for (auto const& [key, number] : line.what.sizes)
      if (key == name) return number;
    return std::int64_t(-1);
  };
  out << "edges " << size("edges") << ", triangles " << size("triangles") << ", candidates " << size("candidates")
      << ", of all pairs " << size("candidates_of_all_pairs") << "\n\n";
  Table table({"method", "space", "cold ms", "+-", "warm ms", "+-", "G edges/s", "allocated"}, 2);
  for (auto const& result : line.results) {
    std::vector<std::string> row{result.library + " " + result.method, result.space};
    if (result.measured())
      for (std::string const& cell : {milliseconds(result.flushed.median), percent(result.flushed.spread()),
                                      milliseconds(result.warm.median), percent(result.warm.spread()),
                                      three_digits(static_cast<double>(size("edges")) / result.flushed.median * 1e-9),
                                      std::string(result.peak_bytes < 0 ? "-" : bytes_text(result.peak_bytes))})
        row.push_back(cell);
    table.add(row, result.note);
  }
  table.drop_empty();
  table.print(out);
  out << std::flush;  // a run that is cut short leaves what it measured
}

std::vector<MatrixSource> triangles_suite(std::string const& data, bool smoke) {
  if (smoke) return {{"theory_b1k:3-4-5", "Theory-3-4-5-B1k"}, {"king:20", ""}, {"rmat:8:2048", ""}};
  std::vector<MatrixSource> sources;
  auto const theory = [&](char const* kind, char const* end, char const* sizes) {
    sources.push_back({std::string("theory_") + kind + ":" + sizes, std::string("Theory-") + sizes + "-" + end});
  };
  for (char const* const sizes : {"3-4", "3-4-5", "16-25", "3-4-5-9"}) theory("bk", "Bk", sizes);
  for (char const* const sizes : {"3-4", "3-4-5", "16-25"}) theory("b1k", "B1k", sizes);
  for (char const* const sizes : {"3-4", "3-4-5", "16-25", "3-4-5-9"}) theory("b2k", "B2k", sizes);
  theory("b1k", "B1k", "3-4-5-9");
  theory("bk", "Bk", "25-81");
  theory("b1k", "B1k", "25-81");
  theory("b2k", "B2k", "25-81");
  auto const file = [&](std::string const& name) {
    sources.push_back({(data.empty() ? "" : data + "/") + name + ".mtx.gz", ""});
  };
  for (char const* const graph : {"04", "05", "06", "08", "09", "25", "30", "31"})
    file(std::string("p2p-Gnutella") + graph);
  theory("b1k", "B1k", "25-81-256");
  theory("b1k", "B1k", "3-4-5-9-16-25");
  theory("b1k", "B1k", "5-9-16-25-81");
  theory("b1k", "B1k", "16-25-81-256");
  for (char const* const lattice : {"king:1024", "king:2048", "king:4096"}) sources.push_back({lattice, ""});
  for (int const scale : {16, 18, 20, 22})
    sources.push_back({join("rmat:", scale, ":", std::int64_t(16) << scale), join("R-MAT ", scale)});
  for (char const* const graph : {"ca-GrQc", "as20000102", "soc-Slashdot0902", "web-Stanford"}) file(graph);
  return sources;
}

int main_with(Arguments& arguments) {
  TrianglesProgram program;
  MatrixOptions matrices;
  int repeats = 0;
  std::int64_t most_candidates = 2'000'000'000;
  CLI::App app("Triangles of graphs");
  add_matrix_options(app, matrices);
  add_list_option(app, "--libraries", program.libraries, "with commas between them (default: all)",
                  {"araios", "cusparse"});
  add_list_option(app, "--methods", program.methods, "with commas between them (default: all)",
                  {"clean", "orient", "all", "automatic", "merge", "bisection", "hash", "bitmap", "radix_binning",
                   "radix_binning_of_all_pairs", "masked_product", "supports", "truss_numbers", "cliques_of_4"});
  app.add_option("--most-candidates", most_candidates, "radix binning of more is left out (default: 2000000000)");
  add_common_options(app, program.common, repeats);
  if (auto const status = parse(app, arguments, program.common, repeats, matrices)) return *status;
  program.suite = matrices.suite;
  program.most_candidates = most_candidates;
  program.sources = matrices.suite || !matrices.words.empty()
                        ? chosen_sources(matrices, program.common.smoke, triangles_suite)
                        : std::vector<MatrixSource>{program.common.smoke ? MatrixSource{"rmat:8:2048", ""}
                                                                         : MatrixSource{"rmat:16:1048576", ""}};

  return run_algebra_program(
      arguments, program,
      {"perf_triangles", "perf_triangles", "automatic",
       "times: medians in milliseconds; clean, orient and all with their allocations; cold: caches flushed before each "
       "run; +-: half the distance from the 10th to the 90th percentile; allocated: in all, by one run"},
      [](Structure const& A) { return TrianglesCase{A, ""}; },
      [&](std::string const&, Spaces& spaces, TrianglesCase const& what) {
        TrianglesResults all;
#ifdef ARAIOS_PERF_HAS_DEVICE
        if (spaces.device) time_in(program, *spaces.device, what.A, all);
#endif
        if (spaces.host) time_in(program, *spaces.host, what.A, all);
        return all;
      },
      [](TrianglesCase const& what, TrianglesResults const& all) {
        return std::vector<std::pair<std::string, std::int64_t>>{
            {"rows", what.A.num_rows()},
            {"cols", what.A.num_cols()},
            {"nnz", what.A.nnz()},
            {"edges", all.edges},
            {"triangles", all.triangles},
            {"candidates", all.candidates},
            {"candidates_of_all_pairs", all.candidates_of_all_pairs}};
      },
      print_triangles_table, [](std::ostream&, std::vector<Line> const&) {});
}

}  // namespace
}  // namespace Araios::Perf

int main(int argc, char** argv) {
  return Araios::Perf::run_program("perf_triangles", argc, argv, Araios::Perf::main_with);
}
