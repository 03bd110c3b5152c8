// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// Orientation: each edge from the vertex of smaller degree to the other, of equal degrees from the smaller number.
///
/// Vertices get ranks in this order, so that the oriented graph is the upper triangle of the renumbered one, and each
/// triangle u < v < w of ranks is found once. No vertex has more than sqrt(2 m) neighbours of higher rank, however many
/// it has in all. Renumbered rows are out of order; the transpose of their lower part has sorted rows again, and so has
/// the transpose of that. Bytes: entries read and renumbered, the lower half selected, and transposed twice.
///
/// Source: Chiba, Nishizeki, SIAM J. Comput. 14 (1985); Latapy, Theor. Comput. Sci. 407 (2008).

#include <Araios/core/concepts.hpp>
#include <Araios/core/execution.hpp>
#include <Araios/core/memory.hpp>
#include <Araios/core/read_back.hpp>
#include <Araios/core/workspace.hpp>
#include <Araios/formats/check_operands.hpp>
#include <Araios/formats/csr.hpp>
#include <Araios/formats/for_each_array.hpp>
#include <Araios/operations/select/kernels.hpp>
#include <Araios/operations/transpose/unsymmetric.hpp>
#include <Araios/primitives/radix_sort.hpp>
#include <Araios/primitives/scan.hpp>
#include <Araios/primitives/visit_segments.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>
#include <limits>
#include <utility>

namespace Araios {

/// The edges of a simple graph, from vertices of lower rank to those of higher: what triangles are counted in. Made by
/// `orient`; may be used again and again, and shared by threads.
///
/// Row r of `upper` has the ranks above r that are adjacent to the vertex of rank r, sorted; row r of `lower`
/// has those below, each with the position of the edge in `upper` as value. An edge is its position in `upper`.
template <OrdinalType Ordinal, OffsetType Offset, class MemorySpace>
struct OrientedGraph {
  using memory_space = MemorySpace;
  CsrMatrix<Pattern, Ordinal, Offset, MemorySpace> upper;
  CsrMatrix<Offset, Ordinal, Offset, MemorySpace> lower;
  Kokkos::View<Ordinal const*, MemorySpace> vertex;  ///< vertex(r): the vertex of rank r
  Kokkos::View<Ordinal const*, MemorySpace> rank;    ///< rank(v): the rank of vertex v
  /// Elements of long rows that steps through the two rows of each edge would read: choose_triangle_method
  std::int64_t steps_in_long_rows = 0;

