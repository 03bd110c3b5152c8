// SPDX-License-Identifier: Apache-2.0
//
// Matrices of every awkward shape, made square.

#pragma once

#include <algorithm>
#include <vector>

#include "support/matrices.hpp"

namespace Araios::test {

/// A with empty rows or columns at its end, so that it has as many of both.
template <class Scalar, class Ordinal, class Offset>
HostCsr<Scalar, Ordinal, Offset> made_square(HostCsr<Scalar, Ordinal, Offset> A) {
  A.num_rows = A.num_cols = std::max(A.num_rows, A.num_cols);
  A.row_map.resize(A.num_rows + 1, A.row_map.back());
  return A;
}

template <class Scalar, class Ordinal = int, class Offset = int>
std::vector<Named<Scalar, Ordinal, Offset>> small_square_matrices() {
  auto all = small_matrices<Scalar, Ordinal, Offset>();
  for (auto& [name, matrix] : all) matrix = made_square(matrix);
  return all;
}

}  // namespace Araios::test
