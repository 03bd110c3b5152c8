// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// The same colours in one kernel: rows in their order, each waits until all neighbours before it have their colours.
///
/// A warp takes the next rows from a counter, so the rows before them are with warps that run already: none waits for
/// a row that has not begun. Groups of 1 to 32 lanes have a row each (rows_cuda.hpp). Entries are read once, without
/// counts and atomics, and a round costs the time in which a store is seen by a load.
///
/// Source: the triangular solve of Liu, Li, Hogg, Duff and Vinter, Euro-Par 2016, for colours.

#include <Araios/collective/cuda_launch.hpp>
#include <Araios/collective/warp.hpp>
#include <Araios/core/execution.hpp>
#include <Araios/core/memory.hpp>
#include <Araios/core/workspace.hpp>
#include <Araios/operations/color/graph.hpp>
#include <Araios/operations/color/order.hpp>
#include <Araios/operations/color/rows_cuda.hpp>
#include <Araios/primitives/radix_sort.hpp>

#ifdef ARAIOS_HAVE_CUDA_LAUNCH

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <cstdint>

namespace Araios::Impl::color {

/// Colours the rows of `list` in its order.
template <class Ordinal, class Offset>
struct ColorWaiting {
  using Rows = WaitingRows<Ordinal, Offset, GlobalStates>;
  static constexpr int threads = 128;
  static constexpr int blocks_per_multiprocessor = 8;
  static constexpr int shared_bytes = threads * Rows::slots * int(sizeof(Ordinal));

  Graph<Ordinal, Offset> graph;
  Ordinal const* list;
  unsigned long long* taken;  // rows of the list that warps have taken
  int* states;                // become colours
  int lanes;                  // of a group

  __device__ void operator()(char* shared) const {
    GlobalStates const of_all{states};
    Rows waiting(graph, of_all, take_shared<Ordinal>(shared, threads * Rows::slots) + threadIdx.x, threads);
    int const rows = 32 / lanes;
    for (;;) {
      std::int64_t const first = take_items(taken, rows);
      if (first >= graph.num_vertices) return;
      waiting.color(list, first, lanes);
    }
  }
};

template <class Colors>
struct BeginStates {
  Colors keys, states;
  unsigned long long* taken;
  KOKKOS_FUNCTION void operator()(std::int64_t v) const {
    states(v) = -1 - keys(v);
    if (v == 0) *taken = 0;
  }
};

/// colors := the greedy colours in the order of these keys.
template <class Exec, class Ordinal, class Offset, class Colors, class Space>
void color_by_waiting(Exec const& exec, Graph<Ordinal, Offset> const& graph, std::int64_t entries, Colors const& keys,
                      int key_bits, Colors const& colors, Workspace<Space>& workspace) {
  using Vertices = Kokkos::View<Ordinal*, Space>;
  using Body = ColorWaiting<Ordinal, Offset>;
  constexpr char const* label = "Araios::color::waiting";
  typename Workspace<Space>::Frame const frame(workspace);
  std::int64_t const n = graph.num_vertices;
  auto const list = workspace.template take<Vertices>(exec, n);
  auto const taken = workspace.template take<Kokkos::View<unsigned long long*, Space>>(exec, 1);
  radix_sort(exec, keys, Identity(), NoValues(), NoValues(), list, NoValues(), {.key_bits = key_bits}, workspace);
  Kokkos::parallel_for("Araios::color::states", range(exec, n), BeginStates<Colors>{keys, colors, taken.data()});
  std::int64_t const resident = cuda_resident_blocks<Body>(exec, label, Body::shared_bytes);
  int const lanes = lanes_of_waiting(n, entries, resident * Body::threads);
  std::int64_t const blocks = tiles_for(n * lanes, Body::threads);
  cuda_launch(exec, label, std::min(blocks, resident), Body::shared_bytes,
              Body{graph, list.data(), taken.data(), colors.data(), lanes});
}

}  // namespace Araios::Impl::color

#endif
