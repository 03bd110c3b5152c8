// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// What is made of triangles: those of vertices and of entries, lists, clustering coefficients.
///
/// The triangles of a vertex are half of the sum of those of its edges, so one kernel serves both.

#include <Araios/core/checks.hpp>
#include <Araios/core/concepts.hpp>
#include <Araios/core/execution.hpp>
#include <Araios/core/memory.hpp>
#include <Araios/core/read_back.hpp>
#include <Araios/core/search.hpp>
#include <Araios/core/workspace.hpp>
#include <Araios/formats/csr.hpp>
#include <Araios/graph/triangles/count.hpp>
#include <Araios/graph/triangles/sinks.hpp>
#include <Araios/primitives/scan.hpp>
#include <Araios/primitives/visit_segments.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>
#include <limits>
#include <utility>

namespace Araios {

/// Clustering of a graph.
struct Clustering {
  std::int64_t triangles = 0;
  std::int64_t wedges = 0;             ///< pairs of neighbours of a vertex
  double transitivity = 0;             ///< 3 triangles / wedges; 0 where there is no wedge
  double average = 0;                  ///< of the coefficients of all vertices; 0 where there is none
  double average_of_not_isolated = 0;  ///< of the coefficients of vertices with a neighbour
};

namespace Impl::triangles {

/// sums(v), sums(w) += the triangles of edge (v, w), at position e of row v.
template <class Graph, class Supports, class Sums>
struct AddSupports {
  Graph graph;
  Supports supports;
  Sums sums;
  KOKKOS_FUNCTION void operator()(std::int64_t v, std::int64_t e) const {
    auto const t = static_cast<std::int64_t>(supports(e));
    if (t == 0) return;
    Kokkos::atomic_add(&sums(v), t);
    Kokkos::atomic_add(&sums(graph.upper(e)), t);
  }
};

template <class Sums, class Vertices, class Triangles>
struct HalveInPlace {
  Sums sums;
  Vertices rank;
  Triangles triangles;
  KOKKOS_FUNCTION void operator()(std::int64_t v) const {
    triangles(v) = static_cast<typename Triangles::non_const_value_type>(sums(rank(v)) / 2);
  }
};

template <class Exec, class Oriented, class Triangles, class Space>
void vertex_triangles(Exec const& exec, Oriented const& oriented, Triangles const& triangles,
                      Workspace<Space>& workspace) {
  using Graph = Edges<Oriented>;
  using Supports = Kokkos::View<typename Graph::Ordinal*, Space>;
  using Sums = Kokkos::View<std::int64_t*, Space>;
  Graph const graph(oriented);
  typename Workspace<Space>::Frame const frame(workspace);
  auto const supports = workspace.template take<Supports>(exec, graph.num_edges);
  auto const sums = workspace.template take<Sums>(exec, graph.num_vertices);
  edge_supports(exec, oriented, supports, workspace);
  fill(exec, sums, std::int64_t(0));
  visit_segments(exec, "Araios::vertex_triangles::add", graph.upper_map, graph.num_edges,
                 AddSupports<Graph, Supports, Sums>{graph, supports, sums});
  Kokkos::parallel_for("Araios::vertex_triangles::halve", range(exec, graph.num_vertices),
                       HalveInPlace<Sums, decltype(oriented.rank), Triangles>{sums, oriented.rank, triangles});
}

/// values(p) := the triangles of entry p of the simple graph, in row i.
template <class Graph, class Vertices, class Entries, class Supports, class Values>
struct SupportsOfEntries {
  Graph graph;
  Vertices rank;
  Entries entries;
  Supports supports;
  Values values;
  KOKKOS_FUNCTION void operator()(std::int64_t i, std::int64_t p) const {
    auto const r = static_cast<std::int64_t>(rank(i)), s = static_cast<std::int64_t>(rank(entries(p)));
    std::int64_t const v = r < s ? r : s, w = r < s ? s : r;
    values(p) = supports(first_not_below(graph.upper, graph.begin(v), graph.end(v), w));
  }
};

/// Numbers of the edges of a plan as values of the simple graph G that it was made of.
template <class Exec, class Matrix, class Oriented, class Numbers>
auto edges_as_matrix(Exec const& exec, Matrix const& G, Oriented const& oriented, Numbers const& numbers) {
  using Graph = Edges<Oriented>;
  using Number = typename Numbers::non_const_value_type;
  using Values = Kokkos::View<Number*, typename Exec::memory_space>;
  auto const nnz = static_cast<std::int64_t>(G.nnz());
  auto const values = allocate<Values>(exec, "Araios::edge_triangles::values", nnz);
  visit_segments(exec, "Araios::edge_triangles::entries", G.row_map, nnz,
                 SupportsOfEntries<Graph, decltype(oriented.rank), typename Matrix::entries_type, Numbers, Values>{
                     Graph(oriented), oriented.rank, G.entries, numbers, values});
  return CsrMatrix<Number, typename Matrix::Ordinal, typename Matrix::Offset, typename Exec::memory_space>(
      G.num_rows(), G.num_cols(), G.row_map, G.entries, values);
}

template <class Exec, class Matrix, class Oriented, class Space>
auto edge_triangles(Exec const& exec, Matrix const& G, Oriented const& oriented, Workspace<Space>& workspace) {
  typename Workspace<Space>::Frame const frame(workspace);
  auto const supports =
      workspace.template take<Kokkos::View<typename Matrix::Ordinal*, Space>>(exec, oriented.num_edges());
  edge_supports(exec, oriented, supports, workspace);
  return edges_as_matrix(exec, G, oriented, supports);
}

/// f of the vertices of each triangle.
template <class Graph, class Vertices, class Function>
struct CallForTriangles : IgnoreTriangles {
  static constexpr bool needs_triangles = true;
  Graph graph;
  Vertices vertex;
  Function f;
  KOKKOS_FUNCTION void triangle(std::int64_t i, std::int64_t vw, std::int64_t vu, std::int64_t) const {
    f(static_cast<std::int64_t>(vertex(graph.lower(i))), static_cast<std::int64_t>(vertex(graph.upper(vw))),
      static_cast<std::int64_t>(vertex(graph.upper(vu))));
  }
};

template <class Exec, class Oriented, class Function>
void for_each(Exec const& exec, Oriented const& oriented, Function const& f) {
  using Graph = Edges<Oriented>;
  Graph const graph(oriented);
  visit_edges(exec, graph, Intersection::chosen, LongRows{std::numeric_limits<std::int64_t>::max()},
              CallForTriangles<Graph, decltype(oriented.vertex), Function>{{}, graph, oriented.vertex, f});
}

/// counts(i) := the triangles of edge i of the lower rows.
template <class Counts>
struct CountPerEdge : IgnoreTriangles {
  Counts counts;
  KOKKOS_FUNCTION void add(std::int64_t i, std::int64_t triangles) const { counts(i) = triangles; }
};

/// Rows of the list, from first(i) on for edge i of the lower rows; next(i) of them are written.
template <class Graph, class Vertices, class Counts, class List>
struct WriteTriangles : IgnoreTriangles {
  static constexpr bool needs_triangles = true;
  Graph graph;
  Vertices vertex;
  Counts next;
  List list;
  KOKKOS_FUNCTION void triangle(std::int64_t i, std::int64_t vw, std::int64_t vu, std::int64_t) const {
    using Value = typename List::non_const_value_type;
    std::int64_t const t = next(i)++;  // the thread of edge i alone
    auto a = static_cast<Value>(vertex(graph.lower(i))), b = static_cast<Value>(vertex(graph.upper(vw))),
         c = static_cast<Value>(vertex(graph.upper(vu)));
    auto const order = [](Value& x, Value& y) {
      if (x <= y) return;
      Value const z = x;
      x = y;
      y = z;
    };
    order(a, b);
    order(b, c);
    order(a, b);
    list(t, 0) = a;
    list(t, 1) = b;
    list(t, 2) = c;
  }
};

template <class Exec, class Oriented, class List, class Space>
std::int64_t list(Exec const& exec, Oriented const& oriented, List const& triangles, Workspace<Space>& workspace) {
  using Graph = Edges<Oriented>;
  using Counts = Kokkos::View<std::int64_t*, Space>;
  Graph const graph(oriented);
  std::int64_t const m = graph.num_edges;
  if (m == 0) return 0;
  LongRows const none{std::numeric_limits<std::int64_t>::max()};
  typename Workspace<Space>::Frame const frame(workspace);
  auto const first = workspace.template take<Counts>(exec, m + 1);
  fill(exec, first, std::int64_t(0));
  visit_edges(exec, graph, Intersection::chosen, none, CountPerEdge<Counts>{{}, first});
  exclusive_scan(exec, Kokkos::subview(first, std::pair<std::int64_t, std::int64_t>(0, m)), first, {}, workspace);
  std::int64_t const count = read_back(exec, first, m, "Araios::list_triangles: their number is on the host");
  check(static_cast<std::int64_t>(triangles.extent(0)) >= count, "Araios::list_triangles: ", triangles.extent(0),
        " rows of triangles are fewer than the ", count, " triangles");
  visit_edges(
      exec, graph, Intersection::chosen, none,
      WriteTriangles<Graph, decltype(oriented.vertex), Counts, List>{{}, graph, oriented.vertex, first, triangles});
  return count;
}

/// The coefficient of a vertex with t triangles and d neighbours.
KOKKOS_INLINE_FUNCTION double coefficient(std::int64_t t, std::int64_t d) {
  return d < 2 ? 0.0 : 2 * static_cast<double>(t) / (static_cast<double>(d) * static_cast<double>(d - 1));
}

template <class Graph, class Vertices, class Triangles, class Coefficients>
struct DivideByWedges {
  Graph graph;
  Vertices rank;
  Triangles triangles;
  Coefficients coefficients;
  KOKKOS_FUNCTION void operator()(std::int64_t v) const {
    auto const r = static_cast<std::int64_t>(rank(v));
    coefficients(v) = static_cast<typename Coefficients::non_const_value_type>(
        coefficient(triangles(v), graph.degree_above(r) + graph.degree_below(r)));
  }
};

template <class Exec, class Oriented, class Coefficients, class Space>
void local_clustering(Exec const& exec, Oriented const& oriented, Coefficients const& coefficients,
                      Workspace<Space>& workspace) {
  using Graph = Edges<Oriented>;
  using Triangles = Kokkos::View<std::int64_t*, Space>;
  typename Workspace<Space>::Frame const frame(workspace);
  auto const triangles = workspace.template take<Triangles>(exec, oriented.num_vertices());
  vertex_triangles(exec, oriented, triangles, workspace);
  Kokkos::parallel_for("Araios::local_clustering", range(exec, oriented.num_vertices()),
                       DivideByWedges<Graph, decltype(oriented.rank), Triangles, Coefficients>{
                           Graph(oriented), oriented.rank, triangles, coefficients});
}

/// A coefficient as an integer, so that sums are the same in any order: of n vertices, less than 2^62 in all.
KOKKOS_INLINE_FUNCTION double units_of_coefficient(std::int64_t n) {
  return 4611686018427387904.0 / static_cast<double>(n);
}

/// sums: triangles, wedges, vertices with a neighbour, and units of coefficients, in slots, as those of count_triangles.
template <class Graph, class Vertices, class Triangles, class Sums>
struct SumClustering {
  Graph graph;
  Vertices rank;
  Triangles triangles;
  Sums sums;
  KOKKOS_FUNCTION void operator()(std::int64_t v) const {
    auto const r = static_cast<std::int64_t>(rank(v));
    std::int64_t const d = graph.degree_above(r) + graph.degree_below(r), t = triangles(v);
    if (d == 0) return;
    double const units = coefficient(t, d) * units_of_coefficient(graph.num_vertices);
    std::int64_t const s = v % (static_cast<std::int64_t>(sums.extent(0)) / 4) * 4;
    Kokkos::atomic_add(&sums(s), t);
    Kokkos::atomic_add(&sums(s + 1), d * (d - 1) / 2);
    Kokkos::atomic_add(&sums(s + 2), std::int64_t(1));
    Kokkos::atomic_add(&sums(s + 3), static_cast<std::int64_t>(units));
  }
};

template <class Exec, class Oriented, class Space>
Clustering clustering(Exec const& exec, Oriented const& oriented, Workspace<Space>& workspace) {
  using Graph = Edges<Oriented>;
  using Numbers = Kokkos::View<std::int64_t*, Space>;
  constexpr int slots = 256;
  std::int64_t const n = oriented.num_vertices();
  if (n == 0) return {};
  typename Workspace<Space>::Frame const frame(workspace);
  auto const triangles = workspace.template take<Numbers>(exec, n);
  auto const sums = workspace.template take<Numbers>(exec, 4 * slots);
  vertex_triangles(exec, oriented, triangles, workspace);
  fill(exec, sums, std::int64_t(0));
  Kokkos::parallel_for(
      "Araios::clustering", range(exec, n),
      SumClustering<Graph, decltype(oriented.rank), Numbers, Numbers>{Graph(oriented), oriented.rank, triangles, sums});
  auto const parts = read_back_array<4 * slots>(exec, sums, "Araios::clustering: sums are on the host");
  std::int64_t total[4] = {};
  for (int i = 0; i < 4 * slots; ++i) total[i % 4] += parts[static_cast<std::size_t>(i)];
  Clustering result;
  result.triangles = total[0] / 3;
  result.wedges = total[1];
  if (result.wedges > 0) result.transitivity = static_cast<double>(total[0]) / static_cast<double>(result.wedges);
  double const sum = static_cast<double>(total[3]) / units_of_coefficient(n);
  result.average = sum / static_cast<double>(n);
  if (total[2] > 0) result.average_of_not_isolated = sum / static_cast<double>(total[2]);
  return result;
}

}  // namespace Impl::triangles
}  // namespace Araios
