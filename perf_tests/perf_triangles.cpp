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
/// graphs is that of their closed forms; the simple graph, by definition; its orientation, edge by edge; supports,
/// which sum to three times the triangles; truss numbers, by what supports say of them; cliques of small graphs, by a
/// second way. A wrong result has no times; the program goes on, and ends with status 1.

#include "harness/matrix_command.hpp"
#include "harness/time_checked.hpp"
#include "triangles/published.hpp"
#include "triangles/triangles_program.hpp"

#include <Araios/cliques.hpp>
#include <Araios/formats/copy.hpp>
#include <Araios/multiply_masked.hpp>
#include <Araios/reduce.hpp>
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

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <optional>
#include <ostream>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace Araios::Perf {
namespace {

/// Truss numbers and cliques of larger graphs take seconds.
constexpr std::int64_t most_candidates_of_trusses = 50'000'000;
/// Cliques of larger graphs are counted in one way only.
constexpr std::int64_t most_candidates_of_checks = 5'000'000;

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

/// A graph where Exec works: as it is given, simple, and oriented.
template <class Exec_>
struct TrianglesOn {
  using Exec = Exec_;
  using Space = typename Exec::memory_space;

  TrianglesProgram const& program;
  Bench<Exec>& bench;
  TrianglesOutcome& all;
  std::vector<Result>& results;
  Structure const& given;
  CsrMatrix<Pattern, int, int, Space> A;
  decltype(simple_graph(Exec(), A)) G;
  decltype(orient(Exec(), G)) graph;

  Exec const& exec() const { return bench.exec(); }
};

template <class Exec>
TrianglesOn<Exec> triangles_on(TrianglesProgram const& program, Bench<Exec>& bench, TrianglesOutcome& all,
                               Structure const& given) {
  Exec const& exec = bench.exec();
  auto const A = copy_to<typename Exec::memory_space>(given);
  bench.progress().task("orienting");
  auto const G = simple_graph(exec, A);
  auto const graph = orient(exec, G, {.is_simple = true});
  all.edges = graph.num_edges();
  all.triangles = count_triangles(exec, graph, {.method = TriangleMethod::merge});
  all.candidates = count_candidates(exec, graph);
  all.candidates_of_all_pairs = count_candidates(exec, graph, {.all_pairs = true});
  return {program, bench, all, all.results, given, A, G, graph};
}

/// What is wrong with a result; nothing: it is right.
using Fault = std::optional<std::string>;

Fault other_number(std::int64_t found, std::int64_t expected, char const* of) {
  if (found == expected) return {};
  return join(found, " ", of, " in place of ", expected);
}

/// G as the simple graph of A: rows are the neighbours of their vertices, in ascending order.
Fault fault_of_simple_graph(Structure const& A, Structure const& G) {
  std::vector<std::vector<int>> rows(static_cast<std::size_t>(A.num_rows()));
  for (int i = 0; i < A.num_rows(); ++i)
    for (int p = A.row_map(i); p < A.row_map(i + 1); ++p)
      if (int const j = A.entries(p); j != i) {
        rows[static_cast<std::size_t>(i)].push_back(j);
        rows[static_cast<std::size_t>(j)].push_back(i);
      }
  for (int i = 0; i < A.num_rows(); ++i) {
    auto& row = rows[static_cast<std::size_t>(i)];
    std::sort(row.begin(), row.end());
    row.erase(std::unique(row.begin(), row.end()), row.end());
    int const* const entries = G.entries.data();
    if (!std::equal(row.begin(), row.end(), entries + G.row_map(i), entries + G.row_map(i + 1)))
      return join("vertex ", i, " has other neighbours");
  }
  return {};
}

/// An oriented graph of G: as many edges as G has, each from a vertex to a neighbour of higher rank.
template <class Oriented>
Fault fault_of_orientation(Structure const& G, Oriented const& graph) {
  auto const upper = Structure(copy_to<Kokkos::HostSpace>(graph.upper));
  auto const vertex = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), graph.vertex);
  if (auto const fault = other_number(2 * std::int64_t(upper.nnz()), G.nnz(), "ends of edges")) return fault;
  for (int r = 0; r < upper.num_rows(); ++r)
    for (int p = upper.row_map(r); p < upper.row_map(r + 1); ++p) {
      int const s = upper.entries(p), before = p > upper.row_map(r) ? upper.entries(p - 1) : r;
      int const* const row = G.entries.data() + G.row_map(vertex(r));
      int const* const end = G.entries.data() + G.row_map(vertex(r) + 1);
      if (s <= before || !std::binary_search(row, end, vertex(s))) return join("edge ", p, " is not one of the graph");
    }
  return {};
}

