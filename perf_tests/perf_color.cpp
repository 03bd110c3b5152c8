// SPDX-License-Identifier: Apache-2.0
/// \file
/// Colours of the rows of matrices by Araios, and by csrcolor of cuSPARSE, graph_color of Kokkos Kernels and the serial
/// greedy algorithm beside it: times, and how many colours.
///
///   perf_color                        a random matrix
///   perf_color a.mtx stencil7:160     files and matrices that are generated (harness/matrix_source.hpp)
///   perf_color --suite --data D       matrices of the folder D, and stencils
///
/// What is coloured is the pattern of A + A^T + I. Checked, before times are taken and after: neighbours have
/// different colours, also neighbours of neighbours for distance 2, and all colours are below their number. A wrong
/// result has no times; the program goes on, and ends with status 1.

#include "harness/matrix_command.hpp"
#include "harness/require.hpp"
#include "harness/time_checked.hpp"

#include <Araios/color.hpp>
#include <Araios/core/memory.hpp>
#include <Araios/formats/copy.hpp>
#include <Araios/simple_graph.hpp>

#ifdef ARAIOS_HAVE_CSRCOLOR
#include "baselines/cusparse_color.hpp"
#endif
#ifdef ARAIOS_HAVE_KOKKOS_KERNELS
#include "baselines/kokkos_kernels_color.hpp"
#endif
#include <Kokkos_Core.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace Araios::Perf {
namespace {

using HostColors = std::vector<int>;

/// Pairs of neighbours of a row, above which distance 2 is left out.
constexpr std::int64_t max_pairs = 200'000'000;

/// The pattern of A + A^T + I.
Structure symmetric_pattern(Structure const& A) {
  Structure const G = simple_graph(Host(), A);
  auto const with = allocate_csr<Pattern, int, int>(Host(), "Araios::Perf::symmetric", G.num_rows(),
                                                    as_int(std::int64_t(G.nnz()) + G.num_rows(), "entries"));
  int* next = with.entries.data();
  with.row_map(0) = 0;
  for (int i = 0; i < G.num_rows(); ++i) {
    int const *const begin = G.entries.data() + G.row_map(i), *const end = G.entries.data() + G.row_map(i + 1);
    int const* const middle = std::lower_bound(begin, end, i);
    next = std::copy(begin, middle, next);
    *next++ = i;
    next = std::copy(middle, end, next);
    with.row_map(i + 1) = static_cast<int>(next - with.entries.data());
  }
  return Structure(G.num_rows(), G.num_cols(), with);
}

/// Every row takes the smallest colour that no neighbour has, in the order of their numbers or longest rows first.
HostColors greedy_colors(Structure const& G, bool longest_first) {
  auto const n = static_cast<std::size_t>(G.num_rows());
  std::vector<int> order(n), taken_by(n + 1, -1);
  std::iota(order.begin(), order.end(), 0);
  auto const length = [&](int i) { return G.row_map(i + 1) - G.row_map(i); };
  if (longest_first) std::stable_sort(order.begin(), order.end(), [&](int i, int j) { return length(i) > length(j); });
  HostColors colors(n, -1);
  for (int const i : order) {
    for (int p = G.row_map(i); p < G.row_map(i + 1); ++p)
      if (int const c = colors[static_cast<std::size_t>(G.entries(p))]; c >= 0)
        taken_by[static_cast<std::size_t>(c)] = i;
    int color = 0;
    while (taken_by[static_cast<std::size_t>(color)] == i) ++color;
    colors[static_cast<std::size_t>(i)] = color;
  }
  return colors;
}
int count_of(HostColors const& colors) {
  return colors.empty() ? 0 : *std::max_element(colors.begin(), colors.end()) + 1;
}

/// What is wrong with `colors`; nothing: they are a colouring.
std::optional<std::string> mistake(Structure const& G, HostColors const& colors, int count, int distance) {
  for (int const c : colors)
    if (c < 0 || c >= count) return join("colour ", c, " of ", count);
  std::vector<int> seen(static_cast<std::size_t>(count), -1);
  for (int i = 0; i < G.num_rows(); ++i)
    for (int p = G.row_map(i); p < G.row_map(i + 1); ++p) {
      int const j = G.entries(p);
      auto const color = static_cast<std::size_t>(colors[static_cast<std::size_t>(j)]);
      if (j != i && static_cast<int>(color) == colors[static_cast<std::size_t>(i)])
        return join("rows ", i, " and ", j, " are neighbours of one colour");
      if (distance == 2 && std::exchange(seen[color], i) == i)
        return join("two neighbours of row ", i, " have colour ", color);
    }
  return {};
}

/// The graph where Exec works, and the colours of the last run.
template <class Exec_>
struct ColorOn {
  using Exec = Exec_;
  using Space = typename Exec::memory_space;

