// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// Dense LU with row interchanges of one small system, by the threads of a group.
///
/// The right-hand side is a last column of the matrix, so that the elimination is its forward substitution. A thread
/// has whole rows; rows are an odd number of elements apart, so that threads are in different banks of shared memory.

#include <Araios/core/arithmetic.hpp>
#include <Araios/solve/batched/problem.hpp>

#include <Kokkos_Core.hpp>

#include <cstddef>

namespace Araios::Impl::batched {

inline constexpr int max_rows_of_lu = 64;
/// Elements between the rows of the matrix with its last column.
KOKKOS_INLINE_FUNCTION constexpr int stride_of_lu(int n) { return (n + 1) | 1; }

/// A candidate of the row of the pivot. NaN is larger than all numbers; of equal ones the first row is taken.
template <class Real>
struct Pivot {
  Real size;
  int row;
  KOKKOS_FUNCTION bool is_after(Pivot const& other) const {
    if (other.row < 0) return false;
    if (row < 0) return true;
    bool const is_nan = size != size, other_is_nan = other.size != other.size;
    if (is_nan || other_is_nan) return is_nan == other_is_nan ? other.row < row : other_is_nan;
    return other.size > size || (other.size == size && other.row < row);
  }
};

/// The row of the pivot of column k, among rows k, ..., n - 1.
template <class T>
KOKKOS_FUNCTION Pivot<RealPartOf<T>> find_pivot(T const* a, int n, int k, auto const& group, char* memory) {
  using Candidate = Pivot<RealPartOf<T>>;
  static_assert(32 * sizeof(Candidate) <= bytes_of_block_sums);
  auto* const best = reinterpret_cast<Candidate*>(memory);
  int const stride = stride_of_lu(n);
  group.each(32, [&](int l) {
    Candidate mine{RealPartOf<T>(0), -1};
    for (int i = k + l; i < n; i += 32) {
      Candidate const next{magnitude(a[i * stride + k]), i};
      if (mine.is_after(next)) mine = next;
    }
    best[l] = mine;
  });
  for (int distance = 16; distance > 0; distance /= 2)
    group.each(distance, [&](int l) {
      if (best[l].is_after(best[l + distance])) best[l] = best[l + distance];
    });
  return best[0];
}

/// x := the solution by elimination; the first column without a pivot, or -1. memory: the matrix with its last column,
/// and the inverses of n pivots.
template <class System, class T>
KOKKOS_FUNCTION int solve_by_lu(System const& system, auto const& group, T* a) {
  int const n = system.n(), stride = stride_of_lu(n);
  T* const inverses = a + static_cast<std::ptrdiff_t>(n) * stride;
  auto const& problem = system.problem;
  group.each(n, [&](int i) {
    T* const row = a + i * stride;
    for (int j = 0; j < n; ++j) row[j] = T(0);
    for (auto p = problem.row_map[i]; p < problem.row_map[i + 1]; ++p) {
      T& to = row[static_cast<int>(problem.entries[p])];
      to = sum(to, problem.values(system.index, static_cast<std::int64_t>(p)));
    }
    row[n] = system.rhs(i);
  });
  for (int k = 0; k < n; ++k) {
    auto const pivot = find_pivot(a, n, k, group, group.memory);
    if (!has_reciprocal(pivot.size)) return k;
    // The next columns are read by all threads before the next search writes the candidates again.
    group.each(n + 1 - k, [&](int q) {
      int const j = k + q;
      T const moved = a[pivot.row * stride + j];
      a[pivot.row * stride + j] = a[k * stride + j];
      a[k * stride + j] = moved;
      if (q == 0) inverses[k] = reciprocal(moved);
    });
    group.each(n - 1 - k, [&](int q) {
      T* const row = a + (k + 1 + q) * stride;
      T const factor = product(row[k], inverses[k]);
      for (int j = k + 1; j <= n; ++j) row[j] = subtract_product(row[j], factor, a[k * stride + j]);
    });
  }
  for (int k = n - 1; k >= 0; --k)
    group.each(k + 1, [&](int i) {
      T const solved = product(a[k * stride + n], inverses[k]);
      if (i == k)
        system.x[k] = solved;
      else
        a[i * stride + n] = subtract_product(a[i * stride + n], a[i * stride + k], solved);
    });
  return -1;
}

}  // namespace Araios::Impl::batched
