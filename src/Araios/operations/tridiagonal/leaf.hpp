// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// Leaves: a thread eliminates the inner unknowns of consecutive rows, and later computes them from the outer ones.
///
/// Unknown j is in the rows j - K .. j + K. When it is eliminated, rows before j + K are 2 K running rows: all that are
/// left of those before. So a step takes one new row, chooses among 2 K + 1, and leaves 2 K. The second pass makes the
/// same pivots without the outer unknowns, keeps the pivot rows where the rows of the matrix were, and goes back.

#include <Araios/collective/lanes.hpp>
#include <Araios/core/arithmetic.hpp>
#include <Araios/operations/tridiagonal/eliminate.hpp>
#include <Araios/operations/tridiagonal/node.hpp>
#include <Araios/operations/tridiagonal/problem.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>

namespace Araios::Impl::tridiagonal {

/// The rows of a leaf in memory: the way of hosts. Pivot rows are kept in an array of the thread.
template <class T, int K>
struct RowsInMemory {
  Problem<T, K> const& problem;
  std::int64_t begin, system;
  Array<T, 2 * K + 1>* kept = nullptr;

  KOKKOS_FUNCTION T coefficient(int row, int d) const { return problem.coefficient(d, begin + row, system); }
  KOKKOS_FUNCTION T rhs(int row) const { return problem.b(begin + row, system); }
  KOKKOS_FUNCTION void keep(int row, int k, T const& value) const { kept[row][k] = value; }
  KOKKOS_FUNCTION T keeps(int row, int k) const { return kept[row][k]; }
  KOKKOS_FUNCTION void solution(int row, T const& value) const { problem.x(begin + row, system) = value; }
};

/// The rows of a leaf in shared memory: word k of a row is `stride` words after word k - 1. Pivot rows replace rows
/// that were read, and the solution replaces the right-hand side.
template <class T, int K>
struct RowsInShared {
  T* first;
  int stride;

