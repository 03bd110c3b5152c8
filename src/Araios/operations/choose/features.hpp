// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// What the choice of a format looks at: the lengths of rows, what padding they need, diagonals, and blocks.
///
/// Lengths are looked at in full; that costs a read of row_map for each question. The columns are looked at in a sample
/// of the rows, with a fixed sequence of pseudo-random numbers, so that the choice is repeatable; in full only where
/// the sample says that there are few diagonals, or blocks that are worth it. All sums are of integers.

#include <Araios/core/execution.hpp>
#include <Araios/core/memory.hpp>
#include <Araios/core/search.hpp>
#include <Araios/core/workspace.hpp>
#include <Araios/formats/csr.hpp>
#include <Araios/operations/convert/dia_csr.hpp>
#include <Araios/operations/convert/hyb.hpp>
#include <Araios/operations/convert/sell.hpp>
#include <Araios/operations/convert/strict_rows.hpp>
#include <Araios/operations/spmv/analysis.hpp>
#include <Araios/row_statistics.hpp>

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>

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
  bool ascending = true;             ///< rows ascend and repeat no column; looked at only where a format needs it
  double block_fill(int b) const { return entries_per_block[b] / (b * b); }
};

namespace Impl::choose {

/// How large the samples are.
struct FormatSampling {
  std::int64_t windows;        // of rows that are sorted
  std::int64_t diagonal_rows;  // in which diagonals are counted
  std::int64_t block_rows;     // in which neighbours within blocks are counted
  static constexpr std::int64_t chunk = 32;
  static constexpr std::int64_t window = sell_usual_window;
  static constexpr std::int64_t longest = 1024;         // entries of a row that are looked at for diagonals
  static constexpr std::int64_t table_slots = 1 << 14;  // for the diagonals of the sample
  static constexpr int tries = 8;
  static constexpr int lanes = 32;            // of a row
  static constexpr int entries_of_row = 32;   // that are looked at for blocks, at most: one a lane
  static constexpr std::int64_t near = 4096;  // columns on either side of the diagonal whose x stays in a first cache
};
template <class Exec>
inline constexpr FormatSampling format_sampling =
    is_gpu_v<Exec> ? FormatSampling{1024, 4096, 2048} : FormatSampling{64, 1024, 256};

/// Number k of a sample of `samples` out of `count` rows or windows of rows: one in each of as many equal parts, at a
/// place in it that no grid behind the matrix can be in step with.
KOKKOS_INLINE_FUNCTION std::int64_t sampled_part(std::int64_t k, std::int64_t samples, std::int64_t count) {
  std::int64_t const part = count / samples;
  std::uint32_t hash = static_cast<std::uint32_t>(k) * 2654435761u + 12345u;
  hash = (hash ^ hash >> 15) * 2246822519u;
  return k * part +
         static_cast<std::int64_t>((hash ^ hash >> 13) % static_cast<std::uint32_t>(part < 65536 ? part : 65536));
}

/// Slots in chunks of rows that are sorted in windows, and the entries in them, of a sample of the windows.
template <class RowMap>
struct SortedSlots {
  RowMap row_map;
  std::int64_t num_rows;
  std::int64_t windows;  // of the matrix
  std::int64_t sampled;  // of them

