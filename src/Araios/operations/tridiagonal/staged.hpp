// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// A tile of leaves with its rows in shared memory: the way of CUDA.
///
/// All rows are copied before the first is read, so that loads are coalesced, and all those of a block are in flight.
/// The solution leaves in the same way.

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
  static constexpr int stride = Tuning<T, K>::staged_rows;  // from a word of a row to the next
  T* staged;
  int system_pitch;
  int span;
  template <class F>
  KOKKOS_FUNCTION void operator()(int s, int q, std::int64_t, std::int64_t, F const& f) const {
    f(RowsInShared<T, K>{staged + s * system_pitch + q * span, stride});
  }
};

/// A tile of leaves.
template <class T, int K, bool Pivoted, Phase Which>
struct StagedTile {
  using TileType = Tile<T, K, Pivoted, true, Which>;
  using Tuned = Tuning<T, K>;
  static constexpr int tree_bytes = (TileType::tree_bytes + 15) / 16 * 16;
  static constexpr int shared_bytes = tree_bytes + Tuned::staged_rows * (2 * K + 2) * static_cast<int>(sizeof(T));

  TileType tile;

  template <class Group>
  KOKKOS_FUNCTION void run(Group const& group, std::int64_t t, char* shared) const {
    T* const staged = reinterpret_cast<T*>(shared + tree_bytes);
    constexpr int stride = Tuned::staged_rows;
    auto const& problem = tile.problem;
    Rows const rows(*this, t);
    group.copy(rows.count, [&](int i) {
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
    tile.run(group, t, reinterpret_cast<T*>(shared),
             WithRowsInShared<T, K>{staged, system_pitch(), static_cast<int>(tile.level.span)});
    if constexpr (Which != Phase::reduce)
      group.each(rows.count, [&](int i) {
        auto const [slot, row, system] = rows(i);
        problem.x(row, system) = staged[(2 * K + 1) * stride + slot];
      });
  }

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
};

#ifdef ARAIOS_HAVE_CUDA_LAUNCH
/// A tile for each block.
template <class T, int K, bool Pivoted, bool IsLeaf, Phase Which>
struct CudaTiles {
  using TileType = Tile<T, K, Pivoted, IsLeaf, Which>;
  using Staged = StagedTile<T, K, Pivoted, Which>;
  static constexpr int threads = TileType::capacity < 32 ? 32 : TileType::capacity;
  static constexpr int blocks_per_multiprocessor = IsLeaf ? Tuning<T, K>::leaf_blocks_per_multiprocessor : 1;
  static constexpr int shared_bytes = IsLeaf ? Staged::shared_bytes : TileType::tree_bytes;

  TileType tile;

  __device__ void operator()(char* shared) const {
    std::int64_t const t = blockIdx.x;
    if constexpr (IsLeaf)
      Staged{tile}.run(BlockThreads(), t, shared);
    else
      tile.run(BlockThreads(), t, reinterpret_cast<T*>(shared), NoRows());
  }
};
#endif

}  // namespace Araios::Impl::tridiagonal
