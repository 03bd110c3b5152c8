// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// SpMV for CSR matrices in tiles with the same number of row ends plus entries: for rows of any length.
///
/// The merge path of the row ends (row_map from 1 on) and the positions of entries (0, 1, 2, ...) has m + k steps. Tile
/// t has the steps from t * items on: the rows that end in it, whose sums it stores, and entries, of which the last may
/// belong to a row that ends later. The sum of these is carried (spmv/carry.hpp). Bytes: those of A, x and y, and 8 to
/// 20 per tile.
///
/// Sources: Merrill and Garland, Merge-based Parallel Sparse Matrix-Vector Multiplication, SC 2016 (the tiles).

#include <Araios/collective/cuda_launch.hpp>
#include <Araios/collective/merge_path.hpp>
#include <Araios/collective/warp.hpp>
#include <Araios/collective/warp_sum.hpp>
#include <Araios/core/execution.hpp>
#include <Araios/core/load.hpp>
#include <Araios/core/search.hpp>
#include <Araios/core/workspace.hpp>
#include <Araios/operations/spmv/carry.hpp>
#include <Araios/operations/spmv/core.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>

namespace Araios::Impl::spmv {

/// Tuning parameters: a tile is threads * items steps on a CUDA GPU; elsewhere one work item processes a tile of
/// host_tile steps. A thread adds `items` neighbouring terms from shared memory: fewer bank conflicts where items is no
/// multiple of 4. Terms of more than 8 bytes would not fit the registers, so twice the threads share a tile.
struct SpmvMergeTuning {
  int threads = 128;
  int items = 10;
  int blocks_per_multiprocessor = 8;
  int threads_of_wide_sums = 256;
  int blocks_of_wide_sums = 4;
  int host_tile = 4096;
};
inline constexpr SpmvMergeTuning spmv_merge_tuning{};

template <class Exec>
constexpr int spmv_merge_tile() {
  return is_cuda_v<Exec> ? spmv_merge_tuning.threads * spmv_merge_tuning.items : spmv_merge_tuning.host_tile;
}
template <class Exec>
std::int64_t spmv_merge_tiles(std::int64_t num_rows, std::int64_t nnz) {
  return tiles_for(num_rows + nnz, spmv_merge_tile<Exec>());
}

template <class RowMap, class FirstRows>
struct SpmvMergePartition {
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

/// first_rows(t) := rows that end before tile t, for t = 0 .. tiles.
template <class Exec, class Matrix, class FirstRows>
void spmv_merge_partition(Exec const& exec, Matrix const& A, FirstRows const& first_rows) {
  using RowMap = decltype(A.row_map);
  Kokkos::parallel_for("Araios::spmv::merge_partition", range(exec, static_cast<std::int64_t>(first_rows.extent(0))),
                       SpmvMergePartition<RowMap, FirstRows>{A.row_map, first_rows, A.num_rows(),
                                                             static_cast<std::int64_t>(A.nnz()),
                                                             spmv_merge_tile<Exec>()});
}

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

/// What first_rows holds: the rows of spmv_merge_partition; guesses, which are replaced where wrong; nothing yet.
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

/// Whether `row` is the result of rows_before_step.
template <class RowMap>
__device__ bool begins_at_step(RowMap const& row_map, std::int64_t num_rows, std::int64_t step, std::int64_t row) {
  return row >= 0 && row <= num_rows && (row == 0 || static_cast<std::int64_t>(row_map(row)) + row <= step) &&
         (row == num_rows || static_cast<std::int64_t>(row_map(row + 1)) + row + 1 > step);
}

/// One block per tile. Terms go to shared memory in order, coalesced; the last entries of rows are marked, and segments
/// between marks are summed by a scan over the block. Where no row ends, as in most tiles of rows of thousands of
/// entries, all is carried, and terms stay in registers: ten rows of 500,000 entries take 0.027 ms in place of 0.037.
template <SemiringType Semiring, class Matrix, class X, class Output, class FirstRows, class CarrySums,
          FirstRowsState State>
struct SpmvMergeCuda {
  using T = typename Output::value_type;
  using Scalar = std::remove_const_t<typename Matrix::Scalar>;
  using Ordinal = typename Matrix::Ordinal;
  static constexpr bool is_wide = sizeof(T) > 8;
  static constexpr int tile = spmv_merge_tuning.threads * spmv_merge_tuning.items;
  static constexpr int threads = is_wide ? spmv_merge_tuning.threads_of_wide_sums : spmv_merge_tuning.threads;
  static constexpr int items = tile / threads;
  static constexpr int blocks_per_multiprocessor =
      is_wide ? spmv_merge_tuning.blocks_of_wide_sums : spmv_merge_tuning.blocks_per_multiprocessor;
  static constexpr bool cooperative = false;
  static constexpr bool starts_next = true;  // the second pass, with one block per 256 of these
  static constexpr int warps = threads / 32;
  static_assert(tile == threads * items && tile < (1 << 16) && tile % 2 == 0);
  static constexpr int shared_bytes = static_cast<int>((tile + warps) * sizeof(T) + tile * sizeof(unsigned short));

