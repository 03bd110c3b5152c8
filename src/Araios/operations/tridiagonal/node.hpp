// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// Nodes: what elimination leaves of consecutive rows.
///
/// A node of rows begin .. end - 1 of a matrix with K diagonals on each side has 2 K equations: those that are left
/// after the inner unknowns x(begin + K) .. x(end - K - 1) are eliminated from all of its rows. Their unknowns are four
/// groups of K: left (before begin), first (from begin on), last (before end), right (from end on). No other row has
/// inner unknowns, so this is Gaussian elimination with row interchanges on a matrix whose columns are permuted: a
/// pivot is 0 only where the matrix is singular. Two neighbours merge to a node in the same way. Reducing to a
/// tridiagonal system of first and last, one equation from above and one from below, would fail where the inner block
/// alone is singular.

#include <Araios/collective/lanes.hpp>
#include <Araios/core/arithmetic.hpp>
#include <Araios/operations/tridiagonal/eliminate.hpp>

#include <Kokkos_Core.hpp>

namespace Araios::Impl::tridiagonal {

/// 2 K equations: coefficients of left, first, last and right, and the right-hand side.
template <class T, int K>
struct Node {
  static constexpr int words = 2 * K * (4 * K + 1);
  Array<Array<T, 4 * K + 1>, 2 * K> rows;

