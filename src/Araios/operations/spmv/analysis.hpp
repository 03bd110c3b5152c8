// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// The analysis of the rows of a matrix for SpMV, and the choice of a method.

#include <Araios/core/execution.hpp>
#include <Araios/operations/spmv/core.hpp>
#include <Araios/operations/spmv/csr_rows.hpp>
#include <Araios/operations/spmv/csr_tile.hpp>

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <string_view>
#include <utility>

namespace Araios::Impl::spmv {

/// The cost model of a GPU; the numbers are those of an H200, those of row shapes fit an H100, too.
struct SpmvModel {
  double seconds_per_step = 0.7e-6;  ///< of a warp, to load some columns from shared memory and their elements of x
  double warps = 132 * 64;           ///< that take steps concurrently
  double bytes_per_second = 4e12;    ///< of memory
  double launch_seconds = 8e-6;      ///< lower bound for the other parts of an SpMV and another launch
  double search_seconds = 7e-6;      ///< more that rows may lose without a plan; fitted while tiles searched their rows
  /// Mean entries per row from which tiles are faster: what a block by rows copies at a time then belongs to one or two
  /// of its rows, and the warps of the others wait.
  double long_rows = 1024;
  /// The time of one block, for as many entries of a row as it holds. In a kernel that sums whole rows a row may take
  /// as long as the second kernel of `merge` plus a quarter of the time of memory, in which other blocks work.
  double seconds_per_tile_of_row = 0.8e-6;
  double carry_seconds = 2e-6;
  double hidden_share = 0.25;
  /// Rows of one shape: rounds of blocks, each with its copies and the steps of its rows, which wait for each other, and
  /// the steps of the longest row, which nothing hides. Fitted to 170 matrices (perf_tests/notes/spmv.md).
  double blocks = 132 * 12;  ///< that work concurrently
  double seconds_per_round_of_blocks = 2.2e-6;
  double more_copies = 0.5;  ///< part of the time of a block that each copy after the first one adds
  double more_steps = 0.35;  ///< part of the time of a block that each step of a row adds
  double seconds_per_step_of_longest_row = 0.41e-6;
  /// Rows are even where the longest has at most this many times the mean. Copies then have room for the longest;
  /// elsewhere for uneven_length times the mean, which usually suffices.
  double even_length = 1.1;
  double uneven_length = 1.08;
  /// Mean entries per row from which 2, 4, ... lanes are faster for far columns: each element of x is a request to the
  /// L2, so neither copies nor steps decide.
  double far_lanes[5] = {5, 12, 28, 230, 350};
  /// Rows differ where less than this part of the terms that warps could add belongs to entries.
  double uneven_share = 0.5;
  /// This share, with one lane per row, holds where a row spans so much of x, in bytes, that the few rows of a block have
  /// little of it in common and those of a tile have it in the L1; and where a tile has many rows, by their mean length.
  /// Elements of x count as values of A do, and as 4 bytes at least.
  double uneven_share_of_wide_rows = 0.75;
  double wide_span_bytes[2] = {20e3, 100e3};
  double wide_lengths[2] = {6, 64};
  /// The columns of a row are near where the matrix has this many times as many rows.
  double rows_per_span = 8;
  /// Mean entries per row below which the ends of rows dominate the time of a tile.
  double short_rows = 4;
};

/// What decides between the kernels. Shape number s has 2^s lanes per row.
struct SpmvRows {
  static constexpr int shapes = 6;
  std::int64_t steps[shapes] = {};  ///< of all warps with each shape
  std::int64_t longest = 0;         ///< entries of a row
  std::int64_t span_sum = 0;        ///< columns from the first to the last entry, of the first of every 32 rows
  std::int64_t spans = 0;           ///< these rows, where they have entries
};

/// Adds 32 neighbouring rows: steps of a warp are those of its longest row. Only the span of the first one is read.
template <class RowMap, class Entries>
struct CountSpmvRows {
  using value_type = std::int64_t[];
  static constexpr int shapes = SpmvRows::shapes, longest = shapes, span_sum = longest + 1, spans = longest + 2,
                       count = longest + 3;
  unsigned const value_count = count;
  RowMap row_map;
  Entries entries;
  std::int64_t num_rows;

