// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// Colours by one thread: the vertices in their order, so that none waits for another and no counts are needed.
///
/// A pass over the entries, in place of two with atomic counts and of lists.

#include <Araios/core/execution.hpp>
#include <Araios/core/workspace.hpp>
#include <Araios/operations/color/graph.hpp>
#include <Araios/operations/color/lanes.hpp>
#include <Araios/operations/color/rounds.hpp>
#include <Araios/primitives/radix_sort.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>

namespace Araios::Impl::color {

template <class Graph, class Neighbours, class Ordinal>
struct ColorInTurn {
  Graph graph;
  Ordinal const* vertices;
  int* colors;

  KOKKOS_FUNCTION void operator()(std::int64_t) const {
    for (std::int64_t v = 0; v < graph.num_vertices; ++v) colors[v] = -1;
    for (std::int64_t q = 0; q < graph.num_vertices; ++q) {
      auto const v = static_cast<std::int64_t>(vertices[q]);
      colors[v] = free_color<Neighbours>(SingleLane(), graph, colors, v);
    }
  }
};

/// colors := the greedy colours in the order of the keys, which have so many bits.
template <class Neighbours, class Exec, class Ordinal, class Offset, class Colors, class Space>
void color_in_turn(Exec const& exec, Graph<Ordinal, Offset> const& graph, Colors const& keys, int key_bits,
                   Colors const& colors, Workspace<Space>& workspace) {
  typename Workspace<Space>::Frame const frame(workspace);
  auto const vertices = workspace.template take<Kokkos::View<Ordinal*, Space>>(exec, graph.num_vertices);
  radix_sort(exec, keys, Identity(), NoValues(), NoValues(), vertices, NoValues(), {.key_bits = key_bits}, workspace);
  Kokkos::parallel_for("Araios::color::in_turn", range(exec, 1),
                       ColorInTurn<Graph<Ordinal, Offset>, Neighbours, Ordinal>{graph, vertices.data(), colors.data()});
}

}  // namespace Araios::Impl::color
