// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// Options of the products of a matrix with a vector.

#include <cstdint>
#include <limits>

namespace Araios {

/// op(A) in a product: A, its transpose, or its conjugate transpose.
enum class Op { none, transpose, conjugate_transpose };

/// How the entries of a CSR matrix are shared among threads.
enum class SpmvMethod {
  automatic,  ///< by the lengths of the rows: on a GPU, the first product with a matrix and a workspace scans them
  rows,       ///< each row by one thread or a few lanes; the fastest for rows of about one length
  merge       ///< tiles of as many rows plus entries each; no row can be too long
};

/// Where the same arguments give the same bits; the levels of docs/glossary.md.
enum class Determinism {
  run_to_run,     ///< in every run with the same space and number of threads, where a function says no more
  space_to_space  ///< in every execution space, with any number of threads
};

struct SpmvOptions {
  Op op = Op::none;
  SpmvMethod method = SpmvMethod::automatic;
};

/// Options of a plan of SpMV.
struct SpmvPlanOptions {
  Op op = Op::none;
  SpmvMethod method = SpmvMethod::automatic;
  /// The expected number of applications. Below 16 no transpose is computed (it takes as long as 10 to 20 transposed
  /// SpMV with atomics), and below 3 rows are not scanned.
  std::int64_t expected_applications = std::numeric_limits<std::int64_t>::max();
  /// space_to_space: a row is summed in an order that its length alone decides, so that y has the same bits in every
  /// space, with any number of threads, and in every build; a NaN is the quiet one of numeric_limits. The method is
  /// then `automatic`, and a transposed plan always computes its transpose. Cost: the same bytes. Expected time, not
  /// measured: that of `rows` where rows have about one length; more where lengths differ, since nothing divides a row
  /// of up to 2,048 entries, which one warp adds; a longer row takes a second kernel.
  Determinism determinism = Determinism::run_to_run;
};

}  // namespace Araios