  KOKKOS_FUNCTION T coefficient(int row, int d) const { return first[d * stride + row]; }
  KOKKOS_FUNCTION T rhs(int row) const { return first[(2 * K + 1) * stride + row]; }
  KOKKOS_FUNCTION void keep(int row, int k, T const& value) const { first[k * stride + row] = value; }
  KOKKOS_FUNCTION T keeps(int row, int k) const { return first[k * stride + row]; }
  KOKKOS_FUNCTION void solution(int row, T const& value) const { first[(2 * K + 1) * stride + row] = value; }
};

/// Row `row` of the matrix, and its weight.
template <int K, class T>
KOKKOS_INLINE_FUNCTION void load_row(auto const& rows, int row, Array<T, 2 * K + 1>& coefficients, T& rhs,
                                     RealPartOf<T>& weight) {
  ARAIOS_UNROLL
  for (int d = 0; d <= 2 * K; ++d) coefficients[d] = rows.coefficient(row, d);
  rhs = rows.rhs(row);
  weight = weight_of(coefficients, 2 * K + 1);
}

/// rows[First .. Rows - 1) := rows[First + 1 .. Rows): the pivot leaves.
template <int First, int Rows, class Row>
KOKKOS_INLINE_FUNCTION void drop_pivot(Row* rows) {
  ARAIOS_UNROLL
  for (int r = First; r < Rows - 1; ++r) rows[r] = rows[r + 1];
}

/// The node of a system of fewer than 2 K rows: rows of the identity are added, and columns are taken modulo n.
template <class T, int K>
KOKKOS_INLINE_FUNCTION Node<T, K> tiny_node(auto const& rows, int n) {
  Node<T, K> node;
  ARAIOS_UNROLL
  for (int r = 0; r < 2 * K; ++r) {
    ARAIOS_UNROLL
    for (int k = 0; k <= 4 * K; ++k) node.rows[r][k] = T(0);
    node.rows[r][K + r] = T(1);
  }
  for (int r = 0; r < n; ++r) {
    node.rows[r][K + r] = T(0);
    for (int d = 0; d <= 2 * K; ++d) {
      int const column = (r - K + d + 2 * K * n) % n;
      node.rows[r][K + column] = sum(node.rows[r][K + column], rows.coefficient(r, d));
    }
    node.rows[r][4 * K] = rows.rhs(r);
  }
  normalize(node);
  return node;
}

/// The node of `count` rows; zero(j) is called if the pivot of unknown j is 0.
template <class T, int K, bool Pivoted, class Zero>
KOKKOS_INLINE_FUNCTION Node<T, K> reduce_rows(auto const& rows, int count, Zero const& zero) {
  if (count < 2 * K) return tiny_node<T, K>(rows, count);
  constexpr int first = Pivoted ? 0 : K;
  Array<EliminationRow<T, 2 * K, 2 * K + 1>, 2 * K + 1> running;
  Array<T, 2 * K + 1> coefficients;
  ARAIOS_UNROLL
  for (int r = 0; r < 2 * K; ++r) {
    auto& row = running[r];
    row.clear();
    load_row<K>(rows, r, coefficients, row.rhs, row.weight);
    ARAIOS_UNROLL
    for (int d = 0; d <= 2 * K; ++d) {  // unknown r - K + d
      if (r + d < 2 * K)
        row.outer[r + d] = coefficients[d];
      else
        row.window[r + d - 2 * K] = coefficients[d];
    }
  }
  for (int j = K; j < count - K; ++j) {
    auto& row = running[2 * K];
    ARAIOS_UNROLL
    for (int k = 0; k < 2 * K; ++k) row.outer[k] = T(0);
    load_row<K>(rows, j + K, row.window, row.rhs, row.weight);
    bool is_zero;
    eliminate<Pivoted, first, 2 * K + 1>(running, is_zero);
    if (is_no_pivot(is_zero, running[first].window[0])) zero(j);
    drop_pivot<first, 2 * K + 1>(running);
  }
  Node<T, K> node;
  ARAIOS_UNROLL
  for (int r = 0; r < 2 * K; ++r) {
    ARAIOS_UNROLL
    for (int k = 0; k < 2 * K; ++k) {
      node.rows[r][k] = running[r].outer[k];
      node.rows[r][2 * K + k] = running[r].window[k];
    }
    node.rows[r][4 * K] = running[r].rhs;
  }
  normalize(node);
  return node;
}

/// The solution of `count` rows between these values.
template <class T, int K, bool Pivoted>
KOKKOS_INLINE_FUNCTION void substitute_rows(auto const& rows, int count, Neighbours<T, K> const& around) {
  if (count >= 2 * K) {
    constexpr int first = Pivoted ? 0 : K;
    Array<EliminationRow<T, 0, 2 * K + 1>, 2 * K + 1> running;
    Array<T, 2 * K + 1> coefficients;
    ARAIOS_UNROLL
    for (int r = 0; r < 2 * K; ++r) {
      auto& row = running[r];
      row.clear();
      load_row<K>(rows, r, coefficients, row.rhs, row.weight);
      ARAIOS_UNROLL
      for (int d = 0; d <= 2 * K; ++d) {
        if (r + d < K)
          row.rhs = subtract_product(row.rhs, coefficients[d], around.left[r + d]);
        else if (r + d < 2 * K)
          row.rhs = subtract_product(row.rhs, coefficients[d], around.first[r + d - K]);
        else
          row.window[r + d - 2 * K] = coefficients[d];
      }
    }
    for (int j = K; j < count - K; ++j) {
      auto& row = running[2 * K];
      load_row<K>(rows, j + K, row.window, row.rhs, row.weight);
      bool is_zero;
      T const inverse = eliminate<Pivoted, first, 2 * K + 1>(running, is_zero);
      ARAIOS_UNROLL
      for (int k = 0; k < 2 * K; ++k) rows.keep(j, k, product(running[first].window[k + 1], inverse));
      rows.keep(j, 2 * K, product(running[first].rhs, inverse));
      drop_pivot<first, 2 * K + 1>(running);
    }
    Array<T, 2 * K> after;  // x(j + 1) .. x(j + 2 K)
    ARAIOS_UNROLL
    for (int k = 0; k < K; ++k) {
      after[k] = around.last[k];
      after[K + k] = around.right[k];
    }
    for (int j = count - K - 1; j >= K; --j) {
      T value = rows.keeps(j, 2 * K);
      ARAIOS_UNROLL
      for (int k = 2 * K - 1; k >= 0; --k) value = subtract_product(value, rows.keeps(j, k), after[k]);
      ARAIOS_UNROLL
      for (int k = 2 * K - 1; k > 0; --k) after[k] = after[k - 1];
      after[0] = value;
      rows.solution(j, value);
    }
  }
  ARAIOS_UNROLL
  for (int k = 0; k < K; ++k) {
    int const last = count < 2 * K ? K + k : count - K + k;
    if (k < count) rows.solution(k, around.first[k]);
    if (last < count) rows.solution(last, around.last[k]);
  }
}

}  // namespace Araios::Impl::tridiagonal
