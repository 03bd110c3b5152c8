// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// The number of triangles after edges are removed and added, from that before: only triangles of these edges are visited.
///
///   auto const G = Araios::simple_graph(exec, A);
///   auto const after = Araios::update_triangles(exec, G, Araios::count_triangles(exec, G), removed, added);

#include <Araios/core/checks.hpp>
#include <Araios/core/concepts.hpp>
#include <Araios/core/option_ranges.hpp>
#include <Araios/core/profiling.hpp>
#include <Araios/core/workspace.hpp>
#include <Araios/elementwise.hpp>
#include <Araios/formats/check_operands.hpp>
#include <Araios/formats/csr.hpp>
#include <Araios/graph/triangles/changed.hpp>
#include <Araios/simple_graph.hpp>

#include <Kokkos_Core.hpp>

#include <concepts>
#include <cstdint>

namespace Araios {

/// A graph and the number of its triangles.
template <class Graph>
struct TriangleUpdate {
  Graph graph;             ///< simple, with the edges removed and added
  std::int64_t triangles;  ///< before, without those lost, with those gained
  std::int64_t lost;       ///< triangles with an edge that was removed
  std::int64_t gained;     ///< triangles with an edge that was added
};

/// The graph G without the edges of `removed`, then with those of `added`, and the number of its triangles
///
/// Edges of `removed` that G has not, and of `added` that it has already, change nothing. Both may be any matrix with
/// the index types of G: entry (i, j), entry (j, i) or both are an edge, as in `simple_graph`.
///
/// Shapes        G, removed and added are n-by-n.
/// Requires      G is simple (`require_simple`); `triangles` is the number of its triangles.
/// Cost          for each edge removed or added, once, the shorter of the rows of its vertices looked for in the longer; and the
///               union, difference and intersection of matrices that give the new graph, which read it a few times.
/// Asynchronous  no: the fences of `simple_graph` twice, of four element-wise operations, and two. Allocates the graph.
/// Deterministic space to space, bitwise.
/// Throws        std::invalid_argument when shapes disagree, `triangles` is negative or above 2^62, and as `simple_graph`.
/// Source        graph/triangles/changed.hpp
template <ExecutionSpace Exec>
auto update_triangles(Exec const& exec, CsrOf<Exec> auto const& G, std::int64_t triangles,
                      CsrOf<Exec> auto const& removed, CsrOf<Exec> auto const& added, WorkspaceFor<Exec> workspace = {})
  requires Impl::SameOrdinal<decltype(G), decltype(removed), decltype(added)> &&
           std::same_as<OffsetOf<decltype(removed)>, OffsetOf<decltype(G)>> &&
           std::same_as<OffsetOf<decltype(added)>, OffsetOf<decltype(G)>>
{
  auto const& g = Impl::as_matrix(G);
  auto const& removed_rows = Impl::as_matrix(removed);
  auto const& added_rows = Impl::as_matrix(added);
  using O = OrdinalOf<decltype(G)>;
  using F = OffsetOf<decltype(G)>;
  using Graph = CsrMatrix<Pattern, O, F, typename Exec::memory_space>;
  Impl::check_equal(g.num_rows(), g.num_cols(), "Araios::update_triangles: rows of G, columns of G");
  Impl::check_equal(removed_rows.num_rows(), g.num_rows(), "Araios::update_triangles: rows of removed, rows of G");
  Impl::check_equal(added_rows.num_rows(), g.num_rows(), "Araios::update_triangles: rows of added, rows of G");
  Impl::check_option("Araios::update_triangles", Impl::option::triangles, triangles);
  Impl::check_operands(exec, "Araios::update_triangles", Impl::Operand("G", g), Impl::Operand("removed", removed_rows),
                       Impl::Operand("added", added_rows));
  Impl::ScopedRegion const region("Araios::update_triangles");
  auto& space = workspace.get(exec);
  Graph const before(g.num_rows(), g.num_cols(), g.row_map, g.entries);
  Graph const leaving = elementwise_multiply(exec, before, simple_graph(exec, removed_rows, space), space);
  std::int64_t const lost = Impl::triangles::count_of_batch(exec, before, leaving, space);
  Graph const between = elementwise_difference(exec, before, leaving, space);
  Graph const entering = elementwise_difference(exec, simple_graph(exec, added_rows, space), between, space);
  Graph const after = elementwise_add(exec, between, entering, space);
  std::int64_t const gained = Impl::triangles::count_of_batch(exec, after, entering, space);
  return TriangleUpdate<Graph>{after, triangles - lost + gained, lost, gained};
}

}  // namespace Araios
