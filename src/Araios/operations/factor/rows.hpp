// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// The arithmetic of an incomplete factorization, entry by entry; the order of its additions is that of every space.
///
/// ILU(0), row i: for each column k < i of the row, from the first to the last, l_ik := a_ik / u_kk, and
/// a_ij := a_ij - l_ik u_kj for the entries j > k that rows i and k share. IC(0), row i: for each column k <= i of the
/// row, a_ik := a_ik - l_ij conj(l_kj) for the entries j < k that rows i and k share, from the first to the last, and
/// then l_ik := a_ik / l_kk, or the root of a_ii. So each number is changed by one product after the other, in the
/// order of the columns, whatever lanes share a row.

#include <Araios/core/arithmetic.hpp>
#include <Araios/core/concepts.hpp>
#include <Araios/core/search.hpp>

#include <Kokkos_Core.hpp>

#include <cmath>
#include <cstdint>

namespace Araios::Impl::factor {

/// The entries of row k, and those of row i, among which a turn looks for columns that both rows have.
template <class Offset>
struct TwoRanges {
  Offset k_begin, k_end, i_begin, i_end;
};

/// The pattern of the factors: rows sorted, without duplicates. diagonal[i] is where the entry (i, i) is.
template <class Ordinal_, class Offset_>
struct Pattern {
  using Ordinal = Ordinal_;
  using Offset = Offset_;
  std::int64_t num_rows;
  Offset const* row_map;
  Ordinal const* entries;
  Offset const* diagonal;

  /// The position of column j in [first, last) of a row, or of the first column after it.
  KOKKOS_FUNCTION Offset search(Offset first, Offset last, Ordinal j) const {
    return first_true(first, last, [&](Offset p) { return entries[p] >= j; });
  }
  /// Calls pair(e, q) for the positions of the columns that both ranges have, in their order. It looks for the columns
  /// of the shorter range in the other one.
  template <class Pair>
  KOKKOS_FUNCTION void for_each_pair(TwoRanges<Offset> const& ranges, Pair const& pair) const {
    Offset e = ranges.k_begin, q = ranges.i_begin;
    bool const k_is_shorter = ranges.k_end - e <= ranges.i_end - q;
    while (e < ranges.k_end && q < ranges.i_end) {
      if (k_is_shorter)
        q = search(q, ranges.i_end, entries[e]);
      else
        e = search(e, ranges.k_end, entries[q]);
      if (e < ranges.k_end && q < ranges.i_end && entries[e] == entries[q]) pair(e, q);
      ++(k_is_shorter ? e : q);
    }
  }
};

/// A pivot of at most this magnitude is replaced, where pivots are boosted.
template <class Real>
struct Boost {
  bool is_on;
  Real threshold;
  Real value;
};

template <class T>
KOKKOS_INLINE_FUNCTION RealPartOf<T> real_part_of(T const& a) {
  if constexpr (is_complex_v<T>)
    return a.real();
  else
    return a;
}
/// a divided by a real number.
template <class T>
KOKKOS_INLINE_FUNCTION T divided(T const& a, RealPartOf<T> by) {
  if constexpr (is_complex_v<T>)
    return {a.real() / by, a.imag() / by};
  else
    return a / by;
}
/// a conj(b)
template <class T>
KOKKOS_INLINE_FUNCTION T product_with_conjugate(T const& a, T const& b) {
  return product(a, conjugate_of(b));
}

/// Entries of L (without its ones) and U, in one matrix.
template <class T_, class Ordinal_, class Offset_>
struct IluRows {
  using T = T_;
  using Ordinal = Ordinal_;
  using Offset = Offset_;
  using Real = RealPartOf<T>;
  static constexpr bool is_ilu = true;

  Pattern<Ordinal, Offset> pattern;
  Boost<Real> boost;

  /// The entries right of column k, where those of row i are from `begin` to `end`, and (i, k) is at p.
  KOKKOS_FUNCTION TwoRanges<Offset> ranges(std::int64_t k, Offset p, Offset /*begin*/, Offset end) const {
    return {pattern.diagonal[k] + 1, pattern.row_map[k + 1], p + 1, end};
  }
  /// Subtracts l_ik times row k from row i, where (i, k) is at p, and stores l_ik.
  KOKKOS_FUNCTION void turn(T* values, std::int64_t i, Offset p) const {
    std::int64_t const k = pattern.entries[p];
    T const factor = values[p] = quotient(values[p], values[pattern.diagonal[k]]);
    pattern.for_each_pair(ranges(k, p, pattern.row_map[i], pattern.row_map[i + 1]),
                          [&](Offset e, Offset q) { values[q] = subtract_product(values[q], factor, values[e]); });
  }
  /// What is left of a_ii after all turns of row i.
  KOKKOS_FUNCTION T left_on_diagonal(T const* /*values*/, T const& a, std::int64_t /*i*/) const { return a; }
  KOKKOS_FUNCTION T pivot(T const& a, bool& is_boosted) const {
    is_boosted = boost.is_on && (magnitude(a) <= boost.threshold || !has_reciprocal(a));
    return is_boosted ? T(boost.value) : a;
  }

