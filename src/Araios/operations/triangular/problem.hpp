// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// A triangular system: the rows of the triangle in the order in which they can be solved, and the right-hand sides.
///
/// The q-th row in that order is row q of a lower triangle, and row n - 1 - q of an upper one. The terms of a row are
/// taken towards the diagonal: in the order of the entries in a lower triangle, in the reverse order in an upper one.
/// So the last term of a sorted row is the one that is known last, and its sum waits for one term alone.

#include <Araios/core/arithmetic.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>

namespace Araios::Impl::triangular {

/// Tuning parameter: a row of more entries is long, and a warp solves it alone.
inline constexpr std::int64_t long_row = 128;

/// Positions of the entries of a row.
template <class Offset>
struct Extent {
  Offset begin, end;
  KOKKOS_FUNCTION std::int64_t count() const { return static_cast<std::int64_t>(end - begin); }
};

/// The pattern. The entries of the triangle in row i, without those on the diagonal, are before position bounds[i] of a
/// lower triangle, and from position bounds[i] on of an upper one; entries of the other triangle may be among them.
template <class Ordinal_, class Offset_>
struct Rows {
  using Ordinal = Ordinal_;
  using Offset = Offset_;
  Offset const* row_map;
  Offset const* bounds;
  Ordinal const* entries;
  std::int64_t n;
  bool is_upper;
  Ordinal const* order = nullptr;  // all rows, each after those that it depends on; none: that of the matrix

  KOKKOS_FUNCTION std::int64_t row_at(std::int64_t q) const {
    if (order != nullptr) return static_cast<std::int64_t>(order[q]);
    return is_upper ? n - 1 - q : q;
  }
  KOKKOS_FUNCTION bool has(std::int64_t i, std::int64_t j) const { return is_upper ? j > i : j < i; }
  /// The entries of row i.
  KOKKOS_FUNCTION Extent<Offset> extent(std::int64_t i) const {
    return is_upper ? Extent<Offset>{bounds[i], row_map[i + 1]} : Extent<Offset>{row_map[i], bounds[i]};
  }
  /// The k-th of them.
  KOKKOS_FUNCTION Offset position(Extent<Offset> const& extent, std::int64_t k) const {
    return is_upper ? extent.end - 1 - static_cast<Offset>(k) : extent.begin + static_cast<Offset>(k);
  }
};

/// The columns of B and X, at any strides.
template <class T>
struct Columns {
  T const* b;
  T* x;
  std::int64_t row_stride_b, column_stride_b, row_stride_x, column_stride_x;
  std::int64_t count;

  KOKKOS_FUNCTION T const& b_at(std::int64_t i, std::int64_t c) const {
    return b[i * row_stride_b + c * column_stride_b];
  }
  KOKKOS_FUNCTION T* x_at(std::int64_t i, std::int64_t c) const { return x + i * row_stride_x + c * column_stride_x; }
};

/// The system of one plan. inverses: those of the diagonal, or a null pointer where it is 1.
template <class T_, class Ordinal_, class Offset_>
struct System {
  using T = T_;
  using Ordinal = Ordinal_;
  using Offset = Offset_;
  Rows<Ordinal, Offset> rows;
  T const* values;
  T const* inverses;

  /// The element of x for a row whose terms are subtracted.
  KOKKOS_FUNCTION T inverse(std::int64_t i) const { return inverses == nullptr ? T(1) : inverses[i]; }
  KOKKOS_FUNCTION T finished(T const& left, T const& inverse) const {
    return inverses == nullptr ? left : product(left, inverse);
  }
  /// The same, with the terms of row i of column c, where the elements of x that it needs are in `known`.
  template <class Known>
  KOKKOS_FUNCTION T solved(std::int64_t i, T left, Known const& known) const {
    auto const extent = rows.extent(i);
    for (std::int64_t k = 0; k < extent.count(); ++k) {
      auto const p = rows.position(extent, k);
      auto const j = static_cast<std::int64_t>(rows.entries[p]);
      if (rows.has(i, j)) left = subtract_product(left, values[p], known(j));
    }
    return finished(left, inverse(i));
  }
};

}  // namespace Araios::Impl::triangular
