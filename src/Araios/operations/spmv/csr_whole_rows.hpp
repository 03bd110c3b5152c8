// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// SpMV for CSR matrices in tiles that sum whole rows: for rows of different lengths, none of them very long. CUDA.
///
/// A block sums the rows that end in its tile (spmv/csr_tile.hpp), each from its begin on; so nothing is carried, and there
/// is no second kernel. A row of many tiles would be the work of one block: its time bounds the length (SpmvModel).
/// Bytes: those of A, x and y, and 4 or 8 per tile.

#include <Araios/collective/cuda_launch.hpp>
#include <Araios/collective/warp_sum.hpp>
#include <Araios/operations/spmv/core.hpp>
#include <Araios/operations/spmv/csr_tile.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>

#ifdef ARAIOS_HAVE_CUDA_LAUNCH

namespace Araios::Impl::spmv {

/// Room for 128 entries that the first row has before the tile: more of them take another pass. Blocks of fewer threads
/// would share less of x in the L1; terms of more than 8 bytes need more registers, so 512 threads share a tile of them.
template <class T>
inline constexpr SpmvTileShape spmv_whole_rows_shape = {spmv_whole_rows_tile, spmv_whole_rows_tile + 128,
                                                        sizeof(T) > 8 ? 512 : 256, sizeof(T) > 8 ? 2 : 4};

/// One block per tile. Entries of its first row for which it has no room are added first, as many at a time as it holds.
template <SemiringType Semiring, class Matrix, class X, class Output, class FirstRows, FirstRowsState State>
struct SpmvWholeRowsCuda : SpmvTileCuda<Semiring, Matrix, X, Output, FirstRows, State,
                                        spmv_whole_rows_shape<typename Output::value_type>, true> {
  using Tile = SpmvTileCuda<Semiring, Matrix, X, Output, FirstRows, State,
                            spmv_whole_rows_shape<typename Output::value_type>, true>;
  using Tile::A, Tile::out, Tile::threads, Tile::items, Tile::room, Tile::warps;
  using T = typename Tile::T;
  static constexpr int shared_bytes = static_cast<int>((room + warps + 1) * sizeof(T) + room * sizeof(unsigned short));

  std::int64_t tiles;

  __device__ void operator()(char* shared) const {
    T* const terms = reinterpret_cast<T*>(shared);
    T* const warp_sums = terms + room;
    T* const earlier = warp_sums + warps;  // the sum of the first row's entries before `first`
    auto* const ends = reinterpret_cast<unsigned short*>(earlier + 1);

    std::int64_t const t = blockIdx.x;
    T term[items];
    typename Tile::Loaded loaded;
    if (!this->load(t, tiles, loaded, term, ends)) return sum_other_rows(t, warp_sums);
    auto const& [rows, first, begin] = loaded;
    if (rows.count == 0) return;
#pragma unroll
    for (int u = 0; u < items; ++u) terms[threadIdx.x + u * threads] = term[u];
    bool const begins_earlier = begin < first;
    if (begins_earlier) {
      T sum = Semiring::template zero<T>();
      for (std::int64_t p = begin; p < first; p += room) {
        this->make_terms(p, static_cast<int>(min(first - p, std::int64_t(room))), term, [] {});
#pragma unroll
        for (int u = 0; u < items; ++u) sum = Semiring::add(sum, term[u]);
      }
      sum = block_sum<Semiring, threads>(sum, warp_sums);
      if (threadIdx.x == 0) *earlier = sum;
    }
    __syncthreads();

    sum_segments<Semiring, threads, items>(
        terms, ends, warp_sums,
        [&](int row, T const& sum, bool) {
          out.store(rows.first + row - 1, row == 1 && begins_earlier ? Semiring::add(*earlier, sum) : sum);
        },
        [](T const&) {});
  }

 private:
  __device__ void sum_other_rows(std::int64_t t, T* warp_sums) const {
    auto const rows = this->find_rows(t, tiles);
    this->store_sums(rows, static_cast<std::int64_t>(A.row_map(rows.first)), warp_sums);
  }
};

/// y := alpha A x + beta y over tiles that begin in the rows first_rows.
template <SemiringType Semiring, FirstRowsState State, class Matrix, class X, class Output, class FirstRows>
void spmv_csr_whole_rows(Kokkos::Cuda const& exec, Matrix const& A, X const& x, Output const& out,
                         FirstRows const& first_rows) {
  using Body = SpmvWholeRowsCuda<Semiring, Matrix, X, Output, FirstRows, State>;
  auto const tiles = static_cast<std::int64_t>(first_rows.extent(0)) - 1;
  cuda_launch(exec, "Araios::spmv::csr_whole_rows", tiles, Body::shared_bytes, Body{{A, x, out, first_rows}, tiles});
}

}  // namespace Araios::Impl::spmv

#endif
