// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// Merges the rows of a CSR matrix, b at a time, into block rows.
///
/// A work item merges the b rows of a block row over a range of columns. A block row usually has one item. Rows of more
/// than `step` entries are split: each of their entries at a multiple of `step` is a split point, which begins another
/// item at its block column. So no item has more than `step` entries of one row, and many items share the longest row.

#include <Araios/collective/lanes.hpp>
#include <Araios/core/search.hpp>
#include <Araios/formats/csr.hpp>
#include <Araios/primitives/segments.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>
#include <limits>
#include <type_traits>

namespace Araios::Impl::convert {

/// Tuning parameters of the merge.
struct BlockRowShape {
  static constexpr std::int64_t step = 1024;  // entries of a row in an item: tens of microseconds of one thread
  static constexpr int max_cursors = 8;       // rows whose positions a thread keeps in registers
};

/// What an item merges: block row `row`, columns [begin, end), and its index by column among the items of all block
/// rows.
struct BlockRange {
  std::int64_t row;
  std::int64_t begin;
  std::int64_t end;
  std::int64_t rank;
};

/// Split points of sorted rows without duplicates. Those of row i are at its entries step, 2 step, ..., moved back to
/// the first column of their block.
template <class Matrix>
struct BlockCuts {
  Matrix A;
  std::int64_t b;

  KOKKOS_FUNCTION std::int64_t cuts(std::int64_t i) const {
    auto const length = static_cast<std::int64_t>(A.row_map(i + 1) - A.row_map(i));
    return length > 0 ? (length - 1) / BlockRowShape::step : 0;
  }
  /// Split point 1 .. cuts(i) of row i.
  KOKKOS_FUNCTION std::int64_t cut(std::int64_t i, std::int64_t number) const {
    auto const column =
        static_cast<std::int64_t>(A.entries(static_cast<std::int64_t>(A.row_map(i)) + number * BlockRowShape::step));
    return column - column % b;
  }
  /// The number of split points of row i that are below `column`.
  KOKKOS_FUNCTION std::int64_t cuts_below(std::int64_t i, std::int64_t column) const {
    return first_true(std::int64_t(1), cuts(i) + 1, [&](std::int64_t number) { return cut(i, number) >= column; }) - 1;
  }

  /// Items of a block row; a functor that a scan can read.
  KOKKOS_FUNCTION std::int64_t operator()(std::int64_t row) const {
    std::int64_t items = 1;
    for (std::int64_t i = row * b; i < (row + 1) * b; ++i) items += cuts(i);
    return items;
  }
  KOKKOS_FUNCTION std::int64_t extent(int) const { return A.num_rows() / b; }

  /// The range of an item. A block row has one item, and one more for each split point; `firsts` are the scanned
  /// numbers of items. Equal split points are ordered by row and index; all but the last of them have empty ranges.
  template <class Firsts>
  KOKKOS_FUNCTION BlockRange range_of(std::int64_t item, PointerSegments<Firsts> const& firsts) const {
    std::int64_t const row = firsts.find(item);
    std::int64_t const first = firsts.begin(row);
    if (firsts.end(row) - first == 1) return {row, 0, static_cast<std::int64_t>(A.num_cols()), item};
    std::int64_t number = item - first;  // 0: the item that begins at column 0
    std::int64_t split_row = row * b;
    if (number > 0)
      for (; number > cuts(split_row); ++split_row) number -= cuts(split_row);
    std::int64_t const begin = number > 0 ? cut(split_row, number) : 0;
    std::int64_t end = A.num_cols();
    std::int64_t rank = number > 0 ? first + 1 : first;
    for (std::int64_t i = row * b; i < (row + 1) * b; ++i) {
      // The split points of this row before this item, and the next one after it.
      std::int64_t before = 0;
      if (number > 0) before = i == split_row ? number - 1 : cuts_below(i, i < split_row ? begin + 1 : begin);
      std::int64_t const next = i == split_row && number > 0 ? number + 1 : before + 1;
      if (next <= cuts(i)) {
        std::int64_t const at = cut(i, next);
        if (at < end) end = at;
      }
      rank += before;
    }
    return {row, begin, end, rank};
  }
};

/// The positions of an item in its rows, at most 8 of them, in registers. Each entry is read once, from `columns`,
/// where it is at its position less `origin`.
template <class Matrix, class Columns = typename Matrix::entries_type>
struct RowCursors {
  using Ordinal = typename Matrix::Ordinal;
  using Position = std::make_signed_t<typename Matrix::Offset>;
  static constexpr int max_cursors = BlockRowShape::max_cursors;
  static constexpr Ordinal nothing = std::numeric_limits<Ordinal>::max();  // greater than any column; no end is greater
  Matrix const& A;
  Columns const& columns;
  int b;
  Position next[max_cursors], stop[max_cursors];
  Ordinal column[max_cursors];  // column of entry `next`, or `nothing`