  template <class F>
  KOKKOS_FUNCTION void each_word(F const& f) const {
    ARAIOS_UNROLL
    for (int r = 0; r < 2 * K; ++r) {
      ARAIOS_UNROLL
      for (int k = 0; k <= 4 * K; ++k) f(r * (4 * K + 1) + k, rows[r][k]);
    }
  }
};

/// The values of the unknowns around and in a node.
template <class T, int K>
struct Neighbours {
  Array<T, K> left, first, last, right;
};

/// The weight of a row with these coefficients; any where all are 0
///
/// A real number needs its upper 32 bits: those without the sign are in the order of magnitudes. Integers are compared,
/// because a comparison of doubles takes a pipe that the elimination needs.
template <class T>
KOKKOS_INLINE_FUNCTION RealPartOf<T> weight_of(T const* coefficients, int count) {
  if constexpr (is_complex_v<T>) {
    RealPartOf<T> largest = 0;
    ARAIOS_UNROLL
    for (int k = 0; k < count; ++k) {
      auto const size = magnitude(coefficients[k]);
      largest = size > largest ? size : largest;
    }
    return inverse_power_of_two<RealPartOf<T>>(upper_bits(largest));
  } else {
    std::int32_t largest = 0;
    ARAIOS_UNROLL
    for (int k = 0; k < count; ++k) {
      std::int32_t const size = upper_bits(coefficients[k]) & 0x7fffffff;
      largest = size > largest ? size : largest;
    }
    return inverse_power_of_two<T>(largest);
  }
}

/// Multiplies each equation by a power of 2 that takes its largest coefficient to [1, 2), or close to it. Equations
/// that lose their large coefficients in each merge would underflow after some thousand rows.
template <class T, int K>
KOKKOS_INLINE_FUNCTION void normalize(Node<T, K>& node) {
  ARAIOS_UNROLL
  for (int r = 0; r < 2 * K; ++r) {
    RealPartOf<T> const factor = weight_of(node.rows[r], 4 * K);
    ARAIOS_UNROLL
    for (int k = 0; k <= 4 * K; ++k) node.rows[r][k] = scaled(node.rows[r][k], factor);
  }
}

/// The node of two neighbours. The unknowns between them, last of `before` and first of `after`, are eliminated from 4
/// K rows; zero(k) is called if the pivot of the k-th of these is 0.
template <class T, int K, class Zero>
KOKKOS_INLINE_FUNCTION Node<T, K> merge(Node<T, K> const& before, Node<T, K> const& after, Zero const& zero) {
  Array<EliminationRow<T, 2 * K, 4 * K>, 4 * K> rows;
  ARAIOS_UNROLL
  for (int r = 0; r < 2 * K; ++r) {
    auto &upper = rows[r], &lower = rows[2 * K + r];
    upper.clear();
    lower.clear();
    ARAIOS_UNROLL
    for (int k = 0; k < 2 * K; ++k) {
      upper.outer[k] = before.rows[r][k];
      upper.window[k] = before.rows[r][2 * K + k];
    }
    ARAIOS_UNROLL
    for (int k = 0; k < 4 * K; ++k) lower.window[k] = after.rows[r][k];
    upper.rhs = before.rows[r][4 * K];
    lower.rhs = after.rows[r][4 * K];
    upper.weight = lower.weight = 1;  // as nodes are normalized
  }
  Array<T, 2 * K> inverse;
  eliminate_all<2 * K, 4 * K>(rows, inverse, zero);
  Node<T, K> node;
  ARAIOS_UNROLL
  for (int r = 0; r < 2 * K; ++r) {
    ARAIOS_UNROLL
    for (int k = 0; k < 2 * K; ++k) {
      node.rows[r][k] = rows[2 * K + r].outer[k];
      node.rows[r][2 * K + k] = rows[2 * K + r].window[k];
    }
    node.rows[r][4 * K] = rows[2 * K + r].rhs;
  }
  normalize(node);
  return node;
}

/// between[0 .. K) := last of `before`, and the others := first of `after`, by the same pivots as in `merge`; `around`
/// are left and first of `before`, last and right of `after`.
template <class T, int K>
KOKKOS_INLINE_FUNCTION void separate(Node<T, K> const& before, Node<T, K> const& after, Neighbours<T, K> const& around,
                                     Array<T, 2 * K>& between) {
  Array<EliminationRow<T, 0, 2 * K>, 4 * K> rows;
  ARAIOS_UNROLL
  for (int r = 0; r < 2 * K; ++r) {
    auto &upper = rows[r], &lower = rows[2 * K + r];
    upper.rhs = before.rows[r][4 * K];
    lower.rhs = after.rows[r][4 * K];
    ARAIOS_UNROLL
    for (int k = 0; k < K; ++k) {
      upper.rhs = subtract_product(upper.rhs, before.rows[r][k], around.left[k]);
      upper.rhs = subtract_product(upper.rhs, before.rows[r][K + k], around.first[k]);
      lower.rhs = subtract_product(lower.rhs, after.rows[r][2 * K + k], around.last[k]);
      lower.rhs = subtract_product(lower.rhs, after.rows[r][3 * K + k], around.right[k]);
    }
    ARAIOS_UNROLL
    for (int k = 0; k < 2 * K; ++k) {
      upper.window[k] = before.rows[r][2 * K + k];
      lower.window[k] = after.rows[r][k];
    }
    upper.weight = lower.weight = 1;  // as nodes are normalized
  }
  Array<T, 2 * K> inverse;
  eliminate_all<2 * K, 4 * K>(rows, inverse, [](int) {});
  substitute<2 * K>(rows, inverse, between);
}

/// ends := first and last of the node of all rows. Where the system is periodic, its left unknowns are its last ones,
/// and its right ones are its first; otherwise they are 0. zero(k) is called if the pivot of ends[k] is 0.
template <class T, int K, class Zero>
KOKKOS_INLINE_FUNCTION void close(Node<T, K> const& node, bool is_periodic, Array<T, 2 * K>& ends, Zero const& zero) {
  Array<EliminationRow<T, 0, 2 * K>, 2 * K> rows;
  ARAIOS_UNROLL
  for (int r = 0; r < 2 * K; ++r) {
    auto& row = rows[r];
    ARAIOS_UNROLL
    for (int k = 0; k < K; ++k) {
      T const left = is_periodic ? node.rows[r][k] : T(0);
      T const right = is_periodic ? node.rows[r][3 * K + k] : T(0);
      row.window[k] = sum(node.rows[r][K + k], right);
      row.window[K + k] = sum(node.rows[r][2 * K + k], left);
    }
    row.rhs = node.rows[r][4 * K];
    row.weight = weight_of(row.window, 2 * K);
  }
  Array<T, 2 * K> inverse;
  eliminate_all<2 * K, 2 * K>(rows, inverse, zero);
  substitute<2 * K>(rows, inverse, ends);
}

}  // namespace Araios::Impl::tridiagonal
