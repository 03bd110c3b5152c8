// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// Structures that only measurements need. Others are in Araios/generate.

#include "harness/require.hpp"

#include <Araios/core/checks.hpp>
#include <Araios/core/execution.hpp>
#include <Araios/formats/csr.hpp>
#include <Araios/generate/counter_random.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>

namespace Araios::Perf {

template <class Exec>
using StructureOn = CsrMatrix<Pattern, int, int, typename Exec::memory_space>;

/// entries(begin .. begin + count) := different numbers of [first, first + width), ascending
///
/// Requires      count <= width.
/// Source        Floyd's choice, as in Araios/generate/random.hpp: when the number drawn from [0, top] is there
///               already, `top` cannot be.
template <class Entries>
KOKKOS_INLINE_FUNCTION void choose_columns(Entries const& entries, std::int64_t begin, std::int64_t count,
                                           std::int64_t first, std::int64_t width, CounterRandom const& random,
                                           std::uint64_t index) {
  std::int64_t end = begin;
  for (std::int64_t top = width - count; top < width; ++top, ++end) {
    int column = static_cast<int>(first + random.below(top + 1, index++));
    std::int64_t place = end;
    while (place > begin && entries(place - 1) > column) --place;
    if (place > begin && entries(place - 1) == column) {
      column = static_cast<int>(first + top);
      place = end;
    }
    for (std::int64_t p = end; p > place; --p) entries(p) = entries(p - 1);
    entries(place) = column;
  }
}

/// `least` to `most` entries a row, all numbers equally likely, at random columns.
template <class Exec>
ARAIOS_NOT_INLINED StructureOn<Exec> tall_structure(Exec const& exec, std::int64_t m, std::int64_t n,
                                                    std::int64_t least, std::int64_t most) {
  require(0 <= least && least <= most && most <= n, "tall: ", least, " to ", most, " entries in a row of ", n);
  (void)as_int(Araios::checked_multiply(m, most, "tall: entries"), "tall: entries");
  CounterRandom const lengths(1, 0);
  CounterRandom const columns(1, 1);
  Kokkos::View<int*, typename Exec::memory_space> const row_map =
      allocate<Kokkos::View<int*, typename Exec::memory_space>>(exec, "Araios::Perf::tall::row_map", m + 1);
  std::int64_t nnz = 0;
  Kokkos::parallel_scan(
      "Araios::Perf::tall::rows", Araios::range(exec, m + 1),
      KOKKOS_LAMBDA(std::int64_t i, std::int64_t& sum, bool final) {
        if (final) row_map(i) = static_cast<int>(sum);
        if (i < m) sum += least + lengths.below(most - least + 1, i);
      },
      nnz);
  auto const entries =
      allocate<Kokkos::View<int*, typename Exec::memory_space>>(exec, "Araios::Perf::tall::entries", nnz);
  Kokkos::parallel_for(
      "Araios::Perf::tall::entries", Araios::range(exec, m), KOKKOS_LAMBDA(std::int64_t i) {
        choose_columns(entries, row_map(i), row_map(i + 1) - row_map(i), 0, n, columns, i * most);
      });
  return StructureOn<Exec>(m, n, row_map, entries);
}

/// `count` entries a row at random columns j with i - width / 2 <= j < i + width / 2, as far as they are there.
template <class Exec>
ARAIOS_NOT_INLINED StructureOn<Exec> random_band_structure(Exec const& exec, std::int64_t n, std::int64_t count,
                                                           std::int64_t width) {
  require(0 < count && count <= width / 2 && width <= n, "banded: ", count, " entries in half a band of ", width, ", ",
          n, " rows");
  std::int64_t const nnz = Araios::checked_multiply(n, count, "banded: entries");
  auto const A = allocate_csr<Pattern, int, int>(exec, "Araios::Perf::banded", n, nnz);
  auto const row_map = A.row_map;
  auto const entries = A.entries;
  CounterRandom const columns(1, 0);
  std::int64_t const half = width / 2;
  Kokkos::parallel_for(
      "Araios::Perf::banded", Araios::range(exec, n + 1), KOKKOS_LAMBDA(std::int64_t i) {
        row_map(i) = static_cast<int>(i * count);
        if (i == n) return;
        std::int64_t const first = i > half ? i - half : 0;
        std::int64_t const last = i + half < n ? i + half : n;
        choose_columns(entries, i * count, count, first, last - first, columns, i * count);
      });
  return StructureOn<Exec>(n, n, A);
}

/// The diagonal and the whole column n / 2.
template <class Exec>
ARAIOS_NOT_INLINED StructureOn<Exec> dense_column_structure(Exec const& exec, std::int64_t n) {
  require(n >= 1, "dense_column: ", n, " rows");
  auto const A = allocate_csr<Pattern, int, int>(exec, "Araios::Perf::dense_column", n, 2 * n - 1);
  auto const row_map = A.row_map;
  auto const entries = A.entries;
  std::int64_t const middle = n / 2;
  Kokkos::parallel_for(
      "Araios::Perf::dense_column", Araios::range(exec, n + 1), KOKKOS_LAMBDA(std::int64_t i) {
        std::int64_t const p = 2 * i - (i > middle);  // its own row has one entry
        row_map(i) = static_cast<int>(p);
        if (i == n) return;
        entries(p) = static_cast<int>(i < middle ? i : middle);
        if (i != middle) entries(p + 1) = static_cast<int>(i < middle ? middle : i);
      });
  return StructureOn<Exec>(n, n, A);
}

/// Row m / 2 holds half of the nnz entries, at even distances; the other rows share the rest evenly, at random columns.
template <class Exec>
ARAIOS_NOT_INLINED StructureOn<Exec> long_row_structure(Exec const& exec, std::int64_t m, std::int64_t n,
                                                        std::int64_t nnz) {
  std::int64_t const length = nnz / 2;
  std::int64_t const rest = nnz - length;
  std::int64_t const others = m - 1;
  require(m >= 2 && length >= 1 && length <= n && rest / others < n, "long_row: ", nnz, " entries in ", m, " x ", n);
  std::int64_t const most = (rest + others - 1) / others;
  (void)Araios::checked_multiply(rest, others, "long_row: entries * rows");
  auto const A = allocate_csr<Pattern, int, int>(exec, "Araios::Perf::long_row", m, nnz);
  auto const row_map = A.row_map;
  auto const entries = A.entries;
  CounterRandom const columns(1, 0);
  std::int64_t const middle = m / 2;
  std::int64_t const start = rest * middle / others;  // of the long row
  Kokkos::parallel_for(
      "Araios::Perf::long_row::rows", Araios::range(exec, m + 1), KOKKOS_LAMBDA(std::int64_t i) {
        std::int64_t const other = i - (i > middle);  // rows before i, the long one not counted
        std::int64_t const begin = rest * other / others;
        std::int64_t const p = begin + (i > middle ? length : 0);
        row_map(i) = static_cast<int>(p);
        if (i == middle || i == m) return;
        choose_columns(entries, p, rest * (other + 1) / others - begin, 0, n, columns, other * most);
      });
  Kokkos::parallel_for(
      "Araios::Perf::long_row::entries", Araios::range(exec, length),
      KOKKOS_LAMBDA(std::int64_t k) { entries(start + k) = static_cast<int>(k * n / length); });
  return StructureOn<Exec>(m, n, A);
}

/// 1 / step + 2 / step + ... + rows / step, all rounded down.
KOKKOS_INLINE_FUNCTION std::int64_t entries_of_triangle(std::int64_t rows, std::int64_t step) {
  std::int64_t const whole = rows / step;
  return step * whole * (whole - 1) / 2 + whole * (rows - step * whole + 1);
}

/// Row i holds (i + 1) most / n entries, at random columns up to i. most = n: all of them.
template <class Exec>
ARAIOS_NOT_INLINED StructureOn<Exec> triangular_structure(Exec const& exec, std::int64_t n, std::int64_t most) {
  require(1 <= most && most <= n && n % most == 0, "triangular: ", most, " entries in the last of ", n,
          " rows, of which they must be a divisor");
  std::int64_t const step = n / most;  // rows from one length to the next
  (void)Araios::checked_multiply(n, most, "triangular: entries");
  auto const A = allocate_csr<Pattern, int, int>(exec, "Araios::Perf::triangular", n,
                                                 as_int(entries_of_triangle(n, step), "triangular: entries"));
  auto const row_map = A.row_map;
  auto const entries = A.entries;
  CounterRandom const columns(1, 0);
  Kokkos::parallel_for(
      "Araios::Perf::triangular", Araios::range(exec, n + 1), KOKKOS_LAMBDA(std::int64_t i) {
        std::int64_t const p = entries_of_triangle(i, step);
        row_map(i) = static_cast<int>(p);
        if (i == n) return;
        std::int64_t const count = (i + 1) / step;
        if (count <= i) return choose_columns(entries, p, count, 0, i + 1, columns, i * most);
        for (std::int64_t j = 0; j <= i; ++j) entries(p + j) = static_cast<int>(j);
      });
  return StructureOn<Exec>(n, n, A);
}

/// The four neighbours of each of n^2 points, without the point itself.
template <class Exec>
ARAIOS_NOT_INLINED StructureOn<Exec> grid4_structure(Exec const& exec, std::int64_t n) {
  require(n >= 1, "grid4: ", n, " points a side");
  std::int64_t const points = Araios::checked_multiply(n, n, "grid4: points");
  std::int64_t const nnz = Araios::checked_multiply(points - n, 4, "grid4: entries");
  auto const A = allocate_csr<Pattern, int, int>(exec, "Araios::Perf::grid4", points, nnz);
  auto const row_map = A.row_map;
  auto const entries = A.entries;
  Kokkos::parallel_for(
      "Araios::Perf::grid4", Araios::range(exec, points + 1), KOKKOS_LAMBDA(std::int64_t i) {
        std::int64_t const x = i % n;
        std::int64_t const y = i / n;
        // Four a point, less what the points before it lack on the left, on the right, in the first and the last line.
        std::int64_t p = 4 * i - (y + (x > 0)) - y - (i < n ? i : n) - (i > points - n ? i - (points - n) : 0);
        row_map(i) = static_cast<int>(p);
        if (i == points) return;
        if (y > 0) entries(p++) = static_cast<int>(i - n);
        if (x > 0) entries(p++) = static_cast<int>(i - 1);
        if (x + 1 < n) entries(p++) = static_cast<int>(i + 1);
        if (y + 1 < n) entries(p++) = static_cast<int>(i + n);
      });
  return StructureOn<Exec>(points, points, A);
}

}  // namespace Araios::Perf
