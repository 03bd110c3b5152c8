// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// Options of the products of a matrix with a vector.

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

}  // namespace Araios
