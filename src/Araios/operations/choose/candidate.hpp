// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// What `choose_format` reports: the features that it has seen of a matrix, and the formats that it has compared.

#include <Araios/core/checks.hpp>
#include <Araios/operations/convert/any.hpp>
#include <Araios/operations/convert/hyb.hpp>
#include <Araios/operations/row_statistics/call.hpp>
#include <Araios/operations/spmv/options.hpp>

#include <cstdint>
#include <string>

namespace Araios {

/// What `choose_format` has seen of a matrix.
struct FormatFeatures {
  static constexpr int largest_block = 8;
  RowStatistics rows;
  SpmvMethod csr_method = SpmvMethod::rows;  ///< what SpmvPlan would choose on a GPU
  std::int64_t sell_slots = 0;               ///< in chunks of 32 rows
  std::int64_t sorted_sell_slots = 0;  ///< the same, sorted in windows of sell_usual_window; of a sample of the windows
  HybSplit hyb;
  /// Distinct diagonals, counted as long as they are few enough for DIA to be smaller than CSR; -1: more.
  std::int64_t diagonals = -1;
  std::int64_t full_diagonals = 0;   ///< that DIA + CSR would keep, by a sample
  double entries_on_full = 0;        ///< part of the entries that lie on those, by the sample
  double entries_per_block[9] = {};  ///< [b]: in those b x b blocks that hold any, by a sample; b = 2 .. 8
  double near_diagonal = 0;          ///< part of the entries within 4,096 columns of the diagonal, by the same sample
  bool strictly_sorted = true;       ///< rows are strictly sorted; checked only where a format needs it
  double block_fill(int b) const { return entries_per_block[b] / (b * b); }
};

/// A format that was considered.
struct FormatCandidate {
  Format format = Format::csr;
  int block_size = 0;               ///< of BSR
  std::int64_t sorting_window = 1;  ///< of SELL
  bool eligible = true;             ///< within the limits of padding and memory
  bool deterministic = true;        ///< its product is bitwise the same with any number of threads
  std::int64_t bytes = 0;           ///< predicted
  double predicted_seconds = 0;     ///< of a product; in units that matter only against each other
  double measured_seconds = -1;     ///< negative: not measured
  std::string reason;               ///< the numbers that it is based on; where it is not eligible, why not

  double seconds() const { return measured_seconds >= 0 ? measured_seconds : predicted_seconds; }
};

/// In text: "BSR of 3 x 3".
inline std::string name(FormatCandidate const& candidate) {
  std::string text = name(candidate.format);
  if (candidate.format == Format::bsr) text += Impl::message(" of ", candidate.block_size, " x ", candidate.block_size);
  if (candidate.format == Format::sell && candidate.sorting_window > 1)
    text += Impl::message(" sorted in windows of ", candidate.sorting_window);
  return text;
}

}  // namespace Araios
