// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// Unions, intersections and differences on a host, by one thread in one pass, or by threads in tiles.
///
/// One thread: the arrays have room for all entries that may be kept, so nothing is counted before; pages that are never
/// written take no memory. Both rows are strictly sorted where the merged columns increase: one comparison for each of
/// them. Bytes: each array is read or written once.
///
/// Threads: each steps through the rows of its tile (combine_tiles.hpp) and merges their entries where they lie; nothing
/// is staged. Counting reads the indices once, and compares each with the one before it. Filling reads them again, with
/// the values.

#include <Araios/core/concepts.hpp>
#include <Araios/operations/elementwise/combine_tiles.hpp>

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <cstdint>

namespace Araios::Impl::elementwise {

/// Entries of the result, at most.
template <Kept K>
std::int64_t max_kept(std::int64_t a_count, std::int64_t b_count) {
  if (!K.left && !K.right) return std::min(a_count, b_count);
  return (K.left ? a_count : 0) + (K.right ? b_count : 0);
}

/// Writes the result. summary(0) := its entries; summary(1) := 1 where a row is not sorted or repeats a column, else 0.
template <Kept K, class A, class B, class Output, class Summary>
struct CombineOnce {
  using Ordinal = typename A::Ordinal;

  A a;
  B b;
  std::int64_t rows;
  Output output;
  Summary summary;

  KOKKOS_FUNCTION void operator()(std::int64_t) const {
    std::int64_t p = 0, q = 0, to = 0;
    bool strictly_sorted = true;
    output.end_row(-1, 0);
    for (std::int64_t row = 0; row < rows; ++row) {
      std::int64_t const a_end = a.begin(row + 1), b_end = b.begin(row + 1);
      Ordinal last = -1;
      auto const item = [&](Ordinal column, bool has_a, bool has_b) {
        strictly_sorted &= last < column;
        last = column;
        if (has_a && has_b ? K.both : has_a ? K.left : K.right)
          output.template write<K>(to++, column, has_a, has_b, a.values, p, b.values, q);
      };
      while (p < a_end && q < b_end) {
        Ordinal const i = a.columns(p), j = b.columns(q);
        // Three branches: rows of both sides are often alike, and then the processor foresees which one it is.
        if (i == j) {
          item(i, true, true);
          ++p;
          ++q;
        } else if (i < j) {
          item(i, true, false);
          ++p;
        } else {
          item(j, false, true);
          ++q;
        }
      }
      for (; p < a_end; ++p) item(a.columns(p), true, false);
      for (; q < b_end; ++q) item(b.columns(q), false, true);
      output.end_row(row, to);
    }
    summary(0) = to;
    summary(1) = !strictly_sorted;
  }
};

/// Tile `tile`, of borders.extent(0) - 1. Count: counts(tile) := entries of the result in the tile, and *unsorted := 1
/// where a row is not sorted or repeats a column. Fill: counts(tile) is the position of the first of them; writes them and
/// the row_map of the rows that end in the tile.
template <Kept K, bool Fill, class Exec, class A, class B, class Output>
struct CombineRuns {
  using Ordinal = typename A::Ordinal;

  A a;
  B b;
  Kokkos::View<CombineBorder const*, typename Exec::memory_space> borders;
  Kokkos::View<std::int64_t*, typename Exec::memory_space> counts;
  std::int64_t* unsorted;
  Output output;

  KOKKOS_FUNCTION void operator()(std::int64_t tile) const {
    CombineBorder at = borders(tile);
    CombineBorder const to = borders(tile + 1);
    std::int64_t position = Fill ? counts(tile) : 0;
    bool is_sorted = to.a >= at.a && to.b >= at.b;  // else the boundaries are in a row that is not
    if constexpr (Fill)
      if (tile == 0) output.end_row(-1, 0);
    for (; is_sorted; ++at.row) {
      bool const is_last = at.row == to.row;
      std::int64_t const a_end = is_last ? to.a : a.begin(at.row + 1), b_end = is_last ? to.b : b.begin(at.row + 1);
      if constexpr (!Fill)
        is_sorted = strictly_sorted(a, at.row, at.a, a_end) && strictly_sorted(b, at.row, at.b, b_end);
      position = merge(at, a_end, b_end, position);
      if (is_last) break;
      if constexpr (Fill) output.end_row(at.row, position);
    }
    if constexpr (!Fill) {
      counts(tile) = is_sorted ? position : 0;
      if (!is_sorted) *unsorted = 1;
    }
  }

 private:
  /// Whether the columns of entries [first, end) of a row increase, and the first exceeds the one before it in the row.
  template <class Side>
  KOKKOS_FUNCTION static bool strictly_sorted(Side const& side, std::int64_t row, std::int64_t first,
                                              std::int64_t end) {
    if (first >= end) return true;
    bool result = first == side.begin(row) || side.columns(first - 1) < side.columns(first);
    for (std::int64_t p = first + 1; p < end; ++p) result &= side.columns(p - 1) < side.columns(p);
    return result;
  }

  /// Entries of one row up to both ends, which `at` then has. Returns the position after the kept entries.
  KOKKOS_FUNCTION std::int64_t merge(CombineBorder& at, std::int64_t a_end, std::int64_t b_end,
                                     std::int64_t position) const {
    std::int64_t p = at.a, q = at.b;
    while (p < a_end && q < b_end) {
      Ordinal const i = a.columns(p), j = b.columns(q);
      bool const has_a = i <= j, has_b = j <= i;
      position = keep(position, has_a ? i : j, has_a, has_b, p, q);
      p += has_a;
      q += has_b;
    }
    for (; p < a_end; ++p) position = keep(position, a.columns(p), true, false, p, q);
    for (; q < b_end; ++q) position = keep(position, b.columns(q), false, true, p, q);
    at.a = a_end;
    at.b = b_end;
    return position;
  }

  KOKKOS_FUNCTION std::int64_t keep(std::int64_t to, [[maybe_unused]] Ordinal column, bool has_a, bool has_b,
                                    [[maybe_unused]] std::int64_t p, [[maybe_unused]] std::int64_t q) const {
    bool const is_kept = has_a && has_b ? K.both : has_a ? K.left : K.right;
    if constexpr (Fill)
      if (is_kept) output.template write<K>(to, column, has_a, has_b, a.values, p, b.values, q);
    return to + is_kept;
  }
};

}  // namespace Araios::Impl::elementwise
