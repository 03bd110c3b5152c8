// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// A tile of leaves with its rows in shared memory: the way of CUDA.
///
/// All rows are copied before the first is read, so that loads are coalesced, and all those of a block are in flight.
/// The solution leaves in the same way. No kernel of a solution writes what is copied, so that a block copies while the
/// kernel before it ends, unless that is none of the solution.

#include <Araios/collective/cuda_launch.hpp>
#include <Araios/collective/lanes.hpp>
#include <Araios/collective/thread_group.hpp>
#include <Araios/operations/tridiagonal/leaf.hpp>
#include <Araios/operations/tridiagonal/problem.hpp>
#include <Araios/operations/tridiagonal/tile.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>

namespace Araios::Impl::tridiagonal {

/// The rows of leaves in shared memory. Systems of a tile are an odd number of rows apart, as its leaves are.
template <class T, int K>
struct WithRowsInShared {
  T* staged;
  int stride;  // from a word of a row to the next
  int system_pitch;
  int span;
  std::int64_t first_row, rows;  // of the tile, in each system
  std::int64_t n;                // 0 where no coefficient is outside of the matrix, or these are 0 already

  /// After the copy: coefficients outside of the matrix are 0.
  template <class Group>
  KOKKOS_FUNCTION void complete(Group const& group) const {
    if (first_row >= K && first_row + rows + K <= n) return;
    if (n == 0) return;
    group.each(2 * K * (2 * K + 1), [&](int i) {
      int const d = i % (2 * K + 1), r = i / (2 * K + 1);
      std::int64_t const slot = r < K ? r : rows - 2 * K + r, column = first_row + slot - K + d;
      bool const is_other = slot < rows && (r < K || slot >= K);
      if (is_other && (column < 0 || column >= n)) staged[d * stride + slot] = T(0);
    });
  }
  template <class F>
  KOKKOS_FUNCTION void operator()(int s, int q, std::int64_t, std::int64_t, F const& f) const {
    f(RowsInShared<T, K>{staged + s * system_pitch + q * span, stride});
  }
};

/// A tile of leaves.
template <class T, int K, bool Pivoted, Phase Which>
struct StagedTile {
  using TileType = Tile<T, K, Pivoted, true, Which>;
  static constexpr int all_tree_bytes = (TileType::tree_bytes + 15) / 16 * 16;
  static constexpr int tree_bytes = Which == Phase::reduce ? 0 : all_tree_bytes;  // before the rows, or over them
  /// Shared memory of a tile of `stride` rows.
  static constexpr int shared_bytes(int stride) {
    int const row_bytes = stride * (2 * K + 2) * static_cast<int>(sizeof(T));
    return tree_bytes + (row_bytes > all_tree_bytes ? row_bytes : all_tree_bytes);
  }

  TileType tile;
  int stride;  // rows_of_tile

  KOKKOS_FUNCTION int system_pitch() const { return static_cast<int>(tile.problem.n) | 1; }

  /// A row of a tile: its index in shared memory, its row and its system.
  struct Row {
    int slot;
    std::int64_t row, system;
  };
  /// The rows of a tile, in an order in which neighbours are neighbours in memory.
  struct Rows {
    std::int64_t first_row, first_system;
    int rows, systems, pitch, count;
    bool by_system;

    KOKKOS_FUNCTION Rows(StagedTile const& staged, std::int64_t t) {
      auto const& level = staged.tile.level;
      auto const& problem = staged.tile.problem;
      TileNodes const nodes(level, t);
      bool const is_last = nodes.node + nodes.count == level.count;
      first_row = nodes.node * level.span;
      first_system = nodes.system;
      rows = static_cast<int>((is_last ? problem.n : first_row + nodes.count * level.span) - first_row);
      systems = nodes.systems;
      pitch = staged.system_pitch();
      count = rows * systems;
      by_system = problem.b.system_stride < problem.b.row_stride;
    }
    KOKKOS_FUNCTION Row operator()(int i) const {
      if (systems == 1) return {i, first_row + i, first_system};
      int const row = by_system ? i / systems : i % rows;
      int const s = by_system ? i % systems : i / rows;
      return {s * pitch + row, first_row + row, first_system + s};
    }
  };

