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

/// The number of entries that are before one of a lower column in their row: descents in the list of all entries, less
/// those between rows. Items are the entries, and then the rows.
template <class Ordinal, class Offset>
struct CountDescents {
  Rows<Ordinal, Offset> rows;
  std::int64_t nnz;
  KOKKOS_FUNCTION void operator()(std::int64_t item, std::int64_t& sum) const {
    if (item < nnz) {
      sum += item > 0 && rows.entries[item - 1] > rows.entries[item] ? 1 : 0;
    } else {
      Offset const begin = rows.row_map[item - nnz], end = rows.row_map[item - nnz + 1];
      sum -= begin > 0 && begin < end && rows.entries[begin - 1] > rows.entries[begin] ? 1 : 0;
    }
  }
};

/// bounds[i] of Rows, and the sum of the entries that these enclose: by bisection of sorted rows.
template <class Ordinal, class Offset>
struct FindBounds {
  Rows<Ordinal, Offset> rows;
  Offset* bounds;
  bool is_sorted;
  KOKKOS_FUNCTION void operator()(std::int64_t i, std::int64_t& sum) const {
    Offset begin = rows.row_map[i], end = rows.row_map[i + 1];
    auto const column = [&](Offset p) { return static_cast<std::int64_t>(rows.entries[p]); };
    if (is_sorted) {
      // The first entry of the upper triangle, or of those that are not in the lower one.
      std::int64_t const first_column = rows.is_upper ? i + 1 : i;
      Offset const bound = first_true(begin, end, [&](Offset p) { return column(p) >= first_column; });
      (rows.is_upper ? begin : end) = bound;
    } else if (rows.is_upper) {
      while (begin < end && !rows.has(i, column(begin))) ++begin;
    } else {
      while (begin < end && !rows.has(i, column(end - 1))) --end;
    }
    bounds[i] = rows.is_upper ? begin : end;
    sum += static_cast<std::int64_t>(end - begin);
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
  KOKKOS_FUNCTION void operator()(std::int64_t i, Ordinal& highest) const {
    if (levels[i] > highest) highest = levels[i];
  }
};

/// Whether all rows are sorted. Waits.
template <class Exec, class Ordinal, class Offset>
bool are_sorted(Exec const& exec, Rows<Ordinal, Offset> const& rows, std::int64_t nnz) {
  std::int64_t descents = 0;
  if (nnz > 0)
    Kokkos::parallel_reduce("Araios::triangular::descents", range(exec, nnz + rows.n),
                            CountDescents<Ordinal, Offset>{rows, nnz}, descents);
  return descents == 0;
}

/// Finds the bounds; returns the number of entries that they enclose. Waits.
template <class Exec, class Ordinal, class Offset>
std::int64_t find_bounds(Exec const& exec, Rows<Ordinal, Offset> const& rows, Offset* bounds, bool is_sorted) {
  std::int64_t sum = 0;
  if (rows.n > 0)
    Kokkos::parallel_reduce("Araios::triangular::bounds", range(exec, rows.n),
                            FindBounds<Ordinal, Offset>{rows, bounds, is_sorted}, sum);
  return sum;
}

/// The number of levels. Waits.
template <class Exec, class Ordinal>
std::int64_t count_levels(Exec const& exec, std::int64_t n, Ordinal const* levels) {
  if (n == 0) return 0;
  Ordinal highest = 0;
  Kokkos::parallel_reduce("Araios::triangular::highest_level", range(exec, n), HighestLevel<Ordinal>{levels},
                          Kokkos::Max<Ordinal>(highest));
  return std::int64_t(highest) + 1;
}

}  // namespace Araios::Impl::triangular
