// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// What a plan finds out about a triangle: where its entries are in each row, how many there are, and the levels.
///
/// The level of a row is 0 where it depends on no other row, and else 1 more than the highest level that it depends on:
/// rows of one level can be solved concurrently, and there are as many steps as levels.

#include <Araios/core/concepts.hpp>
#include <Araios/core/execution.hpp>
#include <Araios/core/search.hpp>
#include <Araios/operations/triangular/problem.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>

namespace Araios::Impl::triangular {

/// What one pass finds out about the rows of a triangle.
struct RowsFound {
  std::int64_t entries, long_rows;
  bool is_sorted;
};

/// bounds[i] of Rows by bisection, which is right where all rows are sorted; else entry by entry. Sums: entries before
/// one of a lower column in their row, which are descents in the list of all entries less those between rows; entries
/// that the bounds enclose; long rows. Items are the entries, and then the rows.
template <class Ordinal, class Offset>
struct LocateRows {
  using value_type = std::int64_t[];
  static constexpr int descents = 0, enclosed = 1, long_rows = 2, count = 3;
  unsigned const value_count = count;
  Rows<Ordinal, Offset> rows;
  std::int64_t nnz;
  Offset* bounds;
  bool bisects;

  LocateRows(Rows<Ordinal, Offset> const& rows_, std::int64_t nnz_, Offset* bounds_, bool bisects_)
      : rows(rows_), nnz(nnz_), bounds(bounds_), bisects(bisects_) {}
  KOKKOS_FUNCTION void operator()(std::int64_t item, std::int64_t sums[]) const {
    if (item < nnz) {
      sums[descents] += item > 0 && rows.entries[item - 1] > rows.entries[item] ? 1 : 0;
      return;
    }
    std::int64_t const i = item - nnz;
    Offset const begin = rows.row_map[i], end = rows.row_map[i + 1];
    sums[descents] -= begin > 0 && begin < end && rows.entries[begin - 1] > rows.entries[begin] ? 1 : 0;
    Offset const bound = bound_of(i, begin, end);
    bounds[i] = bound;
    auto const length = static_cast<std::int64_t>(rows.is_upper ? end - bound : bound - begin);
    sums[enclosed] += length;
    sums[long_rows] += length > long_row ? 1 : 0;
  }
  KOKKOS_FUNCTION void init(std::int64_t sums[]) const {
    for (int k = 0; k < count; ++k) sums[k] = 0;
  }
  KOKKOS_FUNCTION void join(std::int64_t sums[], std::int64_t const others[]) const {
    for (int k = 0; k < count; ++k) sums[k] += others[k];
  }
  // Kokkos before 4.0 joins volatile values.
  KOKKOS_FUNCTION void join(std::int64_t volatile* sums, std::int64_t volatile const* others) const {
    for (int k = 0; k < count; ++k) sums[k] = sums[k] + others[k];
  }

 private:
  KOKKOS_FUNCTION Offset bound_of(std::int64_t i, Offset begin, Offset end) const {
    auto const column = [&](Offset p) { return static_cast<std::int64_t>(rows.entries[p]); };
    if (bisects) {
      // The first entry of the upper triangle, or of those that are not in the lower one.
      std::int64_t const first_column = rows.is_upper ? i + 1 : i;
      return first_true(begin, end, [&](Offset p) { return column(p) >= first_column; });
    }
    if (rows.is_upper) {
      while (begin < end && !rows.has(i, column(begin))) ++begin;
      return begin;
    }
    while (begin < end && !rows.has(i, column(end - 1))) --end;
    return end;
  }
};

/// list: the long rows in their order, which a scan counts.
template <class Ordinal, class Offset>
struct ListLongRows {
  Rows<Ordinal, Offset> rows;
  Ordinal* list;
  KOKKOS_FUNCTION void operator()(std::int64_t q, std::int64_t& count, bool is_final) const {
    std::int64_t const i = rows.row_at(q);
    if (rows.extent(i).count() <= long_row) return;
    if (is_final) list[count] = static_cast<Ordinal>(i);
    ++count;
  }
};

/// levels[i] of all rows, by one thread.
template <class Ordinal, class Offset>
struct LevelsInOrder {
  Rows<Ordinal, Offset> rows;
  Ordinal* levels;
  KOKKOS_FUNCTION void operator()(std::int64_t) const {
    for (std::int64_t q = 0; q < rows.n; ++q) {
      std::int64_t const i = rows.row_at(q);
      Ordinal level = 0;
      auto const extent = rows.extent(i);
      for (auto p = extent.begin; p < extent.end; ++p) {
        auto const j = static_cast<std::int64_t>(rows.entries[p]);
        if (rows.has(i, j) && levels[j] >= level) level = levels[j] + 1;
      }
      levels[i] = level;
    }
  }
};

template <class Ordinal>
struct HighestLevel {
  Ordinal const* levels;
  KOKKOS_FUNCTION void operator()(std::int64_t i, unsigned long long& highest) const {
    auto const level = static_cast<unsigned long long>(levels[i]);
    if (level > highest) highest = level;
  }
};

/// Finds the bounds of n >= 1 rows with nnz entries in all. Waits.
template <class Exec, class Ordinal, class Offset>
RowsFound locate_rows(Exec const& exec, Rows<Ordinal, Offset> const& rows, std::int64_t nnz, Offset* bounds) {
  using Locate = LocateRows<Ordinal, Offset>;
  std::int64_t sums[Locate::count] = {};
  auto const pass = [&](bool bisects) {
    Kokkos::parallel_reduce("Araios::triangular::bounds", range(exec, nnz + rows.n), Locate(rows, nnz, bounds, bisects),
                            sums);
    return sums[Locate::descents] == 0;
  };
  bool const is_sorted = pass(true);
  if (!is_sorted) pass(false);
  return {sums[Locate::enclosed], sums[Locate::long_rows], is_sorted};
}

/// Puts the highest of n >= 1 levels where `highest` says: a number of the host, for which it waits, or a View.
template <class Exec, class Ordinal, class Highest>
void find_highest(Exec const& exec, std::int64_t n, Ordinal const* levels, Highest const& highest) {
  Kokkos::parallel_reduce("Araios::triangular::highest_level", range(exec, n), HighestLevel<Ordinal>{levels}, highest);
}

}  // namespace Araios::Impl::triangular