  template <class Group>
  KOKKOS_FUNCTION void run(Group const& group, std::int64_t t, char* shared) const {
    T* const staged = reinterpret_cast<T*>(shared + tree_bytes);
    auto const& problem = tile.problem;
    Rows const rows(*this, t);
    bool const is_consecutive = rows.systems == 1 && has_unit_strides(), is_first = tile.is_only_kernel();
    if (is_first) group.wait_for_work_before();
    if (is_consecutive)
      copy_consecutive_rows(group, rows, staged);
    else
      copy_rows(group, rows, staged);
    if (!is_first) group.wait_for_work_before();
    tile.run(group, t, reinterpret_cast<T*>(shared),
             WithRowsInShared<T, K>{staged, stride, system_pitch(), static_cast<int>(tile.level.span), rows.first_row,
                                    rows.rows, is_consecutive && !problem.is_periodic ? problem.n : 0});
    if constexpr (Which != Phase::reduce) {
      T const* const solution = staged + (2 * K + 1) * stride;
      if (is_consecutive)
        copy_from_shared(group, rows.count, &problem.x(rows.first_row, rows.first_system), solution);
      else
        group.each(rows.count, [&](int i) {
          auto const [slot, row, system] = rows(i);
          problem.x(row, system) = solution[slot];
        });
    }
  }

  KOKKOS_FUNCTION bool has_unit_strides() const {
    auto const& problem = tile.problem;
    bool all = problem.b.row_stride == 1 && problem.x.row_stride == 1;
    ARAIOS_UNROLL
    for (int d = 0; d <= 2 * K; ++d) all = all && problem.diagonals[d].row_stride == 1;
    return all;
  }

  /// Row by row, wherever they are.
  template <class Group>
  KOKKOS_FUNCTION void copy_rows(Group const& group, Rows const& rows, T* staged) const {
    auto const& problem = tile.problem;
    group.start(rows.count, [&](int i) {
      auto const [slot, row, system] = rows(i);
      ARAIOS_UNROLL
      for (int d = 0; d <= 2 * K; ++d) {
        std::int64_t const column = row - K + d;
        T* const to = staged + d * stride + slot;
        if (problem.is_periodic || (column >= 0 && column < problem.n))
          copy_to_shared(to, &problem.diagonals[d](row, system));
        else
          *to = T(0);
      }
      copy_to_shared(staged + (2 * K + 1) * stride + slot, &problem.b(row, system));
    });
  }

  /// Consecutive rows of one system, without an address for each element.
  template <class Group>
  KOKKOS_FUNCTION void copy_consecutive_rows(Group const& group, Rows const& rows, T* staged) const {
    constexpr int arrays = 2 * K + 2;
    auto const& problem = tile.problem;
    Array<T const*, arrays> from;
    ARAIOS_UNROLL
    for (int d = 0; d < arrays; ++d)
      from[d] = &(d <= 2 * K ? problem.diagonals[d <= 2 * K ? d : 0] : problem.b)(rows.first_row, rows.first_system);
    start_copies_to_shared(group, rows.count, staged, stride, from);
  }
};

#ifdef ARAIOS_HAVE_CUDA_LAUNCH
/// zero_pivot := -1, while the blocks of the next launch copy their rows.
struct CudaNoZeroPivot {
  static constexpr int threads = 32, blocks_per_multiprocessor = 1;
  static constexpr bool starts_next = true;
  std::int64_t* zero_pivot;
  __device__ void operator()(char*) const {
    if (threadIdx.x == 0) *zero_pivot = -1;
  }
};

/// A tile for each block.
template <class T, int K, bool Pivoted, bool IsLeaf, Phase Which>
struct CudaTiles {
  using TileType = Tile<T, K, Pivoted, IsLeaf, Which>;
  using Staged = StagedTile<T, K, Pivoted, Which>;
  static constexpr int threads = TileType::threads < 32 ? 32 : TileType::threads;
  static constexpr int blocks_per_multiprocessor = IsLeaf ? Tuning<T, K>::leaf_blocks_per_multiprocessor : 1;
  static constexpr bool waits_itself = IsLeaf;
  static constexpr bool starts_next = !IsLeaf && Which != Phase::reduce;  // of few blocks; leaves copy their rows

  TileType tile;
  int stride = 0;

  __host__ int shared_bytes() const { return IsLeaf ? Staged::shared_bytes(stride) : TileType::tree_bytes; }
  __device__ void operator()(char* shared) const {
    std::int64_t const t = blockIdx.x;
    if constexpr (IsLeaf)
      Staged{tile, stride}.run(BlockThreads(), t, shared);
    else
      tile.run(BlockThreads(), t, reinterpret_cast<T*>(shared), NoRows());
  }
};
#endif

}  // namespace Araios::Impl::tridiagonal
