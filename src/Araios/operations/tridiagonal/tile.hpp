// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// The kernels: a tile of leaves or of nodes, upwards, downwards, or both where a tile has whole systems.

#include <Araios/collective/lanes.hpp>
#include <Araios/collective/thread_group.hpp>
#include <Araios/core/execution.hpp>
#include <Araios/operations/tridiagonal/leaf.hpp>
#include <Araios/operations/tridiagonal/problem.hpp>
#include <Araios/operations/tridiagonal/tree.hpp>

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <cstdint>

namespace Araios::Impl::tridiagonal {

/// reduce: nodes to the root of their tile. substitute: the way back. solve: both, in tiles that have whole systems.
enum class Phase { reduce, solve, substitute };

/// Nodes of a level and of the next one, word by word, and the first and last unknowns of both. Leaves have no `ends`.
template <class T>
struct LevelScratch {
  T* nodes;
  T* ends;
  T* next_nodes;
  T const* next_ends;
};

/// A tile of leaves (IsLeaf), which the rows of the matrix become, or of nodes, which are read.
template <class T, int K_, bool Pivoted, bool IsLeaf, Phase Which>
struct Tile {
  static constexpr int K = K_;
  static constexpr int capacity = IsLeaf ? Tuning<T, K>::leaves : Tuning<T, K>::nodes;
  using Nodes = Tree<T, K, capacity>;
  static constexpr int tree_bytes = static_cast<int>(Nodes::words * sizeof(T));

  Problem<T, K> problem;
  Level level;
  LevelScratch<T> scratch;

  KOKKOS_FUNCTION int rows_of_leaf(std::int64_t leaf) const {
    std::int64_t const left = problem.n - leaf * level.span;
    return static_cast<int>(leaf + 1 == level.count ? left : level.span);
  }

  /// with_rows(s, q, row, system, f) calls f with the rows of leaf q of system s of the tile, of which `row` is the
  /// first.
  template <class Group, class WithRows>
  KOKKOS_FUNCTION void run(Group const& group, std::int64_t t, T* memory, WithRows const& with_rows) const {
    TileNodes const tile(level, t);
    Nodes const tree{problem, level, tile, memory, Which == Phase::solve};
    if (level.tiles == 1 && IsLeaf && Which == Phase::solve) group.each(1, [&](int) { *problem.zero_pivot = -1; });
    load_nodes(group, tile, tree, with_rows);
    tree.merge_up(group, Which != Phase::substitute);
    if constexpr (Which == Phase::reduce) {
      int const root = tree.position(level.steps, 0, 0);
      group.each(Node<T, K>::words, [&](int k) { scratch.next_nodes[k * next_count() + t] = tree.word(root, k); });
    } else {
      if constexpr (Which == Phase::solve)
        tree.close_roots(group);
      else
        group.each(K, [&](int k) { read_root(t, k, tile, tree); });
      tree.separate_down(group);
      write_solution(group, tile, tree, with_rows);
    }
  }

  /// The nodes of step 0: from rows, or from memory. Leaves are stored for the way back.
  template <class Group, class WithRows>
  KOKKOS_FUNCTION void load_nodes(Group const& group, TileNodes const& tile, Nodes const& tree,
                                  WithRows const& with_rows) const {
    group.each(tile.systems * level.slots, [&](int i) {
      int const s = i / level.slots, q = i % level.slots;
      if (q >= tile.count) return;
      std::int64_t const system = tile.system + s, node = tile.node + q;
      std::int64_t const stored = system * level.count + node, all = level.node_count();
      int const position = tree.position(0, s, q);
      if constexpr (IsLeaf && Which != Phase::substitute) {
        std::int64_t const row = node * level.span;
        with_rows(s, q, row, system, [&](auto const& rows) {
          auto const leaf = reduce_rows<T, K, Pivoted>(rows, rows_of_leaf(node),
                                                       [&](std::int64_t j) { problem.report(row + j, system); });
          tree.store(position, leaf);
        });
        if constexpr (Which == Phase::reduce)
          for (int k = 0; k < Node<T, K>::words; ++k) scratch.nodes[k * all + stored] = tree.word(position, k);
      } else {
        ARAIOS_UNROLL
        for (int k = 0; k < Node<T, K>::words; ++k) tree.word(position, k) = scratch.nodes[k * all + stored];
      }
    });
  }

