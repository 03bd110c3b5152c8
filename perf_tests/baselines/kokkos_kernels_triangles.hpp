// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// Triangles of a graph by triangle_generic of Kokkos Kernels, as its own perf test calls it: L L within L for the lower
/// triangle L of the matrix, whose rows are compressed to bits of 32 columns. It has no kernels for GPUs. Of its
/// algorithms LL and LU give right numbers; its perf test disables the others. From release 4.1 on: the kernels of earlier
/// ones do not compile.

#include <Araios/core/memory.hpp>
#include <Araios/core/pattern.hpp>
#include <Araios/formats/csr.hpp>

#include <KokkosGraph_Triangle.hpp>
#include <KokkosKernels_BitUtils.hpp>
#include <KokkosKernels_Handle.hpp>
#include <KokkosKernels_config.h>
#include <Kokkos_Core.hpp>

#include <cstddef>
#include <cstdint>

namespace Araios::Perf {

/// What triangle_generic calls for each set of common neighbours; all those of a row by one thread.
template <class Counts>
struct CountSetsOfRow {
  Counts counts;
  KOKKOS_FUNCTION void operator()(int const& row, int const&, int const& columns, int const&) const {
    counts(row) += static_cast<std::size_t>(KokkosKernels::Impl::pop_count(columns));
  }
};

/// Triangles of G, on the default instance of Exec. The first count makes the lower triangle, by descending degrees where
/// a row has more than 1000 entries; later ones use it again, and compress its rows again.
///
/// Requires      G is symmetric, sorted, without loops and duplicates; its arrays outlive the object.
template <class Exec>
class KokkosKernelsTriangles {
 public:
  using Space = typename Exec::memory_space;
  using Graph = CsrMatrix<Pattern, int, int, Space>;

  explicit KokkosKernelsTriangles(Graph const& G) : G_(G) {
    // As its perf test does; the rest are defaults.
    handle_.set_team_work_size(16);
    handle_.create_spgemm_handle(KokkosSparse::SPGEMM_KK_TRIANGLE_LL);
    handle_.get_spgemm_handle()->set_compression_steps(true);
  }
  ~KokkosKernelsTriangles() { handle_.destroy_spgemm_handle(); }
  KokkosKernelsTriangles(KokkosKernelsTriangles const&) = delete;
  KokkosKernelsTriangles& operator=(KokkosKernelsTriangles const&) = delete;

  std::int64_t count() {
    Counts const counts("Araios::Perf::kokkos_kernels", static_cast<std::size_t>(G_.num_rows()));
    Kokkos::View<int*, Space> const entries(const_cast<int*>(G_.entries.data()), G_.entries.extent(0));
    KokkosGraph::Experimental::triangle_generic(&handle_, G_.num_rows(), RowMap(G_.row_map), entries,
                                                CountSetsOfRow<Counts>{counts});
    std::int64_t sum = 0;
    Kokkos::parallel_reduce("Araios::Perf::kokkos_kernels", Kokkos::RangePolicy<Exec>(0, G_.num_rows()),
                            SumCounts{counts}, sum);
    return sum;
  }

 private:
  using RowMap = Kokkos::View<int const*, Space>;
  using Counts = Kokkos::View<std::size_t*, Space>;
  struct SumCounts {
    Counts counts;
    KOKKOS_FUNCTION void operator()(int row, std::int64_t& sum) const { sum += static_cast<std::int64_t>(counts(row)); }
  };

  Graph G_;
  KokkosKernels::Experimental::KokkosKernelsHandle<int, int, int, Exec, Space, Space> handle_;
};

}  // namespace Araios::Perf
