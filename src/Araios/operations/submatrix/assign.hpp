// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// Assignment to a submatrix: the region is what the selected rows and columns have in common. Entries of C outside of
/// the region are kept, those within are replaced by the entries of B.

#include <Araios/core/checks.hpp>
#include <Araios/core/concepts.hpp>
#include <Araios/core/execution.hpp>
#include <Araios/core/memory.hpp>
#include <Araios/core/workspace.hpp>
#include <Araios/formats/csr.hpp>
#include <Araios/operations/submatrix/check_list.hpp>
#include <Araios/operations/submatrix/extract.hpp>
#include <Araios/operations/submatrix/rows.hpp>
#include <Araios/operations/submatrix/selection.hpp>
#include <Araios/primitives/scan.hpp>
#include <Araios/primitives/segmented_sort.hpp>
#include <Araios/primitives/segments.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>
#include <string>

namespace Araios::Impl::submatrix {

template <class RowMap, class Entries_, class Values_>
struct CsrRows {
  using Entries = Entries_;
  using Values = Values_;
  RowMap row_map;
  Entries entries;
  Values values;
  KOKKOS_FUNCTION std::int64_t begin(std::int64_t i) const { return static_cast<std::int64_t>(row_map(i)); }
  KOKKOS_FUNCTION std::int64_t end(std::int64_t i) const { return static_cast<std::int64_t>(row_map(i + 1)); }
  KOKKOS_FUNCTION std::int64_t length(std::int64_t i) const { return end(i) - begin(i); }
};
template <class Matrix>
auto csr_rows(Matrix const& A) {
  return CsrRows<typename Matrix::row_map_type, typename Matrix::entries_type, typename Matrix::values_type>{
      A.row_map, A.entries, A.values};
}

/// counts(i) := entries of row i of the result. For row r of the region: positions [from(r), to(r)) of C are replaced.
template <class C, class B, class Positions>
struct CountAssigned {
  C c;
  B b;
  RangeIndices rows;
  ColumnSearch<typename C::Entries> columns;
  Positions from;
  Positions to;
  Positions counts;
  KOKKOS_FUNCTION void operator()(std::int64_t i) const {
    std::int64_t const r = i - rows.begin;
    std::int64_t count = c.length(i);
    if (r >= 0 && r < rows.count) {
      from(r) = columns.from(c.begin(i), c.end(i));
      to(r) = columns.to(from(r), c.end(i));
      count += b.length(r) - (to(r) - from(r));
    }
    counts(i) = count;
  }
};

/// Entry p of the result, in row i: of C before the region, of B, or of C after the region.
template <class C, class B, class Positions, class Entries, class Values>
struct CopyAssigned {
  using Ordinal = typename Entries::value_type;
  using Scalar = typename Values::value_type;
  C c;
  B b;
  RangeIndices rows;
  Ordinal first_column;
  Positions from;
  Positions to;
  Positions offsets;
  Entries entries;
  Values values;
  KOKKOS_FUNCTION void operator()(std::int64_t i, std::int64_t p) const {
    std::int64_t const r = i - rows.begin;
    std::int64_t source = c.begin(i) + (p - offsets(i));
    if (r >= 0 && r < rows.count && source >= from(r)) {
      std::int64_t const q = b.begin(r) + (source - from(r));
      if (q < b.end(r)) {
        entries(p) = static_cast<Ordinal>(b.entries(q) + first_column);
        values(p) = static_cast<Scalar>(b.values(q));
        return;
      }
      source = to(r) + (q - b.end(r));
    }
    entries(p) = c.entries(source);
    values(p) = c.values(source);
  }
};

/// Rows and columns by range.
template <class Exec, class Result, class MatrixC, class MatrixB, class Space>
Result assign(Exec const& exec, std::string const& label, MatrixC const& C, RangeIndices const& rows,
              RangeIndices const& columns, MatrixB const& B, Workspace<Space>& workspace) {
  using Positions = Kokkos::View<std::int64_t*, Space>;
  using Ordinal = typename Result::Ordinal;
  std::int64_t const m = C.num_rows();
  std::int64_t const n = C.num_cols();
  typename Workspace<Space>::Frame const frame(workspace);
  auto const work = take_offsets<false>(exec, m, workspace);
  auto const from = workspace.template take<Positions>(exec, rows.count);
  auto const to = workspace.template take<Positions>(exec, rows.count);
  auto const c = csr_rows(C);
  auto const b = csr_rows(B);
  ColumnSearch<decltype(C.entries)> const search{C.entries, columns.begin, columns.begin + columns.count,
                                                 columns.begin == 0, columns.begin + columns.count == n};
  Kokkos::parallel_for(label + "::count", range(exec, m),
                       CountAssigned<decltype(c), decltype(b), Positions>{c, b, rows, search, from, to, work.counts()});
  exclusive_scan(exec, work.counts(), work.offsets(), {}, workspace);
  std::int64_t const nnz = read_total(exec, label, work).total;

  auto const D = allocate_result<typename Result::Scalar, Ordinal, typename Result::Offset>(exec, label, m, nnz);
  set_row_map(exec, label, work.offsets(), D.row_map);
  using Copy = CopyAssigned<decltype(c), decltype(b), Positions, decltype(D.entries), decltype(D.values)>;
  visit_segments(exec, label + "::fill", work.offsets(), nnz,
                 Copy{c, b, rows, static_cast<Ordinal>(columns.begin), from, to, work.offsets(), D.entries, D.values});
  return Result(m, n, D);
}

/// kept(p) := 1 for an entry of C outside of the region, else 0
template <class Entries, class RowInverse, class ColumnInverse, class Kept>
struct MarkKept {
  Entries entries;
  RowInverse rows;
  ColumnInverse columns;
  Kept kept;
  KOKKOS_FUNCTION void operator()(std::int64_t i, std::int64_t p) const {
    kept(p) = rows(i) == rows.count || columns(entries(p)) == columns.count ? 1 : 0;
  }
};

/// Entries of C that are kept, by their row; before(p) of them have positions below p.
template <class C, class Before>
struct KeptRows {
  C c;
  Before before;
  KOKKOS_FUNCTION std::int64_t begin(std::int64_t i) const { return before(c.begin(i)); }
  KOKKOS_FUNCTION std::int64_t length(std::int64_t i) const { return before(c.end(i)) - before(c.begin(i)); }
};

/// counts(i) := entries of row i of the result
template <class Kept, class B, class RowInverse, class Counts>
struct CountKept {
  Kept kept;
  B b;
  RowInverse rows;
  Counts counts;
  KOKKOS_FUNCTION void operator()(std::int64_t i) const {
    std::int64_t const r = rows(i);
    counts(i) = kept.length(i) + (r == rows.count ? 0 : b.length(r));
  }
};

/// Writes entry p of C, in row i, if it is kept.
template <class C, class Marks, class Kept, class Offsets, class Entries, class Values>
struct CopyKept {
  C c;
  Marks marks;
  Kept kept;
  Offsets offsets;
  Entries entries;
  Values values;
  KOKKOS_FUNCTION void operator()(std::int64_t i, std::int64_t p) const {
    if (!marks(p)) return;
    std::int64_t const to = offsets(i) + (kept.before(p) - kept.begin(i));
    entries(to) = c.entries(p);
    values(to) = c.values(p);
  }
};

/// Writes entry q of B, in row r, after the entries of C that are kept.
template <class B, class Kept, class Offsets, class RowIndices, class ColumnIndices, class Entries, class Values>
struct CopyNew {
  B b;
  Kept kept;
  Offsets offsets;
  RowIndices rows;
  ColumnIndices columns;
  Entries entries;
  Values values;
  KOKKOS_FUNCTION void operator()(std::int64_t r, std::int64_t q) const {
    std::int64_t const i = rows(r);
    std::int64_t const to = offsets(i) + kept.length(i) + (q - b.begin(r));
    entries(to) = static_cast<typename Entries::value_type>(columns(b.entries(q)));
    values(to) = static_cast<typename Values::value_type>(b.values(q));
  }
};

/// Rows or columns by list.
template <class Exec, class Result, class MatrixC, class RowIndices, class ColumnIndices, class MatrixB, class Space>
Result assign(Exec const& exec, std::string const& label, MatrixC const& C, RowIndices const& rows,
              ColumnIndices const& columns, MatrixB const& B, Workspace<Space>& workspace) {
  using Positions = Kokkos::View<std::int64_t*, Space>;
  using Marks = Kokkos::View<unsigned char*, Space>;
  using Ordinal = typename Result::Ordinal;
  std::int64_t const m = C.num_rows();
  std::int64_t const n = C.num_cols();
  auto const c_nnz = static_cast<std::int64_t>(C.nnz());
  typename Workspace<Space>::Frame const frame(workspace);
  auto const work = take_offsets<true>(exec, m, workspace);
  auto const offsets = work.offsets();
  auto const marks = workspace.template take<Marks>(exec, c_nnz);
  auto const before = workspace.template take<Positions>(exec, c_nnz + 1);
  auto const c = csr_rows(C);
  auto const b = csr_rows(B);
  KeptRows<decltype(c), Positions> const kept{c, before};
  auto const row_inverse = invert_indices<Ordinal>(exec, label, rows, m, work.status_of_rows(), workspace);
  auto const column_inverse = invert_indices<Ordinal>(exec, label, columns, n, work.status_of_columns(), workspace);
  using Mark = MarkKept<decltype(C.entries), decltype(row_inverse), decltype(column_inverse), Marks>;
  visit_segments(exec, label + "::mark", C.row_map, c_nnz, Mark{C.entries, row_inverse, column_inverse, marks});
  exclusive_scan(exec, marks, before, {}, workspace);
  Kokkos::parallel_for(
      label + "::count", range(exec, m),
      CountKept<decltype(kept), decltype(b), decltype(row_inverse), Positions>{kept, b, row_inverse, work.counts()});
  exclusive_scan(exec, work.counts(), offsets, {}, workspace);
  auto const [nnz, row_status, column_status] = read_total(exec, label, work);
  refuse_indices(exec, label, "rows", rows, m, row_status);
  refuse_indices(exec, label, "cols", columns, n, column_status);

  auto const D = allocate_result<typename Result::Scalar, Ordinal, typename Result::Offset>(exec, label, m, nnz);
  set_row_map(exec, label, offsets, D.row_map);
  using Keep = CopyKept<decltype(c), Marks, decltype(kept), Positions, decltype(D.entries), decltype(D.values)>;
  visit_segments(exec, label + "::fill_kept", C.row_map, c_nnz, Keep{c, marks, kept, offsets, D.entries, D.values});
  using New = CopyNew<decltype(b), decltype(kept), Positions, RowIndices, ColumnIndices, decltype(D.entries),
                      decltype(D.values)>;
  visit_segments(exec, label + "::fill_new", B.row_map, static_cast<std::int64_t>(B.nnz()),
                 New{b, kept, offsets, rows, columns, D.entries, D.values});
  if (nnz > 0) segmented_sort(exec, PointerSegments{D.row_map}, D.entries, D.values, NoValues{}, workspace);
  return Result(m, n, D);
}

}  // namespace Araios::Impl::submatrix
