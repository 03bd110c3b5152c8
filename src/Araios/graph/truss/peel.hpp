// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// Truss numbers by peeling: edges of the fewest triangles are removed, and those of the triangles that they close lose one.
///
/// Level l removes edges with at most l triangles left, in rounds, until there are none; they are in the (l + 2)-truss and no
/// further. Of a triangle with two edges in a round, the one of the lower number takes from the third. A group of lanes works on
/// an edge: each looks for elements of the shorter row in the longer. Only triangles of removed edges are visited, once for
/// each of their edges.
///
/// Source: Cohen, 2008; Kabir, Madduri, HPEC 2017 (rounds); counting down in place of counting anew.

#include <Araios/core/execution.hpp>
#include <Araios/core/memory.hpp>
#include <Araios/core/read_back.hpp>
#include <Araios/core/search.hpp>
#include <Araios/core/workspace.hpp>
#include <Araios/graph/triangles/count.hpp>
#include <Araios/graph/triangles/intersect.hpp>
#include <Araios/graph/triangles/orient.hpp>
#include <Araios/graph/triangles/results.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>
#include <limits>
#include <utility>

namespace Araios::Impl::truss {

/// The number of lanes that share the work on an edge.
template <class Exec>
inline constexpr int lanes = is_gpu_v<Exec> ? 32 : 1;

/// The round of edges that are not removed.
inline constexpr int never = std::numeric_limits<int>::max();

/// A sorted part of the rows of an oriented graph, and the edge of each of its elements.
template <class Graph>
struct Part {
  Graph graph;
  bool is_upper;
  std::int64_t begin, end;
  KOKKOS_FUNCTION std::int64_t operator()(std::int64_t p) const {
    return static_cast<std::int64_t>(is_upper ? graph.upper(p) : graph.lower(p));
  }
  KOKKOS_FUNCTION std::int64_t edge(std::int64_t p) const {
    return is_upper ? p : static_cast<std::int64_t>(graph.position(p));
  }
  using non_const_value_type = std::int64_t;
};

/// found(f, g) for each c in both parts, with its edges in the first and the second; for elements of one lane.
template <class Graph, class Found>
KOKKOS_INLINE_FUNCTION void for_each_common(Part<Graph> const& a, Part<Graph> const& b, int lane, int lanes,
                                            Found const& found) {
  bool const a_is_shorter = a.end - a.begin <= b.end - b.begin;
  Part<Graph> const& shorter = a_is_shorter ? a : b;
  Part<Graph> const& longer = a_is_shorter ? b : a;
  std::int64_t from = longer.begin;
  for (std::int64_t p = shorter.begin + lane; p < shorter.end; p += lanes) {
    std::int64_t const c = shorter(p);
    from = first_not_below(longer, from, longer.end, c);
    if (from == longer.end) return;
    if (longer(from) != c) continue;
    std::int64_t const of_shorter = shorter.edge(p), of_longer = longer.edge(from);
    found(a_is_shorter ? of_shorter : of_longer, a_is_shorter ? of_longer : of_shorter);
  }
}

/// found(f, g) for each triangle of edge (a, b), with the edges (a, c) and (b, c): ranks c below a, between, above b.
template <class Graph, class Found>
KOKKOS_INLINE_FUNCTION void for_each_triangle_of(Graph const& graph, std::int64_t edge, int lane, int lanes,
                                                 Found const& found) {
  std::int64_t const a = last_at_most(graph.upper_map, std::int64_t(0), graph.num_vertices, edge);
  auto const b = static_cast<std::int64_t>(graph.upper(edge));
  auto const lower = [&](std::int64_t v) {
    return Part<Graph>{graph, false, static_cast<std::int64_t>(graph.lower_map(v)),
                       static_cast<std::int64_t>(graph.lower_map(v + 1))};
  };
  auto const below_a = lower(a);
  auto below_b = lower(b);
  std::int64_t const a_in_b = first_not_below(below_b, below_b.begin, below_b.end, a);
  std::int64_t const end_of_b = below_b.end;
  below_b.end = a_in_b;
  for_each_common(below_a, below_b, lane, lanes, found);
  for_each_common(Part<Graph>{graph, true, graph.begin(a), edge}, Part<Graph>{graph, false, a_in_b + 1, end_of_b}, lane,
                  lanes, found);
  for_each_common(Part<Graph>{graph, true, edge + 1, graph.end(a)},
                  Part<Graph>{graph, true, graph.begin(b), graph.end(b)}, lane, lanes, found);
}

/// The minimum number of triangles of an edge that is left.
template <class Supports, class Rounds>
struct MinSupport {
  Supports supports;
  Rounds rounds;
  KOKKOS_FUNCTION void operator()(std::int64_t e, std::int64_t& minimum) const {
    if (rounds(e) == never && static_cast<std::int64_t>(supports(e)) < minimum) minimum = supports(e);
  }
};

/// Lists the edges that are left and have at most `level` triangles.
template <class Supports, class Rounds, class List>
struct ListEdges {
  Supports supports;
  Rounds rounds;
  List list, length;
  std::int64_t level;
  KOKKOS_FUNCTION void operator()(std::int64_t e) const {
    if (rounds(e) == never && static_cast<std::int64_t>(supports(e)) <= level)
      list(Kokkos::atomic_fetch_add(&length(0), typename List::value_type(1))) =
          static_cast<typename List::value_type>(e);
  }
};

/// The edges of the list are removed in this round, from the truss of this number on.
template <class List, class Rounds, class Numbers>
struct RemoveEdges {
  List list;
  Rounds rounds;
  Numbers numbers;
  int round;
  std::int64_t number;
  KOKKOS_FUNCTION void operator()(std::int64_t i) const {
    rounds(list(i)) = round;
    numbers(list(i)) = static_cast<typename Numbers::value_type>(number);
  }
};

/// Takes the triangles of removed edges from the other two, and lists those that have `level` left now.
template <class Graph, class List, class Supports, class Rounds>
struct TakeTriangles {
  Graph graph;
  List list, next, length;
  Supports supports;
  Rounds rounds;
  int round, lanes;
  std::int64_t level;