/// The cliques of 4 vertices: at each edge those of its common neighbours of higher rank that are adjacent.
std::int64_t cliques_of_4(Structure const& upper) {
  auto const above = [&](int r) {
    int const* const entries = upper.entries.data();
    return std::pair(entries + upper.row_map(r), entries + upper.row_map(r + 1));
  };
  std::int64_t cliques = 0;
  std::vector<int> common, last;
  for (int r = 0; r < upper.num_rows(); ++r)
    for (int p = upper.row_map(r); p < upper.row_map(r + 1); ++p) {
      auto const [a, end_of_a] = above(r);
      auto const [b, end_of_b] = above(upper.entries(p));
      common.clear();
      std::set_intersection(a, end_of_a, b, end_of_b, std::back_inserter(common));
      for (int const s : common) {
        auto const [c, end_of_c] = above(s);
        last.clear();
        std::set_intersection(common.begin(), common.end(), c, end_of_c, std::back_inserter(last));
        cliques += static_cast<std::int64_t>(last.size());
      }
    }
  return cliques;
}

/// Times `run`; `fault()` says what is wrong after it. `poison` comes before the runs that are checked.
template <class On, class Run, class FaultAfter, class Poison = Nothing>
void time_run(On& on, Result& result, Run const& run, FaultAfter const& fault, Poison const& poison = {}) {
  auto const check = [&](char const* when) {
    poison();
    run_with_new_memory(on.exec(), result, run);
    if (auto const wrong = fault()) throw WrongResult(join(when, ": ", *wrong));
  };
  time_or_note(on.bench, on.all, result, on.graph.bytes(), run, check);
}

/// Times `count`, which returns the number of triangles.
template <class On, class Count>
void time_triangles(On& on, Result& result, Count const& count) {
  std::int64_t found = -1;
  time_run(on, result, [&] { found = count(); }, [&] { return other_number(found, on.all.triangles, "triangles"); });
}

template <class On>
void time_counting(On& on, Result& result, TriangleOptions options) {
  if (options.method == TriangleMethod::automatic) result.chosen = chosen_method(on.exec(), on.graph);
  if (options.method == TriangleMethod::radix_binning) {
    std::int64_t const candidates = options.all_pairs ? on.all.candidates_of_all_pairs : on.all.candidates;
    if (candidates > on.program.most_candidates) return;
    if (on.program.max_workspace_mb > 0) {
      options.max_workspace_bytes = 1'000'000 * on.program.max_workspace_mb;
      result.method += join(", ", on.program.max_workspace_mb, " MB");
    }
  }
  time_triangles(on, result, [&] { return count_triangles(on.exec(), on.graph, options); });
}

/// The sum of the numbers of common neighbours, over the edges: U U where U is.
template <class On>
void time_masked_product(On& on, Result& result) {
  auto const& U = on.graph.upper;
  time_triangles(on, result, [&] {
    return reduce<Plus, std::int64_t>(on.exec(), multiply_masked<PlusTimes, int>(on.exec(), U, U, U));
  });
}

template <class On>
using NumbersOn = Kokkos::View<int*, typename On::Space>;

template <class On>
NumbersOn<On> allocate_numbers(On const& on) {
  return NumbersOn<On>("Araios::Perf::numbers", static_cast<std::size_t>(on.graph.num_edges()));
}

template <class Numbers>
auto numbers_on_host(Numbers const& numbers) {
  return Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), numbers);
}

/// `compute` fills an array with a number for each edge; fault(numbers) gets them on the host. Before a run that is
/// checked they are -7.
template <class On, class Compute, class FaultOf>
void time_numbers(On& on, Result& result, Compute const& compute, FaultOf const& fault) {
  auto const numbers = allocate_numbers(on);
  time_run(
      on, result, [&] { compute(numbers); }, [&] { return fault(numbers_on_host(numbers)); },
      [&] { Araios::fill(on.exec(), numbers, -7); });
}

template <class On>
void time_supports(On& on, Result& result) {
  time_numbers(
      on, result, [&](auto const& numbers) { edge_supports(on.exec(), on.graph, numbers); },
      [&](auto const& supports) {
        std::int64_t sum = 0;
        for (std::size_t e = 0; e < supports.extent(0); ++e) sum += supports(e);
        return other_number(sum, 3 * on.all.triangles, "triangles at all edges");
      });
}

