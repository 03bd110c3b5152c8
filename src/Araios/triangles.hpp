// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// Triangles of graphs: their number, that of each vertex and each edge, lists of them, and clustering coefficients.
///
///   auto const triangles = Araios::count_triangles(exec, A);   // of any square matrix
///
/// A graph is the matrix of its edges: entry (i, j), entry (j, i) or both are the edge between i and j. Loops and
/// repeated entries do not count, values do not matter. `orient` makes what all of these functions work on; who needs more
/// than one of them calls it once.

#include <Araios/core/checks.hpp>
#include <Araios/core/concepts.hpp>
#include <Araios/core/memory.hpp>
#include <Araios/core/profiling.hpp>
#include <Araios/core/workspace.hpp>
#include <Araios/formats/argument_types.hpp>
#include <Araios/formats/check_operands.hpp>
#include <Araios/formats/csr.hpp>
#include <Araios/graph/triangles/count.hpp>
#include <Araios/graph/triangles/orient.hpp>
#include <Araios/graph/triangles/results.hpp>
#include <Araios/simple_graph.hpp>

#include <Kokkos_Core.hpp>

#include <concepts>
#include <cstdint>
#include <utility>

namespace Araios {

/// The edges of a graph, from vertices of lower degree to those of higher: a plan for all functions below
///
/// Vertices of equal degree are ordered by their numbers.
///
/// Shapes        A is n-by-n.
/// Requires      nothing of A: `simple_graph` is called, unless options.is_simple says that A is simple (simple_graph.hpp),
///               which only validation (core/validation.hpp) checks.
/// Cost          degrees sorted; entries read and renumbered, half of them selected and transposed twice; about 30 kernels.
/// Asynchronous  no: one fence, and those of `simple_graph`. Allocates the result, OrientedGraph::bytes; takes about
///               2 Ordinals and an Offset per entry from `workspace`.
/// Deterministic space to space, bitwise.
/// Throws        std::invalid_argument when A is not square, and as `simple_graph`.
/// Source        graph/triangles/orient.hpp
template <ExecutionSpace Exec>
auto orient(Exec const& exec, CsrOf<Exec> auto const& A, OrientOptions const& options = {},
            WorkspaceFor<Exec> workspace = {}) {
  auto const& a = Impl::as_matrix(A);
  Impl::check_equal(a.num_rows(), a.num_cols(), "Araios::orient: rows of A, columns of A");
  Impl::check_operands(exec, "Araios::orient", Impl::Operand("A", a));
  Impl::ScopedRegion const region("Araios::orient");
  auto& space = workspace.get(exec);
  if (options.is_simple && validation())
    if (auto const flaw = find_not_simple(exec, a, space))
      Impl::check(false, "Araios::orient: operand A: ", *flaw, ", but options.is_simple");
  if (options.is_simple) return Impl::triangles::orient(exec, Impl::borrow_csr<Pattern>(a), space);
  return Impl::triangles::orient(exec, simple_graph(exec, a, space), space);
}

/// The method that runs, and why: the one requested, or for `automatic` that of the work which `orient` has counted
///
/// Throws        std::invalid_argument when options.method is none.
template <ExecutionSpace Exec>
TriangleChoice choose_triangle_method(Exec const&, OrientedGraphOf<Exec> auto const& graph,
                                      TriangleOptions const& options = {}) {
  Impl::check_enumerator(options.method, TriangleMethod::radix_binning,
                         "Araios::choose_triangle_method: TriangleMethod");
  return Impl::triangles::choose<Exec>(options.method, graph);
}

/// The number of triangles
///
/// Cost          merge, bisection, adaptive: for each edge two rows. hash, bitmap: sum of d (d - 1) / 2 look-ups on the chip,
///               for d the number of neighbours of higher rank of each vertex; what mixed does for vertices with many.
///               radix_binning: the same candidates written, sorted and read; with all_pairs those of all neighbours.
/// Asynchronous  no: one fence; radix_binning: two. Takes 8 bytes per vertex from `workspace`;
///               radix_binning: up to options.max_workspace_bytes.
/// Deterministic space to space, and by every method.
/// Throws        std::invalid_argument when radix_binning has not enough memory, with the minimum that it needs, or
///               options.all_pairs is set for another method.
/// Source        graph/triangles/
template <ExecutionSpace Exec>
std::int64_t count_triangles(Exec const& exec, OrientedGraphOf<Exec> auto const& graph,
                             TriangleOptions const& options = {}, WorkspaceFor<Exec> workspace = {}) {
  Impl::triangles::check_options(options);
  Impl::triangles::check_graph(exec, "Araios::count_triangles", graph);
  Impl::ScopedRegion const region("Araios::count_triangles");
  return Impl::triangles::count(exec, options, graph, workspace.get(exec));
}
/// Counts the triangles of any square matrix, which is oriented for this call.
template <ExecutionSpace Exec>
std::int64_t count_triangles(Exec const& exec, CsrOf<Exec> auto const& A, TriangleOptions const& options = {},
                             WorkspaceFor<Exec> workspace = {}) {
  auto const& a = Impl::as_matrix(A);
  Impl::triangles::check_options(options);
  auto& space = workspace.get(exec);
  return count_triangles(exec, orient(exec, a, {}, space), options, space);
}
/// Options before the graph, or a bool where they belong: refused, with the remedy.
template <ExecutionSpace Exec>
std::int64_t count_triangles(Exec const&, TriangleOptions const&, auto const&...) {
  Impl::options_are_last<Exec>();
  return 0;
}
template <ExecutionSpace Exec>
std::int64_t count_triangles(Exec const&, auto const&, std::same_as<bool> auto const&, auto const&...) {
  Impl::options_are_named<Exec>();
  return 0;
}

/// The number of candidates of radix_binning: pairs of neighbours of higher rank, or with options.all_pairs of all
/// neighbours
///
/// Cost          one kernel: reads the lengths of the rows.
/// Asynchronous  no: one fence.
template <ExecutionSpace Exec>
std::int64_t count_candidates(Exec const& exec, OrientedGraphOf<Exec> auto const& graph,
                              TriangleOptions const& options = {}) {
  Impl::triangles::check_graph(exec, "Araios::count_candidates", graph);
  Impl::ScopedRegion const region("Araios::count_candidates");
  return Impl::triangles::count_candidates(exec, options.all_pairs, graph);
}

/// supports(e) := the number of triangles of edge e of the plan, in the order of graph.upper
///
/// Shapes        supports has graph.num_edges() elements, each at least as long as an Ordinal of the graph.
/// Cost          as count_triangles by `automatic`, and two atomic additions and a bisection per triangle.
/// Asynchronous  yes. Takes 8 bytes per vertex from `workspace`.
/// Deterministic space to space.
/// Throws        std::invalid_argument when the length disagrees, or the output overlaps the graph.
template <ExecutionSpace Exec, IndexView Supports>
  requires Accesses<Exec, Supports>
void edge_supports(Exec const& exec, OrientedGraphOf<Exec> auto const& graph, Supports const& supports,
                   WorkspaceFor<Exec> workspace = {}) {
  static_assert(sizeof(typename Supports::value_type) >= sizeof(graph.upper.entries(0)),
                "Araios::edge_supports: elements of supports are at least as long as an Ordinal of the graph");
  Impl::check_equal(supports.extent(0), graph.num_edges(), "Araios::edge_supports: length of supports, edges");
  Impl::triangles::check_disjoint_from_graph("Araios::edge_supports", supports, "supports", graph);
  Impl::triangles::check_graph(exec, "Araios::edge_supports", graph);
  Impl::ScopedRegion const region("Araios::edge_supports");
  Impl::triangles::edge_supports(exec, graph, supports, workspace.get(exec));
}

/// T := the number of triangles of each edge: values of the matrix of the simple graph, in both directions
///
/// Shapes        T is n-by-n, as A.
/// Order         rows of T are sorted, without duplicates.
/// Cost          that of `orient` and `edge_supports`, and a bisection per entry.
/// Asynchronous  no: the fences of `orient`. Allocates T, the plan and the supports.
/// Deterministic space to space, bitwise.
/// Throws        as `simple_graph`.
template <ExecutionSpace Exec>
auto edge_triangles(Exec const& exec, CsrOf<Exec> auto const& A, WorkspaceFor<Exec> workspace = {}) {
  auto const& a = Impl::as_matrix(A);
  auto& space = workspace.get(exec);
  auto const G = simple_graph(exec, a, space);
  Impl::check_operands(exec, "Araios::edge_triangles", Impl::Operand("A", a));
  Impl::ScopedRegion const region("Araios::edge_triangles");
  return Impl::triangles::edge_triangles(exec, G, Impl::triangles::orient(exec, G, space), space);
}

/// triangles(v) := the number of triangles of vertex v
///
/// Shapes        triangles has n elements, of 8 bytes.
/// Cost          that of `edge_supports`, which are added over the edges of each vertex.
/// Asynchronous  yes. Takes an Ordinal per edge and 16 bytes per vertex from `workspace`.
/// Deterministic space to space.
/// Throws        std::invalid_argument when the length disagrees, or the output overlaps the graph.
template <ExecutionSpace Exec, IndexView Triangles>
  requires Accesses<Exec, Triangles>
void vertex_triangles(Exec const& exec, OrientedGraphOf<Exec> auto const& graph, Triangles const& triangles,
                      WorkspaceFor<Exec> workspace = {}) {
  static_assert(
      sizeof(typename Triangles::value_type) == 8,
      "Araios::vertex_triangles: elements of triangles have 8 bytes: a vertex has more than 2^31 of them soon");
  Impl::check_equal(triangles.extent(0), graph.num_vertices(),
                    "Araios::vertex_triangles: length of triangles, vertices");
  Impl::triangles::check_disjoint_from_graph("Araios::vertex_triangles", triangles, "triangles", graph);
  Impl::triangles::check_graph(exec, "Araios::vertex_triangles", graph);
  Impl::ScopedRegion const region("Araios::vertex_triangles");
  Impl::triangles::vertex_triangles(exec, graph, triangles, workspace.get(exec));
}
/// Returns the result in a new View of std::int64_t.
template <ExecutionSpace Exec>
auto vertex_triangles(Exec const& exec, OrientedGraphOf<Exec> auto const& graph, WorkspaceFor<Exec> workspace = {}) {
  auto const triangles = allocate<Kokkos::View<std::int64_t*, typename Exec::memory_space>>(
      exec, "Araios::vertex_triangles", graph.num_vertices());
  vertex_triangles(exec, graph, triangles, std::move(workspace));
  return triangles;
}
/// Returns the result for any square matrix, which is oriented for this call, in a new View of std::int64_t.
template <ExecutionSpace Exec>
auto vertex_triangles(Exec const& exec, CsrOf<Exec> auto const& A, WorkspaceFor<Exec> workspace = {}) {
  auto const& a = Impl::as_matrix(A);
  auto& space = workspace.get(exec);
  return vertex_triangles(exec, orient(exec, a, {}, space), space);
}

/// f(a, b, c) for each triangle once: vertices in the order of their ranks, as std::int64_t
///
/// f is a function object that kernels can call; calls come in any order and at the same time.
///
/// Cost          as count_triangles by merge or bisection, whichever takes fewer steps for an edge; one kernel.
/// Asynchronous  yes.
template <ExecutionSpace Exec, class Function>
void for_each_triangle(Exec const& exec, OrientedGraphOf<Exec> auto const& graph, Function const& f) {
  Impl::triangles::check_graph(exec, "Araios::for_each_triangle", graph);
  Impl::ScopedRegion const region("Araios::for_each_triangle");
  Impl::triangles::for_each(exec, graph, f);
}

/// Row t of the list := the vertices of triangle t, sorted
///
/// Shapes        triangles has 3 columns, and a row for each triangle at least (count_triangles). Its elements are at
///               least as long as an Ordinal of the graph.
/// Order         by ranks of w, then v, then u of each triangle v < w < u of ranks: the same in all spaces.
/// Cost          two passes as `for_each_triangle`; takes 8 bytes per edge from `workspace`.
/// Asynchronous  no: one fence. Returns the number of triangles.
/// Deterministic space to space, bitwise.
/// Throws        std::invalid_argument when triangles has not 3 columns, or fewer rows than there are triangles, naming
///               both, or overlaps the graph; nothing is written then.
template <ExecutionSpace Exec, DenseMatrixView Triangles>
  requires Accesses<Exec, Triangles>
std::int64_t list_triangles(Exec const& exec, OrientedGraphOf<Exec> auto const& graph, Triangles const& triangles,
                            WorkspaceFor<Exec> workspace = {}) {
  static_assert(sizeof(typename Triangles::value_type) >= sizeof(graph.upper.entries(0)),
                "Araios::list_triangles: elements of triangles are at least as long as an Ordinal of the graph");
  Impl::check_equal(triangles.extent(1), 3, "Araios::list_triangles: columns of triangles, vertices of a triangle");
  Impl::triangles::check_disjoint_from_graph("Araios::list_triangles", triangles, "triangles", graph);
  Impl::triangles::check_graph(exec, "Araios::list_triangles", graph);
  Impl::ScopedRegion const region("Araios::list_triangles");
  return Impl::triangles::list(exec, graph, triangles, workspace.get(exec));
}

/// coefficients(v) := 2 t / (d (d - 1)) for t triangles and d neighbours of v; 0 where d < 2
///
/// Shapes        coefficients has n elements, of a floating-point type.
/// Cost          that of `vertex_triangles`. Takes 8 bytes per vertex more from `workspace`.
/// Asynchronous  yes.
/// Deterministic space to space, bitwise.
/// Throws        std::invalid_argument when the length disagrees, or the output overlaps the graph.
/// Source        Watts, Strogatz, Nature 393 (1998).
template <ExecutionSpace Exec, VectorView Coefficients>
  requires Accesses<Exec, Coefficients>
void local_clustering(Exec const& exec, OrientedGraphOf<Exec> auto const& graph, Coefficients const& coefficients,
                      WorkspaceFor<Exec> workspace = {}) {
  static_assert(std::is_floating_point_v<typename Coefficients::value_type>,
                "Araios::local_clustering: coefficients are of a floating-point type");
  Impl::check_equal(coefficients.extent(0), graph.num_vertices(),
                    "Araios::local_clustering: length of coefficients, vertices");
  Impl::triangles::check_disjoint_from_graph("Araios::local_clustering", coefficients, "coefficients", graph);
  Impl::triangles::check_graph(exec, "Araios::local_clustering", graph);
  Impl::ScopedRegion const region("Araios::local_clustering");
  Impl::triangles::local_clustering(exec, graph, coefficients, workspace.get(exec));
}
/// Returns the coefficients of any square matrix in a new View of double.
template <ExecutionSpace Exec>
auto local_clustering(Exec const& exec, CsrOf<Exec> auto const& A, WorkspaceFor<Exec> workspace = {}) {
  auto const& a = Impl::as_matrix(A);
  auto& space = workspace.get(exec);
  auto const coefficients =
      allocate<Kokkos::View<double*, typename Exec::memory_space>>(exec, "Araios::local_clustering", a.num_rows());
  local_clustering(exec, orient(exec, a, {}, space), coefficients, space);
  return coefficients;
}

/// Clustering of a graph as a whole
///
/// Cost          that of `local_clustering`.
/// Asynchronous  no: one fence.
/// Deterministic space to space: counts are integers, coefficients are added as integers.
template <ExecutionSpace Exec>
Clustering clustering(Exec const& exec, OrientedGraphOf<Exec> auto const& graph, WorkspaceFor<Exec> workspace = {}) {
  Impl::triangles::check_graph(exec, "Araios::clustering", graph);
  Impl::ScopedRegion const region("Araios::clustering");
  return Impl::triangles::clustering(exec, graph, workspace.get(exec));
}
/// Returns the clustering of any square matrix.
template <ExecutionSpace Exec>
Clustering clustering(Exec const& exec, CsrOf<Exec> auto const& A, WorkspaceFor<Exec> workspace = {}) {
  auto const& a = Impl::as_matrix(A);
  auto& space = workspace.get(exec);
  return clustering(exec, orient(exec, a, {}, space), space);
}

}  // namespace Araios