  KOKKOS_FUNCTION std::int64_t next_count() const { return level.systems * level.tiles_per_system; }

  /// The k-th unknown of each group around and in the root, from the nodes of the next level.
  KOKKOS_FUNCTION void read_root(std::int64_t t, int k, TileNodes const& tile, Nodes const& tree) const {
    int const root = tree.position(level.steps, 0, 0);
    std::int64_t const tiles = level.tiles_per_system, begin = tile.system * tiles, end = begin + tiles;
    std::int64_t const before = t > begin ? t - 1 : end - 1, after = t + 1 < end ? t + 1 : begin;
    bool const has_left = t > begin || problem.is_periodic, has_right = t + 1 < end || problem.is_periodic;
    std::int64_t const all = next_count();
    tree.word(root, k) = scratch.next_ends[k * all + t];
    tree.word(root, K + k) = scratch.next_ends[(K + k) * all + t];
    tree.outside()[k] = has_left ? scratch.next_ends[(K + k) * all + before] : T(0);
    tree.outside()[K + k] = has_right ? scratch.next_ends[k * all + after] : T(0);
  }

  /// Leaves: x. Nodes: their first and last unknowns.
  template <class Group, class WithRows>
  KOKKOS_FUNCTION void write_solution(Group const& group, TileNodes const& tile, Nodes const& tree,
                                      WithRows const& with_rows) const {
    group.each(tile.systems * level.slots, [&](int i) {
      int const s = i / level.slots, q = i % level.slots;
      if (q >= tile.count) return;
      std::int64_t const system = tile.system + s, node = tile.node + q;
      if constexpr (IsLeaf) {
        with_rows(s, q, node * level.span, system, [&](auto const& rows) {
          substitute_rows<T, K, Pivoted>(rows, rows_of_leaf(node), tree.around(0, s, q));
        });
      } else {
        std::int64_t const stored = system * level.count + node;
        for (int k = 0; k < 2 * K; ++k)
          scratch.ends[k * level.node_count() + stored] = tree.word(tree.position(0, s, q), k);
      }
    });
  }
};

/// The rows of leaves in memory; pivot rows are kept by the thread.
template <class T, int K>
struct WithRowsInMemory {
  Problem<T, K> const& problem;
  template <class F>
  KOKKOS_FUNCTION void operator()(int, int, std::int64_t row, std::int64_t system, F const& f) const {
    using Kept = Array<T, 2 * K + 1>;
    alignas(T) char bytes[sizeof(Kept) * static_cast<std::size_t>(Tuning<T, K>::rows + 2 * K)];
    f(RowsInMemory<T, K>{problem, row, system, reinterpret_cast<Kept*>(bytes)});
  }
};

/// A tile of nodes has no rows.
struct NoRows {
  template <class F>
  KOKKOS_FUNCTION void operator()(int, int, std::int64_t, std::int64_t, F const&) const {}
};

/// A tile for each work item.
template <class T, class TileType>
struct HostTiles {
  TileType tile;
  KOKKOS_FUNCTION void operator()(std::int64_t t) const {
    alignas(16) char memory[static_cast<std::size_t>(TileType::tree_bytes)];
    tile.run(SingleThread(), t, reinterpret_cast<T*>(memory), WithRowsInMemory<T, TileType::K>{tile.problem});
  }
};

/// A tile for each team.
template <class T, class TileType, class Exec>
struct TeamTiles {
  using Member = typename Kokkos::TeamPolicy<Exec>::member_type;
  TileType tile;
  int scratch_level;
  KOKKOS_FUNCTION void operator()(Member const& member) const {
    int const bytes = TileType::tree_bytes;
    auto* const memory = static_cast<T*>(member.team_scratch(scratch_level).get_shmem(bytes));
    tile.run(TeamThreads<Member>{member}, member.league_rank(), memory, WithRowsInMemory<T, TileType::K>{tile.problem});
  }
};

}  // namespace Araios::Impl::tridiagonal
