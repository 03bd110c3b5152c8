// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// The features that the choice of a format uses: row lengths, the padding that they cause, diagonals, and blocks.
///
/// Row lengths are read in full; each feature of them costs a read of row_map. The columns are read in a sample of the
/// rows, with a fixed sequence of pseudo-random numbers, so that the choice is deterministic; in full only where the
/// sample shows few diagonals, or blocks full enough for BSR. All sums are of integers.

#include <Araios/core/execution.hpp>
#include <Araios/core/workspace.hpp>
#include <Araios/formats/csr.hpp>
#include <Araios/operations/choose/candidate.hpp>
#include <Araios/operations/choose/sample_blocks.hpp>
#include <Araios/operations/choose/sample_diagonals.hpp>
#include <Araios/operations/choose/sampling.hpp>
#include <Araios/operations/convert/hyb.hpp>
#include <Araios/operations/convert/sell.hpp>
#include <Araios/operations/row_statistics/call.hpp>
#include <Araios/operations/spmv/analysis.hpp>

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <cstdint>
#include <type_traits>

namespace Araios::Impl::choose {

/// Slots, and entries, in chunks of rows that are sorted in windows, of a sample of the windows.
template <class RowMap>
struct SortedSlots {
  RowMap row_map;
  std::int64_t num_rows;
  std::int64_t windows;  // of the matrix
  std::int64_t sampled;  // of them

  KOKKOS_FUNCTION std::int64_t length(std::int64_t i) const {
    return static_cast<std::int64_t>(row_map(i + 1) - row_map(i));
  }
  /// One row per item. The rows at ranks 0, 32, ... of their window are the longest of their chunk.
  KOKKOS_FUNCTION void operator()(std::int64_t item, std::int64_t& slots, std::int64_t& entries) const {
    constexpr std::int64_t size = FormatSampling::window;
    std::int64_t const first = sampled_part(item / size, sampled, windows) * size;
    std::int64_t const row = first + item % size;
    if (row >= num_rows) return;
    std::int64_t const end = num_rows - first < size ? num_rows : first + size;
    std::int64_t const row_length = length(row);
    std::int64_t rank = 0;
    for (std::int64_t i = first; i < end; ++i) {
      std::int64_t const other = length(i);
      rank += other > row_length || (other == row_length && i < row);
    }
    entries += row_length;
    if (rank % FormatSampling::chunk == 0) slots += FormatSampling::chunk * row_length;
  }
};

template <class Exec, class RowMap>
std::int64_t sorted_sell_slots(Exec const& exec, RowMap const& row_map, RowStatistics const& rows) {
  std::int64_t const windows = tiles_for(rows.num_rows, FormatSampling::window);
  std::int64_t const sampled = std::min(windows, format_sampling<Exec>.windows);
  std::int64_t slots = 0, entries = 0;
  Kokkos::parallel_reduce("Araios::choose_format::sorted_slots", range(exec, sampled * FormatSampling::window),
                          SortedSlots<RowMap>{row_map, rows.num_rows, windows, sampled},
                          Kokkos::Sum<std::int64_t>(slots), Kokkos::Sum<std::int64_t>(entries));
  if (entries == 0 || sampled == windows) return std::max(slots, rows.nnz);
  return static_cast<std::int64_t>(static_cast<double>(slots) / static_cast<double>(entries) *
                                   static_cast<double>(rows.nnz));
}

/// Bytes of CSR over the bytes of one diagonal: from so many diagonals on DIA is no smaller.
template <class Scalar, class Ordinal, class Offset>
double max_diagonals(RowStatistics const& rows) {
  return static_cast<double>(csr_bytes<Scalar, Ordinal, Offset>(rows.num_rows, rows.nnz)) /
         static_cast<double>(dia_bytes<Scalar, Ordinal>(rows.num_rows, 1));
}

/// All features but `strictly_sorted`. A has entries.
template <class Exec, class S, class O, class F, class M, class Space>
FormatFeatures find_features(Exec const& exec, CsrMatrix<S, O, F, M> const& A, Workspace<Space>& workspace) {
  using Scalar = std::remove_const_t<S>;
  FormatFeatures features;
  RowStatistics const rows = features.rows = row_statistics::call(exec, A);
  features.csr_method = spmv::choose_spmv_kernel(exec, A, sizeof(O) + value_bytes_v<S>).method();
  features.sell_slots = convert::unsorted_slots(exec, A, FormatSampling::chunk);
  features.sorted_sell_slots = sorted_sell_slots(exec, A.row_map, rows);
  features.hyb = convert::hyb_split(exec, rows, A, HybOptions{}, workspace);
  CsrMatrix<Pattern, O, F, M> const pattern(A.num_rows(), A.num_cols(), A.row_map, A.entries);
  CsrMatrix<Scalar const, O, F, M> const constant(A.num_rows(), A.num_cols(), A.row_map, A.entries, A.values);
  sample_blocks(exec, pattern, features);
  DiagonalSample const sample = sample_diagonals(exec, constant, workspace);
  features.full_diagonals = sample.full;
  features.entries_on_full =
      static_cast<double>(sample.entries_on_full) / static_cast<double>(std::max<std::int64_t>(sample.entries, 1));
  // With at most half of the slots in use, a diagonal finds a slot in few probes.
  constexpr std::int64_t half = FormatSampling::table_slots / 2;
  auto const max_distinct =
      static_cast<std::int64_t>(std::min(max_diagonals<Scalar, O, F>(rows), static_cast<double>(half)));
  if (sample.distinct <= max_distinct)
    features.diagonals = count_distinct_diagonals(exec, pattern, max_distinct, workspace);
  return features;
}

}  // namespace Araios::Impl::choose
