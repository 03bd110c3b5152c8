// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// Sums and prefix sums of the columns of a table.
///
/// A work item owns a strip: some consecutive columns of some consecutive rows. Where the columns alone occupy the
/// space, a strip has all rows. Otherwise the rows are divided into chunks; the sums of the strips form a table with
/// one row per chunk, which is processed in the same way, until one chunk is left.

#include <Araios/core/checks.hpp>
#include <Araios/core/concepts.hpp>
#include <Araios/core/execution.hpp>
#include <Araios/core/kokkos_compat.hpp>
#include <Araios/core/workspace.hpp>

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <concepts>
#include <cstdint>
#include <type_traits>

namespace Araios::Impl {

/// Tuning parameters of a strip.
struct VerticalShape {
  int columns;   // of a strip: 1 on a GPU (neighbouring threads, neighbouring columns), a vector loop on a host
  int batch;     // rows loaded before the first of them is written, so that their latencies overlap
  int min_rows;  // minimum rows per chunk: fewer are not worth their share of a launch
  static constexpr int min_chunks = 4;  // fewer are not worth the launches of another level
};
template <class Exec>
inline constexpr VerticalShape vertical_shape = is_gpu_v<Exec> ? VerticalShape{1, 8, 16} : VerticalShape{256, 1, 64};

/// A table in memory that the caller owns.
template <class T, class Space>
using TableOf = Kokkos::View<T**, Kokkos::LayoutRight, Space, Kokkos::MemoryTraits<Kokkos::Unmanaged>>;

/// The strip that a work item owns.
template <class Exec>
struct Strip {
  std::int64_t chunk, first_row, end_row, first_column;
  int width;

  KOKKOS_FUNCTION Strip(std::int64_t item, std::int64_t rows, std::int64_t columns, std::int64_t rows_per_chunk) {
    constexpr int wide = vertical_shape<Exec>.columns;
    std::int64_t const strips = tiles_for(columns, wide);
    chunk = item / strips;
    first_row = chunk * rows_per_chunk;
    end_row = rows - first_row < rows_per_chunk ? rows : first_row + rows_per_chunk;
    first_column = item % strips * wide;
    width = wide == 1 || columns - first_column >= wide ? wide : static_cast<int>(columns - first_column);
  }
};

/// sums(chunk * n + c) := sum of column c over the rows of the chunk
template <class Exec, class Table, class Sums>
struct VerticalSums {
  using T = typename Table::non_const_value_type;
  Table table;
  std::int64_t rows_per_chunk;
  Sums sums;

  KOKKOS_FUNCTION void operator()(std::int64_t item) const {
    auto const columns = static_cast<std::int64_t>(table.extent(1));
    Strip<Exec> const strip(item, static_cast<std::int64_t>(table.extent(0)), columns, rows_per_chunk);
    T sum[vertical_shape<Exec>.columns];
    for (int c = 0; c < strip.width; ++c) sum[c] = 0;
    for (std::int64_t row = strip.first_row; row < strip.end_row; ++row) {
      T const* const cells = &table(row, strip.first_column);
      for (int c = 0; c < strip.width; ++c) sum[c] += cells[c];
    }
    for (int c = 0; c < strip.width; ++c)
      sums(strip.chunk * columns + strip.first_column + c) = static_cast<typename Sums::non_const_value_type>(sum[c]);
  }
};

/// Exclusive scan of each column inside each chunk, from starts[chunk * n + c] on, or from 0 where starts is null.
template <class Exec, class Table, class Totals>
struct VerticalScan {
  using T = typename Table::non_const_value_type;
  Table table;
  std::int64_t rows_per_chunk;
  T const* starts;
  Totals totals;

  KOKKOS_FUNCTION void operator()(std::int64_t item) const {
    constexpr int wide = vertical_shape<Exec>.columns, batch = vertical_shape<Exec>.batch;
    auto const columns = static_cast<std::int64_t>(table.extent(1));
    Strip<Exec> const strip(item, static_cast<std::int64_t>(table.extent(0)), columns, rows_per_chunk);
    T sum[std::size_t(wide)];
    for (int c = 0; c < strip.width; ++c)
      sum[c] = starts ? starts[strip.chunk * columns + strip.first_column + c] : T(0);
    std::int64_t row = strip.first_row;
    for (; row + batch <= strip.end_row; row += batch) scan_rows<wide, batch>(row, strip, sum);
    for (; row < strip.end_row; ++row) scan_rows<wide, 1>(row, strip, sum);
    if constexpr (!std::same_as<Totals, NoValues>)
      for (int c = 0; c < strip.width; ++c)
        totals(strip.first_column + c) = static_cast<typename Totals::non_const_value_type>(sum[c]);
  }

