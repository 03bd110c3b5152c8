// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// Cliques of k vertices: the triangles of each edge, each extended by the neighbours above that all of its vertices share.
///
/// The vertices of a clique are found in increasing order of their ranks, so each clique is found once. The rows of its
/// vertices are cut after the last one; the shortest of them is read, and its elements are looked for in the others by
/// bisection. A group of lanes shares the third vertices of an edge. No set is stored: memory does not grow with the
/// rows.
///
/// Source: Chiba, Nishizeki, SIAM J. Comput. 14 (1985); Danisch, Balalau, Sozio, WWW 2018.

#include <Araios/core/execution.hpp>
#include <Araios/core/search.hpp>
#include <Araios/core/workspace.hpp>
#include <Araios/graph/triangles/intersect.hpp>
#include <Araios/graph/triangles/sinks.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>
#include <type_traits>

namespace Araios::Impl::triangles {

/// Rows of the vertices of a clique, each from the first neighbour above all of them on.
template <int Vertices>
struct CliqueRows {
  std::int64_t begin[Vertices], end[Vertices];

  KOKKOS_FUNCTION int shortest() const {
    int row = 0;
    for (int i = 1; i < Vertices; ++i)
      if (end[i] - begin[i] < end[row] - begin[row]) row = i;
    return row;
  }
};

/// The rows with u, the element at position p of row `from`, as one more vertex; false where another row lacks it.
template <class Graph, int Vertices>
KOKKOS_INLINE_FUNCTION bool extend(Graph const& graph, CliqueRows<Vertices> const& rows, int from, std::int64_t p,
                                   CliqueRows<Vertices + 1>& extended) {
  auto const u = graph.upper(p);
  for (int i = 0; i < Vertices; ++i) {
    std::int64_t at = p;
    if (i != from) {
      at = first_not_below(graph.upper, rows.begin[i], rows.end[i], u);
      if (at == rows.end[i] || graph.upper(at) != u) return false;
    }
    extended.begin[i] = at + 1;
    extended.end[i] = rows.end[i];
  }
  extended.begin[Vertices] = graph.begin(static_cast<std::int64_t>(u));
  extended.end[Vertices] = graph.end(static_cast<std::int64_t>(u));
  return true;
}

/// The cliques of Missing more vertices; of the first of these, every `lanes`-th.
template <int Missing, class Graph, int Vertices, class Exec>
KOKKOS_INLINE_FUNCTION std::int64_t count_extensions(Graph const& graph, CliqueRows<Vertices> const& rows, int lane,
                                                     int lanes, PollInLoop<Exec>& poll) {
  if constexpr (Missing == 0) {
    return 1;
  } else {
    std::int64_t count = 0;
    int const from = rows.shortest();
    poll.spend(1 + (rows.end[from] - rows.begin[from]) / lanes);
    for (std::int64_t p = rows.begin[from] + lane; p < rows.end[from]; p += lanes) {
      CliqueRows<Vertices + 1> extended;
      if (extend(graph, rows, from, p, extended)) count += count_extensions<Missing - 1>(graph, extended, 0, 1, poll);
    }
    return count;
  }
}

/// The cliques of Size vertices of each edge, the first two of which it has.
template <int Size, class Exec, class Graph, class Sink>
struct CliquesOfEdges {
  Graph graph;
  Sink sink;
  int lanes;

  KOKKOS_FUNCTION void operator()(std::int64_t item) const {
    std::int64_t const e = item / lanes;
    std::int64_t const v = last_at_most(graph.upper_map, std::int64_t(0), graph.num_vertices, e);
    auto const w = static_cast<std::int64_t>(graph.upper(e));
    CliqueRows<2> const rows{{e + 1, graph.begin(w)}, {graph.end(v), graph.end(w)}};
    PollInLoop<Exec> poll("Araios::count_cliques");
    std::int64_t const count = count_extensions<Size - 2>(graph, rows, static_cast<int>(item % lanes), lanes, poll);
    if (count != 0) sink.add(e, count);
  }
};

template <int Size, class Exec, class Oriented, class Space>
std::int64_t count_cliques(Exec const& exec, Oriented const& oriented, Workspace<Space>& workspace) {
  using Graph = Edges<Oriented>;
  Graph const graph(oriented);
  if (graph.num_edges == 0) return 0;
  constexpr int lanes = is_gpu_v<Exec> ? 8 : 1;
  return sum_triangles(exec, graph.num_edges, workspace, [&](auto const& sink) {
    Kokkos::parallel_for("Araios::count_cliques", dynamic_range(exec, graph.num_edges * lanes),
                         CliquesOfEdges<Size, Exec, Graph, std::decay_t<decltype(sink)>>{graph, sink, lanes});
  });
}

}  // namespace Araios::Impl::triangles