  KOKKOS_FUNCTION RowCursors(Matrix const& A_, std::int64_t b_, BlockRange const& range)
      : RowCursors(A_, b_, range, A_.entries, 0) {}
  KOKKOS_FUNCTION RowCursors(Matrix const& A_, std::int64_t b_, BlockRange const& range, Columns const& columns_,
                             std::int64_t origin)
      : A(A_), columns(columns_), b(static_cast<int>(b_)) {
    ARAIOS_UNROLL
    for (int r = 0; r < max_cursors; ++r) {
      if (r >= b) {
        column[r] = nothing;
        next[r] = stop[r] = 0;
        continue;
      }
      std::int64_t const i = range.row * b + r;
      next[r] = static_cast<Position>(static_cast<std::int64_t>(A.row_map(i)) - origin);
      stop[r] = static_cast<Position>(static_cast<std::int64_t>(A.row_map(i + 1)) - origin);
      if (range.begin > 0) next[r] = first_above(columns, next[r], stop[r], range.begin - 1);
      load(r);
    }
  }
  /// Entries of the block row before the range.
  KOKKOS_FUNCTION std::int64_t entries_before(BlockRange const& range) const {
    std::int64_t before = 0;
    ARAIOS_UNROLL
    for (int r = 0; r < max_cursors; ++r)
      if (r < b) before += static_cast<std::int64_t>(next[r]) - static_cast<std::int64_t>(A.row_map(range.row * b + r));
    return before;
  }
  KOKKOS_FUNCTION void load(int r) { column[r] = next[r] < stop[r] ? static_cast<Ordinal>(columns(next[r])) : nothing; }

  /// The minimum column that has not been passed.
  KOKKOS_FUNCTION std::int64_t minimum() const {
    Ordinal result = nothing;
    ARAIOS_UNROLL
    for (int r = 0; r < max_cursors; ++r) result = column[r] < result ? column[r] : result;
    return result;
  }
  /// Passes the columns before `end`.
  KOKKOS_FUNCTION void pass(std::int64_t end) {
    ARAIOS_UNROLL
    for (int r = 0; r < max_cursors; ++r)
      while (column[r] < end) {
        ++next[r];
        load(r);
      }
  }
};

/// The same for any number of rows, by bisection: each row of each block costs the logarithm of the row's length.
template <class Matrix>
struct RowSearches {
  using Position = std::make_signed_t<typename Matrix::Offset>;
  static constexpr std::int64_t nothing = std::numeric_limits<std::int64_t>::max();
  Matrix const& A;
  std::int64_t b;
  std::int64_t row;
  std::int64_t passed;  // columns

  KOKKOS_FUNCTION RowSearches(Matrix const& A_, std::int64_t b_, BlockRange const& range)
      : A(A_), b(b_), row(range.row), passed(range.begin) {}

  KOKKOS_FUNCTION std::int64_t find(std::int64_t i, std::int64_t column) const {
    return first_above(A.entries, static_cast<std::int64_t>(A.row_map(i)), static_cast<std::int64_t>(A.row_map(i + 1)),
                       column - 1);
  }
  KOKKOS_FUNCTION std::int64_t entries_before(BlockRange const& range) const {
    std::int64_t before = 0;
    for (std::int64_t i = row * b; i < (row + 1) * b; ++i)
      before += find(i, range.begin) - static_cast<std::int64_t>(A.row_map(i));
    return before;
  }
  KOKKOS_FUNCTION std::int64_t minimum() const {
    std::int64_t result = nothing;
    for (std::int64_t i = row * b; i < (row + 1) * b; ++i) {
      std::int64_t const p = find(i, passed);
      if (p < static_cast<std::int64_t>(A.row_map(i + 1)) && static_cast<std::int64_t>(A.entries(p)) < result)
        result = A.entries(p);
    }
    return result;
  }
  KOKKOS_FUNCTION void pass(std::int64_t end) { passed = end; }
};

}  // namespace Araios::Impl::convert
