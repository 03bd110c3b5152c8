// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// SpMV for CSR matrices in tiles with the same number of row ends plus entries: for rows of any length.
///
/// A tile (spmv/csr_tile.hpp) stores the sums of the rows that end in it. The last of its entries may belong to a row
/// that ends later: their sum is carried (spmv/carry.hpp). Bytes: those of A, x and y, and 8 to 20 per tile.

#include <Araios/collective/cuda_launch.hpp>
#include <Araios/collective/warp_sum.hpp>
#include <Araios/core/execution.hpp>
#include <Araios/core/workspace.hpp>
#include <Araios/operations/spmv/carry.hpp>
#include <Araios/operations/spmv/core.hpp>
#include <Araios/operations/spmv/csr_tile.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>

namespace Araios::Impl::spmv {

/// One tile: its rows, its entries, and what is carried. Sequential; the CUDA body below does the same with a block.
template <SemiringType Semiring, class Matrix, class X, class Output, class FirstRows, class CarrySums>
struct SpmvMergeTile {
  Matrix A;
  X x;
  Output out;
  FirstRows first_rows;
  CarrySums carry_sums;
  std::int64_t tile;

  KOKKOS_FUNCTION void operator()(std::int64_t t) const {
    using T = typename Output::value_type;
    std::int64_t const steps = static_cast<std::int64_t>(A.num_rows()) + static_cast<std::int64_t>(A.nnz());
    std::int64_t const end_step = (t + 1) * tile < steps ? (t + 1) * tile : steps;
    std::int64_t const end_row = first_rows(t + 1);
    std::int64_t p = t * tile - first_rows(t);
    T sum = Semiring::template zero<T>();
    for (std::int64_t i = first_rows(t); i < end_row; ++i) {
      sum = add_entries(sum, p, static_cast<std::int64_t>(A.row_map(i + 1)));
      p = static_cast<std::int64_t>(A.row_map(i + 1));
      out.store(i, sum);
      sum = Semiring::template zero<T>();
    }
    carry_sums(t) = add_entries(sum, p, end_step - end_row);
  }