  CountSpmvRows(RowMap const& row_map_, Entries const& entries_, std::int64_t num_rows_)
      : row_map(row_map_), entries(entries_), num_rows(num_rows_) {}
  KOKKOS_FUNCTION void operator()(std::int64_t group, std::int64_t counts[]) const {
    std::int64_t const first = group * 32, last = first + 32 < num_rows ? first + 32 : num_rows;
    std::int64_t longest_of_warp[shapes] = {};
    auto begin = static_cast<std::int64_t>(row_map(first));
    for (std::int64_t i = first; i < last; ++i) {
      auto const end = static_cast<std::int64_t>(row_map(i + 1));
      std::int64_t const length = end - begin, rows = i + 1 - first;
      if (rows == 1 && length > 0) add_span(begin, end, counts);
      begin = end;
      if (length > counts[longest]) counts[longest] = length;
      for (int s = 0; s < shapes; ++s) {
        if (length > longest_of_warp[s]) longest_of_warp[s] = length;
        if (i + 1 == last || rows % (32 >> s) == 0) {
          counts[s] += tiles_for(longest_of_warp[s], std::int64_t(spmv_row_tuning.terms) << s);
          longest_of_warp[s] = 0;
        }
      }
    }
  }
  KOKKOS_FUNCTION void init(std::int64_t counts[]) const {
    for (int k = 0; k < count; ++k) counts[k] = 0;
  }
  KOKKOS_FUNCTION void join(std::int64_t counts[], std::int64_t const others[]) const { join_any(counts, others); }
  // Kokkos before 4.0 joins volatile values.
  KOKKOS_FUNCTION void join(std::int64_t volatile* counts, std::int64_t volatile const* others) const {
    join_any(counts, others);
  }

 private:
  // Unsorted rows may end before they begin.
  KOKKOS_FUNCTION void add_span(std::int64_t begin, std::int64_t end, std::int64_t counts[]) const {
    auto const span = static_cast<std::int64_t>(entries(end - 1)) - static_cast<std::int64_t>(entries(begin)) + 1;
    counts[span_sum] += span > 1 ? span : 1;
    ++counts[spans];
  }
  template <class To, class From>
  KOKKOS_FUNCTION static void join_any(To* counts, From* others) {
    for (int k = 0; k < count; ++k) {
      std::int64_t const a = counts[k], b = others[k];
      counts[k] = k == longest ? (a > b ? a : b) : a + b;
    }
  }
};

/// Asynchronous  no: the result is on the host.
template <class Exec, class Matrix>
ARAIOS_NOT_INLINED SpmvRows count_spmv_rows(Exec const& exec, Matrix const& A) {
  using Count = CountSpmvRows<decltype(A.row_map), decltype(A.entries)>;
  std::int64_t counts[Count::count] = {};
  Kokkos::View<std::int64_t*, Kokkos::HostSpace, Kokkos::MemoryTraits<Kokkos::Unmanaged>> const result(counts,
                                                                                                       Count::count);
  auto const num_rows = static_cast<std::int64_t>(A.num_rows());
  Kokkos::parallel_reduce("Araios::SpmvPlan::rows", range(exec, tiles_for(num_rows, 32)),
                          Count(A.row_map, A.entries, num_rows), result);
  exec.fence();
  SpmvRows rows;
  std::copy_n(counts, SpmvRows::shapes, rows.steps);
  rows.longest = counts[Count::longest];
  rows.span_sum = counts[Count::span_sum];
  rows.spans = counts[Count::spans];
  return rows;
}

/// The fastest shape by the model, for near columns. Lanes must be neither few, so that a row takes many steps, nor many,
/// so that many of them have no entry; and the entries of a block should fill its copies.
inline SpmvRowShape fastest_row_shape(SpmvRows const& rows, std::int64_t num_rows, std::int64_t nnz,
                                      std::int64_t value_bytes) {
  constexpr SpmvModel model;
  double const mean = static_cast<double>(nnz) / static_cast<double>(num_rows);
  auto const longest = static_cast<double>(rows.longest);
  double const length = longest <= model.even_length * mean ? longest : model.uneven_length * mean;
  SpmvRowShape best{};
  double minimum = std::numeric_limits<double>::infinity();
  for (int s = 0; s < SpmvRows::shapes; ++s) {
    double const steps_of_row =
        static_cast<double>(rows.steps[s]) * static_cast<double>(32 >> s) / static_cast<double>(num_rows);
    std::int64_t const longest_steps = tiles_for(rows.longest, std::int64_t(spmv_row_tuning.terms) << s);
    auto const consider = [&](SpmvRowShape shape, double copies) {
      double const rounds = std::max(1.0, static_cast<double>(tiles_for(num_rows, shape.rows)) / model.blocks);
      double const block = (1 + model.more_copies * (copies - 1)) * (1 + model.more_steps * steps_of_row);
      double const seconds = model.seconds_per_round_of_blocks * rounds * block +
                             model.seconds_per_step_of_longest_row * static_cast<double>(longest_steps);
      if (seconds >= minimum) return;
      minimum = seconds;
      best = shape;
    };
    SpmvRowShape shape = spmv_row_shape_of(1 << s, mean, value_bytes);
    double const capacity = shape.items * spmv_row_tuning.threads, copies = shape.rows * length / capacity;
    consider(shape, std::max(1.0, std::ceil(copies)));
    if (copies <= 1) continue;
    shape.rows = std::clamp(static_cast<int>(std::floor(copies) * capacity / length), 1, shape.rows);
    consider(shape, std::floor(copies));
  }
  return best;
}

/// The shape for far columns, of rows with `mean` entries.
inline SpmvRowShape row_shape_for_far_columns(double mean, std::int64_t value_bytes) {
  constexpr SpmvModel model;
  int lanes = 1;
  for (double const length : model.far_lanes)
    if (mean >= length) lanes *= 2;
  return spmv_row_shape_of(lanes, mean, value_bytes);
}

/// A kernel, the reason, and the shape where it is `rows`.
struct SpmvChoice {
  SpmvKernel kernel;
  std::string_view reason;
  SpmvRowShape shape = spmv_row_shape_of(1, 0, 8);

