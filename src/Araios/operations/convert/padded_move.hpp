// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// The move of one entry, or of one slot of padding, between CSR and the formats of layout/padded.hpp.

#include <Kokkos_Core.hpp>

#include <cstdint>
#include <limits>

namespace Araios::Impl::convert {

/// Copies entries of a CSR matrix to a padded format (ToPadded), padding included, or back. Of a row with more than
/// `max_count` entries the first `max_count` are moved.
template <bool ToPadded_, class Layout_, class RowMap_, class CsrEntries, class CsrValues, class Entries, class Values>
struct PaddedMove {
  static constexpr bool ToPadded = ToPadded_;
  using Layout = Layout_;
  using Ordinal = typename Entries::non_const_value_type;
  using Scalar = typename Values::non_const_value_type;

  Layout layout;
  RowMap_ row_map;
  CsrEntries csr_entries;
  CsrValues csr_values;
  Entries entries;
  Values values;
  std::int64_t max_count;
  bool by_zero;  // pads by zero: with a column of the row instead of index -1

  struct Line {
    std::int64_t begin = 0;  // in CSR
    std::int64_t count = 0;  // entries
    std::int64_t base = 0;   // in the padded format
    std::int64_t slots = 0;  // written or read
    Ordinal padding = -1;
  };

  KOKKOS_INLINE_FUNCTION Line describe(std::int64_t l) const {
    Line line;
    std::int64_t const row = layout.row(l);
    if (row >= 0) {
      line.begin = static_cast<std::int64_t>(row_map(row));
      line.count = static_cast<std::int64_t>(row_map(row + 1)) - line.begin;
      if (line.count > max_count) line.count = max_count;
    }
    line.base = layout.base(l);
    line.slots = line.count;
    if constexpr (ToPadded && Layout::has_padding) {
      line.slots = layout.width(l);
      if (by_zero) line.padding = line.count > 0 ? csr_entries(line.begin + line.count - 1) : Ordinal(0);
    }
    return line;
  }
  KOKKOS_INLINE_FUNCTION void move(std::int64_t p, std::int64_t position) const {
    if constexpr (ToPadded) {
      entries(position) = csr_entries(p);
      values(position) = csr_values(p);
    } else {
      csr_entries(p) = entries(position);
      csr_values(p) = values(position);
    }
  }
  KOKKOS_INLINE_FUNCTION void pad(Line const& line, std::int64_t k) const {
    std::int64_t const position = layout.position(line.base, k);
    entries(position) = line.padding;
    values(position) = Scalar();
  }
};

/// The functor that moves the entries of A into `entries` and `values` of a padded format.
template <class Layout, class Matrix, class Entries, class Values>
auto move_to(Layout const& layout, Matrix const& A, Entries const& entries, Values const& values, bool by_zero = false,
             std::int64_t max_count = std::numeric_limits<std::int64_t>::max()) {
  return PaddedMove<true, Layout, typename Matrix::row_map_type, typename Matrix::entries_type,
                    typename Matrix::values_type, Entries, Values>{layout,  A.row_map, A.entries, A.values,
                                                                   entries, values,    max_count, by_zero};
}

/// The functor that moves the entries of a padded format into B, whose row_map is complete; at most the first
/// `max_count` of each row.
template <class Layout, class Arrays, class Entries, class Values>
auto move_from(Layout const& layout, Arrays const& B, Entries const& entries, Values const& values,
               std::int64_t max_count = std::numeric_limits<std::int64_t>::max()) {
  using Move = PaddedMove<false, Layout, decltype(B.row_map), decltype(B.entries), decltype(B.values), Entries, Values>;
  return Move{layout, B.row_map, B.entries, B.values, entries, values, max_count, false};
}

}  // namespace Araios::Impl::convert
