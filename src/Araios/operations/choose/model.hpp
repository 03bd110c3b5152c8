// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// The numbers by which `choose_format` predicts the time of a product in each format.

#include <limits>

namespace Araios {

/// The numbers of the rule
///
/// A product is predicted to take
///   launch_seconds + max(bytes / (bytes_per_second * the part that the format reaches), gathers * seconds of one,
///                        slots of one thread * slot_seconds),
/// where bytes are those of the matrix and of x and y once, and gathers the pieces of x of 64 bytes that are asked for
/// out of order: one a block of 8 x 8 that holds an entry, but for those near the diagonal, which neighbouring rows find
/// in the first cache. So a format must move fewer bytes than CSR, or move them
/// faster; where x is what takes the time, as in random matrices, no format helps; and no row may keep all the others
/// waiting.
struct FormatModel {
  // The machine.
  double bytes_per_second = 4.2e12;     ///< of a copy
  double launch_seconds = 7e-6;         ///< of a product of nearly nothing
  double next_launch_seconds = 2.5e-6;  ///< of each further kernel
  double multiprocessors = 132;
  double cached_bytes = 30e6;      ///< of x that the L2 keeps
  double cached_gather = 8.5e-12;  ///< seconds of a piece of x that is in the L2,
  double memory_gather = 28e-12;   ///< and of one that is not
  double slot_seconds = 0.09e-6;   ///< of a thread that goes along a row, eight slots at a time
  double block_row_columns = 4;    ///< that the lanes of a row of blocks pass in that time: 32 of them at a time

  // Parts of bytes_per_second that the products reach on large matrices whose x is read in order.
  double csr_rows = 0.80;
  double csr_tiles = 0.57;
  double coo = 0.52;
  double ell = 0.90;
  double sell = 0.90;
  double sorted_sell = 0.88;  ///< y is written out of order
  double jds = 0.80;          ///< the same, over all rows
  double dia = 0.90;
  double bsr = 0.87;         ///< full blocks of at most 5 x 5
  double masked_bsr = 0.58;  ///< blocks with holes
  double large_bsr = 0.45;   ///< blocks of more than 5 x 5

  // Guards.
  double most_slots_per_entry = 1.5;      ///< ELL, SELL, and the slots of HYB
  double longest_row_of_a_thread = 4096;  ///< or entries / multiprocessors, if that is more: longer rows are shared

  // When CSR is left.
  double least_gain = 1.05;    ///< predicted time of CSR over that of the format; infinite: never
  double least_saving = 1e-6;  ///< predicted seconds: that small matrices differ by less, the formula does not know
  double conversion_cost = 8;  ///< products in CSR that a conversion takes as long as
};

/// Of an H200 with CUDA 13. The parts were set to the bars of the kernels, and changed where products of one half of the
/// matrices of `perf_spmv --suite` were measured to differ: BSR, what is near the diagonal, small matrices.
inline constexpr FormatModel gpu_format_model{};

/// On hosts CSR is best for nearly all matrices: caches hide what coalescing would gain. DIA and others may still be
/// faster for some; FormatChoiceMode::measure finds them.
inline constexpr FormatModel host_format_model = [] {
  FormatModel model;
  model.least_gain = std::numeric_limits<double>::infinity();
  return model;
}();

}  // namespace Araios