  std::int64_t num_vertices() const { return upper.num_rows(); }
  std::int64_t num_edges() const { return static_cast<std::int64_t>(upper.nnz()); }
  /// Bytes of all its arrays.
  std::int64_t bytes() const {
    auto const vertices = num_vertices(), edges = num_edges();
    return static_cast<std::int64_t>(2 * vertices * sizeof(Ordinal) + 2 * (vertices + 1) * sizeof(Offset) +
                                     edges * (2 * sizeof(Ordinal) + sizeof(Offset)));
  }
};

namespace Impl::triangles {
template <class O, class F, class M>
OrientedGraph<O, F, M> const& as_oriented_graph(OrientedGraph<O, F, M> const& graph) {
  return graph;
}
}  // namespace Impl::triangles

/// An OrientedGraph, or a class derived from one, in memory that kernels of Exec can access.
template <class T, class Exec>
concept OrientedGraphOf = requires(T const& graph) { Impl::triangles::as_oriented_graph(graph); } && Accesses<Exec, T>;

namespace Impl::triangles {

/// The graph, validated where the switch of core/validation.hpp is on.
template <class Exec, class Graph>
void check_graph(Exec const& exec, char const* function, Graph const& graph) {
  check_operands(exec, function, Operand("graph.upper", graph.upper), Operand("graph.lower", graph.lower));
}
/// Throws std::invalid_argument if the View `y`, which `function` writes, overlaps an array of the graph.
template <class Y, class Graph>
void check_disjoint_from_graph(char const* function, Y const& y, char const* name_y, Graph const& graph) {
  check_disjoint_from_arrays(function, y, name_y, graph.upper, "graph.upper");
  check_disjoint_from_arrays(function, y, name_y, graph.lower, "graph.lower");
}

/// degrees(v) := the degree of vertex v.
template <class RowMap, class Degrees>
struct CountDegrees {
  RowMap row_map;
  Degrees degrees;
  KOKKOS_FUNCTION void operator()(std::int64_t v) const {
    degrees(v) = static_cast<typename Degrees::value_type>(row_map(v + 1) - row_map(v));
  }
};

/// A vertex is its number.
template <class Ordinal>
struct Itself {
  using non_const_value_type = Ordinal;
  KOKKOS_FUNCTION Ordinal operator()(std::int64_t v) const { return static_cast<Ordinal>(v); }
};

/// rank(vertex(r)) := r, and the length of row r.
template <class RowMap, class Vertices, class Lengths>
struct InvertRanks {
  RowMap row_map;
  Vertices vertex, rank;
  Lengths lengths;
  KOKKOS_FUNCTION void operator()(std::int64_t r) const {
    auto const v = vertex(r);
    rank(v) = static_cast<typename Vertices::value_type>(r);
    lengths(r) = row_map(v + 1) - row_map(v);
  }
};

/// Entry p of the renumbered graph, in row r.
template <class Graph, class Vertices, class RowMap, class Entries>
struct Renumber {
  Graph G;
  Vertices vertex, rank;
  RowMap row_map;
  Entries entries;
  KOKKOS_FUNCTION void operator()(std::int64_t r, std::int64_t p) const {
    std::int64_t const in_row = p - static_cast<std::int64_t>(row_map(r));
    entries(p) = rank(G.entries(static_cast<std::int64_t>(G.row_map(vertex(r))) + in_row));
  }
};

/// Rows of more neighbours above are the work of a team.
template <class Exec>
inline constexpr std::int64_t longest_row_of_threads = is_gpu_v<Exec> ? 32 : 8;

/// Which rows w are left to teams: those with many neighbours above.
struct LongRows {
  std::int64_t longest_short;
  KOKKOS_FUNCTION bool is_long(std::int64_t above) const { return above > longest_short; }
};

/// Sums, in slots, of the neighbours above of long rows, once for each neighbour below: row r of the renumbered graph has
/// before(row_map(r + 1)) - before(row_map(r)) of these. The slot after the others: the number of edges.
template <class RowMap, class Before, class Sums>
struct SumLongRows {
  static constexpr std::int64_t slots = 255;
  RowMap row_map;
  Before before;
  Sums sums;
  LongRows rows;
  std::int64_t num_rows;
  KOKKOS_FUNCTION void operator()(std::int64_t r) const {
    auto const first = row_map(r), last = row_map(r + 1);
    auto const below = static_cast<std::int64_t>(before(last) - before(first));
    std::int64_t const above = static_cast<std::int64_t>(last - first) - below;
    if (rows.is_long(above)) Kokkos::atomic_add(&sums(r % slots), below * above);
    if (r == num_rows - 1) sums(slots) = static_cast<std::int64_t>(before(last));
  }
};

/// The lower triangle of the renumbered graph, and the sum of SumLongRows. One fence, where the graph has edges.
template <class Exec, class Matrix, class Space>
auto lower_part(Exec const& exec, Matrix const& renumbered, std::int64_t& steps_in_long_rows,
                Workspace<Space>& workspace) {
  using Sums = Kokkos::View<std::int64_t*, Space>;
  std::int64_t const n = renumbered.num_rows();
  typename Workspace<Space>::Frame const frame(workspace);
  auto const marked =
      select::mark_entries(exec, "Araios::orient::lower", renumbered,
                           select::OnDiagonals{std::numeric_limits<std::int64_t>::min(), -1}, workspace);
  using Sum = SumLongRows<decltype(renumbered.row_map), decltype(marked.before), Sums>;
  std::int64_t edges = 0;
  if (renumbered.nnz() > 0) {
    auto const sums = workspace.template take<Sums>(exec, Sum::slots + 1);
    fill(exec, sums, std::int64_t(0));
    Kokkos::parallel_for("Araios::orient::long_rows", range(exec, n),
                         Sum{renumbered.row_map, marked.before, sums, {longest_row_of_threads<Exec>}, n});
    auto const on_host =
        read_back_array<Sum::slots + 1>(exec, sums, "Araios::orient: the number of edges is on the host");
    edges = on_host[Sum::slots];
    for (std::int64_t s = 0; s < Sum::slots; ++s) steps_in_long_rows += on_host[static_cast<std::size_t>(s)];
  }
  return select::copy_marked(exec, "Araios::orient::lower", renumbered, marked, edges);
}

template <class Exec, class Graph, class Space>
auto orient(Exec const& exec, Graph const& G, Workspace<Space>& workspace) {
  using Ordinal = typename Graph::Ordinal;
  using Offset = typename Graph::Offset;
  using Vertices = Kokkos::View<Ordinal*, Space>;
  std::int64_t const n = G.num_rows(), nnz = G.nnz();
  auto const [vertex, rank] = allocate_packed<Vertices, Vertices>(exec, "Araios::orient::vertices", {n, n});
  OrientedGraph<Ordinal, Offset, Space> oriented;
  CsrMatrix<Pattern, Ordinal, Offset, Space> lower;
  {
    typename Workspace<Space>::Frame const frame(workspace);
    auto const degrees = workspace.template take<Kokkos::View<Ordinal*, Space>>(exec, n);
    Kokkos::parallel_for("Araios::orient::degrees", range(exec, n),
                         CountDegrees<typename Graph::row_map_type, decltype(degrees)>{G.row_map, degrees});
    radix_sort(exec, degrees, Itself<Ordinal>{}, NoValues{}, NoValues{}, vertex, NoValues{}, {.key_bits = bits_for(n)},
               workspace);
    auto const row_map = workspace.template take<Kokkos::View<Offset*, Space>>(exec, n + 1);
    auto const lengths = Kokkos::subview(row_map, std::pair<std::int64_t, std::int64_t>(0, n));
    Kokkos::parallel_for(
        "Araios::orient::ranks", range(exec, n),
        InvertRanks<typename Graph::row_map_type, Vertices, decltype(lengths)>{G.row_map, vertex, rank, lengths});
    exclusive_scan(exec, lengths, row_map, {}, workspace);
    auto const entries = workspace.template take<Kokkos::View<Ordinal*, Space>>(exec, nnz);
    visit_segments(exec, "Araios::orient::renumber", row_map, nnz,
                   Renumber<Graph, Vertices, decltype(row_map), decltype(entries)>{G, vertex, rank, row_map, entries});
    lower = lower_part(exec, CsrMatrix<Pattern, Ordinal, Offset, Space>(n, n, row_map, entries),
                       oriented.steps_in_long_rows, workspace);
  }
  oriented.upper = transpose::unsymmetric<Pattern>(exec, lower, NoValues{}, workspace);
  oriented.lower =
      transpose::unsymmetric<Offset>(exec, oriented.upper, transpose::TransposePositions<Offset>{}, workspace);
  oriented.vertex = vertex;
  oriented.rank = rank;
  return oriented;
}

}  // namespace Impl::triangles
}  // namespace Araios
