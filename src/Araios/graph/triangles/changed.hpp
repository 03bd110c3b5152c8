// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// Triangles of a simple graph that have an edge of a batch.
///
/// A triangle belongs to the first of its edges that are in the batch, edges ordered by their vertices, so it counts
/// once. A group of lanes works on an edge (a, b): each looks for elements of the shorter row in the longer. Rows that
/// have no edge in the batch are not read but for neighbours of its edges.

#include <Araios/core/execution.hpp>
#include <Araios/core/search.hpp>
#include <Araios/core/workspace.hpp>
#include <Araios/graph/triangles/simple.hpp>
#include <Araios/graph/triangles/sinks.hpp>
#include <Araios/primitives/visit_segments.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>
#include <type_traits>

namespace Araios::Impl::triangles {

/// sources(p) := the row of entry p of the batch.
template <class Sources>
struct KeepRow {
  Sources sources;
  KOKKOS_FUNCTION void operator()(std::int64_t row, std::int64_t p) const {
    sources(p) = static_cast<typename Sources::value_type>(row);
  }
};

template <class Matrix, class Sources, class Sink>
struct TrianglesOfBatch {
  Matrix graph, batch;  // the batch is a part of the graph; both are simple
  Sources sources;
  Sink sink;
  int lanes;

  KOKKOS_FUNCTION void operator()(std::int64_t item) const {
    std::int64_t const e = item / lanes;
    auto const a = static_cast<std::int64_t>(sources(e)), b = static_cast<std::int64_t>(batch.entries(e));
    if (b < a) return;  // the other direction of this edge counts
    bool const a_is_shorter = graph.row_map(a + 1) - graph.row_map(a) <= graph.row_map(b + 1) - graph.row_map(b);
    std::int64_t const shorter = a_is_shorter ? a : b, longer = a_is_shorter ? b : a;
    auto const end = static_cast<std::int64_t>(graph.row_map(shorter + 1));
    std::int64_t count = 0;
    for (std::int64_t p = static_cast<std::int64_t>(graph.row_map(shorter)) + item % lanes; p < end; p += lanes) {
      auto const c = static_cast<std::int64_t>(graph.entries(p));
      if (c != longer && has_entry(graph, longer, c) && !is_of_lesser(a, b, a, c) && !is_of_lesser(a, b, b, c)) ++count;
    }
    if (count != 0) sink.add(e, count);
  }

 private:
  /// Whether the edge of v and c is in the batch and comes before (a, b).
  KOKKOS_FUNCTION bool is_of_lesser(std::int64_t a, std::int64_t b, std::int64_t v, std::int64_t c) const {
    std::int64_t const first = v < c ? v : c, second = v < c ? c : v;
    return (first < a || (first == a && second < b)) && has_entry(batch, first, second);
  }
};

/// The triangles of `graph` with an edge of `batch`.
template <class Exec, class Matrix, class Space>
std::int64_t count_of_batch(Exec const& exec, Matrix const& graph, Matrix const& batch, Workspace<Space>& workspace) {
  using Sources = Kokkos::View<typename Matrix::Ordinal*, Space>;
  auto const nnz = static_cast<std::int64_t>(batch.nnz());
  if (nnz == 0) return 0;
  constexpr int lanes = is_gpu_v<Exec> ? 32 : 1;
  typename Workspace<Space>::Frame const frame(workspace);
  auto const sources = workspace.template take<Sources>(exec, nnz);
  visit_segments(exec, "Araios::update_triangles::rows", batch.row_map, nnz, KeepRow<Sources>{sources});
  return sum_triangles(exec, nnz, workspace, [&](auto const& sink) {
    using Kernel = TrianglesOfBatch<Matrix, Sources, std::decay_t<decltype(sink)>>;
    Kokkos::parallel_for("Araios::update_triangles", range(exec, nnz * lanes),
                         Kernel{graph, batch, sources, sink, lanes});
  });
}

}  // namespace Araios::Impl::triangles
