// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// The numbers by which `choose_format` predicts the time of a product in each format.

#include <limits>

namespace Araios {

/// The parameters of the cost model
///
/// The predicted time of an SpMV is
///   launch_seconds + max(bytes / (bytes_per_second * the fraction that the format reaches), gathers * seconds of one,
///                        slots of one thread * slot_seconds),
/// where bytes are those of the matrix and of x and y once, and gathers the number of 64-byte loads from x out of
/// order: one per block of 8 x 8 that holds an entry, except those near the diagonal, which neighbouring rows find in
/// the L1 cache. So a format must move fewer bytes than CSR, or move them faster; where loads from x dominate, as in
/// random matrices, no format helps; and no row may keep all the others waiting.
struct FormatModel {
  // The machine.
  double bytes_per_second = 4.2e12;     ///< of a copy
  double launch_seconds = 7e-6;         ///< of an SpMV of a tiny matrix
  double next_launch_seconds = 2.5e-6;  ///< of each further kernel
  double multiprocessors = 132;
  double cached_bytes = 30e6;      ///< of x that the L2 keeps
  double cached_gather = 8.5e-12;  ///< seconds per 64-byte load from x in the L2,
  double memory_gather = 28e-12;   ///< and not in the L2
  double slot_seconds = 0.09e-6;   ///< per slot of a thread that walks along a row, eight slots at a time
  double block_row_columns = 4;    ///< that the lanes of a block row pass in that time: 32 of them at a time

  // Fractions of bytes_per_second that SpMV reaches on large matrices that read x in order.
  double csr_rows = 0.80;
  double csr_tiles = 0.57;
  double coo = 0.52;
  double ell = 0.90;
  double sell = 0.90;
  double sorted_sell = 0.88;  ///< y is written out of order
  double jds = 0.80;          ///< the same, with one window for all rows
  double dia = 0.90;
  double bsr = 0.87;         ///< full blocks of at most 5 x 5
  double masked_bsr = 0.58;  ///< blocks with holes
  double large_bsr = 0.45;   ///< blocks of more than 5 x 5

  // Eligibility.
  double max_slots_per_entry = 1.5;       ///< ELL, SELL, and the slots of HYB
  double longest_row_of_a_thread = 4096;  ///< or entries / multiprocessors, if more: longer rows are shared

  // When another format replaces CSR.
  double min_gain = 1.05;      ///< predicted time of CSR over that of the format; infinite: never
  double min_saving = 1e-6;    ///< predicted seconds: the model does not resolve less for small matrices
  double conversion_cost = 8;  ///< time of a conversion, in SpMVs in CSR
};

/// For an H200 with CUDA 13. The fractions were set to those that the kernels reach, and adjusted where measured SpMVs
/// of one half of the matrices of `perf_spmv --suite` differed: BSR, entries near the diagonal, small matrices.
inline constexpr FormatModel gpu_format_model{};

/// On hosts CSR is best for nearly all matrices: caches hide what coalescing would gain. DIA and others may still be
/// faster for some; FormatChoiceMode::measure finds them.
inline constexpr FormatModel host_format_model = [] {
  FormatModel model;
  model.min_gain = std::numeric_limits<double>::infinity();
  return model;
}();

}  // namespace Araios