  /// Kernel and shape as one number, and back.
  int number() const { return static_cast<int>(kernel) + 4 * (shape.items + 16 * (shape.lanes + 64 * shape.rows)); }
  static std::pair<SpmvKernel, SpmvRowShape> of_number(int number) {
    return {static_cast<SpmvKernel>(number % 4), {number / 64 % 64, number / 4 % 16, number / 4096}};
  }

  SpmvMethod method() const {
    return kernel == SpmvKernel::rows || kernel == SpmvKernel::fixed_order ? SpmvMethod::rows : SpmvMethod::merge;
  }
};

/// The kernel for the rows of a matrix with at least one row, on a GPU: `rows`, unless they are long, or their steps
/// take longer than the memory: the longest row alone, or warps that wait for the longest of their rows. A value has
/// `value_bytes`.
///
/// Rows that differ go to tiles, too, where their columns are near: a tile has the entries of some 90 rows, whose
/// elements of x then come from the L1. Elsewhere blocks with fewer rows have more loads in flight.
///
/// Asynchronous  no: waits for exec; yes where rows are long, since row_map is then not read.
template <class Exec, class Matrix>
SpmvChoice choose_spmv_kernel(Exec const& exec, Matrix const& A, std::int64_t value_bytes, bool with_plan = true) {
  constexpr SpmvModel model;
  auto const num_rows = static_cast<std::int64_t>(A.num_rows());
  auto const nnz = static_cast<std::int64_t>(A.nnz());
  if (static_cast<double>(nnz) > model.long_rows * static_cast<double>(num_rows))
    return {SpmvKernel::merge, "long rows: tiles, each by a whole thread block"};
  SpmvRows const rows = count_spmv_rows(exec, A);
  SpmvRowShape const by_mean = spmv_row_shape(num_rows, nnz, value_bytes);
  std::int64_t const terms = std::int64_t(spmv_row_tuning.terms) * by_mean.lanes;
  auto const entry_bytes = static_cast<double>(sizeof(typename Matrix::Ordinal)) + static_cast<double>(value_bytes);
  double const memory_seconds = static_cast<double>(nnz) * entry_bytes / model.bytes_per_second;
  double const limit = model.launch_seconds + (with_plan ? 0 : model.search_seconds) + memory_seconds;
  bool const is_short = static_cast<double>(rows.longest) / spmv_tile<Exec>() * model.seconds_per_tile_of_row <=
                        model.carry_seconds + model.hidden_share * memory_seconds;
  SpmvKernel const tiles = is_cuda_v<Exec> && is_short ? SpmvKernel::whole_rows : SpmvKernel::merge;
  if (static_cast<double>(tiles_for(rows.longest, terms)) * model.seconds_per_step > limit)
    return {tiles, "one row would take longer than all other rows: tiles, which divide it"};
  auto const steps = [&](SpmvRowShape shape) {
    return static_cast<double>(rows.steps[std::countr_zero(static_cast<unsigned>(shape.lanes))]);
  };
  if (steps(by_mean) / model.warps * model.seconds_per_step > limit)
    return {tiles, "neighbouring rows differ so much that threads would wait for each other: tiles"};
  double const mean = static_cast<double>(nnz) / static_cast<double>(num_rows);
  double const span = static_cast<double>(rows.span_sum) / static_cast<double>(std::max<std::int64_t>(rows.spans, 1));
  bool const is_near = static_cast<double>(num_rows) >= model.rows_per_span * span;
  // Where far columns leave multiprocessors without work, more lanes help; the model knows.
  SpmvRowShape shape = row_shape_for_far_columns(mean, value_bytes);
  if (is_near || static_cast<double>(tiles_for(num_rows, shape.rows)) < model.blocks)
    shape = fastest_row_shape(rows, num_rows, nnz, value_bytes);
  auto const is_uneven = [&](double share, double steps_of_warps) {
    return static_cast<double>(nnz) < share * 32 * spmv_row_tuning.terms * steps_of_warps;
  };
  auto const is_within = [](double value, double const(&bounds)[2]) {
    return value >= bounds[0] && value <= bounds[1];
  };
  bool const is_wide =
      is_within(span * static_cast<double>(std::max<std::int64_t>(value_bytes, 4)), model.wide_span_bytes) &&
      is_within(mean, model.wide_lengths);
  bool const differ = is_uneven(model.uneven_share, steps(shape)) ||
                      (is_wide && is_uneven(model.uneven_share_of_wide_rows, static_cast<double>(rows.steps[0])));
  if (tiles == SpmvKernel::whole_rows && differ && is_near && mean >= model.short_rows)
    return {tiles, "rows of different lengths with near columns: tiles, which share x"};
  return {SpmvKernel::rows, "rows of about one length, or with far columns: one pass, one kernel", shape};
}

}  // namespace Araios::Impl::spmv
