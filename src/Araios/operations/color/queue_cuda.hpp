// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// The same colours in one kernel that takes rows when they are ready, for grids of many more rows than run at a time.
///
/// In the order of the matrix (waiting_cuda.hpp) rows of a large grid wait that are far from their turn, so the chain
/// is several times as long as that of the graph. Here a count says for how many neighbours each row waits. A group of
/// lanes colours a row, takes one off the counts of the rows after it, goes on with one whose count is 0, and appends
/// the others to a queue, from which groups without a row take the next.
///
/// A group that waits at the queue holds nothing that another one needs, so some group always goes on. A colour is
/// published by one word, the state of its row (rows_cuda.hpp); where a count is 0 before the last colour is seen, the
/// state is loaded again. So there are no fences.
///
/// Bytes: 2 k indices and keys to count, 3 k indices and states to colour, k / 2 atomic operations; 12 n for counts and
/// queue.
///
/// Source: Jones and Plassmann, SIAM J. Sci. Comput. 14 (1993), without rounds.

#include <Araios/collective/cuda_launch.hpp>
#include <Araios/collective/warp.hpp>
#include <Araios/core/execution.hpp>
#include <Araios/core/load_hints.hpp>
#include <Araios/core/memory.hpp>
#include <Araios/core/workspace.hpp>
#include <Araios/operations/color/graph.hpp>
#include <Araios/operations/color/lanes.hpp>
#include <Araios/operations/color/order.hpp>
#include <Araios/operations/color/rows_cuda.hpp>

#ifdef ARAIOS_HAVE_CUDA_LAUNCH

#include <Kokkos_Core.hpp>

#include <cstdint>

namespace Araios::Impl::color {

/// Colours all rows.
template <class Ordinal, class Offset>
struct ColorByQueue {
  static constexpr int threads = 128;
  static constexpr int blocks_per_multiprocessor = 4;  // no more: groups without a row hold up the others
  /// Counters of rows, each in a line of its own: where they shared one, groups that asked held up those that counted.
  static constexpr int appended = 0, taken = 64, coloured = 128, num_counters = 192;
  /// Nanoseconds between two scans of the queue by a warp without rows, and scans after which it asks whether all rows
  /// have colours.
  static constexpr unsigned pause = 200, scans_per_check = 8;

  Graph<Ordinal, Offset> graph;
  int* states;     // become colours
  int* waiting;    // for so many neighbours before it, with repetitions
  Ordinal* queue;  // rows that wait for none; -1 where none has been appended yet
  Ordinal* counters;
  int lanes;  // of a group

  __device__ void operator()(char*) const {
    bool const leads = lane_id() % lanes == 0;
    Ordinal ticket = -1, num_coloured = 0;
    std::int64_t v = -1;
    for (unsigned idle = 0;;) {
      if (v < 0) {
        if (leads) {
          if (num_coloured > 0) Kokkos::atomic_add(counters + coloured, num_coloured);
          if (ticket < 0) ticket = Kokkos::atomic_fetch_add(counters + taken, Ordinal(1));
          if (ticket < graph.num_vertices) v = static_cast<std::int64_t>(load_relaxed(queue + ticket));
        }
        num_coloured = 0;
      }
      v = warp_shuffle(v, 0, lanes);
      if (v >= 0) ticket = -1;
      if (__ballot_sync(all_lanes, v >= 0) == 0) {
#ifdef __CUDA_ARCH__
        __nanosleep(pause);
#endif
        if (++idle % scans_per_check != 0) continue;
        auto const all = static_cast<Ordinal>(graph.num_vertices);
        if (__ballot_sync(all_lanes, load_relaxed(counters + coloured) == all) != 0) return;
        continue;
      }
      if (v >= 0) ++num_coloured;
      v = color(v);
    }
  }

 private:
  /// Colours the row of each group, if it has one, and returns one that waits for none any more, or -1. All lanes call.
  __device__ std::int64_t color(std::int64_t v) const {
    int const mine = v < 0 ? 0 : load_relaxed(states + v);
    int color = -1;
    for (int base = 0; __ballot_sync(all_lanes, v >= 0 && color < 0) != 0; base += 64) {
      std::uint64_t used = 0;
      for (int part = 0; part < graph.parts; ++part)
        for (auto [p, end] = entries_of(v, part); __ballot_sync(all_lanes, p < end) != 0; p += lanes)
          if (p < end) use(static_cast<std::int64_t>(graph.entries[part][p]), v, mine, base, used);
      for (int distance = lanes / 2; distance > 0; distance /= 2) used |= warp_shuffle_xor(used, distance);
      int const bit = lowest_clear_bit(used);
      if (color < 0 && bit < 64) color = base + bit;
    }
    if (v >= 0 && lane_id() % lanes == 0) *static_cast<int volatile*>(states + v) = color;
    return release(v);
  }

  struct Entries {
    std::int64_t p, end;
  };
  __device__ Entries entries_of(std::int64_t v, int part) const {
    if (v < 0) return {0, 0};
    return {graph.begin(part, v) + lane_id() % lanes, graph.begin(part, v + 1)};
  }