 private:
  template <class T>
  KOKKOS_FUNCTION T add_entries(T sum, std::int64_t p, std::int64_t end) const {
    for (; p < end; ++p) sum = Semiring::add(sum, spmv_term<Semiring, T>(A.values(p), x(A.entries(p))));
    return sum;
  }
};

#ifdef ARAIOS_HAVE_CUDA_LAUNCH
/// For rows of many tiles (R-MAT) 256 threads are faster than 128, in which more loads of each thread are in flight.
template <class T>
inline constexpr SpmvTileShape spmv_merge_shape = {spmv_cuda_tile, spmv_cuda_tile, 256, sizeof(T) > 8 ? 4 : 5};

/// One block per tile. Terms go to shared memory in order, coalesced; the last entries of rows are marked, and segments
/// between marks are summed by a scan over the block. Where no row ends, as usually in tiles of rows of thousands of
/// entries, all is carried, and terms stay in registers (perf_tests/notes/spmv.md).
template <SemiringType Semiring, class Matrix, class X, class Output, class FirstRows, class CarrySums,
          FirstRowsState State>
struct SpmvMergeCuda : SpmvTileCuda<Semiring, Matrix, X, Output, FirstRows, State,
                                    spmv_merge_shape<typename Output::value_type>, false> {
  using Tile =
      SpmvTileCuda<Semiring, Matrix, X, Output, FirstRows, State, spmv_merge_shape<typename Output::value_type>, false>;
  using Tile::A, Tile::out, Tile::threads, Tile::items, Tile::tile, Tile::warps;
  using T = typename Tile::T;
  static constexpr bool starts_next = true;  // the second pass, with one block per 256 of these
  static constexpr int shared_bytes = static_cast<int>((tile + warps) * sizeof(T) + tile * sizeof(unsigned short));

  CarrySums carry_sums;

  __device__ void operator()(char* shared) const {
    T* const terms = reinterpret_cast<T*>(shared);
    T* const warp_sums = terms + tile;
    auto* const ends = reinterpret_cast<unsigned short*>(warp_sums + warps);

    std::int64_t const t = blockIdx.x;
    T term[items];
    typename Tile::Loaded loaded;
    if (!this->load(t, static_cast<std::int64_t>(carry_sums.extent(0)), loaded, term, ends))
      return sum_other_rows(t, warp_sums);
    auto const& rows = loaded.rows;
    if (rows.count == 0) {
      T sum = term[0];
#pragma unroll
      for (int u = 1; u < items; ++u) sum = Semiring::add(sum, term[u]);
      sum = block_sum<Semiring, threads>(sum, warp_sums);
      if (threadIdx.x == 0) carry_sums(t) = sum;
      return;
    }
#pragma unroll
    for (int u = 0; u < items; ++u) terms[threadIdx.x + u * threads] = term[u];
    __syncthreads();

    sum_segments<Semiring, threads, items>(
        terms, ends, warp_sums, [&](int end, T const& sum, bool) { out.store(rows.first + end - 1, sum); },
        [&](T const& sum) { carry_sums(t) = sum; });
  }

 private:
  __device__ void sum_other_rows(std::int64_t t, T* warp_sums) const {
    auto const rows = this->find_rows(t, static_cast<std::int64_t>(carry_sums.extent(0)));
    std::int64_t const p = this->store_sums(rows, t * tile - rows.first, warp_sums);
    T const sum = this->sum_of(p, this->end_step(t) - (rows.first + rows.count), warp_sums);
    if (threadIdx.x == 0) carry_sums(t) = sum;
  }
};
#endif

/// y := alpha A x + beta y over tiles that begin in the rows first_rows; carry_sums has an element a tile.
template <SemiringType Semiring, FirstRowsState State = FirstRowsState::known, class Exec, class Matrix, class X,
          class Output, class FirstRows, class CarrySums>
void spmv_csr_merge(Exec const& exec, Matrix const& A, X const& x, Output const& out, FirstRows const& first_rows,
                    CarrySums const& carry_sums) {
  auto const tiles = static_cast<std::int64_t>(carry_sums.extent(0));
#ifdef ARAIOS_HAVE_CUDA_LAUNCH
  if constexpr (is_cuda_v<Exec>) {
    using Body = SpmvMergeCuda<Semiring, Matrix, X, Output, FirstRows, CarrySums, State>;
    cuda_launch(exec, "Araios::spmv::csr_merge", tiles, Body::shared_bytes, Body{{A, x, out, first_rows}, carry_sums});
  } else
#endif
  {
    if constexpr (State != FirstRowsState::known) spmv_find_tiles(exec, A, first_rows, spmv_tile<Exec>());
    using Tile = SpmvMergeTile<Semiring, Matrix, X, Output, FirstRows, CarrySums>;
    Kokkos::parallel_for("Araios::spmv::csr_merge", range(exec, tiles),
                         Tile{A, x, out, first_rows, carry_sums, spmv_tile<Exec>()});
  }
  spmv_add_carries<Semiring>(exec, A.num_rows(), first_rows, carry_sums, out, State == FirstRowsState::known);
}

/// The same with arrays of the workspace. Tiles find their rows by themselves.
template <SemiringType Semiring, class Exec, class Matrix, class X, class Output, class Space>
void spmv_csr_merge(Exec const& exec, Matrix const& A, X const& x, Output const& out, Workspace<Space>& workspace) {
  using T = typename Output::value_type;
  std::int64_t const tiles = tiles_for(A.num_rows() + std::int64_t(A.nnz()), spmv_tile<Exec>());
  typename Workspace<Space>::Frame const frame(workspace);
  auto const carry_sums = workspace.template take<Kokkos::View<T*, Space>>(exec, tiles);
  auto const first_rows = workspace.template take<Kokkos::View<typename Matrix::Ordinal*, Space>>(exec, tiles + 1);
  spmv_csr_merge<Semiring, FirstRowsState::unknown>(exec, A, x, out, first_rows, carry_sums);
}

}  // namespace Araios::Impl::spmv
