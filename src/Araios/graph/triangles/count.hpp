// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// The methods of counting triangles, and which of them `automatic` takes.
///
/// Where rows of higher ranks are short, as in meshes and road networks, a thread intersects the two rows of an edge. Where
/// they are long, tables in scratch memory answer each candidate by one read. mixed divides the vertices w of triangles
/// v < w < u by the length of their rows, so that hubs and their many short-rowed neighbours are both served. Its teams take
/// three more launches: automatic takes them where the long rows hold more steps than that time is worth.

#include <Araios/core/checks.hpp>
#include <Araios/core/concepts.hpp>
#include <Araios/core/execution.hpp>
#include <Araios/core/memory.hpp>
#include <Araios/core/option_ranges.hpp>
#include <Araios/core/workspace.hpp>
#include <Araios/graph/triangles/intersect.hpp>
#include <Araios/graph/triangles/radix_binning.hpp>
#include <Araios/graph/triangles/rows.hpp>
#include <Araios/graph/triangles/sinks.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>
#include <limits>
#include <string_view>

namespace Araios {

/// Options of orient.
struct OrientOptions {
  bool is_simple = false;  ///< A is known to be simple (find_not_simple), and is not looked through
};

/// How count_triangles finds triangles v < w < u of ranks.
///   automatic      adaptive or mixed: choose_triangle_method says which, and why
///   merge          steps through the rows of v and w, for each edge
///   bisection      looks for each element of the shorter row in the longer
///   adaptive       merge or bisection for each edge, whichever takes less time
///   hash           a hash table of row w in scratch memory, in which candidates are looked up
///   bitmap         row w as bits in scratch memory: of the ranks modulo 131,072, exact for the top vertices
///   mixed          bitmap for w with more than 32 neighbours above (8 on hosts), else adaptive
///   radix_binning  candidates listed in batches, sorted into bins by rows, and looked up
/// hash and bitmap take the list of radix_binning in its implicit form: the candidates of a row are the suffixes of the rows
/// of its neighbours below, and a bin is a row.
enum class TriangleMethod { automatic, merge, bisection, adaptive, hash, bitmap, mixed, radix_binning };

/// A method, and the reason for it.
struct TriangleChoice {
  TriangleMethod method;
  std::string_view reason;
};

/// Options of count_triangles.
struct TriangleOptions {
  TriangleMethod method = TriangleMethod::automatic;
  bool all_pairs =
      false;  ///< radix_binning of the pairs of all neighbours, as the paper lists them, not of higher ranks
  std::int64_t max_workspace_bytes = std::int64_t(1) << 30;  ///< of radix_binning
};

namespace Impl::triangles {

/// Checks the options of count_triangles before anything is computed.
inline void check_options(TriangleOptions const& options) {
  check_enumerator(options.method, TriangleMethod::radix_binning, "Araios::count_triangles: TriangleMethod");
  check_option("Araios::count_triangles", option::max_workspace_bytes, options.max_workspace_bytes);
  check(!options.all_pairs || options.method == TriangleMethod::radix_binning,
        "Araios::count_triangles: all_pairs needs TriangleMethod::radix_binning");
}

/// Steps in long rows that take as long on a GPU as the launches of teams; a host thread launches nothing.
template <class Exec>
inline constexpr std::int64_t steps_worth_teams = is_gpu_v<Exec> ? std::int64_t(1) << 24 : 1;

template <class Exec, class Oriented>
TriangleChoice choose(TriangleMethod method, Oriented const& graph) {
  if (method != TriangleMethod::automatic) return {method, "requested by the options"};
  if (graph.steps_in_long_rows == 0)
    return {TriangleMethod::adaptive, "no vertex has more neighbours above than a thread steps through"};
  if (graph.steps_in_long_rows < steps_worth_teams<Exec>)
    return {TriangleMethod::adaptive, "stepping through the few long rows takes less time than launches of teams"};
  return {TriangleMethod::mixed, "teams search in the long rows, threads in the others"};
}

template <class Exec, class Graph, class Sink, class Space>
void find(Exec const& exec, TriangleMethod method, Graph const& graph, Sink const& sink, Workspace<Space>& workspace) {
  LongRows const none{std::numeric_limits<std::int64_t>::max()}, all{0};
  switch (method) {
  case TriangleMethod::merge:
    return visit_edges(exec, graph, Intersection::merge, none, sink);
  case TriangleMethod::bisection:
    return visit_edges(exec, graph, Intersection::bisection, none, sink);
  case TriangleMethod::adaptive:
    return visit_edges(exec, graph, Intersection::chosen, none, sink);
  case TriangleMethod::hash:
    return visit_long_rows<RankHash>(exec, graph, all, sink, workspace);
  case TriangleMethod::bitmap:
    return visit_long_rows<RankBits>(exec, graph, all, sink, workspace);
  default: {  // mixed
    LongRows const some{longest_row_of_threads<Exec>};
    visit_long_rows<RankBits>(exec, graph, some, sink, workspace);
    visit_edges(exec, graph, Intersection::chosen, some, sink);
  }
  }
}

template <class Exec, class Oriented, class Space>
std::int64_t count(Exec const& exec, TriangleOptions const& options, Oriented const& oriented,
                   Workspace<Space>& workspace) {
  Edges<Oriented> const graph(oriented);
  if (graph.num_edges == 0) return 0;
  if (options.method == TriangleMethod::radix_binning)
    return count_by_radix_binning(exec, graph, options.all_pairs, options.max_workspace_bytes, workspace);
  auto const method = choose<Exec>(options.method, oriented).method;
  return sum_triangles(exec, graph.num_edges, workspace,
                       [&](auto const& sink) { find(exec, method, graph, sink, workspace); });
}

template <class Exec, class Oriented>
std::int64_t count_candidates(Exec const& exec, bool all_pairs, Oriented const& oriented) {
  using Graph = Edges<Oriented>;
  std::int64_t sum = 0;
  Kokkos::parallel_reduce("Araios::count_candidates", range(exec, oriented.num_vertices()),
                          SumCandidates<Graph>{{{Graph(oriented), all_pairs}}}, sum);
  return sum;
}

template <class Exec, class Oriented, class Supports, class Space>
void edge_supports(Exec const& exec, Oriented const& oriented, Supports const& supports, Workspace<Space>& workspace) {
  Edges<Oriented> const graph(oriented);
  if (graph.num_edges == 0) return;
  fill(exec, supports, typename Supports::non_const_value_type(0));
  find(exec, choose<Exec>(TriangleMethod::automatic, oriented).method, graph, SupportsOfEdges<Supports>{{}, supports},
       workspace);
}

}  // namespace Impl::triangles
}  // namespace Araios