  KOKKOS_FUNCTION std::int64_t length(std::int64_t i) const {
    return static_cast<std::int64_t>(row_map(i + 1) - row_map(i));
  }
  /// A row for each item. The rows at ranks 0, 32, ... of their window are the longest of their chunk.
  KOKKOS_FUNCTION void operator()(std::int64_t item, std::int64_t& slots, std::int64_t& entries) const {
    constexpr std::int64_t size = FormatSampling::window;
    std::int64_t const first = sampled_part(item / size, sampled, windows) * size;
    std::int64_t const row = first + item % size;
    if (row >= num_rows) return;
    std::int64_t const end = num_rows - first < size ? num_rows : first + size;
    std::int64_t const own = length(row);
    std::int64_t rank = 0;
    for (std::int64_t i = first; i < end; ++i) {
      std::int64_t const other = length(i);
      rank += other > own || (other == own && i < row);
    }
    entries += own;
    if (rank % FormatSampling::chunk == 0) slots += FormatSampling::chunk * own;
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

/// A hash table of diagonals in global memory. Keys never change once they are there.
template <class Ordinal, class Space>
struct DiagonalTable {
  static constexpr Ordinal nobody = std::numeric_limits<Ordinal>::min();  // j - i is greater
  Kokkos::View<Ordinal*, Space> keys;                                     // a power of two

  /// The slot of a diagonal, -1 where there is none for it; `inserted`: it is there since this call.
  KOKKOS_FUNCTION std::int64_t find(Ordinal diagonal, bool& inserted) const {
    auto const mask = static_cast<std::uint32_t>(keys.extent(0)) - 1;
    std::uint32_t slot = static_cast<std::uint32_t>(diagonal) * 2654435761u >> 8;
    inserted = false;
    for (int t = 0; t < FormatSampling::tries; ++t, ++slot) {
      Ordinal* const key = &keys(slot & mask);
      Ordinal found = *static_cast<Ordinal volatile*>(key);
      if (found == nobody) {
        found = Kokkos::atomic_compare_exchange(key, Ordinal(nobody), diagonal);
        inserted = found == nobody;
      }
      if (inserted || found == diagonal) return slot & mask;
    }
    return -1;
  }
};

/// counts(slot) += entries of the sampled rows on the diagonal of the slot. Item: a lane of a row.
template <class Matrix, class Table, class Counts>
struct SampleDiagonals {
  using Ordinal = typename Matrix::Ordinal;
  Matrix A;
  Table table;
  Counts counts;
  std::int64_t samples;

  KOKKOS_FUNCTION void operator()(std::int64_t item, std::int64_t& entries) const {
    constexpr std::int64_t lanes = FormatSampling::lanes, longest = FormatSampling::longest;
    std::int64_t const i = sampled_part(item / lanes, samples, A.num_rows());
    auto const begin = static_cast<std::int64_t>(A.row_map(i));
    auto const length = static_cast<std::int64_t>(A.row_map(i + 1)) - begin;
    for (std::int64_t k = item % lanes; k < length && k < longest; k += lanes) {
      ++entries;
      bool inserted;
      std::int64_t const slot = table.find(static_cast<Ordinal>(A.entries(begin + k) - i), inserted);
      if (slot >= 0) Kokkos::atomic_add(&counts(slot), std::uint32_t(1));
    }
  }
};

/// The diagonals of the sample: how many, and of those with at least `least` entries in it how many, and their entries.
struct DiagonalSample {
  std::int64_t distinct = 0;
  std::int64_t full = 0;
  std::int64_t entries_on_full = 0;
  std::int64_t entries = 0;
};

template <class Exec, class Counts>
ARAIOS_NOT_INLINED void total_diagonal_sample(Exec const& exec, Counts const& counts, std::int64_t least,
                                              DiagonalSample& sample) {
  Kokkos::parallel_reduce(
      "Araios::choose_format::full_diagonals", range(exec, static_cast<std::int64_t>(counts.extent(0))),
      KOKKOS_LAMBDA(std::int64_t s, std::int64_t& distinct, std::int64_t& full, std::int64_t& entries) {
        auto const count = static_cast<std::int64_t>(counts(s));
        distinct += count > 0;
        full += count >= least;
        entries += count >= least ? count : 0;
      },
      Kokkos::Sum<std::int64_t>(sample.distinct), Kokkos::Sum<std::int64_t>(sample.full),
      Kokkos::Sum<std::int64_t>(sample.entries_on_full));
}

template <class Exec, class Matrix, class Space>
DiagonalSample sample_diagonals(Exec const& exec, Matrix const& A, Workspace<Space>& workspace) {
  using Ordinal = typename Matrix::Ordinal;
  using Table = DiagonalTable<Ordinal, Space>;
  using Counts = Kokkos::View<std::uint32_t*, Space>;
  typename Workspace<Space>::Frame const frame(workspace);
  std::int64_t const m = A.num_rows();
  std::int64_t const samples = std::min(m, format_sampling<Exec>.diagonal_rows);
  Table const table{workspace.template take<Kokkos::View<Ordinal*, Space>>(exec, FormatSampling::table_slots)};
  auto const counts = workspace.template take<Counts>(exec, FormatSampling::table_slots);
  fill(exec, table.keys, Table::nobody);
  fill(exec, counts, 0u);
  DiagonalSample sample;
  Kokkos::parallel_reduce("Araios::choose_format::sample_diagonals", range(exec, samples * FormatSampling::lanes),
                          SampleDiagonals<Matrix, Table, Counts>{A, table, counts, samples},
                          Kokkos::Sum<std::int64_t>(sample.entries));
  double const part =
      static_cast<double>(least_entries_of_diagonal<typename Matrix::Scalar, Ordinal>(m)) / static_cast<double>(m);
  auto const least = static_cast<std::int64_t>(part * static_cast<double>(samples));
  total_diagonal_sample(exec, counts, std::max<std::int64_t>(least, 1), sample);
  return sample;
}

/// The number of diagonals, as far as `most`; more than that ends the count. Item: a row.
template <class Matrix, class Table, class Counter>
struct CountDistinctDiagonals {
  using Ordinal = typename Matrix::Ordinal;
  Matrix A;
  Table table;
  Counter counter;  // diagonals in the table
  std::int64_t most;

  KOKKOS_FUNCTION void operator()(std::int64_t i, std::int64_t& greatest) const {
    auto const begin = static_cast<std::int64_t>(A.row_map(i));
    auto const end = static_cast<std::int64_t>(A.row_map(i + 1));
    std::int64_t seen = *static_cast<std::int64_t volatile*>(&counter(0));
    if (end - begin > most) seen = most + 1;
    for (std::int64_t p = begin; p < end && seen <= most; ++p) {
      bool inserted;
      if (table.find(static_cast<Ordinal>(A.entries(p) - i), inserted) < 0) seen = most + 1;
      if (inserted) seen = Kokkos::atomic_fetch_add(&counter(0), std::int64_t(1)) + 1;
    }
    greatest = seen > greatest ? seen : greatest;
  }
};

/// Distinct diagonals of A; -1 where there are more than `most`, or so many that the table has no place for one.
template <class Exec, class Matrix, class Space>
std::int64_t count_distinct_diagonals(Exec const& exec, Matrix const& A, std::int64_t most,
                                      Workspace<Space>& workspace) {
  using Ordinal = typename Matrix::Ordinal;
  using Table = DiagonalTable<Ordinal, Space>;
  using Counter = Kokkos::View<std::int64_t*, Space>;
  typename Workspace<Space>::Frame const frame(workspace);
  Table const table{workspace.template take<Kokkos::View<Ordinal*, Space>>(exec, FormatSampling::table_slots)};
  auto const counter = workspace.template take<Counter>(exec, 1);
  fill(exec, table.keys, Table::nobody);
  fill(exec, counter, 0);
  std::int64_t diagonals = 0;
  Kokkos::parallel_reduce(
      "Araios::choose_format::count_diagonals", range(exec, static_cast<std::int64_t>(A.num_rows())),
      CountDistinctDiagonals<Matrix, Table, Counter>{A, table, counter, most}, Kokkos::Max<std::int64_t>(diagonals));
  return diagonals > most ? -1 : diagonals;
}

/// Blocks by a sample of entries: an entry of a block that holds c stands for 1 / c block. Item: a lane of a row.
///
/// Rows of more entries than there are lanes are looked at in steps, and each entry stands for as many as a step has.
template <class Matrix>
struct SampleBlocks {
  static constexpr std::int64_t unit = 1 << 20;  // one block, so that sums are of integers
  Matrix A;
  std::int64_t samples;

  KOKKOS_FUNCTION std::int64_t first_from(std::int64_t i, std::int64_t column) const {
    return first_above(A.entries, static_cast<std::int64_t>(A.row_map(i)), static_cast<std::int64_t>(A.row_map(i + 1)),
                       column - 1);
  }
  /// Entries of the block of b x b around (i, j).
  KOKKOS_FUNCTION std::int64_t entries_of_block(std::int64_t i, std::int64_t j, int b) const {
    std::int64_t const first_row = i - i % b, first_column = j - j % b;
    std::int64_t count = 0;
    for (std::int64_t r = first_row; r < first_row + b && r < A.num_rows(); ++r) {
      auto const end = static_cast<std::int64_t>(A.row_map(r + 1));
      for (std::int64_t p = first_from(r, first_column), taken = 0; p < end && taken < b; ++p, ++taken) {
        if (static_cast<std::int64_t>(A.entries(p)) >= first_column + b) break;
        ++count;
      }
    }
    return count > 1 ? count : 1;
  }
  KOKKOS_FUNCTION void operator()(std::int64_t item, std::int64_t& weights, std::int64_t& near, std::int64_t& blocks2,
                                  std::int64_t& blocks3, std::int64_t& blocks4, std::int64_t& blocks5,
                                  std::int64_t& blocks6, std::int64_t& blocks7, std::int64_t& blocks8) const {
    constexpr std::int64_t lanes = FormatSampling::lanes, most = FormatSampling::entries_of_row;
    std::int64_t const i = sampled_part(item / lanes, samples, A.num_rows());
    auto const begin = static_cast<std::int64_t>(A.row_map(i));
    auto const length = static_cast<std::int64_t>(A.row_map(i + 1)) - begin;
    std::int64_t const lane = item % lanes, looks = length < most ? length : most;
    if (lane >= looks) return;
    std::int64_t const from = lane * length / looks;
    std::int64_t const weight = (lane + 1) * length / looks - from;
    std::int64_t const j = A.entries(begin + from);
    std::int64_t const share = weight * unit;
    weights += weight;
    std::int64_t const distance = j - i;
    near += -FormatSampling::near <= distance && distance <= FormatSampling::near ? weight : 0;
    blocks2 += share / entries_of_block(i, j, 2);
    blocks3 += share / entries_of_block(i, j, 3);
    blocks4 += share / entries_of_block(i, j, 4);
    blocks5 += share / entries_of_block(i, j, 5);
    blocks6 += share / entries_of_block(i, j, 6);
    blocks7 += share / entries_of_block(i, j, 7);
    blocks8 += share / entries_of_block(i, j, 8);
  }
};

template <class Exec, class Matrix>
void sample_blocks(Exec const& exec, Matrix const& A, FormatFeatures& features) {
  using Sum = Kokkos::Sum<std::int64_t>;
  std::int64_t const samples = std::min<std::int64_t>(A.num_rows(), format_sampling<Exec>.block_rows);
  std::int64_t weights = 0, near = 0;
  std::array<std::int64_t, FormatFeatures::largest_block + 1> blocks{};
  Kokkos::parallel_reduce("Araios::choose_format::sample_blocks", range(exec, samples * FormatSampling::lanes),
                          SampleBlocks<Matrix>{A, samples}, Sum(weights), Sum(near), Sum(blocks[2]), Sum(blocks[3]),
                          Sum(blocks[4]), Sum(blocks[5]), Sum(blocks[6]), Sum(blocks[7]), Sum(blocks[8]));
  features.near_diagonal = static_cast<double>(near) / static_cast<double>(std::max<std::int64_t>(weights, 1));
  for (int b = 2; b <= FormatFeatures::largest_block; ++b)
    features.entries_per_block[b] = weights == 0 ? 1
                                                 : static_cast<double>(weights) * SampleBlocks<Matrix>::unit /
                                                       static_cast<double>(std::max<std::int64_t>(blocks[b], 1));
}

/// Bytes of CSR over the bytes of one diagonal: from so many diagonals on DIA is no smaller.
template <class Scalar, class Ordinal, class Offset>
double most_diagonals(RowStatistics const& rows) {
  return static_cast<double>(csr_bytes<Scalar, Ordinal, Offset>(rows.num_rows, rows.nnz)) /
         static_cast<double>(dia_bytes<Scalar, Ordinal>(rows.num_rows, 1));
}

/// Everything but `ascending`. A has entries.
template <class Exec, class S, class O, class F, class M, class Space>
FormatFeatures look_at_format(Exec const& exec, CsrMatrix<S, O, F, M> const& A, Workspace<Space>& workspace) {
  using Scalar = std::remove_const_t<S>;
  FormatFeatures features;
  RowStatistics const rows = features.rows = Araios::row_statistics(exec, A);
  features.csr_method =
      spmv::choose_spmv_method(exec, rows.num_rows, rows.nnz, sizeof(O) + value_bytes_v<S>, A.row_map).method;
  features.sell_slots = sell_slots(exec, {.chunk = FormatSampling::chunk}, A);
  features.sorted_sell_slots = sorted_sell_slots(exec, A.row_map, rows);
  features.hyb = convert::hyb_split(exec, HybOptions{}, rows, A, workspace);
  CsrMatrix<Pattern, O, F, M> const pattern(A.num_rows(), A.num_cols(), A.row_map, A.entries);
  CsrMatrix<Scalar const, O, F, M> const constant(A.num_rows(), A.num_cols(), A.row_map, A.entries, A.values);
  sample_blocks(exec, pattern, features);
  DiagonalSample const sample = sample_diagonals(exec, constant, workspace);
  features.full_diagonals = sample.full;
  features.entries_on_full =
      static_cast<double>(sample.entries_on_full) / static_cast<double>(std::max<std::int64_t>(sample.entries, 1));
  // With half of the slots in use a diagonal finds a place in few tries.
  auto const most = static_cast<std::int64_t>(
      std::min(most_diagonals<Scalar, O, F>(rows), static_cast<double>(FormatSampling::table_slots / 2)));
  if (sample.distinct <= most) features.diagonals = count_distinct_diagonals(exec, pattern, most, workspace);
  return features;
}

}  // namespace Impl::choose
}  // namespace Araios
