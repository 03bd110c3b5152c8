// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// What the first lines of a Matrix Market text say.

#include <cstdint>

namespace Araios {

enum class MatrixMarketFormat { coordinate, array };
enum class MatrixMarketField { real, integer, unsigned_integer, complex, pattern };
enum class MatrixMarketSymmetry { general, symmetric, skew_symmetric, hermitian };

/// What the first lines of a Matrix Market text say.
struct MatrixMarketHeader {
  MatrixMarketFormat format = MatrixMarketFormat::coordinate;
  MatrixMarketField field = MatrixMarketField::real;  // "double" is real
  MatrixMarketSymmetry symmetry = MatrixMarketSymmetry::general;
  std::int64_t num_rows = 0;
  std::int64_t num_cols = 0;
  std::int64_t num_stored = 0;  // lines with an entry: of a symmetric matrix one triangle
};

}  // namespace Araios