/// An edge in no triangle has 2; one in s triangles has 3 to s + 2. Each run gives the numbers of the first.
template <class On>
void time_truss_numbers(On& on, Result& result) {
  auto const of_edges = allocate_numbers(on);
  edge_supports(on.exec(), on.graph, of_edges);
  auto const supports = numbers_on_host(of_edges);
  std::vector<int> first;
  time_numbers(
      on, result, [&](auto const& numbers) { truss_numbers(on.exec(), on.graph, numbers); },
      [&](auto const& numbers) -> Fault {
        for (std::size_t e = 0; e < numbers.extent(0); ++e)
          if (numbers(e) < std::min(supports(e), 1) + 2 || numbers(e) > supports(e) + 2)
            return join("edge ", e, " in ", supports(e), " triangles has truss number ", numbers(e));
        std::vector<int> const got(numbers.data(), numbers.data() + numbers.extent(0));
        if (first.empty()) first = got;
        if (got != first) return "truss numbers are not those of the first run";
        return {};
      });
}

/// Each run gives the number of the second way, or in a large graph that of the first run.
template <class On>
void time_cliques(On& on, Result& result) {
  std::int64_t found = -1, expected = -1;
  if (on.all.candidates <= most_candidates_of_checks)
    expected = cliques_of_4(Structure(copy_to<Kokkos::HostSpace>(on.graph.upper)));
  time_run(
      on, result, [&] { found = count_cliques(on.exec(), 4, on.graph); },
      [&] {
        if (expected < 0) expected = found;
        return other_number(found, expected, "cliques of 4 vertices");
      });
}

/// What is checked is what one more call returns.
template <class On>
void time_clean(On& on, Result& result) {
  time_run(
      on, result, [&] { (void)simple_graph(on.exec(), on.A); },
      [&] {
        return fault_of_simple_graph(on.given, Structure(copy_to<Kokkos::HostSpace>(simple_graph(on.exec(), on.A))));
      });
}
template <class On>
void time_orient(On& on, Result& result) {
  auto const G = Structure(copy_to<Kokkos::HostSpace>(on.G));
  time_run(
      on, result, [&] { (void)orient(on.exec(), on.G, {.is_simple = true}); },
      [&] { return fault_of_orientation(G, orient(on.exec(), on.G, {.is_simple = true})); });
}

/// The methods of Araios in a space, in the order of their rows.
template <class On>
std::vector<Candidate<On>> araios_methods() {
  std::vector<Candidate<On>> all;
  auto const add = [&](std::string const& name, typename Candidate<On>::Time const& time) {
    all.emplace_back("triangles", "Araios", name, time,
                     Method::Options{.word = name, .place = static_cast<int>(all.size())});
  };
  add("clean", time_clean<On>);
  add("orient", time_orient<On>);
  add("all",
      [](On& on, Result& result) { time_triangles(on, result, [&] { return count_triangles(on.exec(), on.A); }); });
  for (CountedMethod const& counted : counted_methods)
    add(counted.name, [options = counted.options](On& on, Result& result) { time_counting(on, result, options); });
  add("masked_product", time_masked_product<On>);
  add("supports", time_supports<On>);
  add("truss_numbers", [](On& on, Result& result) {
    if (on.all.candidates <= most_candidates_of_trusses) time_truss_numbers(on, result);
  });
  add("cliques_of_4", [](On& on, Result& result) {
    if (on.all.candidates <= most_candidates_of_trusses) time_cliques(on, result);
  });
  return all;
}
using OnHost = TrianglesOn<Host>;
std::vector<Candidate<OnHost>> const methods_on_host = araios_methods<OnHost>();
#ifdef ARAIOS_PERF_HAS_DEVICE
using OnDevice = TrianglesOn<Device>;
std::vector<Candidate<OnDevice>> const methods_on_device = araios_methods<OnDevice>();
#endif

#ifdef ARAIOS_HAVE_CUSPARSE
void time_cusparse(OnDevice& on, Result& result) {
  CusparseHandle const handle(on.exec());
  time_triangles(on, result, [&] { return triangles_by_cusparse(on.exec(), handle, on.graph.upper); });
}
Candidate<OnDevice> const cusparse("triangles", "cuSPARSE", "product, sum at edges", time_cusparse,
                                   {.word = "masked_product"});
#endif

#ifdef ARAIOS_PERF_KOKKOS_KERNELS_TRIANGLES
void time_generic(OnHost& on, Result& result) {
  time_triangles(on, result, [&] { return KokkosKernelsTriangles<Host>(on.G).count(); });
}
void time_generic_kept(OnHost& on, Result& result) {
  KokkosKernelsTriangles<Host> kept(on.G);
  time_triangles(on, result, [&] { return kept.count(); });
}
Candidate<OnHost> const generic("triangles", "Kokkos Kernels", "triangle_generic LL", time_generic,
                                {.word = "triangle_generic"});
