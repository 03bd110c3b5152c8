// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// Rows sorted by column, and sums of duplicates: what sort_rows.hpp at the top computes.

#include <Araios/core/concepts.hpp>
#include <Araios/core/execution.hpp>
#include <Araios/core/kokkos_compat.hpp>
#include <Araios/core/memory.hpp>
#include <Araios/core/read_back.hpp>
#include <Araios/core/workspace.hpp>
#include <Araios/core/wrapping.hpp>
#include <Araios/formats/csr.hpp>
#include <Araios/primitives/pointers.hpp>
#include <Araios/primitives/scan.hpp>
#include <Araios/primitives/segmented_sort.hpp>
#include <Araios/primitives/segments.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>
#include <type_traits>

namespace Araios::Impl::convert {

/// Copies the first `count` columns and values.
template <class Exec, class FromEntries, class FromValues, class Entries, class Values>
ARAIOS_NOT_INLINED void copy_entries(Exec const& exec, std::int64_t count, FromEntries const& from_entries,
                                     FromValues const& from_values, Entries const& entries, Values const& values) {
  Kokkos::parallel_for(
      "Araios::convert::copy_entries", range(exec, count), KOKKOS_LAMBDA(std::int64_t p) {
        entries(p) = from_entries(p);
        values(p) = from_values(p);
      });
}

/// A with each row sorted by column; `sort_rows` says what holds.
template <ExecutionSpace Exec, class S, class O, class F, class M>
CsrMatrix<std::remove_const_t<S>, O, F, M> sorted_rows(Exec const& exec, CsrMatrix<S, O, F, M> const& A,
                                                       Workspace<typename Exec::memory_space>& workspace) {
  using Scalar = std::remove_const_t<S>;
  // Sharing row_map would keep all of A alive: the arrays of A are one allocation.
  auto const B = allocate_csr<Scalar, O, F>(exec, "Araios::sort_rows", A.num_rows(), std::int64_t(A.nnz()));
  if (A.row_map.extent(0) == 0)
    fill(exec, B.row_map, F(0));
  else
    copy_elements(exec, B.row_map, A.row_map);
  if (A.nnz() > 0) {
    copy_entries(exec, std::int64_t(A.nnz()), A.entries, A.values, B.entries, B.values);
    segmented_sort(exec, PointerSegments{A.row_map}, B.entries, B.values, NoValues{}, workspace);
  }
  return CsrMatrix<Scalar, O, F, M>(A.num_rows(), A.num_cols(), B);
}

// A run: neighbouring entries at the same coordinate, of entries that are sorted by row and column.

/// 1 at the first entry of a run, else 0.
template <class Rows, class Columns>
struct RunHeads {
  Rows rows;
  Columns columns;
  KOKKOS_FUNCTION int operator()(std::int64_t p) const {
    return p == 0 || rows(p) != rows(p - 1) || columns(p) != columns(p - 1);
  }
  KOKKOS_FUNCTION std::int64_t extent(int) const { return static_cast<std::int64_t>(rows.extent(0)); }
};

/// before(p) := number of runs that begin before p; before(k) is the number of runs.
template <class Exec, class Heads, class Before, class Space>
void scan_runs(Exec const& exec, Heads const& heads, Before const& before, Workspace<Space>& workspace) {
  exclusive_scan(exec, heads, before, {}, workspace);
}

/// The number of runs, on the host: the fence of every operation that sums duplicates.
template <class Exec, class Before>
std::int64_t count_runs(Exec const& exec, Before const& before) {
  auto const last = static_cast<std::int64_t>(before.extent(0)) - 1;
  return static_cast<std::int64_t>(
      read_back(exec, before, last, "Araios::sum_duplicates: the number of entries is on the host"));
}

/// Duplicates of one coordinate that are added in their type; from there on floats are added in double.
inline constexpr std::int64_t short_run = 256;

/// The type of sums of many T.
template <class T>
struct LongSum {
  using type = T;
};
template <>
struct LongSum<float> {
  using type = double;
};
template <>
struct LongSum<Kokkos::complex<float>> {
  using type = Kokkos::complex<double>;
};

/// Entry before(p) of B := the coordinate of the run that begins at p, and the sum of its values from the first to the
/// last. The sum starts with the first value, not with zero: -0.0 alone stays -0.0.
template <class Exec, class Heads, class Before, class Values, class Arrays>
ARAIOS_NOT_INLINED void fill_runs(Exec const& exec, Heads const& heads, Before const& before, Values const& values,
                                  Arrays const& B) {
  std::int64_t const nnz = heads.extent(0);
  Kokkos::parallel_for(
      "Araios::sum_duplicates::fill", range(exec, nnz), KOKKOS_LAMBDA(std::int64_t p) {
        if (!heads(p)) return;
        using T = typename Values::non_const_value_type;
        T sum = values(p);
        std::int64_t q = p + 1;
        for (; q < nnz && q - p < short_run && !heads(q); ++q) sum = static_cast<T>(wrapping_sum(sum, values(q)));
        if (q < nnz && q - p == short_run && !heads(q)) {
          typename LongSum<T>::type whole = sum;
          for (; q < nnz && !heads(q); ++q) whole = static_cast<decltype(whole)>(wrapping_sum(whole, values(q)));
          sum = static_cast<T>(whole);
        }
        B.entries(before(p)) = heads.columns(p);
        B.values(before(p)) = sum;
      });
}

/// row_map(i) of B := number of runs before the first entry of row i.
template <class Exec, class Offsets, class Before, class Arrays>
ARAIOS_NOT_INLINED void fill_run_offsets(Exec const& exec, Offsets const& row_map, Before const& before,
                                         Arrays const& B) {
  Kokkos::parallel_for(
      "Araios::sum_duplicates::row_map", range(exec, static_cast<std::int64_t>(B.row_map.extent(0))),
      KOKKOS_LAMBDA(std::int64_t i) { B.row_map(i) = before(row_map(i)); });
}

/// The matrix of sums, of k > 0 entries sorted by row and column, with the rows of the entries given.
template <class Scalar, class Ordinal, class Offset, class Exec, class Offsets, class Rows, class Columns, class Values,
          class Space>
CsrMatrix<Scalar, Ordinal, Offset, Space> sum_runs(Exec const& exec, std::int64_t num_rows, std::int64_t num_cols,
                                                   Offsets const& row_map, Rows const& rows, Columns const& columns,
                                                   Values const& values, Workspace<Space>& workspace) {
  RunHeads<Rows, Columns> const heads{rows, columns};
  auto const before = workspace.template take<Kokkos::View<Offset*, Space>>(exec, heads.extent(0) + 1);
  scan_runs(exec, heads, before, workspace);
  std::int64_t const runs = count_runs(exec, before);
  auto const B = allocate_csr<Scalar, Ordinal, Offset>(exec, "Araios::sum_duplicates", num_rows, runs);
  fill_runs(exec, heads, before, values, B);
  fill_run_offsets(exec, row_map, before, B);
  return CsrMatrix<Scalar, Ordinal, Offset, Space>(num_rows, num_cols, B);
}

/// A with sorted rows, and one entry for all entries at the same coordinate; `sum_duplicates` says what holds.
template <ExecutionSpace Exec, class S, class O, class F, class M>
CsrMatrix<std::remove_const_t<S>, O, F, typename Exec::memory_space>
summed_duplicates(Exec const& exec, CsrMatrix<S, O, F, M> const& A, Workspace<typename Exec::memory_space>& workspace) {
  using Space = typename Exec::memory_space;
  using Scalar = std::remove_const_t<S>;
  if (A.nnz() == 0) {
    auto const B = allocate_csr<Scalar, O, F>(exec, "Araios::sum_duplicates", A.num_rows(), 0);
    fill(exec, B.row_map, F(0));
    return CsrMatrix<Scalar, O, F, Space>(A.num_rows(), A.num_cols(), B);
  }
  typename Workspace<Space>::Frame const frame(workspace);
  auto const sorted = sorted_rows(exec, A, workspace);
  auto const rows = workspace.template take<Kokkos::View<O*, Space>>(exec, std::int64_t(A.nnz()));
  pointers_to_index(exec, A.row_map, rows);
  return sum_runs<Scalar, O, F>(exec, A.num_rows(), A.num_cols(), A.row_map, rows, sorted.entries, sorted.values,
                                workspace);
}

}  // namespace Araios::Impl::convert
