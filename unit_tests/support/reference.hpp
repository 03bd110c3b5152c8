// SPDX-License-Identifier: Apache-2.0
//
// Deliberately slow and simple: what operations on matrices are compared with.

#pragma once

#include <cstdint>
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

}  // namespace Araios::test::reference
