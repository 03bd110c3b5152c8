// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// Statistics of the lengths of rows, and how many rows have each length.

#include <Araios/core/checks.hpp>
#include <Araios/core/execution.hpp>
#include <Araios/core/workspace.hpp>
#include <Araios/formats/format.hpp>
#include <Araios/primitives/histogram.hpp>

#include <Kokkos_Core.hpp>

#include <cmath>
#include <cstdint>
#include <string>

namespace Araios {

/// Statistics of the lengths of all rows, also empty ones. All zero, and longest_row -1, for a matrix without rows.
struct RowStatistics {
  std::int64_t num_rows = 0;
  std::int64_t num_cols = 0;
  std::int64_t nnz = 0;
  std::int64_t shortest = 0;
  std::int64_t longest = 0;
  std::int64_t longest_row = -1;  ///< the first row of that length
  std::int64_t empty_rows = 0;
  double mean = 0;
  double standard_deviation = 0;  ///< of the population: the root of the mean squared distance from `mean`

  /// standard_deviation / mean; 0 without entries.
  double variation() const { return mean > 0 ? standard_deviation / mean : 0; }
  /// longest / mean; 1 without entries.
  double skew() const { return mean > 0 ? static_cast<double>(longest) / mean : 1; }
};

namespace Impl::row_statistics {

/// Length and row in one integer, greater for a longer row, and among equal lengths for the first row; 0 bits where
/// both do not fit in 63 bits.
struct LongestRowKey {
  int row_bits;
  std::int64_t num_rows;

  LongestRowKey(std::int64_t num_rows_, std::int64_t nnz) : row_bits(bits_for(num_rows_)), num_rows(num_rows_) {
    if (row_bits + bits_for(nnz) > 62) row_bits = 0;
  }
  KOKKOS_FUNCTION std::int64_t operator()(std::int64_t row, std::int64_t length) const {
    return row_bits == 0 ? length : (length << row_bits) | (num_rows - 1 - row);
  }
  std::int64_t length(std::int64_t key) const { return key >> row_bits; }
  std::int64_t row(std::int64_t key) const { return num_rows - 1 - (key & ((std::int64_t(1) << row_bits) - 1)); }
};

/// The first row of `length` entries, where the key does not contain the row.
template <class Exec, class Offsets>
ARAIOS_NOT_INLINED std::int64_t first_row_of_length(Exec const& exec, Offsets const& row_map, std::int64_t num_rows,
                                                    std::int64_t length) {
  std::int64_t first = num_rows;
  Kokkos::parallel_reduce(
      "Araios::row_statistics::longest_row", range(exec, num_rows),
      KOKKOS_LAMBDA(std::int64_t i, std::int64_t& minimum) {
        if (i < minimum && static_cast<std::int64_t>(row_map(i + 1) - row_map(i)) == length) minimum = i;
      },
      Kokkos::Min<std::int64_t>(first));
  return first;
}

/// Computes row_statistics from row_map alone, with the caller's key.
template <class Exec, class Offsets>
ARAIOS_NOT_INLINED void reduce_rows(Exec const& exec, Offsets const& row_map, LongestRowKey const& key,
                                    RowStatistics& result) {
  // Distances from the integer below the mean: for rows of one length all are zero, so there is no cancellation.
  std::int64_t const centre = result.nnz / result.num_rows;
  // A square has two halves; each can be summed over any matrix that fits in memory without an overflow.
  constexpr int half = 24;
  std::int64_t shortest = 0, greatest_key = 0, empty = 0, squares_high = 0, squares_low = 0;
  Kokkos::parallel_reduce(
      "Araios::row_statistics::lengths", range(exec, result.num_rows),
      KOKKOS_LAMBDA(std::int64_t i, std::int64_t& minimum, std::int64_t& greatest, std::int64_t& without,
                    std::int64_t& high, std::int64_t& low) {
        std::int64_t const length = static_cast<std::int64_t>(row_map(i + 1) - row_map(i));
        std::int64_t const distance = length < centre ? centre - length : length - centre;
        std::int64_t const this_key = key(i, length);
        if (length < minimum) minimum = length;
        if (this_key > greatest) greatest = this_key;
        without += length == 0;
        high += distance * (distance >> half);
        low += distance * (distance & ((std::int64_t(1) << half) - 1));
      },
      Kokkos::Min<std::int64_t>(shortest), Kokkos::Max<std::int64_t>(greatest_key), Kokkos::Sum<std::int64_t>(empty),
      Kokkos::Sum<std::int64_t>(squares_high), Kokkos::Sum<std::int64_t>(squares_low));
  result.shortest = shortest;
  result.longest = key.length(greatest_key);
  result.longest_row = key.row_bits > 0 || result.num_rows == 1
                           ? key.row(greatest_key)
                           : first_row_of_length(exec, row_map, result.num_rows, result.longest);
  result.empty_rows = empty;
  double const squares = std::ldexp(static_cast<double>(squares_high), half) + static_cast<double>(squares_low);
  double const shift = result.mean - static_cast<double>(centre);
  double const variance = squares / static_cast<double>(result.num_rows) - shift * shift;
  result.standard_deviation = variance > 0 ? std::sqrt(variance) : 0;
}

/// "row 17 has 5000 entries": the row that makes a padded format large.
inline std::string longest_row_sentence(RowStatistics const& rows) {
  return message("row ", rows.longest_row, " has ", rows.longest, " entries, the mean is ", rows.mean);
}

/// The statistics of A: `row_statistics` after its checks.
template <class Exec, class Matrix>
RowStatistics call(Exec const& exec, Matrix const& A) {
  RowStatistics result;
  result.num_rows = A.num_rows();
  result.num_cols = A.num_cols();
  result.nnz = static_cast<std::int64_t>(A.nnz());
  if (result.num_rows == 0) return result;
  result.mean = static_cast<double>(result.nnz) / static_cast<double>(result.num_rows);
  reduce_rows(exec, A.row_map, LongestRowKey(result.num_rows, result.nnz), result);
  return result;
}

/// counts(b) := number of rows with b entries, the last element those of at least that many: `row_length_histogram` after
/// its checks, except that of the length of counts against 2^31 - 1.
template <class Exec, class Matrix, class Counts, class Space>
ARAIOS_NOT_INLINED void count_lengths(Exec const& exec, Matrix const& A, Counts const& counts,
                                      Workspace<Space>& workspace) {
  using Offset = OffsetOf<Matrix>;
  typename Workspace<Space>::Frame const frame(workspace);
  std::int64_t const num_rows = A.num_rows();
  auto const row_map = A.row_map;
  int const last = checked_cast<int>(counts.extent(0), "Araios::row_length_histogram: length of counts") - 1;
  auto const lengths = workspace.template take<Kokkos::View<int*, Space>>(exec, num_rows);
  if (num_rows > 0)
    Kokkos::parallel_for(
        "Araios::row_length_histogram::lengths", range(exec, num_rows), KOKKOS_LAMBDA(std::int64_t i) {
          auto const length = row_map(i + 1) - row_map(i);
          lengths(i) = length < static_cast<Offset>(last) ? static_cast<int>(length) : last;
        });
  histogram(exec, lengths, counts, {}, workspace);
}

}  // namespace Impl::row_statistics

}  // namespace Araios
