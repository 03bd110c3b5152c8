// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// Submatrices. A range of columns is a part of each sorted row, which two bisections find. A list of columns is
/// inverted, and each entry of the rows looks its column up.

#include <Araios/core/checks.hpp>
#include <Araios/core/concepts.hpp>
#include <Araios/core/execution.hpp>
#include <Araios/core/read_back.hpp>
#include <Araios/core/search.hpp>
#include <Araios/core/workspace.hpp>
#include <Araios/formats/csr.hpp>
#include <Araios/operations/submatrix/check_list.hpp>
#include <Araios/operations/submatrix/rows.hpp>
#include <Araios/operations/submatrix/selection.hpp>
#include <Araios/primitives/scan.hpp>
#include <Araios/primitives/segmented_sort.hpp>
#include <Araios/primitives/segments.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>
#include <string>
#include <type_traits>

namespace Araios::Impl::submatrix {

/// The columns [begin, end) of a sorted row: its positions [from, to). Rows in no order give some part of the row.
template <class Entries>
struct ColumnSearch {
  Entries entries;
  std::int64_t begin;
  std::int64_t end;
  bool from_first;  // no column is before the range
  bool to_last;     // none is after it

  KOKKOS_FUNCTION std::int64_t from(std::int64_t row_begin, std::int64_t row_end) const {
    return from_first ? row_begin : first_not_below(entries, row_begin, row_end, begin);
  }
  KOKKOS_FUNCTION std::int64_t to(std::int64_t row_from, std::int64_t row_end) const {
    return to_last ? row_end : first_not_below(entries, row_from, row_end, end);
  }
};

/// firsts(i) and counts(i) := the first position, and the number of entries of row i of C. Two bisections per row.
template <class Rows, class Entries, class Firsts>
struct CountInRange {
  Rows rows;
  ColumnSearch<Entries> columns;
  Firsts firsts;
  Firsts counts;
  KOKKOS_FUNCTION void operator()(std::int64_t i) const {
    std::int64_t const end = rows.end(i);
    std::int64_t const from = columns.from(rows.begin(i), end);
    firsts(i) = from;
    counts(i) = columns.to(from, end) - from;
  }
};

/// Entry p of C, in row i. Reads and writes entries and values once, and the offsets of rows from caches.
template <class FromEntries, class FromValues, class Firsts, class Entries, class Values>
struct CopyRange {
  FromEntries from_entries;
  FromValues from_values;
  Firsts firsts;
  Firsts offsets;
  std::int64_t first_column;
  Entries entries;
  Values values;
  KOKKOS_FUNCTION void operator()(std::int64_t i, std::int64_t p) const {
    std::int64_t const from = firsts(i) + (p - offsets(i));
    entries(p) = static_cast<typename Entries::value_type>(from_entries(from) - first_column);
    values(p) = from_values(from);
  }
};

/// Rows by range or list, columns by range.
template <class Exec, CsrOf<Exec> Matrix, class RowIndices, class Space>
auto extract(Exec const& exec, std::string const& label, Matrix const& A, RowIndices const& row_indices,
             RangeIndices const& columns, Workspace<Space>& workspace) {
  using Result = Rebind<Matrix, Space>;
  using Positions = Kokkos::View<std::int64_t*, Space>;
  std::int64_t const m = row_indices.count;
  constexpr bool has_list = !std::is_same_v<RowIndices, RangeIndices>;
  if (!has_list && (m == 0 || columns.count == 0 || A.nnz() == 0))
    return empty_result<Result>(exec, label, m, columns.count);
  typename Workspace<Space>::Frame const frame(workspace);
  auto const work = take_offsets<has_list>(exec, m, workspace);
  auto const firsts = workspace.template take<Positions>(exec, m);
  SelectedRows const rows{row_indices, A.row_map, A.num_rows()};
  using Count = CountInRange<decltype(rows), decltype(A.entries), Positions>;
  ColumnSearch<decltype(A.entries)> const search{A.entries, columns.begin, columns.begin + columns.count,
                                                 columns.begin == 0, columns.begin + columns.count == A.num_cols()};

  check_indices(exec, label, row_indices, A.num_rows(), work.status_of_rows());
  Kokkos::parallel_for(label + "::count", range(exec, m), Count{rows, search, firsts, work.counts()});
  exclusive_scan(exec, work.counts(), work.offsets(), {}, workspace);
  auto const [nnz, row_status, column_status] = read_total(exec, label, work);
  refuse_indices(exec, label, "rows", row_indices, A.num_rows(), row_status);

  auto const C = allocate_result<ScalarOf<Matrix>, OrdinalOf<Matrix>, OffsetOf<Matrix>>(exec, label, m, nnz);
  set_row_map(exec, label, work.offsets(), C.row_map);
  using Copy = CopyRange<decltype(A.entries), decltype(A.values), Positions, decltype(C.entries), decltype(C.values)>;
  visit_segments(exec, label + "::fill", work.offsets(), nnz,
                 Copy{A.entries, A.values, firsts, work.offsets(), columns.begin, C.entries, C.values});
  return Result(m, columns.count, C);
}

/// counts(i) := entries of the row of A that is row i of C
template <class Rows, class Counts>
struct CountRows {
  Rows rows;
  Counts counts;
  KOKKOS_FUNCTION void operator()(std::int64_t i) const { counts(i) = rows.end(i) - rows.begin(i); }
};

/// columns(w) := the column in C of candidate w, an entry of row i that is selected, or the number of columns.
template <class Rows, class Entries, class Offsets, class Inverse, class Columns>
struct MapColumns {
  Rows rows;
  Entries entries;
  Offsets offsets;
  Inverse inverse;
  Columns columns;
  KOKKOS_FUNCTION void operator()(std::int64_t i, std::int64_t w) const {
    std::int64_t const from = rows.begin(i) + (w - offsets(i));
    columns(w) = static_cast<typename Columns::value_type>(inverse(entries(from)));
  }
};

/// 1 for a candidate whose column is selected, else 0.
template <class Columns>
struct IsSelected {
  Columns columns;
  std::int64_t absent;
  KOKKOS_FUNCTION int operator()(std::int64_t w) const { return columns(w) != absent; }
  KOKKOS_FUNCTION std::int64_t extent(int) const { return static_cast<std::int64_t>(columns.extent(0)); }
};

/// before(offsets(i)): candidates before those of row i that are selected.
template <class Before, class Offsets>
struct SelectedBefore {
  Before before;
  Offsets offsets;
  KOKKOS_FUNCTION std::int64_t operator()(std::int64_t i) const { return before(offsets(i)); }
};

/// Writes the candidates that are selected, in their order.
template <class Rows, class Selected, class Offsets, class FromValues, class Entries, class Values>
struct CopySelected {
  Rows rows;
  Selected selected;
  Offsets offsets;
  Offsets before;
  FromValues from_values;
  Entries entries;
  Values values;
  KOKKOS_FUNCTION void operator()(std::int64_t i, std::int64_t w) const {
    if (!selected(w)) return;
    std::int64_t const to = before(w);
    entries(to) = selected.columns(w);
    values(to) = from_values(rows.begin(i) + (w - offsets(i)));
  }
};

/// Rows by range or list, columns by list.
template <class Exec, CsrOf<Exec> Matrix, class List, class Space>
auto extract(Exec const& exec, std::string const& label, Matrix const& A, auto const& row_indices,
             ListIndices<List> const& columns, Workspace<Space>& workspace) {
  using O = typename Matrix::Ordinal;
  using Result = Rebind<Matrix, Space>;
  using Positions = Kokkos::View<std::int64_t*, Space>;
  using Columns = Kokkos::View<O*, Space>;
  std::int64_t const m = row_indices.count;
  typename Workspace<Space>::Frame const frame(workspace);
  auto const work = take_offsets<true>(exec, m, workspace);
  auto const offsets = work.offsets();
  SelectedRows const rows{row_indices, A.row_map, A.num_rows()};

  check_indices(exec, label, row_indices, A.num_rows(), work.status_of_rows());
  auto const inverse = invert_indices<O>(exec, label, columns, A.num_cols(), work.status_of_columns(), workspace);
  Kokkos::parallel_for(label + "::count_rows", range(exec, m),
                       CountRows<decltype(rows), Positions>{rows, work.counts()});
  exclusive_scan(exec, work.counts(), offsets, {}, workspace);
  auto const [candidates, row_status, column_status] = read_total(exec, label, work);
  refuse_indices(exec, label, "rows", row_indices, A.num_rows(), row_status);
  refuse_indices(exec, label, "cols", columns, A.num_cols(), column_status);
  if (candidates == 0 || columns.count == 0) return empty_result<Result>(exec, label, m, columns.count);

  auto const mapped = workspace.template take<Columns>(exec, candidates);
  auto const before = workspace.template take<Positions>(exec, candidates + 1);
  IsSelected<Columns> const selected{mapped, columns.count};
  using Map = MapColumns<decltype(rows), decltype(A.entries), Positions, decltype(inverse), Columns>;
  visit_segments(exec, label + "::count", offsets, candidates, Map{rows, A.entries, offsets, inverse, mapped});
  exclusive_scan(exec, selected, before, {}, workspace);
  std::int64_t const nnz = read_back(exec, before, candidates, label + ": the number of entries is on the host");

  auto const C = allocate_result<ScalarOf<Matrix>, OrdinalOf<Matrix>, OffsetOf<Matrix>>(exec, label, m, nnz);
  set_row_map(exec, label, SelectedBefore<Positions, Positions>{before, offsets}, C.row_map);
  using Copy = CopySelected<decltype(rows), IsSelected<Columns>, Positions, decltype(A.values), decltype(C.entries),
                            decltype(C.values)>;
  visit_segments(exec, label + "::fill", offsets, candidates,
                 Copy{rows, selected, offsets, before, A.values, C.entries, C.values});
  if (column_status.unsorted != ListStatus::none && nnz > 0)
    segmented_sort(exec, PointerSegments{C.row_map}, C.entries, C.values, NoValues{}, workspace);
  return Result(m, columns.count, C);
}

}  // namespace Araios::Impl::submatrix
