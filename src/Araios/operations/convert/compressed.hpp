// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// Conversions among CSR, CSC and COO, sorting of rows, and sums of duplicates.
///
/// Nothing is dropped: explicit zeros, -0.0 and NaN are entries like others, and duplicates stay unless Duplicates::sum
/// is requested. Entries of a row (or column) keep their order, and sums are made in that order, so every result is
/// deterministic from space to space, bitwise.

#include <Araios/core/checks.hpp>
#include <Araios/core/execution.hpp>
#include <Araios/core/kokkos_compat.hpp>
#include <Araios/core/memory.hpp>
#include <Araios/core/profiling.hpp>
#include <Araios/core/read_back.hpp>
#include <Araios/core/workspace.hpp>
#include <Araios/formats/coo.hpp>
#include <Araios/formats/csc.hpp>
#include <Araios/formats/csr.hpp>
#include <Araios/operations/convert/conversion.hpp>
#include <Araios/primitives/expand.hpp>
#include <Araios/primitives/histogram.hpp>
#include <Araios/primitives/radix_sort.hpp>
#include <Araios/primitives/scan.hpp>
#include <Araios/primitives/segmented_sort.hpp>
#include <Araios/primitives/segments.hpp>
#include <Araios/transpose.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>
#include <type_traits>
#include <utility>