  /// The colour of a neighbour before v, which has one, although it may not be seen yet.
  __device__ void use(std::int64_t w, std::int64_t v, int mine, int base, std::uint64_t& used) const {
    if (w == v) return;
    GlobalStates const of_all{states};
    int state = of_all.load(w);
    while (state < 0 && of_all.is_before(w, state, v, mine)) state = of_all.load(w);
    if (state >= base && state < base + 64) used |= std::uint64_t(1) << (state - base);
  }

  /// Takes one off the count of each row after v. Of those that wait for none any more, one is returned and the others
  /// are appended.
  __device__ std::int64_t release(std::int64_t v) const {
    int const shift = lane_id() / lanes * lanes;
    unsigned const group = (lanes == 32 ? all_lanes : (1u << lanes) - 1u) << shift;
    std::int64_t next = -1;
    for (int part = 0; part < graph.parts; ++part)
      for (auto [p, end] = entries_of(v, part); __ballot_sync(all_lanes, p < end) != 0; p += lanes) {
        std::int64_t w = -1;
        bool is_ready = false;
        if (p < end) {
          w = static_cast<std::int64_t>(graph.entries[part][p]);
          is_ready = w != v && load_relaxed(states + w) < 0 && Kokkos::atomic_fetch_add(waiting + w, -1) == 1;
        }
        unsigned const ready = __ballot_sync(all_lanes, is_ready) & group;
        int const first = ready == 0 ? shift : __ffs(static_cast<int>(ready)) - 1;
        std::int64_t const of_first = warp_shuffle(w, first, 32);
        bool const goes_on = next < 0 && ready != 0;
        if (goes_on) next = of_first;
        append(w, is_ready && !(goes_on && lane_id() == first));
      }
    return next;
  }
  __device__ void append(std::int64_t w, bool is_appended) const {
    unsigned const appends = __ballot_sync(all_lanes, is_appended);
    if (appends == 0) return;
    Ordinal first = 0;
    if (lane_id() == 0) first = Kokkos::atomic_fetch_add(counters + appended, static_cast<Ordinal>(__popc(appends)));
    first = warp_shuffle(first, 0, 32);
    if (is_appended)
      *static_cast<Ordinal volatile*>(queue + first + __popc(appends & ((1u << lane_id()) - 1u))) =
          static_cast<Ordinal>(w);
  }
};

/// The state and the count of each row; rows that wait for none are appended.
template <class Ordinal, class Offset>
struct BeginQueue {
  ColorByQueue<Ordinal, Offset> body;
  Order order;

  template <class Lanes>
  KOKKOS_FUNCTION void prepare(Lanes const&) const {}
  KOKKOS_FUNCTION std::int64_t count() const { return body.graph.num_vertices; }
  template <class Lanes>
  KOKKOS_FUNCTION void operator()(Lanes const& lanes, std::int64_t v) const {
    std::int64_t const before = count_before<Adjacent>(lanes, body.graph, order, v);
    lanes.once([&] {
      body.states[v] = -1 - order.keys[v];
      body.waiting[v] = static_cast<int>(before);
      if (before > 0) return;
      auto* const end = body.counters + ColorByQueue<Ordinal, Offset>::appended;
      body.queue[Kokkos::atomic_fetch_add(end, Ordinal(1))] = static_cast<Ordinal>(v);
    });
  }
};

/// Whether a queue is faster than the order of the matrix: rows are more than run at a time, and all are short. A graph
/// of 2^20 rows with hubs took 176 ms with a queue, one of half as many 60 ms without (H200). Waits where there are as
/// many.
template <class Exec, class Ordinal, class Offset>
bool is_for_queue(Exec const& exec, Graph<Ordinal, Offset> const& graph) {
  constexpr std::int64_t min_rows = 1 << 20, max_rows = 1 << 30, max_length = 32;
  std::int64_t const n = graph.num_vertices;
  return n >= min_rows && n <= max_rows && longest_row(exec, graph) <= max_length;
}

/// colors := the greedy colours in the order of these keys.
template <class Exec, class Ordinal, class Offset, class Colors, class Space>
void color_by_queue(Exec const& exec, Graph<Ordinal, Offset> const& graph, std::int64_t entries, Colors const& keys,
                    Colors const& colors, Workspace<Space>& workspace) {
  using Vertices = Kokkos::View<Ordinal*, Space>;
  using Body = ColorByQueue<Ordinal, Offset>;
  typename Workspace<Space>::Frame const frame(workspace);
  std::int64_t const n = graph.num_vertices;
  auto const queue = workspace.template take<Vertices>(exec, n);
  auto const counters = workspace.template take<Vertices>(exec, Body::num_counters);
  auto const waiting = workspace.template take<Kokkos::View<int*, Space>>(exec, n);
  fill(exec, queue, Ordinal(-1));
  fill(exec, counters, Ordinal(0));
  int lanes = 4;
  while (lanes < 32 && lanes * n < entries) lanes *= 2;
  Body const body{graph, colors.data(), waiting.data(), queue.data(), counters.data(), lanes};
  launch_rows(exec, "Araios::color::count", n, lanes_for<Exec>(n, entries),
              BeginQueue<Ordinal, Offset>{body, Order{keys.data()}});
  int const blocks = Body::blocks_per_multiprocessor * exec.cuda_device_prop().multiProcessorCount;
  cuda_launch(exec, "Araios::color::queue", blocks, 0, body);
}

}  // namespace Araios::Impl::color

#endif
