// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// The graph that is coloured: rows of A, and of the transpose of A where the pattern is not symmetric.
///
/// Neighbours of v are those of one row or two, and may appear several times; v appears among those of w as often as w
/// among those of v, which the counts of rounds.hpp rely on.

#include <Araios/core/execution.hpp>
#include <Araios/core/pattern.hpp>
#include <Araios/formats/csr.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>

namespace Araios::Impl::color {

/// The graph of A + A^T; a row of length k has k entries of A, and as many of the transpose as the column has.
template <class Ordinal, class Offset>
struct Graph {
  std::int64_t num_vertices;
  int parts;  // 1: symmetric
  Offset const* row_maps[2];
  Ordinal const* entries[2];

  template <class Space>
  Graph(CsrMatrix<Pattern, Ordinal, Offset, Space> const& A, CsrMatrix<Pattern, Ordinal, Offset, Space> const& others)
      : num_vertices(A.num_rows()),
        parts(others.num_rows() == A.num_rows() ? 2 : 1),
        row_maps{A.row_map.data(), others.row_map.data()},
        entries{A.entries.data(), others.entries.data()} {}

  KOKKOS_FUNCTION std::int64_t begin(int part, std::int64_t v) const {
    return static_cast<std::int64_t>(row_maps[part][v]);
  }
  /// Entries of row and column v.
  KOKKOS_FUNCTION std::int64_t length(std::int64_t v) const {
    std::int64_t const row = begin(0, v + 1) - begin(0, v);
    return row + (parts == 1 ? row : begin(1, v + 1) - begin(1, v));
  }
};

template <class Graph>
struct MaxLength {
  Graph graph;
  KOKKOS_FUNCTION void operator()(std::int64_t v, std::int64_t& longest) const {
    std::int64_t length = 0;
    for (int part = 0; part < graph.parts; ++part) length += graph.begin(part, v + 1) - graph.begin(part, v);
    if (length > longest) longest = length;
  }
};

/// The largest number of neighbours, with repetitions. Waits.
template <class Exec, class Graph>
std::int64_t longest_row(Exec const& exec, Graph const& graph) {
  std::int64_t longest = 0;
  Kokkos::parallel_reduce("Araios::color::longest", range(exec, graph.num_vertices), MaxLength<Graph>{graph},
                          Kokkos::Max<std::int64_t>(longest));
  return longest;
}

/// Neighbours at distance 1: visit(w) for entry p of a part of row v, unless w is v.
struct Adjacent {
  template <class Graph, class Visit>
  KOKKOS_FUNCTION void operator()(Graph const& graph, std::int64_t v, int part, std::int64_t p,
                                  Visit const& visit) const {
    auto const w = static_cast<std::int64_t>(graph.entries[part][p]);
    if (w != v) visit(w);
  }
};

/// The same, and w at distance 2: once for each path of two edges.
struct WithinTwo {
  template <class Graph, class Visit>
  KOKKOS_FUNCTION void operator()(Graph const& graph, std::int64_t v, int part, std::int64_t p,
                                  Visit const& visit) const {
    auto const u = static_cast<std::int64_t>(graph.entries[part][p]);
    if (u == v) return;
    visit(u);
    for (int second = 0; second < graph.parts; ++second)
      for (std::int64_t q = graph.begin(second, u); q < graph.begin(second, u + 1); ++q) {
        auto const w = static_cast<std::int64_t>(graph.entries[second][q]);
        if (w != v && w != u) visit(w);
      }
  }
};

}  // namespace Araios::Impl::color