  template <int Wide, int Batch>
  KOKKOS_FUNCTION void scan_rows(std::int64_t row, Strip<Exec> const& strip, T* sum) const {
    T value[std::size_t(Batch)][std::size_t(Wide)];
    for (int b = 0; b < Batch; ++b) {
      T const* const cells = &table(row + b, strip.first_column);
      for (int c = 0; c < strip.width; ++c) value[b][c] = cells[c];
    }
    for (int b = 0; b < Batch; ++b) {
      T* const cells = &table(row + b, strip.first_column);
      for (int c = 0; c < strip.width; ++c) {
        cells[c] = sum[c];
        sum[c] += value[b][c];
      }
    }
  }
};

/// Number of chunks for a p-by-n table in a space that runs `threads` threads concurrently; 1 if the strips of all rows
/// occupy them, or the rows are few.
template <class Exec>
std::int64_t vertical_chunks(std::int64_t threads, std::int64_t rows, std::int64_t columns) {
  std::int64_t const strips = tiles_for(columns, vertical_shape<Exec>.columns);
  if (strips == 0) return 1;
  std::int64_t const chunks = std::min(threads / strips, rows / vertical_shape<Exec>.min_rows);
  return chunks < VerticalShape::min_chunks ? 1 : chunks;
}

/// Number of elements of the tables of chunk sums of all levels, for a p-by-n table.
template <class Exec>
std::int64_t vertical_scratch(std::int64_t threads, std::int64_t rows, std::int64_t columns) {
  std::int64_t const chunks = vertical_chunks<Exec>(threads, rows, columns);
  if (chunks == 1) return 0;
  std::int64_t const elements = checked_multiply(chunks, columns, "Araios::vertical_scan: elements of workspace");
  return elements + vertical_scratch<Exec>(threads, chunks, columns);
}

/// totals(c) := sum of column c; the table is only read. `scratch` has vertical_scratch elements.
template <class Exec, class Table, class Totals>
void vertical_sums(Exec const& exec, std::int64_t threads, Table const& table, Totals const& totals,
                   typename Table::non_const_value_type* scratch) {
  auto const rows = static_cast<std::int64_t>(table.extent(0)), columns = static_cast<std::int64_t>(table.extent(1));
  if (columns == 0) return;
  std::int64_t const chunks = vertical_chunks<Exec>(threads, rows, columns);
  std::int64_t const rows_per_chunk = std::max<std::int64_t>(1, tiles_for(rows, chunks));
  auto const items = range(exec, tiles_for(columns, vertical_shape<Exec>.columns) * chunks);
  if (chunks == 1) {
    Kokkos::parallel_for("Araios::vertical_sums::columns", items,
                         VerticalSums<Exec, Table, Totals>{table, rows_per_chunk, totals});
    return;
  }
  using T = typename Table::non_const_value_type;
  using Array = Kokkos::View<T*, typename Exec::memory_space, Kokkos::MemoryTraits<Kokkos::Unmanaged>>;
  Array const sums(scratch, static_cast<std::size_t>(chunks * columns));
  Kokkos::parallel_for("Araios::vertical_sums::chunks", items,
                       VerticalSums<Exec, Table, Array>{table, rows_per_chunk, sums});
  vertical_sums(exec, threads,
                TableOf<T, typename Exec::memory_space>(scratch, static_cast<std::size_t>(chunks),
                                                        static_cast<std::size_t>(columns)),
                totals, scratch + chunks * columns);
}

/// Exclusive scan of each column in place. `scratch` has vertical_scratch elements.
template <class Exec, class Table, class Totals>
void vertical_scan_levels(Exec const& exec, std::int64_t threads, Table const& table, Totals const& totals,
                          typename Table::non_const_value_type* scratch) {
  auto const rows = static_cast<std::int64_t>(table.extent(0)), columns = static_cast<std::int64_t>(table.extent(1));
  std::int64_t const chunks = vertical_chunks<Exec>(threads, rows, columns);
  std::int64_t const rows_per_chunk = std::max<std::int64_t>(1, tiles_for(rows, chunks));
  auto const items = range(exec, tiles_for(columns, vertical_shape<Exec>.columns) * chunks);
  if (chunks == 1) {
    Kokkos::parallel_for("Araios::vertical_scan::columns", items,
                         VerticalScan<Exec, Table, Totals>{table, rows_per_chunk, nullptr, totals});
    return;
  }
  using T = typename Table::non_const_value_type;
  using Space = typename Exec::memory_space;
  using Array = Kokkos::View<T*, Space, Kokkos::MemoryTraits<Kokkos::Unmanaged>>;
  Kokkos::parallel_for("Araios::vertical_scan::chunks", items,
                       VerticalSums<Exec, Table, Array>{table, rows_per_chunk,
                                                        Array(scratch, static_cast<std::size_t>(chunks * columns))});
  vertical_scan_levels(exec, threads,
                       TableOf<T, Space>(scratch, static_cast<std::size_t>(chunks), static_cast<std::size_t>(columns)),
                       totals, scratch + chunks * columns);
  Kokkos::parallel_for("Araios::vertical_scan::apply", items,
                       VerticalScan<Exec, Table, NoValues>{table, rows_per_chunk, scratch, {}});
}

/// `threads` is the concurrency of `exec`. It is an argument because it determines the number of levels.
template <class Exec, class Table, class Totals>
void vertical_scan(Exec const& exec, Table const& table, Totals const& totals,
                   Workspace<typename Exec::memory_space>& workspace, std::int64_t threads) {
  static_assert(int(Table::rank) == 2, "vertical_scan: table must be a View of rank 2");
  static_assert(std::is_same_v<typename Table::array_layout, Kokkos::LayoutRight>,
                "vertical_scan: table must have LayoutRight, so that neighbouring columns are neighbours in memory");
  static_assert(std::integral<typename Table::value_type>,
                "vertical_scan: table must hold integers that can be written");
  static_assert(Accesses<Exec, Table, Totals>, "vertical_scan: Exec must reach table and totals");
  using T = typename Table::non_const_value_type;
  if (table.extent(1) == 0) return;
  std::int64_t const needed = vertical_scratch<Exec>(threads, static_cast<std::int64_t>(table.extent(0)),
                                                     static_cast<std::int64_t>(table.extent(1)));
  if (needed == 0) {
    vertical_scan_levels(exec, threads, table, totals, static_cast<T*>(nullptr));
    return;
  }
  typename Workspace<typename Exec::memory_space>::Frame const frame(workspace);
  auto const scratch = workspace.template take<Kokkos::View<T*, typename Exec::memory_space>>(exec, needed);
  vertical_scan_levels(exec, threads, table, totals, scratch.data());
}

}  // namespace Araios::Impl