Candidate<OnHost> const generic_kept("triangles", "Kokkos Kernels", "triangle_generic LL, lower triangle kept",
                                     time_generic_kept, {.word = "triangle_generic"});
#endif

void print_headline_of_graph(std::ostream& out, Line const& line) {
  print_headline(out, line);
  out << "edges " << with_commas(size_of(line, "edges")) << ", triangles " << with_commas(size_of(line, "triangles"))
      << ", candidates " << with_commas(size_of(line, "candidates")) << ", of all pairs "
      << with_commas(size_of(line, "candidates_of_all_pairs")) << "\n";
  auto const published = published_times(line.what.name);
  for (std::size_t i = 0; i < published.size(); ++i)
    out << (i == 0 ? "published, ms: " : "; ") << published[i].column << ' ' << milliseconds(published[i].seconds)
        << (published[i].of_other_graph ? " (another graph)" : "");
  out << (published.empty() ? "\n" : "\n\n");
}

/// What the names of published times stand for, and that they were not measured here.
void print_published_sources(std::ostream& out, std::vector<Line> const& lines) {
  std::vector<std::string> shown;
  for (auto const& line : lines)
    for (auto const& time : published_times(line.what.name)) {
      std::string const text = time.column + ": " + time.origin;
      if (!contains(shown, text)) shown.push_back(text);
    }
  if (shown.empty()) return;
  out << "\nPublished times were not measured here, but by others on other machines:\n";
  for (auto const& text : shown) out << "  " << text << '\n';
}

Report triangles_report() {
  using namespace Columns;
  Column const edges{"G edges/s", [](Line const& line, Result const& result) {
                       auto const edges = static_cast<double>(size_of(line, "edges"));
                       return three_digits(edges / result.flushed.median * 1e-9);
                     }};
  return {.program = "perf_triangles",
          .of_results = "perf_triangles",
          .columns = {cold(), cold_spread(), warm(), warm_spread(), edges, peak("allocated")},
          .footer =
              "times: medians in milliseconds; clean, orient and all with their allocations; cold: caches flushed "
              "before each run; +-: half the distance from the 10th to the 90th percentile; allocated: in all, by one "
              "run",
          .headline = print_headline_of_graph,
          .label =
              [](Result const& result) {
                return library_and_method(result) + (result.chosen.empty() ? "" : " (" + result.chosen + ")");
              },
          .summary = print_published_sources};
}

int main_with(Arguments& arguments) {
  TrianglesProgram program;
  MatrixCommand command(program, "Triangles of graphs", {}, {"araios", "cusparse", "kokkos_kernels"});
  std::vector<std::string> words = Method::words("triangles");
  if (!contains(words, "triangle_generic")) words.emplace_back("triangle_generic");  // built or not
  add_list_option(command.app, "--methods", program.methods, "with commas between them (default: all)", words);
  command.app.add_option("--most-candidates", program.most_candidates, "radix binning of more is left out")
      ->check(CLI::NonNegativeNumber)
      ->capture_default_str();
  command.app
      .add_option("--max-workspace-mb", program.max_workspace_mb,
                  "of radix binning, in 1,000,000 bytes (default: that of TriangleOptions)")
      ->check(CLI::Range(std::int64_t(1), std::int64_t(1) << 30));
  std::vector<std::string> without;
  command.app.add_option("--without", without, "graphs of the suite that are left out, with commas between them")
      ->delimiter(',')
      ->allow_extra_args(false);
  auto const usual = [](bool smoke) { return MatrixSource{smoke ? "rmat:8:2048" : "rmat:16:1048576", ""}; };
  if (auto const status = command.parse(arguments, triangles_suite, usual)) return *status;

  for (std::string const& name : without) {
    auto const is_this = [&](MatrixSource const& source) { return source.name() == name; };
    if (std::erase_if(program.sources, is_this) == 0)
      throw std::invalid_argument(join("--without: no graph is named ", name));
  }

  return run_matrices(arguments, program, triangles_report(), unprepared,
                      [&](Session& session, std::string const&, Structure const& A, int) {
                        TrianglesOutcome all;
                        session.spaces().each([&](auto& bench) {
                          auto on = triangles_on(program, bench, all, A);
                          run_candidates(program, "triangles", on);
                        });
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
