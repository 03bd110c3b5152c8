// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// SpMM on a GPU with X and Y stored by columns, read in place.
///
/// A thread has a row, and some columns at a time. Neighbouring threads read neighbouring elements of X where
/// neighbouring rows of the matrix have neighbouring columns, as in grids and bands without gaps. Then this takes half
/// the time of a copy of X by rows. Elsewhere each element costs a sector, and a long row occupies one thread for long.
/// Only the matrix decides which case it is, so a kernel scans it, and the kernels of both methods are launched; those
/// of the method that is not chosen return immediately. The host does not wait, and the choice depends on the matrix
/// alone.
///
/// Bytes of the scan: (m+1) Offset and a few entries. Of SpMM: k (Ordinal + Scalar) for each group of columns, from
/// caches except for the first; at best n rows of X and m of Y.

#include <Araios/collective/lanes.hpp>
#include <Araios/core/execution.hpp>
#include <Araios/core/workspace.hpp>
#include <Araios/operations/spmm/core.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>

namespace Araios::Impl::spmm {

/// Tuning parameters of SpMM in place.
struct SpmmInPlaceTuning {
  static constexpr int group = 8;           ///< columns that a thread sums at a time
  static constexpr int max_mean = 6;        ///< upper bound of the mean entries of a row of A, and of a column
  static constexpr int longest = 32;        ///< maximum entries of a row; a longer one occupies its thread too long
  static constexpr int neighbours = 32;     ///< neighbouring rows of a scanned group
  static constexpr int share_scanned = 16;  ///< 1 / share of the rows are scanned
  static constexpr int share_far = 4;       ///< at most 1 / share of the entries may be far from their neighbours'
  static constexpr int near = 2;            ///< columns
  static constexpr std::int64_t min_entries = 65536;  ///< entries: for fewer, the scan costs more than it saves
};

/// Counts entries that are far from that of the previous row; a row that is too long counts more than all entries can.
template <class Data>
struct SpmmScan {
  using Tuning = SpmmInPlaceTuning;
  static constexpr std::int64_t too_long = std::int64_t(1) << 32;

  Data data;

  KOKKOS_FUNCTION void operator()(std::int64_t i, std::int64_t& far) const {
    std::int64_t const begin = data.row_map[i], length = data.row_map[i + 1] - begin;
    if (length > Tuning::longest) {
      far += too_long;
      return;
    }
    if (i % Tuning::neighbours == 0 || i / Tuning::neighbours % Tuning::share_scanned != 0) return;
    std::int64_t const length_before = begin - data.row_map[i - 1];
    for (std::int64_t e = 0; e < length; ++e) {
      if (e < length_before) {
        std::int64_t const distance =
            static_cast<std::int64_t>(data.entries[begin + e]) - data.entries[begin - length_before + e];
        if (distance <= Tuning::near && distance >= -Tuning::near) continue;
      }
      ++far;
    }
  }
};

/// One row.
template <class Data>
struct SpmmInPlace {
  using X = typename Data::X;
  using T = typename Data::T;
  using Semiring = typename Data::Semiring;
  static constexpr int group = SpmmInPlaceTuning::group;

  Data data;

  KOKKOS_FUNCTION void operator()(std::int64_t i) const {
    if (!data.choice.holds()) return;
    std::int64_t const begin = data.row_map[i], end = data.row_map[i + 1];
    for (std::int64_t first = 0; first < data.columns; first += group) {
      // Missing columns of X are read, but not stored: the last column replaces them.
      auto const last = static_cast<int>(data.columns - first < group ? data.columns - first - 1 : group - 1);
      X const* x[group];
      T sum[group];
      ARAIOS_UNROLL
      for (int c = 0; c < group; ++c) {
        x[c] = data.x.data + (first + (c < last ? c : last)) * data.x.column_stride;
        sum[c] = Semiring::template zero<T>();
      }
      for (std::int64_t p = begin; p < end; ++p) {
        std::int64_t const j = data.entries[p] * data.x.row_stride;
        auto const a = data.value(p);
        X of_row[group];
        ARAIOS_UNROLL
        for (int c = 0; c < group; ++c) of_row[c] = x[c][j];
        ARAIOS_UNROLL
        for (int c = 0; c < group; ++c) sum[c] = Semiring::add(sum[c], data.term(a, of_row[c]));
      }
      ARAIOS_UNROLL
      for (int c = 0; c < group; ++c)
        if (c <= last) data.out.store(i, first + c, sum[c]);
    }
  }
};

/// Whether sizes and layouts leave the choice to the scan.
template <class Data>
bool spmm_in_place_is_applicable(Data const& data, std::int64_t num_cols) {
  using Tuning = SpmmInPlaceTuning;
  return data.columns > 1 && data.x.row_stride == 1 && data.x.column_stride != 1 && data.out.row_stride == 1 &&
         data.out.column_stride != 1 && data.nnz >= Tuning::min_entries &&
         data.nnz / data.num_rows < Tuning::max_mean && data.nnz / num_cols < Tuning::max_mean;
}

/// Multiplies if A is found to be a case for this method. Returns the condition of the other method; the number of the
/// condition must remain in memory until its kernels are complete.
///
/// Requires      spmm_in_place_is_applicable, except for the number of entries.
template <class Exec, class Data, class Space>
SpmmChoice spmm_in_place(Exec const& exec, Data data, Workspace<Space>& workspace) {
  using Tuning = SpmmInPlaceTuning;
  auto const number = workspace.template take<Kokkos::View<std::int64_t*, Space>>(exec, 1);
  Kokkos::parallel_reduce("Araios::spmm::scan", range(exec, data.num_rows), SpmmScan<Data>{data},
                          Kokkos::View<std::int64_t, Space, Kokkos::MemoryUnmanaged>(number.data()));
  data.choice = {number.data(), data.nnz / (Tuning::share_scanned * Tuning::share_far), false};
  Kokkos::parallel_for("Araios::spmm::in_place", range(exec, data.num_rows), SpmmInPlace<Data>{data});
  data.choice.when_more = true;
  return data.choice;
}

}  // namespace Araios::Impl::spmm
