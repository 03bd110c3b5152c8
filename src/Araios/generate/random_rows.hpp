// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// CSR matrices from the length of each row and its columns, both functions of the index of the row.

#include <Araios/core/checks.hpp>
#include <Araios/core/concepts.hpp>
#include <Araios/core/execution.hpp>
#include <Araios/formats/csr.hpp>
#include <Araios/generate/counter_random.hpp>
#include <Araios/generate/values.hpp>

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <cstdint>
#include <string>

namespace Araios::Impl {

/// The maximum length of a row: max_degree, the number of columns that it may have, or 0 without entries
///
/// Throws        std::invalid_argument, in the name of `function`, when a size is negative or too large, or when n rows of
///               random lengths up to the maximum have fewer than nnz entries on average.
inline std::int64_t longest_random_row(char const* function, std::int64_t n, std::int64_t columns, std::int64_t nnz,
                                       std::int64_t max_degree) {
  check(n >= 0 && nnz >= 0 && max_degree >= 0, function, ": negative size: ", n, " rows, ", nnz, " entries, up to ",
        max_degree, " in a row");
  check(n <= std::int64_t(1) << 44, function, ": ", n, " rows are more than 2^44");
  if (nnz == 0) return 0;
  std::int64_t const longest = std::min(max_degree, columns);
  check(nnz <= checked_multiply(n, longest, message(function, ": rows * entries in a row").c_str()) / 2, function, ": ",
        nnz, " entries are more than half of ", n, " rows of ", longest);
  return longest;
}

inline double mean_length(std::int64_t n, std::int64_t nnz) {
  return n == 0 ? 0 : static_cast<double>(nnz) / static_cast<double>(n);
}

/// The columns of one row of entries(begin .. end), sorted and different.
template <class Entries>
class SortedRow {
 public:
  using Ordinal = typename Entries::non_const_value_type;

  KOKKOS_FUNCTION SortedRow(Entries const& entries, std::int64_t begin)
      : entries_(entries), begin_(begin), end_(begin) {}

  /// Adds `column` after all columns of the row.
  KOKKOS_FUNCTION void append(std::int64_t column) { entries_(end_++) = static_cast<Ordinal>(column); }

  /// `column`, or the next one that the row does not have; 0 comes after num_cols - 1.
  ///
  /// Requires      fewer than num_cols columns so far, all below num_cols.
  KOKKOS_FUNCTION void insert(std::int64_t column, std::int64_t num_cols) {
    std::int64_t slot = end_;
    while (slot > begin_ && entries_(slot - 1) >= column) --slot;
    while (slot < end_ && entries_(slot) == column) {
      ++slot;
      if (++column == num_cols) {
        column = 0;
        slot = begin_;
      }
    }
    for (std::int64_t p = end_++; p > slot; --p) entries_(p) = entries_(p - 1);
    entries_(slot) = static_cast<Ordinal>(column);
  }

 private:
  Entries const& entries_;
  std::int64_t begin_, end_;
};

/// The n-by-n matrix whose row i has rows.length(i) columns, inserted by rows.fill(i, length, row)
///
/// Values are in [-1, 1), a function of the coordinate and the seed. `name` is that of the public function.
template <class Scalar, class Ordinal, class Offset, class Exec, class Rows>
ARAIOS_NOT_INLINED CsrMatrix<Scalar, Ordinal, Offset, typename Exec::memory_space>
matrix_of_random_rows(Exec const& exec, std::string const& name, std::int64_t n, Rows const& rows,
                      CounterRandom const& random) {
  using Space = typename Exec::memory_space;
  using Entries = Kokkos::View<Ordinal*, Space>;
  std::int64_t nnz = 0;
  Kokkos::parallel_reduce(
      name + "::count", range(exec, n), KOKKOS_LAMBDA(std::int64_t i, std::int64_t& sum) { sum += rows.length(i); },
      Kokkos::Sum<std::int64_t>(nnz));

  auto const arrays = allocate_csr<Scalar, Ordinal, Offset>(exec, name, n, nnz);
  auto const row_map = arrays.row_map;
  Entries const entries = arrays.entries;
  auto const values = arrays.values;
  Kokkos::parallel_scan(
      name + "::rows", range(exec, n + 1), KOKKOS_LAMBDA(std::int64_t i, std::int64_t& sum, bool final) {
        if (final) row_map(i) = static_cast<Offset>(sum);
        if (i < n) sum += rows.length(i);
      });
  Kokkos::parallel_for(
      name + "::entries", range(exec, n), KOKKOS_LAMBDA(std::int64_t i) {
        std::int64_t const begin = static_cast<std::int64_t>(row_map(i));
        std::int64_t const end = static_cast<std::int64_t>(row_map(i + 1));
        SortedRow<Entries> row(entries, begin);
        rows.fill(i, end - begin, row);
        for (std::int64_t p = begin; p < end; ++p)
          values(p) = value_from_bits<Scalar>(random(static_cast<std::uint64_t>(i) * static_cast<std::uint64_t>(n) +
                                                     static_cast<std::uint64_t>(entries(p))));
      });
  return CsrMatrix<Scalar, Ordinal, Offset, Space>(n, n, arrays);
}

}  // namespace Araios::Impl
