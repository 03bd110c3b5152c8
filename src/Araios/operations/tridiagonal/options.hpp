// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// Matrices of 3 and 5 diagonals, and the options of their solution.

#include <Araios/core/concepts.hpp>

namespace Araios {

/// The diagonals of a tridiagonal matrix, or of a batch of them
///
/// Row i is lower(i) x(i - 1) + diagonal(i) x(i) + upper(i) x(i + 1). lower(0) and upper(n - 1) are not used; in a
/// periodic matrix lower(0) belongs to x(n - 1), and upper(n - 1) to x(0). Views of rank 1 are one matrix. Views of
/// rank 2 are a batch: column s is matrix s. In LayoutLeft the elements of a matrix are contiguous (a strided batch),
/// in LayoutRight those of a row of all matrices (an interleaved batch).
template <class View>
struct TridiagonalMatrix {
  View lower, diagonal, upper;
};
template <class View>
TridiagonalMatrix(View, View, View) -> TridiagonalMatrix<View>;

/// The diagonals of a pentadiagonal matrix, or of a batch of them: as TridiagonalMatrix, with lower_2(i) at x(i - 2),
/// and upper_2(i) at x(i + 2).
template <class View>
struct PentadiagonalMatrix {
  View lower_2, lower, diagonal, upper, upper_2;
};
template <class View>
PentadiagonalMatrix(View, View, View, View, View) -> PentadiagonalMatrix<View>;

/// How a pivot is chosen
enum class Pivoting {
  /// The row whose element, as a part of the largest one in its row, is the largest: for any matrix that is not
  /// singular.
  scaled_partial,
  /// The row of the diagonal: for matrices that are diagonally dominant, or Hermitian and positive definite.
  none
};

/// Options of tridiagonal_solve and pentadiagonal_solve
struct TridiagonalOptions {
  Pivoting pivoting = Pivoting::scaled_partial;
  bool periodic = false;  ///< the first and the last unknown are neighbours
};

}  // namespace Araios
