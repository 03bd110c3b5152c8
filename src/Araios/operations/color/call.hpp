// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// The steps of a colouring: the graph, an order of its vertices, rounds, rounds in the order of the colours, and the
/// rows colour by colour.

#include <Araios/core/execution.hpp>
#include <Araios/core/memory.hpp>
#include <Araios/core/workspace.hpp>
#include <Araios/formats/csr.hpp>
#include <Araios/operations/color/cliques_cuda.hpp>
#include <Araios/operations/color/cluster_cuda.hpp>
#include <Araios/operations/color/directions.hpp>
#include <Araios/operations/color/graph.hpp>
#include <Araios/operations/color/in_turn.hpp>
#include <Araios/operations/color/options.hpp>
#include <Araios/operations/color/order.hpp>
#include <Araios/operations/color/paths_cuda.hpp>
#include <Araios/operations/color/queue_cuda.hpp>
#include <Araios/operations/color/rounds.hpp>
#include <Araios/operations/color/waiting_cuda.hpp>
#include <Araios/primitives/histogram.hpp>
#include <Araios/primitives/radix_sort.hpp>

#include <Kokkos_Core.hpp>

#include <concepts>
#include <cstdint>

namespace Araios::Impl::color {

template <class Colors>
struct MaxColor {
  Colors colors;
  KOKKOS_FUNCTION void operator()(std::int64_t v, int& maximum) const {
    if (colors(v) > maximum) maximum = colors(v);
  }
};

/// Colours in an order whose keys have so many bits, and the number of them, for which the host waits. is_in_own_order:
/// few keys, so that rows follow one another as in the matrix.
template <class Neighbours, class Count, class Exec, class Ordinal, class Offset, class Colors, class Space>
int color_in_order(Exec const& exec, Graph<Ordinal, Offset> const& graph, std::int64_t entries, Colors const& keys,
                   int key_bits, [[maybe_unused]] bool is_in_own_order, Colors const& colors,
                   Workspace<Space>& workspace) {
#ifdef ARAIOS_HAVE_CUDA_LAUNCH
  if constexpr (is_cuda_v<Exec>) {
    if constexpr (std::same_as<Neighbours, Adjacent>) {
      if (is_in_own_order && is_for_queue(exec, graph))
        color_by_queue(exec, graph, entries, keys, colors, workspace);
      else
        color_by_waiting(exec, graph, entries, keys, key_bits, colors, workspace);
    } else if (graph.parts > 1 || !color_by_cliques(exec, graph, entries, keys, key_bits, colors, workspace))
      color_by_paths(exec, graph, entries, keys, key_bits, colors, workspace);
  }
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
  int num_colors = color_in_order<Neighbours, Count>(
      exec, graph, entries, keys, length_bits + (by_hash ? hash_bits : 0), !by_hash, colors, workspace);
  for (int r = 0; r < options.recolorings; ++r) {
    Kokkos::parallel_for("Araios::color::keys", range(exec, n), ColorKeys<Colors, Colors>{colors, keys, num_colors});
    num_colors =
        color_in_order<Neighbours, Count>(exec, graph, entries, keys, bits_for(num_colors), false, colors, workspace);
  }
  return num_colors;
}

/// The colours of A + A^T, step by step, and the rows by colour.
template <class Exec, class Ordinal, class Offset, class Colors, class Rows, class Space>
Coloring<Ordinal, Space> color_by_steps(Exec const& exec, CsrMatrix<Pattern, Ordinal, Offset, Space> const& A,
                                        CsrMatrix<Pattern, Ordinal, Offset, Space> const& others,
                                        ColorOptions const& options, Colors const& colors, Rows const& rows,
                                        Workspace<Space>& workspace) {
  Graph<Ordinal, Offset> const graph(A, others);
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

#ifdef ARAIOS_HAVE_CUDA_LAUNCH
/// The same for distance 1 by a cluster, which begins before the host knows whether A is symmetric.
template <class Exec, class Ordinal, class Offset, class Space>
Coloring<Ordinal, Space> color_by_cluster(Exec const& exec, CsrMatrix<Pattern, Ordinal, Offset, Space> const& A,
                                          ColorOptions const& options, Workspace<Space>& workspace) {
  using Colors = Kokkos::View<int*, Space>;
  using Rows = Kokkos::View<Ordinal*, Space>;
  std::int64_t const n = A.num_rows();
  typename Workspace<Space>::Frame const frame(workspace);
  auto const [colors, rows, offsets] =
      allocate_packed<Colors, Rows, Rows>(exec, "Araios::color::rows", {n, n, ClusterStates::num_states + 1});
  auto const status = workspace.template take<Colors>(exec, status_length);
  auto const list = workspace.template take<Rows>(exec, n);
  fill(exec, status, 0);
  find_unsymmetric(exec, A, status);
  CsrMatrix<Pattern, Ordinal, Offset, Space> others;
  for (;;) {
    color_in_cluster(exec, Graph<Ordinal, Offset>(A, others), std::int64_t(A.nnz()) + std::int64_t(others.nnz()),
                     options, status.data(), colors.data(), rows.data(), offsets.data(), list.data());
    auto const found = read_back_array<status_length>(exec, status, "Araios::color: how many colours");
    bool const has_others = others.num_rows() == n;
    if (found[not_symmetric] != 0 && !has_others) {
      others = transpose::unsymmetric<Pattern>(exec, A, NoValues(), workspace);
      continue;
    }
    if (found[too_many_colors] != 0) return color_by_steps(exec, A, others, options, colors, rows, workspace);
    return {found[colors_found], colors, first_elements(offsets, found[colors_found] + 1), rows};
  }
}
#endif

/// `color` after its checks.
template <class Exec, class Matrix, class Space>
Coloring<OrdinalOf<Matrix>, Space> call(Exec const& exec, Matrix const& A, ColorOptions const& options,
                                        Workspace<Space>& workspace) {
  using Ordinal = OrdinalOf<Matrix>;
  using Colors = Kokkos::View<int*, Space>;
  using Rows = Kokkos::View<Ordinal*, Space>;
  std::int64_t const n = A.num_rows();
  if (n == 0) {
    auto const offsets = allocate<Rows>(exec, "Araios::color::offsets", 1);
    fill(exec, offsets, Ordinal(0));
    return {0, {}, offsets, {}};
  }
  auto const pattern = borrow_csr<Pattern>(A);
#ifdef ARAIOS_HAVE_CUDA_LAUNCH
  if constexpr (is_cuda_v<Exec>)
    if (options.distance == 1 && fits_cluster<Ordinal, OffsetOf<Matrix>>(exec, n))
      return color_by_cluster(exec, pattern, options, workspace);
#endif
  auto const [colors, rows] = allocate_packed<Colors, Rows>(exec, "Araios::color::rows", {n, n});
  auto const others = other_directions(exec, pattern, workspace);
  return color_by_steps(exec, pattern, others, options, colors, rows, workspace);
}

}  // namespace Araios::Impl::color
