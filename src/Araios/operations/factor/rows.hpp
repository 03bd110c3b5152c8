// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// The arithmetic of an incomplete factorization, entry by entry; the order of its additions is that of every space.
///
/// ILU(0), row i: for each column k < i of the row, from the first to the last, l_ik := a_ik / u_kk, and
/// a_ij := a_ij - l_ik u_kj for the entries j > k that rows i and k share. So each number is changed by one product
/// after the other, whatever lanes share a row. IC(0): l_ik := (a_ik - sum of l_ij conj(l_kj) over j < k) / l_kk. The
/// e-th entry of row k is added to part e mod 8, and the parts are added as a tree, so 8 lanes or one thread find the
/// same bits.

#include <Araios/core/arithmetic.hpp>
#include <Araios/core/concepts.hpp>
#include <Araios/core/search.hpp>

#include <Kokkos_Core.hpp>

#include <cmath>
#include <cstddef>
#include <cstdint>

namespace Araios::Impl::factor {

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
  static constexpr int parts = 1;  // sums are not shared by lanes

  Pattern<Ordinal, Offset> pattern;
  Boost<Real> boost;

  /// Subtracts l_ik times row k from the entries after p, the position of (i, k). The lanes share the shorter one of
  /// the two rows, and look for its columns in the other one. Returns l_ik.
  KOKKOS_FUNCTION T part(T* values, std::int64_t i, Offset p, int lane, int lanes) const {
    Offset const diagonal = pattern.diagonal[pattern.entries[p]];
    Offset const end_k = pattern.row_map[pattern.entries[p] + 1], end = pattern.row_map[i + 1];
    T const factor = quotient(values[p], values[diagonal]);
    Offset e = diagonal + 1, q = p + 1;
    auto const step = static_cast<Offset>(lanes);
    if (end_k - e <= end - q) {
      for (e += static_cast<Offset>(lane); e < end_k && q < end; e += step) {
        q = pattern.search(q, end, pattern.entries[e]);
        if (q < end && pattern.entries[q] == pattern.entries[e])
          values[q] = subtract_product(values[q], factor, values[e]);
      }
    } else {
      for (q += static_cast<Offset>(lane); q < end && e < end_k; q += step) {
        e = pattern.search(e, end_k, pattern.entries[q]);
        if (e < end_k && pattern.entries[q] == pattern.entries[e])
          values[q] = subtract_product(values[q], factor, values[e]);
      }
    }
    return factor;
  }
  KOKKOS_FUNCTION T entry(T const* /*values*/, T const& /*a*/, Offset /*p*/, T const& factor) const { return factor; }
  KOKKOS_FUNCTION T pivot_part(T const* /*values*/, std::int64_t /*i*/, int /*lane*/, int /*lanes*/) const {
    return T(0);
  }
  KOKKOS_FUNCTION T pivot(T const& a, T const& /*sum*/, bool& is_boosted) const {
    is_boosted = boost.is_on && magnitude(a) <= boost.threshold;
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
    return p == diagonal ? pivot(left, T(0), is_boosted) : left;
  }
  /// What sweeps begin with: L = the lower triangle of A times D^-1, U = the upper one.
  KOKKOS_FUNCTION T guess(T const* a, std::int64_t i, Offset p) const {
    bool is_boosted = false;
    T const diagonal = pivot(a[pattern.diagonal[pattern.entries[p]]], T(0), is_boosted);
    if (p == pattern.diagonal[i]) return diagonal;
    return p < pattern.diagonal[i] && !(diagonal == T(0)) ? quotient(a[p], diagonal) : a[p];
  }
  KOKKOS_FUNCTION static bool is_bad_pivot(T const& pivot) { return pivot == T(0); }
};

/// Entries of L. A pivot that is not positive is stored itself, not its root.
template <class T_, class Ordinal_, class Offset_>
struct IcRows {
  using T = T_;
  using Ordinal = Ordinal_;
  using Offset = Offset_;
  using Real = RealPartOf<T>;
  static constexpr int parts = 8;

