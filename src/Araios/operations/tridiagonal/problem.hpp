// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// The systems, as kernels are given them, and how they are divided.
///
/// One system, a batch in either layout, and many right-hand sides of one matrix are the same problem: each array has a
/// distance between rows and one between systems, which is 0 for the matrix of many right-hand sides.

#include <Araios/core/concepts.hpp>
#include <Araios/core/execution.hpp>

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <cstdint>

namespace Araios::Impl::tridiagonal {

/// An element for each row of each system.
template <class T>
struct SystemArray {
  T* data;
  std::int64_t row_stride;
  std::int64_t system_stride;
  KOKKOS_FUNCTION T& operator()(std::int64_t row, std::int64_t system) const {
    return data[row * row_stride + system * system_stride];
  }
};

template <class View>
auto system_array(View const& view) {
  using T = typename View::value_type;
  std::int64_t const system_stride = [&]() -> std::int64_t {
    if constexpr (DenseMatrixView<View>)
      return static_cast<std::int64_t>(view.stride(1));
    else
      return 0;
  }();
  return SystemArray<T>{view.data(), static_cast<std::int64_t>(view.stride(0)), system_stride};
}

/// Inputs and outputs: `systems` systems of n rows, K diagonals on each side of the main one.
template <class T_, int K_>
struct Problem {
  using T = T_;
  static constexpr int K = K_;
  std::int64_t n;
  std::int64_t systems;
  bool is_periodic;
  SystemArray<T const> diagonals[static_cast<std::size_t>(2 * K + 1)];  // the lowest one first
  SystemArray<T const> b;
  SystemArray<T> x;
  std::int64_t* zero_pivot;  // system n + row of the first one, or -1

  /// Coefficient of unknown row - K + d, 0 outside of the matrix.
  KOKKOS_FUNCTION T coefficient(int d, std::int64_t row, std::int64_t system) const {
    std::int64_t const column = row - K + d;
    bool const is_inside = column >= 0 && column < n;
    return is_inside || is_periodic ? diagonals[d](row, system) : T(0);
  }
  /// A pivot of a system is 0. -1 is the largest number without a sign, so the minimum is the first one.
  KOKKOS_FUNCTION void report(std::int64_t row, std::int64_t system) const {
    std::int64_t const number = system * n + row;
    Kokkos::atomic_fetch_min(reinterpret_cast<unsigned long long*>(zero_pivot),
                             static_cast<unsigned long long>(number));
  }
};

/// How rows are divided, by sizes and types alone, so that every space computes the same bits
///
/// A leaf is a node of rows that one thread eliminates, a tile the nodes that one block merges by a binary tree. Tiles
/// of leaves give nodes, which tiles of nodes merge, until a tile has all nodes of a system.
template <class T, int K>
struct Tuning {
  static constexpr bool is_wide = sizeof(T) > 8;
  /// Rows of a leaf, at most; odd, so that threads which read their leaves in shared memory meet in no bank.
  static constexpr int rows = 21;
  static constexpr int leaves = 64 / K / (is_wide ? 2 : 1);
  static constexpr int nodes = 256 / K / K / (is_wide ? 2 : 1);
  /// Nodes of the last tile of a system: a block has a multiprocessor for itself.
  static constexpr int top_nodes = 4 * nodes;
  /// Steps of the tree that a tile of leaves makes where the nodes above it need more than one tile. Each step has half
  /// as many threads, which work as long; those of a tile of nodes are more.
  static constexpr int leaf_steps = 2;
  /// On CUDA a row of the leaves' tile takes 2 K + 2 words: four blocks share a multiprocessor.
  static constexpr int staged_rows = (leaves * rows + 2 * K + 3) / 4 * 4;  // the last leaf may have 2 K - 1 rows more
  static constexpr int leaf_blocks_per_multiprocessor = 4;
  /// Interleaved systems are solved by one thread each if there are at least so many.
  static constexpr std::int64_t min_systems_for_threads = 4096;
};

/// The nodes of a level, and the tiles that merge them.
struct Level {
  std::int64_t systems;
  std::int64_t count;             // nodes of a system
  std::int64_t span;              // rows of a node; the last one of a system may have fewer or more
  int slots;                      // nodes of a system in a tile: a power of 2
  int steps;                      // of the tree of a tile, which leave slots / 2^steps roots
  int systems_per_tile;           // more than 1 only where a system has one tile
  std::int64_t tiles_per_system;  // of one tile the root has all rows of the system
  std::int64_t tiles;

