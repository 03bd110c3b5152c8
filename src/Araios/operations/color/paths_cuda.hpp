// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// Distance 2 in one kernel, as waiting_cuda.hpp, for patterns that are not symmetric, or have very long rows.
///
/// A lane reads the neighbours of a neighbour, and again as long as one of them has no colour.

#include <Araios/collective/cuda_launch.hpp>
#include <Araios/collective/warp.hpp>
#include <Araios/core/execution.hpp>
#include <Araios/core/load_hints.hpp>
#include <Araios/core/memory.hpp>
#include <Araios/core/workspace.hpp>
#include <Araios/operations/color/graph.hpp>
#include <Araios/operations/color/lanes.hpp>
#include <Araios/operations/color/order.hpp>
#include <Araios/primitives/radix_sort.hpp>

#ifdef ARAIOS_HAVE_CUDA_LAUNCH

#include <Kokkos_Core.hpp>

#include <cstdint>

namespace Araios::Impl::color {

/// Colours the rows of `list` in its order.
template <class Ordinal, class Offset, class Neighbours>
struct ColorPaths {
  static constexpr int threads = 128;
  static constexpr int blocks_per_multiprocessor = 8;

  Graph<Ordinal, Offset> graph;
  Neighbours neighbours;
  Order order;
  Ordinal const* list;
  unsigned long long* taken;  // rows of the list that warps have taken
  int* colors;                // -1 at first
  int lanes;                  // of a group

  /// What a lane has done of its row.
  struct Row {
    std::int64_t v;
    std::int64_t entry;
    int part;
    int base;
    std::uint64_t used;  // colours of neighbours among base .. base + 63
  };

  __device__ void operator()(char*) const {
    int const lane = lane_id(), in_group = lane % lanes, rows = 32 / lanes;
    for (;;) {
      std::int64_t const first = take_items(taken, rows);
      if (first >= graph.num_vertices) return;
      std::int64_t const i = first + lane / lanes;
      color_rows(i < graph.num_vertices ? static_cast<std::int64_t>(list[i]) : -1, in_group);
    }
  }

 private:
  /// The rows of a warp; v < 0: none. All lanes call.
  __device__ void color_rows(std::int64_t v, int in_group) const {
    bool done = v < 0;
    Row row{v, done ? 0 : graph.begin(0, v) + in_group, done ? graph.parts : 0, 0, 0};
    while (__ballot_sync(all_lanes, !done) != 0) {
      if (!done) advance(row, in_group);
      // Lanes of a group that are at their ends; the group decides when all are.
      unsigned const at_end = __ballot_sync(all_lanes, row.part == graph.parts);
      unsigned const group = (lanes == 32 ? all_lanes : (1u << lanes) - 1u) << (lane_id() - in_group);
      bool const decides = !done && (at_end & group) == group;
      if (__ballot_sync(all_lanes, decides) == 0) continue;
      std::uint64_t used = row.used;
      for (int distance = lanes / 2; distance > 0; distance /= 2) used |= warp_shuffle_xor(used, distance);
      if (!decides) continue;
      int const bit = lowest_clear_bit(used);
      if (bit < 64) {
        if (in_group == 0) *static_cast<int volatile*>(colors + v) = row.base + bit;
        done = true;
      } else {
        row = {v, graph.begin(0, v) + in_group, 0, row.base + 64, 0};
      }
    }
  }

  /// Reads entries of this lane up to one whose neighbour has no colour yet.
  __device__ void advance(Row& row, int in_group) const {
    while (row.part < graph.parts) {
      if (row.entry >= graph.begin(row.part, row.v + 1)) {
        if (++row.part < graph.parts) row.entry = graph.begin(row.part, row.v) + in_group;
        continue;
      }
      bool waits = false;
      neighbours(graph, row.v, row.part, row.entry, [&](std::int64_t w) {
        int const color = load_relaxed(colors + w);
        if (color < 0)
          waits = waits || order.is_before(w, row.v);
        else if (color >= row.base && color < row.base + 64)
          row.used |= std::uint64_t(1) << (color - row.base);
      });
      if (waits) return;
      row.entry += lanes;
    }
  }
};

/// colors := the greedy colours in the order of these keys.
template <class Exec, class Ordinal, class Offset, class Colors, class Space>
void color_by_paths(Exec const& exec, Graph<Ordinal, Offset> const& graph, std::int64_t entries, Colors const& keys,
                    int key_bits, Colors const& colors, Workspace<Space>& workspace) {
  using Vertices = Kokkos::View<Ordinal*, Space>;
  using Body = ColorPaths<Ordinal, Offset, WithinTwo>;
  constexpr char const* label = "Araios::color::paths";
  typename Workspace<Space>::Frame const frame(workspace);
  std::int64_t const n = graph.num_vertices;
  auto const list = workspace.template take<Vertices>(exec, n);
  auto const taken = workspace.template take<Kokkos::View<unsigned long long*, Space>>(exec, 1);
  radix_sort(exec, keys, Identity(), NoValues(), NoValues(), list, NoValues(), {.key_bits = key_bits}, workspace);
  fill(exec, colors, -1);
  fill(exec, taken, 0ull);
  int const lanes = lanes_for<Exec>(n, entries);
  std::int64_t const blocks = tiles_for(n * lanes, Body::threads),
                     resident = cuda_resident_blocks<Body>(exec, label, 0);
  cuda_launch(exec, label, blocks < resident ? blocks : resident, 0,
              Body{graph, {}, Order{keys.data()}, list.data(), taken.data(), colors.data(), lanes});
}

}  // namespace Araios::Impl::color

#endif