namespace Araios {

/// Treatment of entries with equal coordinates.
enum class Duplicates {
  keep,  // all stay, in their order
  sum    // one entry, the sum in their order; rows are sorted
};

/// Of coo_to_csr and coo_to_csc.
struct CooToCsrOptions {
  Duplicates duplicates = Duplicates::keep;
};

/// The columns of A
///
/// Shapes, Requires, Order, Cost, Deterministic, Throws   as `transpose`: the CSC form of a matrix and the CSR form of
///               its transpose are the same arrays.
/// Asynchronous  yes; allocates the result.
template <ExecutionSpace Exec, class S, class O, class F, class M>
  requires Accesses<Exec, CsrMatrix<S, O, F, M>>
CscMatrix<std::remove_const_t<S>, O, F, typename Exec::memory_space>
csr_to_csc(Exec const& exec, TransposeOptions const& options, CsrMatrix<S, O, F, M> const& A,
           WorkspaceFor<Exec> workspace = {}) {
  return CscMatrix<std::remove_const_t<S>, O, F, typename Exec::memory_space>(
      transpose(exec, options, A, workspace.get(exec)));
}
template <ExecutionSpace Exec, class S, class O, class F, class M>
  requires Accesses<Exec, CsrMatrix<S, O, F, M>>
auto csr_to_csc(Exec const& exec, CsrMatrix<S, O, F, M> const& A, WorkspaceFor<Exec> workspace = {}) {
  return csr_to_csc(exec, TransposeOptions{}, A, std::move(workspace));
}

/// The rows of A; as `csr_to_csc`.
template <ExecutionSpace Exec, class S, class O, class F, class M>
  requires Accesses<Exec, CscMatrix<S, O, F, M>>
CsrMatrix<std::remove_const_t<S>, O, F, typename Exec::memory_space>
csc_to_csr(Exec const& exec, TransposeOptions const& options, CscMatrix<S, O, F, M> const& A,
           WorkspaceFor<Exec> workspace = {}) {
  return transpose(exec, options, A.transposed(), workspace.get(exec));
}
template <ExecutionSpace Exec, class S, class O, class F, class M>
  requires Accesses<Exec, CscMatrix<S, O, F, M>>
auto csc_to_csr(Exec const& exec, CscMatrix<S, O, F, M> const& A, WorkspaceFor<Exec> workspace = {}) {
  return csc_to_csr(exec, TransposeOptions{}, A, std::move(workspace));
}

namespace Impl::convert {

/// The row (or column) index of every entry, in the memory space of the offsets.
template <class Ordinal, class Space, class Exec, class Offsets>
Kokkos::View<Ordinal*, Space> expand_lines(Exec const& exec, Offsets const& offsets, std::int64_t nnz) {
  auto const lines = allocate<Kokkos::View<Ordinal*, Space>>(exec, "Araios::convert::indices", nnz);
  if (nnz > 0) pointers_to_index(exec, offsets, lines);
  return lines;
}

}  // namespace Impl::convert

/// The entries of A, row by row
///
/// Requires      row_map of A passes `validate`.
/// Order         that of A.
/// Ownership     the result shares col_indices and values with A; `copy` of formats/copy.hpp makes copies.
/// Cost          that of `pointers_to_index`: writes k Ordinals, reads m + 1 Offsets.
/// Asynchronous  yes; allocates the row indices.
/// Deterministic space to space, bitwise.
template <ExecutionSpace Exec, class S, class O, class F, class M>
  requires Accesses<Exec, CsrMatrix<S, O, F, M>>
CooMatrix<S, O, F, M> csr_to_coo(Exec const& exec, CsrMatrix<S, O, F, M> const& A) {
  auto const rows = Impl::convert::expand_lines<O, M>(exec, A.row_map, std::int64_t(A.nnz()));
  return CooMatrix<S, O, F, M>(A.num_rows(), A.num_cols(), rows, A.entries, A.values);
}

/// The entries of A, column by column; shares row_indices and values with A, otherwise as `csr_to_coo`.
template <ExecutionSpace Exec, class S, class O, class F, class M>
  requires Accesses<Exec, CscMatrix<S, O, F, M>>
CooMatrix<S, O, F, M> csc_to_coo(Exec const& exec, CscMatrix<S, O, F, M> const& A) {
  auto const cols = Impl::convert::expand_lines<O, M>(exec, A.col_map, std::int64_t(A.nnz()));
  return CooMatrix<S, O, F, M>(A.num_rows(), A.num_cols(), A.entries, cols, A.values);
}

namespace Impl::convert {

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

}  // namespace Impl::convert

/// A with each row sorted by column
///
/// Requires      row_map of A passes `validate`.
/// Order         entries at the same coordinate keep the order that they had in A.
/// Cost          a copy of the three arrays, and `segmented_sort` of entries and values.
/// Asynchronous  yes; allocates the result.
/// Deterministic space to space, bitwise.
template <ExecutionSpace Exec, class S, class O, class F, class M>
  requires Accesses<Exec, CsrMatrix<S, O, F, M>>
CsrMatrix<std::remove_const_t<S>, O, F, M> sort_rows(Exec const& exec, CsrMatrix<S, O, F, M> const& A,
                                                     WorkspaceFor<Exec> workspace = {}) {
  Impl::ScopedRegion const region("Araios::sort_rows");
  using Scalar = std::remove_const_t<S>;
  // Sharing row_map would keep all of A alive: the arrays of A are one allocation.
  auto const B = allocate_csr<Scalar, O, F>(exec, "Araios::sort_rows", A.num_rows(), std::int64_t(A.nnz()));
  if (A.row_map.extent(0) == 0)
    Impl::fill(exec, B.row_map, F(0));
  else
    Kokkos::deep_copy(exec, B.row_map, A.row_map);
  if (A.nnz() > 0) {
    Impl::convert::copy_entries(exec, std::int64_t(A.nnz()), A.entries, A.values, B.entries, B.values);
    segmented_sort(exec, PointerSegments{A.row_map}, B.entries, B.values, NoValues{}, workspace.get(exec));
  }
  return CsrMatrix<Scalar, O, F, M>(A.num_rows(), A.num_cols(), B);
}

namespace Impl::convert {

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
  exclusive_scan(exec, heads, before, workspace);
}

/// The number of runs, on the host: the fence of every operation that sums duplicates.
template <class Exec, class Before>
std::int64_t count_runs(Exec const& exec, Before const& before) {
  auto const last = static_cast<std::int64_t>(before.extent(0)) - 1;
  return static_cast<std::int64_t>(
      read_back(exec, before, last, "Araios::sum_duplicates: the number of entries is on the host"));
}

/// Entry before(p) of B := the coordinate of the run that begins at p, and the sum of its values from the first to the
/// last. The sum starts with the first value, not with zero: -0.0 alone stays -0.0.
template <class Exec, class Heads, class Before, class Values, class Arrays>
ARAIOS_NOT_INLINED void fill_runs(Exec const& exec, Heads const& heads, Before const& before, Values const& values,
                                  Arrays const& B) {
  std::int64_t const nnz = heads.extent(0);
  Kokkos::parallel_for(
      "Araios::sum_duplicates::fill", range(exec, nnz), KOKKOS_LAMBDA(std::int64_t p) {
        if (!heads(p)) return;
        auto sum = values(p);
        for (std::int64_t q = p + 1; q < nnz && !heads(q); ++q) sum = static_cast<decltype(sum)>(sum + values(q));
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

}  // namespace Impl::convert

/// A with each row sorted by column, and one entry, the sum, for all entries at the same coordinate
///
/// Requires      row_map of A passes `validate`.
/// Order         one work item adds the values of a coordinate in the order of A: d duplicates of one coordinate cost d
///               steps.
/// Cost          `sort_rows`, `pointers_to_index`, a scan and two kernels.
/// Asynchronous  no: one fence, to read the number of entries that remain. Allocates the result.
/// Deterministic space to space, bitwise.
template <ExecutionSpace Exec, class S, class O, class F, class M>
  requires Accesses<Exec, CsrMatrix<S, O, F, M>>
CsrMatrix<std::remove_const_t<S>, O, F, typename Exec::memory_space>
sum_duplicates(Exec const& exec, CsrMatrix<S, O, F, M> const& A, WorkspaceFor<Exec> workspace = {}) {
  using Space = typename Exec::memory_space;
  using Scalar = std::remove_const_t<S>;
  Impl::ScopedRegion const region("Araios::sum_duplicates");
  if (A.nnz() == 0) {
    auto const B = allocate_csr<Scalar, O, F>(exec, "Araios::sum_duplicates", A.num_rows(), 0);
    Impl::fill(exec, B.row_map, F(0));
    return CsrMatrix<Scalar, O, F, Space>(A.num_rows(), A.num_cols(), B);
  }
  typename Workspace<Space>::Frame const frame(workspace.get(exec));
  auto const sorted = sort_rows(exec, A, workspace.get(exec));
  auto const rows = workspace.get(exec).template take<Kokkos::View<O*, Space>>(exec, std::int64_t(A.nnz()));
  pointers_to_index(exec, A.row_map, rows);
  return Impl::convert::sum_runs<Scalar, O, F>(exec, A.num_rows(), A.num_cols(), A.row_map, rows, sorted.entries,
                                               sorted.values, workspace.get(exec));
}

/// The rows of A
///
/// Shapes        A has k entries in any order; the result has k with Duplicates::keep, at most k with Duplicates::sum.
/// Requires      row indices of A in [0, m), column indices in [0, n).
/// Order         keep: entries of a row in the order that they had in A. sum: by column; one work item adds the values
///               of a coordinate in the order of A.
/// Cost          keep: one stable radix sort of (row; column, value), bits of m - 1. sum: two of them, by column and by
///               row, a scan and two kernels.
/// Asynchronous  keep: yes. sum: no, one fence, to read the number of entries that remain. Allocates the result.
/// Deterministic space to space, bitwise.
/// Throws        std::invalid_argument for an invalid value of Duplicates.
template <ExecutionSpace Exec, class S, class O, class F, class M>
  requires Accesses<Exec, CooMatrix<S, O, F, M>>
CsrMatrix<std::remove_const_t<S>, O, F, typename Exec::memory_space>
coo_to_csr(Exec const& exec, CooToCsrOptions const& options, CooMatrix<S, O, F, M> const& A,
           WorkspaceFor<Exec> workspace = {}) {
  using Space = typename Exec::memory_space;
  using Scalar = std::remove_const_t<S>;
  using Matrix = CsrMatrix<Scalar, O, F, Space>;
  using Indices = Kokkos::View<O*, Space>;
  using Values = ValuesViewOf<Scalar, Space>;
  Impl::ScopedRegion const region("Araios::coo_to_csr");
  Impl::check_enumerator(options.duplicates, Duplicates::sum, "Araios::coo_to_csr: Duplicates");
  std::int64_t const m = A.num_rows();
  std::int64_t const n = A.num_cols();
  std::int64_t const nnz = std::int64_t(A.nnz());
  auto& space = workspace.get(exec);
  typename Workspace<Space>::Frame const frame(space);

  if (options.duplicates == Duplicates::keep || nnz == 0) {
    auto const B = allocate_csr<Scalar, O, F>(exec, "Araios::coo_to_csr", m, nnz);
    if (nnz == 0) {
      Impl::fill(exec, B.row_map, F(0));
    } else {
      auto const rows = space.template take<Indices>(exec, nnz);
      radix_sort(exec, {.key_bits = Impl::bits_for(m)}, A.row_indices, A.col_indices, A.values, rows, B.entries,
                 B.values, space);
      sorted_index_to_pointers(exec, rows, B.row_map);
    }
    return Matrix(m, n, B);
  }

  // By column first; the sort by row is stable, so each row stays sorted.
  auto const rows_by_column = space.template take<Indices>(exec, nnz);
  auto const columns_by_column = space.template take<Indices>(exec, nnz);
  auto const values_by_column = space.template take_values<Values>(exec, nnz);
  radix_sort(exec, {.key_bits = Impl::bits_for(n)}, A.col_indices, A.row_indices, A.values, columns_by_column,
             rows_by_column, values_by_column, space);
  auto const rows = space.template take<Indices>(exec, nnz);
  auto const columns = space.template take<Indices>(exec, nnz);
  auto const values = space.template take_values<Values>(exec, nnz);
  radix_sort(exec, {.key_bits = Impl::bits_for(m)}, rows_by_column, columns_by_column, values_by_column, rows, columns,
             values, space);
  auto const row_map = space.template take<Kokkos::View<F*, Space>>(exec, m + 1);
  sorted_index_to_pointers(exec, rows, row_map);
  return Impl::convert::sum_runs<Scalar, O, F>(exec, m, n, row_map, rows, columns, values, space);
}
template <ExecutionSpace Exec, class S, class O, class F, class M>
  requires Accesses<Exec, CooMatrix<S, O, F, M>>
auto coo_to_csr(Exec const& exec, CooMatrix<S, O, F, M> const& A, WorkspaceFor<Exec> workspace = {}) {
  return coo_to_csr(exec, CooToCsrOptions{}, A, std::move(workspace));
}

/// The columns of A; as `coo_to_csr` with rows and columns exchanged.
template <ExecutionSpace Exec, class S, class O, class F, class M>
  requires Accesses<Exec, CooMatrix<S, O, F, M>>
CscMatrix<std::remove_const_t<S>, O, F, typename Exec::memory_space>
coo_to_csc(Exec const& exec, CooToCsrOptions const& options, CooMatrix<S, O, F, M> const& A,
           WorkspaceFor<Exec> workspace = {}) {
  CooMatrix<S, O, F, M> const exchanged(A.num_cols(), A.num_rows(), A.col_indices, A.row_indices, A.values);
  return CscMatrix<std::remove_const_t<S>, O, F, typename Exec::memory_space>(
      coo_to_csr(exec, options, exchanged, workspace.get(exec)));
}
template <ExecutionSpace Exec, class S, class O, class F, class M>
  requires Accesses<Exec, CooMatrix<S, O, F, M>>
auto coo_to_csc(Exec const& exec, CooMatrix<S, O, F, M> const& A, WorkspaceFor<Exec> workspace = {}) {
  return coo_to_csc(exec, CooToCsrOptions{}, A, std::move(workspace));
}

namespace Impl::convert {
template <>
struct Conversion<Format::csc> {
  using Options = TransposeOptions;
  static auto from_csr(auto const& exec, Options const& options, auto const& A, auto& workspace) {
    return csr_to_csc(exec, options, A, workspace);
  }
  static auto to_csr(auto const& exec, auto const& A, auto& workspace) {
    return csc_to_csr(exec, TransposeOptions{}, A, workspace);
  }
};
template <>
struct Conversion<Format::coo> {
  using Options = NoFormatOptions;
  static auto from_csr(auto const& exec, Options const& /*options*/, auto const& A, auto& /*workspace*/) {
    return csr_to_coo(exec, A);
  }
  static auto to_csr(auto const& exec, auto const& A, auto& workspace) {
    return coo_to_csr(exec, A, Duplicates::keep, workspace);
  }
};
}  // namespace Impl::convert

}  // namespace Araios