  KOKKOS_FUNCTION std::int64_t node_count() const { return systems * count; }
  /// Roots of the tiles of a system: its nodes in the next level.
  KOKKOS_FUNCTION std::int64_t root_count() const { return (count + (1 << steps) - 1) >> steps; }
};

/// The level of these nodes in tiles of `capacity` nodes, a power of 2. Tiles that have no whole system make at most
/// `max_steps` steps.
inline Level level_of(std::int64_t systems, std::int64_t count, std::int64_t span, int capacity, int max_steps) {
  Level level{systems, count, span, 1, 0, 1, tiles_for(count, capacity), 0};
  while (level.slots < capacity && level.slots < count) level.slots *= 2, ++level.steps;
  if (level.tiles_per_system > 1 && level.steps > max_steps) level.steps = max_steps;
  level.systems_per_tile = capacity / level.slots;
  level.tiles =
      level.tiles_per_system == 1 ? tiles_for(systems, level.systems_per_tile) : systems * level.tiles_per_system;
  return level;
}

/// The leaves: all have `span` rows but the last of a system, which has at least 2 K, and at most span + 2 K - 1. Where
/// a tile has whole systems, leaves are so short that they fill the tile: threads have fewer steps, and are not idle.
template <class T, int K>
Level leaf_level(std::int64_t n, std::int64_t systems) {
  using Tuned = Tuning<T, K>;
  constexpr int all_steps = 30;
  auto const leaves = [n](std::int64_t span) { return n < 2 * K ? 1 : (n - 2 * K) / span + 1; };
  std::int64_t const count = leaves(Tuned::rows);
  bool const one_tile_above = tiles_for(count, Tuned::leaves) <= Tuned::top_nodes;
  Level const level =
      level_of(systems, count, Tuned::rows, Tuned::leaves, one_tile_above ? all_steps : Tuned::leaf_steps);
  if (level.tiles_per_system > 1) return level;
  int const fit = Tuned::staged_rows / (static_cast<int>(n) | 1);  // systems of a tile are an odd number of rows apart
  std::int64_t const span = tiles_for(n - 2 * K + 1, level.slots) | 1;
  Level whole = level.slots == 1 ? level : level_of(systems, leaves(span), span, Tuned::leaves, all_steps);
  if (whole.systems_per_tile > fit) whole.systems_per_tile = fit;
  whole.tiles = tiles_for(systems, whole.systems_per_tile);
  return whole;
}
/// Rows that a tile of leaves has at most, rounded up to whole pieces; systems are an odd number of rows apart.
template <class T, int K>
int rows_of_tile(Level const& leaves, std::int64_t n) {
  std::int64_t const rows =
      leaves.tiles_per_system > 1 ? leaves.slots * leaves.span + 2 * K - 1 : leaves.systems_per_tile * (n | 1);
  return static_cast<int>((rows + 3) / 4 * 4);
}
/// The nodes that the tiles of a level leave.
template <class T, int K>
Level next_level(Level const& level) {
  using Tuned = Tuning<T, K>;
  int const capacity = level.root_count() <= Tuned::top_nodes ? Tuned::top_nodes : Tuned::nodes;
  return level_of(level.systems, level.root_count(), level.span << level.steps, capacity, capacity);
}

}  // namespace Araios::Impl::tridiagonal