  Bench<Exec>& bench;
  Outcome& all;
  std::vector<Result>& results;
  Structure const& graph;
  std::int64_t pairs;
  CsrMatrix<Pattern, int, int, Space> G;

  Exec const& exec() const { return bench.exec(); }
};

/// Measures `run`, which returns how many colours there are; get() returns them, the first one being `first`.
template <class On, class Run, class Get>
void time_coloring(On& on, Result& result, Run const& run, Get const& get, int first = 0, int distance = 1) {
  int count = 0;
  auto const timed = [&] { count = run(); };
  auto const check = [&](char const* when) {
    run_with_new_memory(on.exec(), result, timed);
    HostColors colors(static_cast<std::size_t>(on.graph.num_rows()));
    auto const found = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), get());
    for (std::size_t i = 0; i < colors.size(); ++i) colors[i] = found(i) - first;
    if (auto const wrong = mistake(on.graph, colors, count, distance)) throw wrong_result(result, when, *wrong);
    result.numbers = {{"colors", count}};
  };
  time_or_note(on.bench, on.all, result, on.G.bytes() + 4 * std::int64_t(on.G.num_rows()), timed, check);
}

template <class On>
void time_araios(On& on, Result& result, ColorOptions const& options) {
  if (options.distance == 2 && on.pairs > max_pairs) return;
  decltype(color(on.exec(), on.G)) C;
  time_coloring(
      on, result,
      [&] {
        C = {};
        C = color(on.exec(), on.G, options);
        return C.num_colors;
      },
      [&] { return C.colors; }, 0, options.distance);
}

#ifdef ARAIOS_HAVE_KOKKOS_KERNELS
template <class On>
void time_kokkos_kernels(On& on, Result& result, KokkosGraph::ColoringAlgorithm algorithm) {
  KokkosKernelsColoring<typename On::Exec> coloring(on.G, algorithm);
  time_coloring(on, result, [&] { return coloring(); }, [&] { return coloring.colors(); }, 1);
}
#endif

/// The candidates of every space.
template <class On>
std::vector<Candidate<On>> candidates() {
  std::vector<Candidate<On>> all;
  auto const add = [&](std::string const& library, std::string const& name, auto const& time) {
    all.emplace_back("color", library, name, time, Method::Options{.place = static_cast<int>(all.size())});
  };
  auto const add_ours = [&](std::string const& name, ColorOptions const& options) {
    add("Araios", name, [options](On& on, Result& result) { time_araios(on, result, options); });
  };
  add_ours("by_index", {});
  add_ours("by_index, no recoloring", {.recolorings = 0});
  add_ours("by_hash", {.order = ColorOrder::by_hash});
  add_ours("by_hash, no recoloring", {.order = ColorOrder::by_hash, .recolorings = 0});
  add_ours("by_index, distance 2", {.distance = 2});
#ifdef ARAIOS_HAVE_KOKKOS_KERNELS
  using KokkosGraph::ColoringAlgorithm;
  for (auto const& [name, algorithm] :
       {std::pair("VB", ColoringAlgorithm::COLORING_VB), std::pair("VBBIT", ColoringAlgorithm::COLORING_VBBIT),
        std::pair("VBD", ColoringAlgorithm::COLORING_VBD)})
    add("Kokkos Kernels", name,
        [algorithm = algorithm](On& on, Result& result) { time_kokkos_kernels(on, result, algorithm); });
#endif
  return all;
}
using OnHost = ColorOn<Host>;
std::vector<Candidate<OnHost>> const on_host = candidates<OnHost>();
#ifdef ARAIOS_PERF_HAS_DEVICE
std::vector<Candidate<ColorOn<Device>>> const on_device = candidates<ColorOn<Device>>();
#endif

template <bool LongestFirst>
void time_greedy(OnHost& on, Result& result) {
  HostColors colors;
  time_coloring(
      on, result,
      [&] {
        colors = greedy_colors(on.graph, LongestFirst);
        return count_of(colors);
      },
      [&] { return Kokkos::View<int const*, Kokkos::HostSpace>(colors.data(), colors.size()); });
}
Candidate<OnHost> const greedy("color", "std", "greedy", time_greedy<false>);
Candidate<OnHost> const longest("color", "std", "greedy, longest rows first", time_greedy<true>);

#ifdef ARAIOS_HAVE_CSRCOLOR
void time_csrcolor(ColorOn<Device>& on, Result& result) {
  CusparseHandle const handle(on.exec());
  CusparseColoring const coloring(on.exec(), handle, on.G);
  time_coloring(on, result, [&] { return coloring(); }, [&] { return coloring.colors(); });
}
Candidate<ColorOn<Device>> const csrcolor("color", "cuSPARSE", "csrcolor", time_csrcolor);
#endif

