// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// Common elements of two sorted ranges, and the triangles of an edge by them.
///
/// Ranks v < w < u are a triangle where (v, w), (v, u) and (w, u) are edges. Of the edge (v, w), the candidates for u are
/// the neighbours of v after w: a suffix of row v. Those that row w has too close triangles, each found once.
/// merge: steps through both ranges. bisection: looks for each element of the shorter in the longer.

#include <Araios/core/execution.hpp>
#include <Araios/core/search.hpp>
#include <Araios/graph/triangles/orient.hpp>
#include <Araios/primitives/visit_segments.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>

namespace Araios::Impl::triangles {

/// An oriented graph as kernels read it.
template <class Oriented>
struct Edges {
  using Ordinal = typename decltype(Oriented::upper)::Ordinal;
  using Offset = typename decltype(Oriented::upper)::Offset;
  typename decltype(Oriented::upper)::row_map_type upper_map;
  typename decltype(Oriented::upper)::entries_type upper;
  typename decltype(Oriented::lower)::row_map_type lower_map;
  typename decltype(Oriented::lower)::entries_type lower;
  typename decltype(Oriented::lower)::values_type position;
  std::int64_t num_vertices, num_edges;

  explicit Edges(Oriented const& graph)
      : upper_map(graph.upper.row_map),
        upper(graph.upper.entries),
        lower_map(graph.lower.row_map),
        lower(graph.lower.entries),
        position(graph.lower.values),
        num_vertices(graph.num_vertices()),
        num_edges(graph.num_edges()) {}

  KOKKOS_FUNCTION std::int64_t begin(std::int64_t v) const { return static_cast<std::int64_t>(upper_map(v)); }
  KOKKOS_FUNCTION std::int64_t end(std::int64_t v) const { return static_cast<std::int64_t>(upper_map(v + 1)); }
  KOKKOS_FUNCTION std::int64_t degree_above(std::int64_t v) const { return end(v) - begin(v); }
  KOKKOS_FUNCTION std::int64_t degree_below(std::int64_t v) const {
    return static_cast<std::int64_t>(lower_map(v + 1)) - static_cast<std::int64_t>(lower_map(v));
  }
};

enum class Intersection { chosen, merge, bisection };

/// found(p, q) for each p in [p, p_end), q in [q, q_end) with a(p) = b(q), in increasing order; returns their number.
template <class A, class B, class Found>
KOKKOS_INLINE_FUNCTION std::int64_t intersect_by_merge(A const& a, std::int64_t p, std::int64_t p_end, B const& b,
                                                       std::int64_t q, std::int64_t q_end, Found const& found) {
  std::int64_t count = 0;
  while (p < p_end && q < q_end) {
    auto const x = a(p);
    auto const y = b(q);
    if (x == y) {
      found(p, q);
      ++count;
    }
    if (x <= y) ++p;
    if (y <= x) ++q;
  }
  return count;
}

/// The same where [p, p_end) is the shorter.
template <class A, class B, class Found>
KOKKOS_INLINE_FUNCTION std::int64_t intersect_by_bisection(A const& a, std::int64_t p, std::int64_t p_end, B const& b,
                                                           std::int64_t q, std::int64_t q_end, Found const& found) {
  std::int64_t count = 0;
  for (; p < p_end && q < q_end; ++p) {
    auto const x = a(p);
    q = first_not_below(b, q, q_end, x);
    if (q < q_end && b(q) == x) {
      found(p, q);
      ++count;
    }
  }
  return count;
}

/// The same by the method, or by that of less time: lanes of a warp step through both ranges while one of them bisects.
template <bool Lockstep, class A, class B, class Found>
KOKKOS_INLINE_FUNCTION std::int64_t intersect(Intersection method, A const& a, std::int64_t p, std::int64_t p_end,
                                              B const& b, std::int64_t q, std::int64_t q_end, Found const& found) {
  std::int64_t const of_a = p_end - p, of_b = q_end - q;
  std::int64_t const shorter = of_a < of_b ? of_a : of_b, longer = of_a < of_b ? of_b : of_a;
  std::int64_t const merged = Lockstep ? 16 * shorter + 64 : 8 * shorter + 8;
  bool const by_merge = method == Intersection::merge || (method == Intersection::chosen && longer < merged);
  if (by_merge) return intersect_by_merge(a, p, p_end, b, q, q_end, found);
  if (of_a <= of_b) return intersect_by_bisection(a, p, p_end, b, q, q_end, found);
  return intersect_by_bisection(b, q, q_end, a, p, p_end,
                                [&](std::int64_t at_b, std::int64_t at_a) { found(at_a, at_b); });
}

/// The triangles of each edge (v, w) whose w is no long row: entry i of row w of lower is v.
template <bool Lockstep, class Graph, class Sink>
struct TrianglesOfEdges {
  Graph graph;
  Sink sink;
  Intersection method;
  LongRows rows;

  KOKKOS_FUNCTION void operator()(std::int64_t w, std::int64_t i) const {
    std::int64_t const begin = graph.begin(w), end = graph.end(w);
    if (begin == end || rows.is_long(end - begin)) return;
    auto const edge = static_cast<std::int64_t>(graph.position(i));
    std::int64_t const count = intersect<Lockstep>(
        method, graph.upper, edge + 1, graph.end(static_cast<std::int64_t>(graph.lower(i))), graph.upper, begin, end,
        [&](std::int64_t to_v, std::int64_t to_w) { sink.triangle(i, edge, to_v, to_w); });
    if (count == 0) return;
    sink.edge(edge, count);
    sink.add(i, count);
  }
};

template <class Exec, class Graph, class Sink>
void visit_edges(Exec const& exec, Graph const& graph, Intersection method, LongRows rows, Sink const& sink) {
  visit_segments(exec, "Araios::triangles::edges", graph.lower_map, graph.num_edges,
                 TrianglesOfEdges<is_gpu_v<Exec>, Graph, Sink>{graph, sink, method, rows});
}

}  // namespace Araios::Impl::triangles
