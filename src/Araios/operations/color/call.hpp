// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// The steps of a colouring: the graph, an order of its vertices, rounds, rounds in the order of the colours, and the
/// rows colour by colour.

#include <Araios/core/execution.hpp>
#include <Araios/core/memory.hpp>
#include <Araios/core/workspace.hpp>
#include <Araios/formats/csr.hpp>
#include <Araios/operations/color/directions.hpp>
#include <Araios/operations/color/graph.hpp>
#include <Araios/operations/color/in_turn.hpp>
#include <Araios/operations/color/options.hpp>
#include <Araios/operations/color/order.hpp>
#include <Araios/operations/color/rounds.hpp>
#include <Araios/operations/color/waiting_cuda.hpp>
#include <Araios/primitives/histogram.hpp>
#include <Araios/primitives/radix_sort.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>

namespace Araios::Impl::color {

template <class Colors>
struct MaxColor {
  Colors colors;
  KOKKOS_FUNCTION void operator()(std::int64_t v, int& maximum) const {
    if (colors(v) > maximum) maximum = colors(v);
  }
};

/// Colours in an order whose keys have so many bits, and the number of them, for which the host waits.
template <class Neighbours, class Count, class Exec, class Ordinal, class Offset, class Colors, class Space>
int color_in_order(Exec const& exec, Graph<Ordinal, Offset> const& graph, std::int64_t entries, Colors const& keys,
                   int key_bits, Colors const& colors, Workspace<Space>& workspace) {
#ifdef ARAIOS_HAVE_CUDA_LAUNCH
  if constexpr (is_cuda_v<Exec>) color_by_waiting<Neighbours>(exec, graph, entries, keys, key_bits, colors, workspace);
#endif
  if constexpr (!is_cuda_v<Exec>) {
    if (concurrency(exec) == 1)
      color_in_turn<Neighbours>(exec, graph, keys, key_bits, colors, workspace);
    else
      color_by_rounds<Neighbours, Count>(exec, graph, entries, Order{keys.data()}, colors, workspace);
  }
  int maximum = 0;
  Kokkos::parallel_reduce("Araios::color::maximum", range(exec, graph.num_vertices), MaxColor<Colors>{colors},
                          Kokkos::Max<int>(maximum));
  return maximum + 1;
}

/// colors := the colours of `options`, and the number of these.
template <class Neighbours, class Count, class Exec, class Ordinal, class Offset, class Colors, class Space>
int color_graph(Exec const& exec, Graph<Ordinal, Offset> const& graph, std::int64_t entries,
                ColorOptions const& options, Colors const& colors, Workspace<Space>& workspace) {
  typename Workspace<Space>::Frame const frame(workspace);
  std::int64_t const n = graph.num_vertices;
  bool const by_hash = options.order == ColorOrder::by_hash;
  auto const keys = workspace.template take<Colors>(exec, n);
  Kokkos::parallel_for("Araios::color::keys", range(exec, n),
                       LengthKeys<Graph<Ordinal, Offset>, Colors>{graph, keys, by_hash});
  int num_colors = color_in_order<Neighbours, Count>(exec, graph, entries, keys,
                                                     length_bits + (by_hash ? hash_bits : 0), colors, workspace);
  for (int r = 0; r < options.recolorings; ++r) {
    Kokkos::parallel_for("Araios::color::keys", range(exec, n), ColorKeys<Colors, Colors>{colors, keys, num_colors});
    num_colors = color_in_order<Neighbours, Count>(exec, graph, entries, keys, bits_for(num_colors), colors, workspace);
  }
  return num_colors;
}

/// `color` after its checks.
template <class Exec, class Matrix, class Space>
Coloring<OrdinalOf<Matrix>, Space> call(Exec const& exec, Matrix const& A, ColorOptions const& options,
                                        Workspace<Space>& workspace) {
  using Ordinal = OrdinalOf<Matrix>;
  using Offset = OffsetOf<Matrix>;
  using Colors = Kokkos::View<int*, Space>;
  using Rows = Kokkos::View<Ordinal*, Space>;
  std::int64_t const n = A.num_rows();
  if (n == 0) {
    auto const offsets = allocate<Rows>(exec, "Araios::color::offsets", 1);
    fill(exec, offsets, Ordinal(0));
    return {0, {}, offsets, {}};
  }
  auto const [colors, rows] = allocate_packed<Colors, Rows>(exec, "Araios::color::rows", {n, n});
  auto const pattern = borrow_csr<Pattern>(A);
  auto const others = other_directions(exec, pattern, workspace);
  Graph<Ordinal, Offset> const graph(pattern, others);
  std::int64_t const entries = std::int64_t(A.nnz()) + std::int64_t(others.nnz());
  int const num_colors = options.distance == 1
                             ? color_graph<Adjacent, Offset>(exec, graph, entries, options, colors, workspace)
                             : color_graph<WithinTwo, std::int64_t>(exec, graph, entries, options, colors, workspace);
  auto const offsets = allocate<Rows>(exec, "Araios::color::offsets", num_colors + 1);
  index_to_pointers(exec, colors, offsets, {}, workspace);
  radix_sort(exec, colors, Identity(), NoValues(), NoValues(), rows, NoValues(), {.key_bits = bits_for(num_colors)},
             workspace);
  return {num_colors, colors, offsets, rows};
}

}  // namespace Araios::Impl::color