std::vector<MatrixSource> color_suite(std::string const& data, bool smoke) {
  if (smoke) return {{"stencil5:20", ""}, {"rmat:8:2048", ""}};
  std::vector<MatrixSource> sources;
  for (char const* const name : {"bcsstk16", "1138_bus", "gr_900_900_crg", "ginkgo_lap3d_40", "finan512", "wing",
                                 "fe_body", "bcsstk33", "web-Stanford", "soc-Slashdot0902", "rajat19"})
    sources.push_back({(data.empty() ? "" : data + "/") + name + ".mtx.gz", ""});
  for (char const* const word : {"stencil5:1500", "stencil7:160", "stencil27:128"}) sources.push_back({word, ""});
  return sources;
}

/// Ours over csrcolor, on a host over VBD; of distance 2 nothing.
void compare(std::vector<Result>& results) {
  for (Result& result : results) {
    if (result.library != "Araios" || result.method.ends_with("distance 2")) continue;
    if (result.on_device) add_speedup(result, "cusparse", find(results, "cuSPARSE", "csrcolor", true));
    add_speedup(result, "kokkos_kernels", fastest(results, "Kokkos Kernels", {"VB", "VBBIT", "VBD"}, result.on_device));
    if (!result.on_device) add_speedup(result, "greedy", find(results, "std", "greedy", false));
  }
}

Report color_report() {
  using namespace Columns;
  Column const colors{"colours", [](Result const& result) {
                        auto const number = number_of(result, "colors");
                        return number ? with_commas(static_cast<std::int64_t>(*number)) : std::string("-");
                      }};
  Column const over_greedy{"over greedy", [](Line const& line, Result const& result) {
                             auto const number = number_of(result, "colors");
                             auto const least = static_cast<double>(size_of(line, "greedy_colors"));
                             bool const compares = number && least > 0 && !result.method.ends_with("distance 2");
                             return compares ? three_digits(*number / least) : std::string("-");
                           }};
  return {.program = "perf_color",
          .of_results = "perf_color",
          .columns = {cold(), cold_spread(), times("x csrcolor", "cusparse"), times("x Kokkos K.", "kokkos_kernels"),
                      times("x greedy", "greedy"), warm(), warm_spread(), times("x csrcolor", "cusparse_warm"),
                      times("x Kokkos K.", "kokkos_kernels_warm"), colors, over_greedy, peak("allocated")},
          .footer =
              "times: medians in milliseconds, allocations inside; cold: caches flushed before each run; x: times "
              "as long as ours took csrcolor, the fastest of Kokkos Kernels, the greedy algorithm of one host "
              "thread; over greedy: colours over the fewer of greedy in natural order and longest rows first",
          .compare = compare};
}

Measured time_colors(MatrixProgram const& program, Session& session, Structure const& given) {
  session.progress.task("colouring by definition");
  Structure const graph = symmetric_pattern(given);
  std::int64_t pairs = 0;
  for (int i = 0; i < graph.num_rows(); ++i) {
    std::int64_t const length = graph.row_map(i + 1) - graph.row_map(i);
    pairs += length * length;
  }
  int const least = std::min(count_of(greedy_colors(graph, false)), count_of(greedy_colors(graph, true)));
  Measured measured{sizes_of(graph), {}};
  measured.sizes.emplace_back("greedy_colors", least);
  session.spaces().each([&]<class Exec>(Bench<Exec>& bench) {
    Outcome& all = measured.outcome;
    ColorOn<Exec> on{bench, all, all.results, graph, pairs, copy_to<typename Exec::memory_space>(graph)};
    run_candidates(program, "color", on);
  });
#ifndef ARAIOS_HAVE_CSRCOLOR
  if (program.wants_library("cusparse")) measured.outcome.results.push_back(not_built("cuSPARSE", "csrcolor"));
#endif
  return measured;
}

int main_with(Arguments& arguments) {
  MatrixProgram program;
  program.types = {"pattern"};
  MatrixCommand command(program, "Colours of the rows of matrices", {},
                        {"araios", "cusparse", "kokkos_kernels", "std"});
  auto const usual = [](bool smoke) {
    return smoke ? random_source(300, 300, 900) : random_source(500'000, 500'000, 5'000'000);
  };
  if (auto const status = command.parse(arguments, color_suite, usual)) return *status;
  return run_matrices(arguments, program, color_report(), unprepared,
                      [&](Session& session, std::string const&, Structure const& given, int) {
                        return std::vector{time_colors(program, session, given)};
                      });
}

}  // namespace
}  // namespace Araios::Perf

int main(int argc, char** argv) { return Araios::Perf::run_program("perf_color", argc, argv, Araios::Perf::main_with); }