  Pattern<Ordinal, Offset> pattern;
  Boost<Real> boost;

  /// A part of the sum of l_ij conj(l_kj) over j < k, where (i, k) is at p. In a long row k it passes over columns that
  /// a short row i does not have.
  KOKKOS_FUNCTION T part(T const* values, std::int64_t i, Offset p, int lane, int /*lanes*/) const {
    std::int64_t const k = pattern.entries[p];
    Offset const end = pattern.diagonal[k];
    Offset q = pattern.row_map[i];
    T sum_of_part(0);
    Offset e = pattern.row_map[k] + static_cast<Offset>(lane);
    bool const skips = e < end && (end - e) / 8 > p - q;
    while (e < end && q < p) {
      q = pattern.search(q, p, pattern.entries[e]);
      if (q < p && pattern.entries[q] == pattern.entries[e])
        sum_of_part = sum(sum_of_part, product_with_conjugate(values[q], values[e]));
      else if (skips && q < p)
        e += (pattern.search(e, end, pattern.entries[q]) - 1 - e) / parts * parts;
      e += parts;
    }
    return sum_of_part;
  }
  KOKKOS_FUNCTION T entry(T const* values, T const& a, Offset p, T const& total) const {
    return divided(difference(a, total), real_part_of(values[pattern.diagonal[pattern.entries[p]]]));
  }
  KOKKOS_FUNCTION T pivot_part(T const* values, std::int64_t i, int lane, int /*lanes*/) const {
    T sum_of_part(0);
    for (Offset e = pattern.row_map[i] + static_cast<Offset>(lane); e < pattern.diagonal[i]; e += parts)
      sum_of_part = sum(sum_of_part, product_with_conjugate(values[e], values[e]));
    return sum_of_part;
  }
  KOKKOS_FUNCTION T pivot(T const& a, T const& total, bool& is_boosted) const {
    Real square = real_part_of(a) - real_part_of(total);
    is_boosted = boost.is_on && square <= boost.threshold;
    if (is_boosted) square = boost.value;
    return T(square > 0 ? static_cast<Real>(::sqrt(square)) : square);
  }

  KOKKOS_FUNCTION T sweep(T const* before, T const& a, std::int64_t i, Offset p, bool& is_boosted) const;
  /// L = the lower triangle of A times D^-1/2.
  KOKKOS_FUNCTION T guess(T const* a, std::int64_t i, Offset p) const {
    bool is_boosted = false;
    T const diagonal = pivot(a[pattern.diagonal[pattern.entries[p]]], T(0), is_boosted);
    if (p == pattern.diagonal[i]) return diagonal;
    return real_part_of(diagonal) > 0 ? divided(a[p], real_part_of(diagonal)) : a[p];
  }
  KOKKOS_FUNCTION static bool is_bad_pivot(T const& pivot) { return real_part_of(pivot) <= 0; }
};

/// The sum of part(0), part(1), ..., as a tree: lanes of a GPU add the same pairs.
template <int parts, class Part>
KOKKOS_INLINE_FUNCTION auto sum_of_parts(Part const& part) {
  using T = decltype(part(0));
  T sums[static_cast<std::size_t>(parts)];
  for (int lane = 0; lane < parts; ++lane) sums[lane] = part(lane);
  for (int distance = parts / 2; distance > 0; distance /= 2)
    for (int lane = 0; lane < distance; ++lane) sums[lane] = sum(sums[lane], sums[lane + distance]);
  return sums[0];
}

template <class T, class Ordinal, class Offset>
KOKKOS_FUNCTION T IcRows<T, Ordinal, Offset>::sweep(T const* before, T const& a, std::int64_t i, Offset p,
                                                    bool& is_boosted) const {
  if (p == pattern.diagonal[i])
    return pivot(a, sum_of_parts<parts>([&](int lane) { return pivot_part(before, i, lane, parts); }), is_boosted);
  return entry(before, a, p, sum_of_parts<parts>([&](int lane) { return part(before, i, p, lane, parts); }));
}

}  // namespace Araios::Impl::factor
