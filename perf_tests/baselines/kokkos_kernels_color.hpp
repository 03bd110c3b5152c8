// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// graph_color of Kokkos Kernels, in the spellings of 3.4 and 4.x.

#include <Araios/core/pattern.hpp>
#include <Araios/formats/csr.hpp>

#include <KokkosGraph_Distance1Color.hpp>
#include <KokkosKernels_Handle.hpp>
#include <Kokkos_Core.hpp>

namespace Araios::Perf {

/// On the default instance of Exec. VB is the default of the library on hosts, VBD its deterministic algorithm.
template <class Exec>
class KokkosKernelsColoring {
 public:
  using Space = typename Exec::memory_space;

  KokkosKernelsColoring(CsrMatrix<Pattern, int, int, Space> const& A, KokkosGraph::ColoringAlgorithm algorithm)
      : A_(A), algorithm_(algorithm) {}
  KokkosKernelsColoring(KokkosKernelsColoring const&) = delete;
  KokkosKernelsColoring& operator=(KokkosKernelsColoring const&) = delete;
  ~KokkosKernelsColoring() { handle_.destroy_graph_coloring_handle(); }

  /// From 1.
  Kokkos::View<int*, Space> colors() { return handle_.get_graph_coloring_handle()->get_vertex_colors(); }
  /// Returns their number.
  int operator()() {
    handle_.destroy_graph_coloring_handle();  // it would keep the colours
    handle_.create_graph_coloring_handle(algorithm_);
    Kokkos::View<int const*, Space> const row_map(A_.row_map), entries(A_.entries);
    KokkosGraph::Experimental::graph_color(&handle_, A_.num_rows(), A_.num_cols(), row_map, entries);
    return static_cast<int>(handle_.get_graph_coloring_handle()->get_num_colors());
  }

 private:
  CsrMatrix<Pattern, int, int, Space> A_;
  KokkosGraph::ColoringAlgorithm algorithm_;
  KokkosKernels::Experimental::KokkosKernelsHandle<int, int, float, Exec, Space, Space> handle_;
};

}  // namespace Araios::Perf
