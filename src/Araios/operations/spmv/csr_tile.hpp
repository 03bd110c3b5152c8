// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// Tiles of a CSR matrix with the same number of row ends plus entries, and what the kernels of a tile share.
///
/// The merge path of the row ends (row_map from 1 on) and the positions of entries (0, 1, 2, ...) has m + k steps. Tile
/// t has the steps from t * tile on: the rows that end in it, and entries.
///
/// Source: Merrill and Garland, Merge-based Parallel Sparse Matrix-Vector Multiplication, SC 2016.

#include <Araios/collective/cuda_launch.hpp>
#include <Araios/collective/merge_path.hpp>
#include <Araios/collective/warp.hpp>
#include <Araios/collective/warp_sum.hpp>
#include <Araios/core/execution.hpp>
#include <Araios/core/load_hints.hpp>
#include <Araios/core/search.hpp>
#include <Araios/operations/spmv/core.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>

namespace Araios::Impl::spmv {

/// A kernel: by rows, by tiles, which carry the sums of rows that end in another tile or sum whole rows, or by rows with
/// sums in a fixed order.
enum class SpmvKernel { rows, merge, whole_rows, fixed_order };

/// Steps of a tile: on a CUDA GPU those of a thread block, elsewhere of a work item.
inline constexpr int spmv_cuda_tile = 1280;
inline constexpr int spmv_whole_rows_tile = 2432;
inline constexpr int spmv_host_tile = 4096;

/// The block of a tile: the steps, and the entries that the block has room for. A thread adds neighbouring terms from
/// shared memory, room / threads of them: fewer bank conflicts where that is no multiple of 4, and more registers for
/// more terms.
struct SpmvTileShape {
  int tile;
  int room;
  int threads;
  int blocks_per_multiprocessor;
};

template <class Exec>
constexpr int spmv_tile(SpmvKernel kernel = SpmvKernel::merge) {
  if (!is_cuda_v<Exec>) return spmv_host_tile;
  return kernel == SpmvKernel::whole_rows ? spmv_whole_rows_tile : spmv_cuda_tile;
}

template <class RowMap, class FirstRows>
struct SpmvTileRows {
  RowMap row_map;
  FirstRows first_rows;
  std::int64_t num_rows, nnz, tile;

  KOKKOS_FUNCTION void operator()(std::int64_t t) const {
    std::int64_t const step = t * tile < num_rows + nnz ? t * tile : num_rows + nnz;
    // A row end comes before the entry at its position.
    first_rows(t) = static_cast<typename FirstRows::non_const_value_type>(
        merge_path<std::int64_t>(RowEnds<RowMap>{row_map}, 0, num_rows, Identity{}, 0, nnz, step));
  }
};

/// first_rows(t) := rows that end before tile t of `tile` steps, for t = 0 .. tiles.
template <class Exec, class Matrix, class FirstRows>
void spmv_find_tiles(Exec const& exec, Matrix const& A, FirstRows const& first_rows, std::int64_t tile) {
  using RowMap = decltype(A.row_map);
  Kokkos::parallel_for(
      "Araios::spmv::tiles", range(exec, static_cast<std::int64_t>(first_rows.extent(0))),
      SpmvTileRows<RowMap, FirstRows>{A.row_map, first_rows, A.num_rows(), static_cast<std::int64_t>(A.nnz()), tile});
}

/// What first_rows holds: the rows of spmv_find_tiles; a guess, which is replaced where wrong: the same of a matrix with
/// as many rows and entries; nothing yet.
enum class FirstRowsState { known, guessed, unknown };

#ifdef ARAIOS_HAVE_CUDA_LAUNCH
/// Rows that end within the first `step` steps of the merge path: as merge_path, by the 32 lanes of a warp, with a
/// fifth of its dependent loads.
template <class RowMap>
__device__ std::int64_t rows_before_step(RowMap const& row_map, std::int64_t num_rows, std::int64_t step) {
  int const lane = lane_id();
  std::int64_t low = 0, high = num_rows;
  while (low < high) {
    std::int64_t const width = high - low;
    std::int64_t const row = low + (width < 32 ? lane : width * lane / 32);
    // Row i ends at step row_map(i + 1) + i + 1.
    bool const ended = row < high && static_cast<std::int64_t>(row_map(row + 1)) + row + 1 <= step;
    int const count = __popc(__ballot_sync(all_lanes, ended));
    if (width < 32) return low + count;
    if (count < 32) high = low + width * count / 32;
    if (count > 0) low = low + width * (count - 1) / 32 + 1;
  }
  return low;
}

/// What the block of a tile does. Per thread: `items` entries and terms. WholeRows: those of the rows that end in the tile,
/// from the begin of the first one on; otherwise those of the tile.
template <SemiringType Semiring, class Matrix, class X, class Output, class FirstRows, FirstRowsState State,
          SpmvTileShape Shape, bool WholeRows>
struct SpmvTileCuda {
  using T = typename Output::value_type;
  using Scalar = std::remove_const_t<typename Matrix::Scalar>;
  using Ordinal = typename Matrix::Ordinal;
  using Offset = typename Matrix::Offset;
  static constexpr int tile = Shape.tile;
  static constexpr int room = Shape.room;
  static constexpr int threads = Shape.threads;
  static constexpr int items = room / threads;
  static constexpr int blocks_per_multiprocessor = Shape.blocks_per_multiprocessor;
  static constexpr int warps = threads / 32;
  static_assert(room % threads == 0 && room % 2 == 0 && room < (1 << 16) && tile <= room);

