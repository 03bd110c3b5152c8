// SPDX-License-Identifier: Apache-2.0
//
// Deliberately slow and simple: what operations on matrices are compared with.

#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <type_traits>
#include <vector>

#include "support/matrices.hpp"

namespace Araios::test::reference {

/// The transpose, by a list for every column. Entries of a column stay in the order of A.
template <class Scalar, class Ordinal, class Offset>
HostCsr<Scalar, Ordinal, Offset> transpose(HostCsr<Scalar, Ordinal, Offset> const& A, bool conjugate = false) {
  struct Entry {
    Ordinal row;
    Scalar value;
  };
  std::vector<std::vector<Entry>> columns(A.num_cols);
  for (std::int64_t i = 0; i < A.num_rows; ++i)
    for (Offset p = A.row_map[i]; p < A.row_map[i + 1]; ++p) {
      Scalar value = A.values[p];
      if constexpr (is_complex_v<Scalar>)
        if (conjugate) value = Kokkos::conj(value);
      columns[A.entries[p]].push_back({static_cast<Ordinal>(i), value});
    }
  HostCsr<Scalar, Ordinal, Offset> B;
  B.num_rows = A.num_cols;
  B.num_cols = A.num_rows;
  for (auto const& column : columns) {
    for (auto const& entry : column) {
      B.entries.push_back(entry.row);
      B.values.push_back(entry.value);
    }
    B.row_map.push_back(static_cast<Offset>(B.entries.size()));
  }
  return B;
}

/// A list of entries in vectors.
template <class Scalar, class Ordinal>
struct HostCoo {
  std::int64_t num_rows = 0;
  std::int64_t num_cols = 0;
  std::vector<Ordinal> rows;
  std::vector<Ordinal> cols;
  std::vector<Scalar> values;
};

/// The rows of A, by a list for every row. Entries of a row stay in the order of A.
template <class Offset, class Scalar, class Ordinal>
HostCsr<Scalar, Ordinal, Offset> coo_to_csr(HostCoo<Scalar, Ordinal> const& A) {
  HostCsr<Scalar, Ordinal, Offset> B;
  B.num_rows = A.num_rows;
  B.num_cols = A.num_cols;
  std::vector<std::vector<std::size_t>> rows(A.num_rows);
  for (std::size_t p = 0; p < A.rows.size(); ++p) rows[A.rows[p]].push_back(p);
  for (auto const& row : rows) {
    for (std::size_t const p : row) {
      B.entries.push_back(A.cols[p]);
      B.values.push_back(A.values[p]);
    }
    B.row_map.push_back(static_cast<Offset>(B.entries.size()));
  }
  return B;
}

/// Each row sorted by column; entries at one place in the order of A.
template <class Scalar, class Ordinal, class Offset>
HostCsr<Scalar, Ordinal, Offset> sort_rows(HostCsr<Scalar, Ordinal, Offset> const& A) {
  return transpose(transpose(A));
}

/// The sum of values in their order: the first 256 in their type, further floats in double, as sum_duplicates adds them.
template <class Scalar>
Scalar sum_in_order(std::vector<Scalar> const& values) {
  Scalar sum = values.front();
  std::size_t q = 1;
  for (; q < values.size() && q < 256; ++q) sum = sum + values[q];
  if constexpr (std::is_same_v<Scalar, float>) {
    double rest = sum;
    for (; q < values.size(); ++q) rest += values[q];
    return static_cast<float>(rest);
  } else if constexpr (std::is_same_v<Scalar, Kokkos::complex<float>>) {
    double real = sum.real(), imag = sum.imag();
    for (; q < values.size(); ++q) real += values[q].real(), imag += values[q].imag();
    return {static_cast<float>(real), static_cast<float>(imag)};
  } else {
    for (; q < values.size(); ++q) sum = sum + values[q];
    return sum;
  }
}

/// The rows sorted, and entries at one place added in the order of A.
template <class Scalar, class Ordinal, class Offset>
HostCsr<Scalar, Ordinal, Offset> sum_duplicates(HostCsr<Scalar, Ordinal, Offset> const& A) {
  HostCsr<Scalar, Ordinal, Offset> B;
  B.num_rows = A.num_rows;
  B.num_cols = A.num_cols;
  for (std::int64_t i = 0; i < A.num_rows; ++i) {
    std::map<Ordinal, std::vector<Scalar>> row;
    for (Offset p = A.row_map[i]; p < A.row_map[i + 1]; ++p) row[A.entries[p]].push_back(A.values[p]);
    for (auto const& [column, values] : row) {
      B.entries.push_back(column);
      B.values.push_back(sum_in_order(values));
    }
    B.row_map.push_back(static_cast<Offset>(B.entries.size()));
  }
  return B;
}

/// The small matrices with sorted rows, without duplicates, and with values value_at(0) .. value_at(period - 1) in turn.
template <class Scalar, class Ordinal, class Offset>
std::vector<Named<Scalar, Ordinal, Offset>> sorted_matrices(std::size_t period) {
  auto all = small_matrices<Scalar, Ordinal, Offset>();
  for (auto& [name, matrix] : all) {
    matrix = sum_duplicates(matrix);
    for (std::size_t p = 0; p < matrix.values.size(); ++p)
      matrix.values[p] = value_at<Scalar>(static_cast<std::int64_t>(p % period));
  }
  return all;
}

/// The same, and a matrix of num_rows rows of which three have entries, with more empty rows between than tiles hold.
template <class Scalar, class Ordinal, class Offset>
std::vector<Named<Scalar, Ordinal, Offset>> sorted_matrices_and_empty_rows(std::int64_t num_rows) {
  auto all = sorted_matrices<Scalar, Ordinal, Offset>(1000);
  std::vector<std::vector<std::int64_t>> rows(num_rows);
  rows[7] = {3};
  rows[num_rows / 2] = {0, 5};
  rows[num_rows - 1] = {8};
  all.push_back({"nearly all rows empty", from_rows<Scalar, Ordinal, Offset>(rows, 9)});
  return all;
}

}  // namespace Araios::test::reference
