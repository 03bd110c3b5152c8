// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// Jones-Plassmann: a row takes the smallest free colour as soon as all neighbours before it have theirs.
///
/// What is before is fixed, so the colours are those of the greedy algorithm in that order, whatever the schedule.
/// A count of neighbours that a row waits for falls with each of them; at zero the row is listed for the next round. So
/// a row is visited when it is counted and when it is coloured, and the work is that of two passes over the entries,
/// however many rounds there are. Rows of one round are no neighbours: no colour is read while it is written.
///
/// Source: Jones and Plassmann, SIAM J. Sci. Comput. 14 (1993); longest rows first: Hasenplaug et al., SPAA 2014;
///         colouring again by colours: Culberson, 1992.

#include <Araios/core/execution.hpp>
#include <Araios/core/memory.hpp>
#include <Araios/core/workspace.hpp>
#include <Araios/operations/color/directions.hpp>
#include <Araios/operations/color/graph.hpp>
#include <Araios/operations/color/lanes.hpp>
#include <Araios/operations/color/order.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>
#include <type_traits>

namespace Araios::Impl::color {

/// What the rounds share. Count: of neighbours, or of paths to them.
template <class Ordinal, class Count>
struct Scratch {
  Count* waiting;     // for so many neighbours before it, with repetitions
  Ordinal* lists[2];  // vertices of this round and of the next
  Ordinal* lengths;   // of three lists: of this round, of the next, and of the one after that, which is cleared
  int* colors;
};

/// Counts for each vertex the neighbours before it, and lists those that wait for none.
template <class Graph, class Neighbours, class Scratch>
struct CountWaiting {
  Graph graph;
  Neighbours neighbours;
  Order order;
  Scratch scratch;
  template <class Lanes>
  KOKKOS_FUNCTION void prepare(Lanes const&) const {}
  KOKKOS_FUNCTION std::int64_t count() const { return graph.num_vertices; }
  template <class Lanes>
  KOKKOS_FUNCTION void operator()(Lanes const& lanes, std::int64_t v) const {
    std::int64_t const before = count_before<Neighbours>(lanes, graph, order, v);
    lanes.once([&] {
      scratch.colors[v] = -1;
      scratch.waiting[v] = static_cast<std::remove_pointer_t<decltype(scratch.waiting)>>(before);
      if (before == 0) append(scratch.lists[0], scratch.lengths, v);
    });
  }
  template <class Ordinal>
  KOKKOS_FUNCTION static void append(Ordinal* list, Ordinal* length, std::int64_t v) {
    list[Kokkos::atomic_fetch_add(length, Ordinal(1))] = static_cast<Ordinal>(v);
  }
};

/// The smallest colour that no neighbour of v has, looked for among 64 at a time.
template <class Neighbours, class Lanes, class Graph>
KOKKOS_FUNCTION int free_color(Lanes const& lanes, Graph const& graph, int const* colors, std::int64_t v) {
  Neighbours const neighbours;
  for (int base = 0;; base += 64) {
    std::uint64_t taken = 0;
    for (int part = 0; part < graph.parts; ++part)
      taken |= lanes.unite(graph.begin(part, v), graph.begin(part, v + 1), [&](std::int64_t p, std::uint64_t& bits) {
        neighbours(graph, v, part, p, [&](std::int64_t w) {
          int const color = colors[w] - base;
          if (color >= 0 && color < 64) bits |= std::uint64_t(1) << color;
        });
      });
    int const bit = lowest_clear_bit(taken);
    if (bit < 64) return base + bit;
  }
}

/// Colours the vertices of a round, and lists those that wait for none any more.
template <class Graph, class Neighbours, class Scratch>
struct ColorRound {
  Graph graph;
  Neighbours neighbours;
  Order order;
  Scratch scratch;
  int round;

  template <class Lanes>
  KOKKOS_FUNCTION void prepare(Lanes const& lanes) const {
    lanes.once([&] { scratch.lengths[(round + 2) % 3] = 0; });
  }
  KOKKOS_FUNCTION std::int64_t count() const { return static_cast<std::int64_t>(scratch.lengths[round % 3]); }
  template <class Lanes>
  KOKKOS_FUNCTION void operator()(Lanes const& lanes, std::int64_t i) const {
    auto const v = static_cast<std::int64_t>(scratch.lists[round % 2][i]);
    int const color = free_color<Neighbours>(lanes, graph, scratch.colors, v);
    lanes.once([&] { scratch.colors[v] = color; });
    for (int part = 0; part < graph.parts; ++part)
      lanes.for_each(graph.begin(part, v), graph.begin(part, v + 1), [&](std::int64_t p) {
        neighbours(graph, v, part, p, [&](std::int64_t w) {
          if (order.is_before(v, w)) release(w);
        });
      });
  }

 private:
  KOKKOS_FUNCTION void release(std::int64_t w) const {
    using Count = std::remove_pointer_t<decltype(scratch.waiting)>;
    if (Kokkos::atomic_fetch_add(&scratch.waiting[w], static_cast<Count>(-1)) == Count(1))
      CountWaiting<Graph, Neighbours, Scratch>::append(scratch.lists[(round + 1) % 2],
                                                       &scratch.lengths[(round + 1) % 3], w);
  }
};

/// On a GPU the host waits after so many rounds first, then after twice as many, up to the maximum.
inline constexpr int first_batch = 16, max_batch = 256;

/// colors := the greedy colours in this order.
template <class Neighbours, class Count, class Exec, class Ordinal, class Offset, class Colors, class Space>
void color_by_rounds(Exec const& exec, Graph<Ordinal, Offset> const& graph, std::int64_t entries, Order const& order,
                     Colors const& colors, Workspace<Space>& workspace) {
  using Vertices = Kokkos::View<Ordinal*, Space>;
  using Shared = Scratch<Ordinal, Count>;
  typename Workspace<Space>::Frame const frame(workspace);
  std::int64_t const n = graph.num_vertices;
  auto const waiting = workspace.template take<Kokkos::View<Count*, Space>>(exec, n);
  auto const list = workspace.template take<Vertices>(exec, n), next = workspace.template take<Vertices>(exec, n);
  auto const lengths = workspace.template take<Vertices>(exec, 3);
  Shared const scratch{waiting.data(), {list.data(), next.data()}, lengths.data(), colors.data()};
  int const lanes = lanes_for<Exec>(n, entries);
  fill(exec, lengths, Ordinal(0));
  launch_rows(exec, "Araios::color::count", n, lanes,
              CountWaiting<Graph<Ordinal, Offset>, Neighbours, Shared>{graph, {}, order, scratch});
  int round = 0;
  auto const left = [&] { return element_of(exec, lengths, round % 3, "Araios::color: rows of the next round"); };
  auto const launch = [&](std::int64_t count) {
    launch_rows(exec, "Araios::color::round", count, lanes,
                ColorRound<Graph<Ordinal, Offset>, Neighbours, Shared>{graph, {}, order, scratch, round++});
  };
  if constexpr (is_gpu_v<Exec>) {
    for (int batch = first_batch;; batch = batch < max_batch ? 2 * batch : batch) {
      for (int r = 0; r < batch; ++r) launch(n);
      if (left() == 0) return;
    }
  } else {
    for (std::int64_t count = left(); count > 0; count = left()) launch(count);
  }
}

}  // namespace Araios::Impl::color