  Matrix A;
  X x;
  Output out;
  FirstRows first_rows;

  /// The rows that end in a tile.
  struct Rows {
    std::int64_t first;
    int count;
  };
  /// A tile, and where its entries are: the block has those from `first` on. Of whole rows, the first may have begun
  /// before them, at `begin`.
  struct Loaded {
    Rows rows;
    std::int64_t first = 0;
    std::int64_t begin = 0;
  };

  /// The terms of tile t of `tiles`, and the marks of mark_ends. A guess is checked while the entries are loaded where
  /// it says; false, and nothing is stored, where it is wrong: where the row before the first one ends after the first
  /// step of the tile, or the first one does not; likewise at the end.
  __device__ bool load(std::int64_t t, std::int64_t tiles, Loaded& loaded, T (&term)[items],
                       unsigned short* ends) const {
    if constexpr (State == FirstRowsState::unknown)
      loaded.rows = find_rows(t, tiles);
    else
      loaded.rows = {first_rows(t), static_cast<int>(first_rows(t + 1) - first_rows(t))};
    Rows const& rows = loaded.rows;
    std::int64_t end = end_step(t) - (rows.first + rows.count);
    if constexpr (WholeRows) {
      // The other entries of the tile are of a row that another tile sums, and fewer than `room` are of rows after the
      // first one. So the entries that do not fit are of the first.
      loaded.begin = static_cast<std::int64_t>(A.row_map(rows.first));
      end = static_cast<std::int64_t>(A.row_map(rows.first + rows.count));
      loaded.first = max(loaded.begin, end - room);
    } else {
      loaded.first = t * tile - rows.first;
    }
    // Half of the lanes check the first row, the others the first one after the tile. Each warp checks both: the block
    // after this one may correct its guess between the loads of two warps.
    bool const checks_end = threadIdx.x & 1;
    std::int64_t const row = rows.first + (checks_end ? rows.count : 0);
    Offset at = 0, next = 0;
    if constexpr (State == FirstRowsState::guessed) {
      at = A.row_map(row);
      next = A.row_map(row < A.num_rows() ? row + 1 : row);
    }
    bool is_right = true;
    make_terms(loaded.first, static_cast<int>(end - loaded.first), term, [&] {
      for (int q = threadIdx.x; q < room / 2; q += threads) reinterpret_cast<unsigned*>(ends)[q] = 0;
      if constexpr (State == FirstRowsState::guessed) {
        std::int64_t const step = checks_end ? end_step(t) : t * tile;
        is_right = __syncthreads_and(static_cast<std::int64_t>(at) + row <= step &&
                                     static_cast<std::int64_t>(next) + row + 1 > step);
      } else {
        __syncthreads();
      }
      if (is_right) mark_ends(rows, loaded.first, ends);
    });
    return is_right;
  }