  KOKKOS_FUNCTION void operator()(std::int64_t item) const {
    auto const e = static_cast<std::int64_t>(list(item / lanes));
    for_each_triangle_of(graph, e, static_cast<int>(item % lanes), lanes, [&](std::int64_t f, std::int64_t g) {
      int const of_f = rounds(f), of_g = rounds(g);
      if (of_f < round || of_g < round) return;  // this triangle is gone
      if (of_f == round && of_g == round) return;
      if (of_g != round && (of_f != round || e < f)) take_from(g);
      if (of_f != round && (of_g != round || e < g)) take_from(f);
    });
  }

 private:
  KOKKOS_FUNCTION void take_from(std::int64_t edge) const {
    using Count = typename Supports::value_type;
    auto const before = Kokkos::atomic_fetch_add(&supports(edge), Count(-1));
    if (static_cast<std::int64_t>(before) == level + 1)
      next(Kokkos::atomic_fetch_add(&length(0), typename List::value_type(1))) =
          static_cast<typename List::value_type>(edge);
  }
};

/// numbers(e) := the truss number of edge e; or of `only` > 0, `only` where e is in that truss and less where not.
template <class Exec, class Oriented, class Numbers, class Space>
void peel(Exec const& exec, Oriented const& oriented, std::int64_t only, Numbers const& numbers,
          Workspace<Space>& workspace) {
  using Graph = triangles::Edges<Oriented>;
  using Supports = Kokkos::View<typename Graph::Ordinal*, Space>;
  using List = Kokkos::View<typename Graph::Offset*, Space>;
  using Rounds = Kokkos::View<int*, Space>;
  Graph const graph(oriented);
  std::int64_t const m = graph.num_edges;
  if (m == 0) return;
  typename Workspace<Space>::Frame const frame(workspace);
  auto const supports = workspace.template take<Supports>(exec, m);
  auto const rounds = workspace.template take<Rounds>(exec, m);
  auto list = workspace.template take<List>(exec, m), next = workspace.template take<List>(exec, m);
  auto const length = workspace.template take<List>(exec, 1);
  triangles::edge_supports(exec, oriented, supports, workspace);
  fill(exec, rounds, never);
  if (only > 0) fill(exec, numbers, static_cast<typename Numbers::non_const_value_type>(only));

  auto const listed = [&] {
    return static_cast<std::int64_t>(read_back(exec, length, 0, "Araios::truss_numbers: edges of a round"));
  };
  int round = 0;
  for (std::int64_t left = m; left > 0;) {
    std::int64_t level = only - 3;
    if (only <= 0) {
      Kokkos::Min<std::int64_t> const minimum(level);
      Kokkos::parallel_reduce("Araios::truss_numbers::minimum", range(exec, m),
                              MinSupport<Supports, Rounds>{supports, rounds}, minimum);
    }
    fill(exec, length, typename List::value_type(0));
    Kokkos::parallel_for("Araios::truss_numbers::list", range(exec, m),
                         ListEdges<Supports, Rounds, List>{supports, rounds, list, length, level});
    for (std::int64_t count = listed(); count > 0; count = listed()) {
      Kokkos::parallel_for("Araios::truss_numbers::remove", range(exec, count),
                           RemoveEdges<List, Rounds, Numbers>{list, rounds, numbers, round, level + 2});
      fill(exec, length, typename List::value_type(0));
      Kokkos::parallel_for("Araios::truss_numbers::take", range(exec, count * lanes<Exec>),
                           TakeTriangles<Graph, List, Supports, Rounds>{graph, list, next, length, supports, rounds,
                                                                        round, lanes<Exec>, level});
      left -= count;
      ++round;
      std::swap(list, next);
    }
    if (only > 0) return;
  }
}

/// The numbers of `peel` as values of the simple graph G.
template <class Exec, class Matrix, class Space>
auto numbers_as_matrix(Exec const& exec, Matrix const& G, std::int64_t only, Workspace<Space>& workspace) {
  auto const oriented = triangles::orient(exec, G, workspace);
  typename Workspace<Space>::Frame const frame(workspace);
  auto const numbers =
      workspace.template take<Kokkos::View<typename Matrix::Ordinal*, Space>>(exec, oriented.num_edges());
  peel(exec, oriented, only, numbers, workspace);
  return triangles::edges_as_matrix(exec, G, oriented, numbers);
}

struct HasNumber {
  std::int64_t number;
  template <class Value>
  KOKKOS_FUNCTION bool operator()(std::int64_t, std::int64_t, Value value) const {
    return static_cast<std::int64_t>(value) == number;
  }
};

}  // namespace Araios::Impl::truss
