// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// Square matrices with values, for programs that solve systems with them.

#include "harness/matrix_source.hpp"

#include <Araios/formats/csr.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>

namespace Araios::Perf {

using DoubleMatrix = CsrMatrix<double, int, int, Kokkos::HostSpace>;

/// The points of a stencil: side x side, or side x side x side. Without dimensions: none.
struct StencilPoints {
  std::int64_t side = 0;
  int dimensions = 0;
};

struct WeightedMatrix {
  DoubleMatrix A;
  bool is_laplacian = false;  // of a file without values, or of a matrix that is generated and no stencil
  bool is_negated = false;    // the diagonal of the file was negative
  StencilPoints points = {};  // of a stencil
};

/// The values of a file, with the other sign where no diagonal entry is positive; those of the stencil, with zero boundary
/// values; of all others L + shift I, where L is the Laplacian of the graph of A + A^T without loops.
///
/// Throws        std::invalid_argument where the matrix is not square; the errors of the reader.
WeightedMatrix load_weighted(MatrixSource const& source, Structure const& structure, double shift);

using DoubleVector = Kokkos::View<double*, Kokkos::HostSpace>;

/// The 2-norms of b, of b - A x, and of |A| |x| + |b|: rounding changes b - A x by a part of the last one.
struct Residual {
  double of_b = 0, norm = 0, scale = 0;
};
/// By the plain loop, on the host.
Residual residual_of(DoubleMatrix const& A, DoubleVector const& b, DoubleVector const& x);

}  // namespace Araios::Perf
