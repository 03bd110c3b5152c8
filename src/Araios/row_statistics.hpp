// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// The distribution of the lengths of the rows of a matrix, used to choose a format.

#include <Araios/core/checks.hpp>
#include <Araios/core/concepts.hpp>
#include <Araios/core/execution.hpp>
#include <Araios/core/profiling.hpp>
#include <Araios/core/workspace.hpp>
#include <Araios/formats/check_operands.hpp>
#include <Araios/formats/csr.hpp>
#include <Araios/formats/for_each_array.hpp>
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
      KOKKOS_LAMBDA(std::int64_t i, std::int64_t& least) {
        if (i < least && static_cast<std::int64_t>(row_map(i + 1) - row_map(i)) == length) least = i;
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
      KOKKOS_LAMBDA(std::int64_t i, std::int64_t& least, std::int64_t& greatest, std::int64_t& without,
                    std::int64_t& high, std::int64_t& low) {
        std::int64_t const length = static_cast<std::int64_t>(row_map(i + 1) - row_map(i));
        std::int64_t const distance = length < centre ? centre - length : length - centre;
        std::int64_t const this_key = key(i, length);
        if (length < least) least = length;
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

}  // namespace Impl::row_statistics

/// The distribution of the lengths of the rows of A
///
/// Requires      row_map of A as checked by `validate`.
/// Cost          one kernel, which reads row_map once. (Two where rows and entries need more than 62 bits in all.)
/// Asynchronous  no: reads its result, so work of exec is complete at return. Allocates nothing.
/// Deterministic space to space, bitwise: the sums are of integers.
/// Throws        nothing.
template <ExecutionSpace Exec>
RowStatistics row_statistics(Exec const& exec, CsrOf<Exec> auto const& A) {
  auto const& a = Impl::as_matrix(A);
  Impl::check_operands(exec, "Araios::row_statistics", Impl::Operand("A", a));
  Impl::ScopedRegion const region("Araios::row_statistics");
  RowStatistics result;
  result.num_rows = a.num_rows();
  result.num_cols = a.num_cols();
  result.nnz = static_cast<std::int64_t>(a.nnz());
  if (result.num_rows == 0) return result;
  result.mean = static_cast<double>(result.nnz) / static_cast<double>(result.num_rows);
  Impl::row_statistics::reduce_rows(exec, a.row_map, Impl::row_statistics::LongestRowKey(result.num_rows, result.nnz),
                                    result);
  return result;
}

/// counts(b) := number of rows of A with b entries; the last element counts all rows of at least that many
///
/// Shapes        counts has any number of elements but 0.
/// Requires      row_map of A as checked by `validate`; m fits the type of counts.
/// Cost          one kernel, which reads row_map once and writes m integers of 4 bytes, and `histogram` of these.
/// Asynchronous  yes; takes 4 m bytes and the workspace of `histogram` from `workspace`.
/// Deterministic space to space, bitwise.
/// Throws        std::invalid_argument when counts is empty, overlaps an array of A, or has more than 2^31 - 1 elements.
template <ExecutionSpace Exec, IndexView Counts, CsrOf<Exec> MatrixA>
  requires Accesses<Exec, Counts>
ARAIOS_NOT_INLINED void row_length_histogram(Exec const& exec, MatrixA const& A, Counts const& counts,
                                             WorkspaceFor<Exec> workspace = {}) {
  auto const& a = Impl::as_matrix(A);
  using F = OffsetOf<MatrixA>;
  using Space = typename Exec::memory_space;
  using Lengths = Kokkos::View<int*, Space>;
  Impl::check(counts.extent(0) > 0, "Araios::row_length_histogram: counts has no element");
  int const most = Impl::checked_cast<int>(counts.extent(0), "Araios::row_length_histogram: length of counts") - 1;
  Impl::check_disjoint_from_arrays("Araios::row_length_histogram", counts, "counts", a, "A");
  Impl::check_operands(exec, "Araios::row_length_histogram", Impl::Operand("A", a));
  Impl::ScopedRegion const region("Araios::row_length_histogram");
  typename Workspace<Space>::Frame const frame(workspace.get(exec));
  std::int64_t const num_rows = a.num_rows();
  auto const lengths = workspace.get(exec).template take<Lengths>(exec, num_rows);
  auto const row_map = a.row_map;
  if (num_rows > 0)
    Kokkos::parallel_for(
        "Araios::row_length_histogram::lengths", Araios::range(exec, num_rows), KOKKOS_LAMBDA(std::int64_t i) {
          auto const length = row_map(i + 1) - row_map(i);
          lengths(i) = length < static_cast<F>(most) ? static_cast<int>(length) : most;
        });
  histogram(exec, lengths, counts, {}, workspace.get(exec));
}

}  // namespace Araios