  Matrix A;
  X x;
  Output out;
  FirstRows first_rows;
  CarrySums carry_sums;

  __device__ void operator()(char* shared) const {
    T* const terms = reinterpret_cast<T*>(shared);
    T* const warp_sums = terms + tile;
    // For the last entry of a row: 1 + the row, relative to the first row of the tile. For others: 0.
    auto* const ends = reinterpret_cast<unsigned short*>(warp_sums + warps);

    std::int64_t const t = blockIdx.x;
    std::int64_t const tiles = static_cast<std::int64_t>(carry_sums.extent(0));
    std::int64_t first_row, last_row;
    if constexpr (State == FirstRowsState::known) {
      first_row = first_rows(t);
      last_row = first_rows(t + 1);
    } else {
      __shared__ std::int64_t found[2];
      int const warp = warp_id();
      if (warp < 2) {
        std::int64_t const step = (t + warp) * tile;
        std::int64_t row = State == FirstRowsState::guessed ? static_cast<std::int64_t>(first_rows(t + warp)) : -1;
        bool const is_right = State == FirstRowsState::guessed && begins_at_step(A.row_map, A.num_rows(), step, row);
        if (!is_right) row = rows_before_step(A.row_map, A.num_rows(), step);
        if (lane_id() == 0) {
          found[warp] = row;
          if (!is_right && (warp == 0 || t + 1 == tiles)) first_rows(t + warp) = static_cast<Ordinal>(row);
        }
      }
      __syncthreads();
      first_row = found[0];
      last_row = found[1];
    }
    std::int64_t const steps = static_cast<std::int64_t>(A.num_rows()) + static_cast<std::int64_t>(A.nnz());
    std::int64_t const first = t * tile - first_row;
    int const count = static_cast<int>(min((t + 1) * tile, steps) - last_row - first);
    int const row_count = static_cast<int>(last_row - first_row);

    T term[items];
    if (row_count == 0) {
      make_terms(first, count, term, [] {});
      T sum = term[0];
#pragma unroll
      for (int u = 1; u < items; ++u) sum = Semiring::add(sum, term[u]);
      sum = block_sum<Semiring, threads>(sum, warp_sums);
      if (threadIdx.x == 0) carry_sums(t) = sum;
      return;
    }
    make_terms(first, count, term, [&] {
      for (int q = threadIdx.x; q < tile / 2; q += threads) reinterpret_cast<unsigned*>(ends)[q] = 0;
      __syncthreads();
      mark_ends(first_row, row_count, first, ends);
    });
#pragma unroll
    for (int u = 0; u < items; ++u) terms[threadIdx.x + u * threads] = term[u];
    __syncthreads();

    sum_segments<Semiring, threads, items>(
        terms, ends, warp_sums, [&](int end, T const& sum, bool) { out.store(first_row + end - 1, sum); },
        [&](T const& sum) { carry_sums(t) = sum; });
  }