  /// The rows of a tile, by search. They are stored, so that the next guess is right.
  __device__ Rows find_rows(std::int64_t t, std::int64_t tiles) const {
    __shared__ std::int64_t found[2];
    int const warp = warp_id();
    if (warp < 2) {
      std::int64_t const row = rows_before_step(A.row_map, A.num_rows(), (t + warp) * tile);
      if (lane_id() == 0) {
        found[warp] = row;
        if (warp == 0 || t + 1 == tiles) first_rows(t + warp) = static_cast<Ordinal>(row);
      }
    }
    __syncthreads();
    return {found[0], static_cast<int>(found[1] - found[0])};
  }

  /// For the few tiles whose guess was wrong: stores the sums of rows, the first of them from the entry p on, and
  /// returns the entry after them.
  __device__ std::int64_t store_sums(Rows const& rows, std::int64_t p, T* warp_sums) const {
    for (std::int64_t i = rows.first; i < rows.first + rows.count; ++i) {
      auto const end = static_cast<std::int64_t>(A.row_map(i + 1));
      T const sum = sum_of(p, end, warp_sums);
      if (threadIdx.x == 0) out.store(i, sum);
      p = end;
    }
    return p;
  }

  /// The sum of the terms from p to end, on thread 0.
  __device__ T sum_of(std::int64_t p, std::int64_t end, T* warp_sums) const {
    T sum = Semiring::template zero<T>();
    for (p += threadIdx.x; p < end; p += threads)
      sum = Semiring::add(sum, spmv_term<Semiring, T>(A.values(p), x(A.entries(p))));
    __syncthreads();
    return block_sum<Semiring, threads>(sum, warp_sums);
  }

  __device__ std::int64_t end_step(std::int64_t t) const {
    return min((t + 1) * tile, static_cast<std::int64_t>(A.num_rows()) + static_cast<std::int64_t>(A.nnz()));
  }

  /// term[u] := that of entry q = threadIdx.x + u threads from `first` on; zero for q >= count. First all loads of
  /// entries, then between(), then all loads of x: none waits for another.
  template <class Between>
  __device__ void make_terms(std::int64_t first, int count, T (&term)[items], Between const& between) const {
    Ordinal const* const entries = A.entries.data() + first + threadIdx.x;
    Ordinal column[items];
    Scalar value[items];
#pragma unroll
    for (int u = 0; u < items; ++u) {
      bool const in = static_cast<int>(threadIdx.x) + u * threads < count;
      column[u] = in ? load_once(entries + u * threads) : Ordinal(0);
      if constexpr (!is_pattern_v<Scalar>)
        value[u] = in ? load_once(A.values.data() + first + threadIdx.x + u * threads) : Scalar();
    }
    between();
    typename X::non_const_value_type factor[items];
#pragma unroll
    for (int u = 0; u < items; ++u)
      if (static_cast<int>(threadIdx.x) + u * threads < count) factor[u] = load_read_only(&x(column[u]));
#pragma unroll
    for (int u = 0; u < items; ++u)
      term[u] = static_cast<int>(threadIdx.x) + u * threads < count ? spmv_term<Semiring, T>(value[u], factor[u])
                                                                    : Semiring::template zero<T>();
  }

 private:
  /// Stores in `ends` for the last entry of a row 1 + the row, relative to the first of the tile. The block has the
  /// entries from `first` on. y of a row without any of them is stored here.
  __device__ void mark_ends(Rows const& rows, std::int64_t first, unsigned short* ends) const {
    auto const* const row_map = A.row_map.data() + rows.first;
    for (int i = threadIdx.x; i < rows.count; i += threads) {
      auto const begin = row_map[i];
      auto const end = row_map[i + 1];
      int const count = static_cast<int>(static_cast<std::int64_t>(end) - first);  // entries here, up to its last
      if (end == begin || count == 0)
        out.store(rows.first + i, Semiring::template zero<T>());
      else
        ends[count - 1] = static_cast<unsigned short>(i + 1);
    }
  }
};
#endif

}  // namespace Araios::Impl::spmv
