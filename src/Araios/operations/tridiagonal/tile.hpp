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
  static constexpr int capacity = IsLeaf                  ? Tuning<T, K>::leaves
                                  : Which == Phase::solve ? Tuning<T, K>::top_nodes
                                                          : Tuning<T, K>::nodes;
  static constexpr int threads = IsLeaf ? capacity : capacity / 2;  // a merge takes two nodes
  using Nodes = Tree<T, K, capacity>;
  static constexpr int tree_bytes = static_cast<int>(Nodes::words * sizeof(T));

  Problem<T, K> problem;
  Level level;
  LevelScratch<T> scratch;

  KOKKOS_FUNCTION int rows_of_leaf(std::int64_t leaf) const {
    std::int64_t const left = problem.n - leaf * level.span;
    return static_cast<int>(leaf + 1 == level.count ? left : level.span);
  }

  /// Whether the solution has no other kernel; it then also writes -1 to the zero pivot.
  KOKKOS_FUNCTION bool is_only_kernel() const { return level.tiles == 1 && IsLeaf && Which == Phase::solve; }

  /// with_rows(s, q, row, system, f) calls f with the rows of leaf q of system s of the tile, of which `row` is the
  /// first.
  template <class Group, class WithRows>
  KOKKOS_FUNCTION void run(Group const& group, std::int64_t t, T* memory, WithRows const& with_rows) const {
    TileNodes const tile(level, t);
    Nodes const tree{problem, level, tile, memory, Which == Phase::solve};
    if constexpr (!IsLeaf || Which == Phase::substitute) start_nodes(group, tile, tree);
    if constexpr (Which == Phase::substitute) start_roots(group, tile, tree);
    group.finish();
    if (is_only_kernel()) group.each(1, [&](int) { *problem.zero_pivot = -1; });
    if constexpr (IsLeaf) with_rows.complete(group);
    if constexpr (IsLeaf && Which != Phase::substitute) reduce_leaves(group, tile, tree, with_rows);
    if constexpr (IsLeaf && Which == Phase::reduce) {
      start_nodes(group, tile, tree);
      group.finish();
    }
    // On the way back the values of the roots are known, their equations are not needed.
    tree.merge_up(group, Which == Phase::substitute ? level.steps - 1 : level.steps, Which != Phase::substitute);
    if constexpr (Which == Phase::reduce) {
      int const roots = tree.count(level.steps), first = tree.position(level.steps, 0, 0);
      std::int64_t const to = first_root(tile), all = level.systems * level.root_count();
      group.each(Node<T, K>::words * roots, [&](int i) {
        int const k = i / roots, q = i % roots;
        scratch.next_nodes[k * all + to + q] = tree.word(first + q, k);
      });
    } else {
      if constexpr (Which == Phase::solve) tree.close_roots(group);
      tree.separate_down(group);
      write_solution(group, tile, tree, with_rows);
    }
  }

  /// Leaves from their rows: to the tree, or to memory, from where they are also read on the way back. The tree may
  /// then be where the rows were.
  template <class Group, class WithRows>
  KOKKOS_FUNCTION void reduce_leaves(Group const& group, TileNodes const& tile, Nodes const& tree,
                                     WithRows const& with_rows) const {
    group.each(tile.systems * level.slots, [&](int i) {
      int const s = i / level.slots, q = i % level.slots;
      if (q >= tile.count) return;
      std::int64_t const system = tile.system + s, node = tile.node + q, row = node * level.span;
      with_rows(s, q, row, system, [&](auto const& rows) {
        auto const leaf = reduce_rows<T, K, Pivoted>(rows, rows_of_leaf(node),
                                                     [&](std::int64_t j) { problem.report(row + j, system); });
        if constexpr (Which == Phase::solve)
          tree.store(tree.position(0, s, q), leaf);
        else
          leaf.each_word([&](int k, T const& word) {
            scratch.nodes[k * level.node_count() + system * level.count + node] = word;
          });
      });
    });
  }

  /// The nodes of step 0 from memory.
  template <class Group>
  KOKKOS_FUNCTION void start_nodes(Group const& group, TileNodes const& tile, Nodes const& tree) const {
    group.start(tile.systems * level.slots, [&](int i) {
      int const s = i / level.slots, q = i % level.slots;
      if (q >= tile.count) return;
      std::int64_t const stored = (tile.system + s) * level.count + tile.node + q, all = level.node_count();
      int const position = tree.position(0, s, q);
      ARAIOS_UNROLL
      for (int k = 0; k < Node<T, K>::words; ++k)
        copy_to_shared(&tree.word(position, k), scratch.nodes + k * all + stored);
    });
  }

  /// The number of the first root of a tile in the next level.
  KOKKOS_FUNCTION std::int64_t first_root(TileNodes const& tile) const {
    return tile.system * level.root_count() + (tile.node >> level.steps);
  }

  /// The unknowns around and in the roots, from the nodes of the next level.
  template <class Group>
  KOKKOS_FUNCTION void start_roots(Group const& group, TileNodes const& tile, Nodes const& tree) const {
    int const roots = tree.count(level.steps), position = tree.position(level.steps, 0, 0);
    std::int64_t const all = level.systems * level.root_count(), begin = tile.system * level.root_count();
    std::int64_t const end = begin + level.root_count(), first = first_root(tile), last = first + roots - 1;
    bool const has_left = first > begin || problem.is_periodic, has_right = last + 1 < end || problem.is_periodic;
    group.start(2 * K * roots, [&](int i) {
      int const k = i / roots, q = i % roots;
      copy_to_shared(&tree.word(position + q, k), scratch.next_ends + k * all + first + q);
      if (q != 0) return;
      std::int64_t const from = k < K ? (first > begin ? first : end) - 1 : last + 1 < end ? last + 1 : begin;
      int const word = k < K ? K + k : k - K;
      tree.outside()[k] = (k < K ? has_left : has_right) ? scratch.next_ends[word * all + from] : T(0);
    });
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
  template <class Group>
  KOKKOS_FUNCTION void complete(Group const&) const {}
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
