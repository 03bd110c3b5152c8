// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// The options of triangular solves.

#include <Araios/operations/spmv/options.hpp>

namespace Araios {

/// The triangle of A that is solved with; entries of the other one are not used.
enum class Triangle { lower, upper };

/// Whether the diagonal is that of A, or all of its elements are 1. Entries of A there are then not used.
enum class Diagonal { stored, unit };

/// How rows wait for the rows that they depend on. All methods but `sweeps` compute the same bits.
enum class TriangularMethod {
  automatic,  ///< the one that is expected to take the shortest time
  serial,     ///< one thread, row by row
  one_block,  ///< CUDA: one thread block for each right-hand side, whose rows wait in shared memory
  levels,     ///< a kernel for each level
  sync_free,  ///< CUDA: one kernel, whose rows wait for the elements of x that they need
  sweeps      ///< an approximation: Jacobi sweeps for the triangle. Only where requested
};

struct TriangularOptions {
  Triangle triangle = Triangle::lower;
  Diagonal diagonal = Diagonal::stored;
  /// Solves op(T) x = b, where T is the triangle of A. A transposed upper triangle is a lower one.
  Op op = Op::none;
  TriangularMethod method = TriangularMethod::automatic;
  /// The number of sweeps of the method `sweeps`, which begins with x = the inverse diagonal times b.
  int sweeps = 3;
};

}  // namespace Araios