 private:
  // term[u] := that of entry threadIdx.x + u threads of the tile, zero where there is none. First all loads of entries,
  // then `meanwhile`, then all loads of x: none waits for another.
  template <class Meanwhile>
  __device__ void make_terms(std::int64_t first, int count, T (&term)[items], Meanwhile const& meanwhile) const {
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
    meanwhile();
    T factor[items];
#pragma unroll
    for (int u = 0; u < items; ++u)
      if (static_cast<int>(threadIdx.x) + u * threads < count)
        factor[u] = static_cast<T>(load_read_only(&x(column[u])));
#pragma unroll
    for (int u = 0; u < items; ++u) {
      bool const in = static_cast<int>(threadIdx.x) + u * threads < count;
      term[u] = in ? spmv_term<Semiring, T>(value[u], factor[u]) : Semiring::template zero<T>();
    }
  }

  // A row without entries in this tile is stored here: it is empty, or all of it is carried from earlier tiles.
  __device__ void mark_ends(std::int64_t first_row, int row_count, std::int64_t first, unsigned short* ends) const {
    auto const* const row_map = A.row_map.data() + first_row;
    for (int i = threadIdx.x; i < row_count; i += threads) {
      auto const begin = row_map[i];
      auto const end = row_map[i + 1];
      int const count = static_cast<int>(static_cast<std::int64_t>(end) - first);  // entries here, up to its last
      if (end == begin || count == 0)
        out.store(first_row + i, Semiring::template zero<T>());
      else
        ends[count - 1] = static_cast<unsigned short>(i + 1);
    }
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
    cuda_launch(exec, "Araios::spmv::csr_merge", tiles, Body::shared_bytes, Body{A, x, out, first_rows, carry_sums});
  } else
#endif
  {
    if constexpr (State != FirstRowsState::known) spmv_merge_partition(exec, A, first_rows);
    using Tile = SpmvMergeTile<Semiring, Matrix, X, Output, FirstRows, CarrySums>;
    Kokkos::parallel_for("Araios::spmv::csr_merge", range(exec, tiles),
                         Tile{A, x, out, first_rows, carry_sums, spmv_merge_tile<Exec>()});
  }
  spmv_add_carries<Semiring>(exec, A.num_rows(), first_rows, carry_sums, out, State == FirstRowsState::known);
}

/// The same with arrays of the workspace. The rows of a memo are a guess, which the tiles look at; without one, tiles
/// find their rows by themselves.
template <SemiringType Semiring, class Exec, class Matrix, class X, class Output, class Space>
void spmv_csr_merge(Exec const& exec, Matrix const& A, X const& x, Output const& out, Workspace<Space>& workspace,
                    [[maybe_unused]] typename Workspace<Space>::Memo* memo = nullptr) {
  using T = typename Output::value_type;
  using Ordinal = typename Matrix::Ordinal;
  using Rows = Kokkos::View<Ordinal*, Space>;
  std::int64_t const tiles = spmv_merge_tiles<Exec>(A.num_rows(), std::int64_t(A.nnz()));
  typename Workspace<Space>::Frame const frame(workspace);
  auto const carry_sums = workspace.template take<Kokkos::View<T*, Space>>(exec, tiles);
  if constexpr (is_cuda_v<Exec>)
    if (memo != nullptr) {
      auto const bytes = static_cast<std::size_t>(tiles + 1) * sizeof(Ordinal);
      bool const is_new = memo->array.extent(0) != bytes;
      if (is_new)
        memo->array = allocate<Kokkos::View<char*, Space>>(exec, "Araios::spmv::first_rows", std::int64_t(bytes));
      Rows const first_rows(reinterpret_cast<Ordinal*>(memo->array.data()), tiles + 1);
      if (is_new) spmv_merge_partition(exec, A, first_rows);
      return spmv_csr_merge<Semiring, FirstRowsState::guessed>(exec, A, x, out, first_rows, carry_sums);
    }
  spmv_csr_merge<Semiring, FirstRowsState::unknown>(exec, A, x, out, workspace.template take<Rows>(exec, tiles + 1),
                                                    carry_sums);
}

}  // namespace Araios::Impl::spmv
