// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// What a plan finds out about a triangle: where its entries are in each row, how many there are, and the levels.
///
/// The level of a row is 0 where it depends on no other row, and else 1 more than the highest level that it depends on:
/// rows of one level can be solved concurrently, and there are as many steps as levels.

#include <Araios/core/concepts.hpp>
#include <Araios/core/execution.hpp>
#include <Araios/operations/triangular/problem.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>

namespace Araios::Impl::triangular {

/// bounds[i] of Rows, and the sum of the entries that these enclose.
template <class Ordinal, class Offset>
struct FindBounds {
  Rows<Ordinal, Offset> rows;
  Offset* bounds;
  KOKKOS_FUNCTION void operator()(std::int64_t i, std::int64_t& sum) const {
    Offset begin = rows.row_map[i], end = rows.row_map[i + 1];
    if (rows.is_upper) {
      while (begin < end && !rows.has(i, static_cast<std::int64_t>(rows.entries[begin]))) ++begin;
      bounds[i] = begin;
    } else {
      while (begin < end && !rows.has(i, static_cast<std::int64_t>(rows.entries[end - 1]))) --end;
      bounds[i] = end;
    }
    sum += static_cast<std::int64_t>(end - begin);
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
      for (std::int64_t k = 0, count = rows.count(i); k < count; ++k) {
        auto const j = static_cast<std::int64_t>(rows.entries[rows.position(i, k)]);
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

/// Finds the bounds; returns the number of entries that they enclose. Waits.
template <class Exec, class Ordinal, class Offset>
std::int64_t find_bounds(Exec const& exec, Rows<Ordinal, Offset> const& rows, Offset* bounds) {
  std::int64_t sum = 0;
  if (rows.n > 0)
    Kokkos::parallel_reduce("Araios::triangular::bounds", range(exec, rows.n),
                            FindBounds<Ordinal, Offset>{rows, bounds}, sum);
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