  /// The entry at p of row i by the numbers of the sweep before.
  KOKKOS_FUNCTION T sweep(T const* before, T const& a, std::int64_t i, Offset p, bool& is_boosted) const {
    Ordinal const j = pattern.entries[p];
    Offset const diagonal = pattern.diagonal[i];
    T left = a;
    for (Offset q = pattern.row_map[i]; q < diagonal && q < p; ++q) {
      std::int64_t const k = pattern.entries[q];
      Offset const end = pattern.row_map[k + 1], found = pattern.search(pattern.diagonal[k] + 1, end, j);
      if (found < end && pattern.entries[found] == j) left = subtract_product(left, before[q], before[found]);
    }
    if (p < diagonal) return quotient(left, before[pattern.diagonal[j]]);
    return p == diagonal ? pivot(left, is_boosted) : left;
  }
  /// What sweeps begin with: L = the lower triangle of A times D^-1, U = the upper one.
  KOKKOS_FUNCTION T guess(T const* a, std::int64_t i, Offset p, bool& is_boosted) const {
    T const diagonal = pivot(a[pattern.diagonal[pattern.entries[p]]], is_boosted);
    if (p == pattern.diagonal[i]) return diagonal;
    return p < pattern.diagonal[i] && !(diagonal == T(0)) ? quotient(a[p], diagonal) : a[p];
  }
  KOKKOS_FUNCTION static bool is_bad_pivot(T const& pivot) { return !has_reciprocal(pivot); }
};

/// Entries of L. A pivot that is not positive is stored itself, not its root.
template <class T_, class Ordinal_, class Offset_>
struct IcRows {
  using T = T_;
  using Ordinal = Ordinal_;
  using Offset = Offset_;
  using Real = RealPartOf<T>;
  static constexpr bool is_ilu = false;

  Pattern<Ordinal, Offset> pattern;
  Boost<Real> boost;

  /// The entries left of column k, where those of row i are from `begin` on, and (i, k) is at p.
  KOKKOS_FUNCTION TwoRanges<Offset> ranges(std::int64_t k, Offset p, Offset begin, Offset /*end*/) const {
    return {pattern.row_map[k], pattern.diagonal[k], begin, p};
  }
  /// l_ik, where (i, k) is at p, and a is the number of A.
  KOKKOS_FUNCTION T entry(T const* values, T const& a, std::int64_t i, Offset p) const {
    std::int64_t const k = pattern.entries[p];
    T left = a;
    pattern.for_each_pair(ranges(k, p, pattern.row_map[i], p), [&](Offset e, Offset q) {
      left = difference(left, product_with_conjugate(values[q], values[e]));
    });
    return divided(left, real_part_of(values[pattern.diagonal[k]]));
  }
  KOKKOS_FUNCTION void turn(T* values, std::int64_t i, Offset p) const { values[p] = entry(values, values[p], i, p); }
  KOKKOS_FUNCTION T left_on_diagonal(T const* values, T const& a, std::int64_t i) const {
    T left = a;
    for (Offset q = pattern.row_map[i]; q < pattern.diagonal[i]; ++q)
      left = difference(left, product_with_conjugate(values[q], values[q]));
    return left;
  }
  KOKKOS_FUNCTION T pivot(T const& left, bool& is_boosted) const {
    Real square = real_part_of(left);
    is_boosted = boost.is_on && square <= boost.threshold;
    if (is_boosted) square = boost.value;
    return T(square > 0 ? static_cast<Real>(::sqrt(square)) : square);
  }

  /// The entry at p of row i by the numbers of the sweep before.
  KOKKOS_FUNCTION T sweep(T const* before, T const& a, std::int64_t i, Offset p, bool& is_boosted) const {
    return p == pattern.diagonal[i] ? pivot(left_on_diagonal(before, a, i), is_boosted) : entry(before, a, i, p);
  }
  /// L = the lower triangle of A times D^-1/2.
  KOKKOS_FUNCTION T guess(T const* a, std::int64_t i, Offset p, bool& is_boosted) const {
    T const diagonal = pivot(a[pattern.diagonal[pattern.entries[p]]], is_boosted);
    if (p == pattern.diagonal[i]) return diagonal;
    return real_part_of(diagonal) > 0 ? divided(a[p], real_part_of(diagonal)) : a[p];
  }
  KOKKOS_FUNCTION static bool is_bad_pivot(T const& pivot) { return real_part_of(pivot) <= 0; }
};

}  // namespace Araios::Impl::factor
