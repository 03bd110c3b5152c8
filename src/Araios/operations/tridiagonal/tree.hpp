// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// The binary tree by which a tile merges nodes of the same level, up to one for each system, and then solves
/// downwards.
///
/// Step t has room for slots / 2^t nodes of each system; node 2 q and node 2 q + 1 of step t merge to node q of step t
/// + 1, and a node without a neighbour is copied. On the way down a node's first and last unknowns replace its
/// equations, which are not needed any more.

#include <Araios/core/arithmetic.hpp>
#include <Araios/operations/tridiagonal/node.hpp>
#include <Araios/operations/tridiagonal/problem.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>

namespace Araios::Impl::tridiagonal {

/// The nodes of a level that a tile has.
struct TileNodes {
  std::int64_t system;  // the first one
  int systems;
  std::int64_t node;  // of each system, the first one
  int count;          // nodes of each system

  KOKKOS_FUNCTION TileNodes(Level const& level, std::int64_t tile) {
    bool const is_whole = level.tiles_per_system == 1;
    system = is_whole ? tile * level.systems_per_tile : tile / level.tiles_per_system;
    std::int64_t const left = level.systems - system;
    systems = static_cast<int>(left < level.systems_per_tile ? left : level.systems_per_tile);
    node = is_whole ? 0 : tile % level.tiles_per_system * level.slots;
    count = static_cast<int>(level.count - node < level.slots ? level.count - node : level.slots);
  }
};

/// The tree of a tile in `memory`, of `words` numbers.
template <class T, int K, int Capacity>
struct Tree {
  static constexpr int positions = 2 * Capacity;
  static constexpr int words = Node<T, K>::words * positions + 2 * K;

  Problem<T, K> const& problem;
  Level const& level;
  TileNodes const& tile;
  T* memory;
  bool is_closed;  // the only root has all rows of a system

  /// Nodes of a system at step t.
  KOKKOS_FUNCTION int count(int t) const { return (tile.count + (1 << t) - 1) >> t; }
  KOKKOS_FUNCTION int position(int t, int s, int q) const {
    return positions - (positions >> t) + s * (level.slots >> t) + q;
  }
  KOKKOS_FUNCTION T& word(int position, int k) const { return memory[k * positions + position]; }
  KOKKOS_FUNCTION T* outside() const { return memory + Node<T, K>::words * positions; }  // left and right of one system

  KOKKOS_FUNCTION void store(int position, Node<T, K> const& node) const {
    node.each_word([&](int k, T const& value) { word(position, k) = value; });
  }
  KOKKOS_FUNCTION Node<T, K> load(int position) const {
    Node<T, K> node;
    ARAIOS_UNROLL
    for (int r = 0; r < 2 * K; ++r) {
      ARAIOS_UNROLL
      for (int k = 0; k <= 4 * K; ++k) node.rows[r][k] = word(position, r * (4 * K + 1) + k);
    }
    return node;
  }
  KOKKOS_FUNCTION void store_ends(int position, T const* first, T const* last) const {
    ARAIOS_UNROLL
    for (int k = 0; k < K; ++k) {
      word(position, k) = first[k];
      word(position, K + k) = last[k];
    }
  }

  /// The unknowns around and in node q of step t, when those of this step are known.
  KOKKOS_FUNCTION Neighbours<T, K> around(int t, int s, int q) const {
    Neighbours<T, K> values;
    int const here = position(t, s, q), root = position(level.steps, s, 0);
    bool const has_left = q > 0, has_right = q + 1 < count(t);
    ARAIOS_UNROLL
    for (int k = 0; k < K; ++k) {
      values.first[k] = word(here, k);
      values.last[k] = word(here, K + k);
      T left(0), right(0);
      if (!is_closed) {
        left = outside()[k];
        right = outside()[K + k];
      } else if (problem.is_periodic) {
        left = word(root, K + k);
        right = word(root, k);
      }
      values.left[k] = has_left ? word(here - 1, K + k) : left;
      values.right[k] = has_right ? word(here + 1, k) : right;
    }
    return values;
  }

  /// Row at which node q of step t begins.
  KOKKOS_FUNCTION std::int64_t row(int t, int q) const { return (tile.node + (std::int64_t(q) << t)) * level.span; }

  /// From the nodes of step 0 to those of step `end`. A pivot that is 0 is reported if `reports`.
  template <class Group>
  KOKKOS_FUNCTION void merge_up(Group const& group, int end, bool reports) const {
    for (int t = 0; t < end; ++t) {
      int const slots = level.slots >> (t + 1);
      group.each(tile.systems * slots, [&](int i) {
        int const s = i / slots, q = i % slots;
        if (2 * q >= count(t)) return;
        int const from = position(t, s, 2 * q), to = position(t + 1, s, q);
        if (2 * q + 1 == count(t)) return store(to, load(from));
        auto const border = row(t, 2 * q + 1) - K;
        store(to, merge(load(from), load(from + 1), [&](int k) {
                if (reports) problem.report(border + k, tile.system + s);
              }));
      });
    }
  }

  /// first and last of the roots, which have all rows of their systems.
  template <class Group>
  KOKKOS_FUNCTION void close_roots(Group const& group) const {
    group.each(tile.systems, [&](int s) {
      int const root = position(level.steps, s, 0);
      std::int64_t const n = problem.n;
      Array<T, 2 * K> ends;
      close(load(root), problem.is_periodic, ends,
            [&](int k) { problem.report(n < 2 * K || k < K ? k : n - 2 * K + k, tile.system + s); });
      store_ends(root, ends, ends + K);
    });
  }

  /// From first and last of the roots to those of the nodes of step 0.
  template <class Group>
  KOKKOS_FUNCTION void separate_down(Group const& group) const {
    for (int t = level.steps - 1; t >= 0; --t) {
      int const slots = level.slots >> (t + 1);
      group.each(tile.systems * slots, [&](int i) {
        int const s = i / slots, q = i % slots;
        if (2 * q >= count(t)) return;
        int const to = position(t, s, 2 * q);
        auto const values = around(t + 1, s, q);
        if (2 * q + 1 == count(t)) return store_ends(to, values.first, values.last);
        Array<T, 2 * K> between;
        separate(load(to), load(to + 1), values, between);
        store_ends(to, values.first, between);
        store_ends(to + 1, between + K, values.last);
      });
    }
  }
};

}  // namespace Araios::Impl::tridiagonal
