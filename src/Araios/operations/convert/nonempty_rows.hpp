// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// The list of the rows that have entries, of a CSR matrix or of entries sorted by row: flags, a scan, the list.

#include <Araios/core/checks.hpp>
#include <Araios/core/execution.hpp>
#include <Araios/core/memory.hpp>
#include <Araios/core/read_back.hpp>
#include <Araios/core/workspace.hpp>
#include <Araios/formats/hypersparse.hpp>
#include <Araios/primitives/scan.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>
#include <string>

namespace Araios::Impl::convert {

/// Candidates are the rows of a matrix; row i is called names(i).
template <class RowMap, class Names>
struct RowsOfMap {
  RowMap row_map;
  Names names;
  std::int64_t num_rows;
  /// 1 where candidate i is a row with entries, else 0.
  KOKKOS_FUNCTION int operator()(std::int64_t i) const { return row_map(i + 1) != row_map(i); }
  KOKKOS_FUNCTION std::int64_t extent(int) const { return num_rows; }
  KOKKOS_FUNCTION std::int64_t name(std::int64_t i) const { return static_cast<std::int64_t>(names(i)); }
  /// The position at which row i begins; for i = num_rows the number of entries.
  KOKKOS_FUNCTION std::int64_t begin(std::int64_t i) const { return static_cast<std::int64_t>(row_map(i)); }
};

/// Candidates are entries that are sorted by row: the first of each row counts.
template <class Indices>
struct RowsOfList {
  Indices indices;
  KOKKOS_FUNCTION int operator()(std::int64_t p) const { return p == 0 || indices(p) != indices(p - 1); }
  KOKKOS_FUNCTION std::int64_t extent(int) const { return static_cast<std::int64_t>(indices.extent(0)); }
  KOKKOS_FUNCTION std::int64_t name(std::int64_t p) const { return static_cast<std::int64_t>(indices(p)); }
  KOKKOS_FUNCTION std::int64_t begin(std::int64_t p) const { return p; }
};

/// Writes rows and row_map; candidate extent() is the end.
template <class Candidates, class Before, class Rows, class RowMap>
struct ListRows {
  Candidates candidates;
  Before before;
  Rows rows;
  RowMap row_map;
  KOKKOS_FUNCTION void operator()(std::int64_t i) const {
    bool const is_end = i == candidates.extent(0);
    if (!is_end && !candidates(i)) return;
    std::int64_t const r = before(i);
    row_map(r) = static_cast<typename RowMap::non_const_value_type>(candidates.begin(i));
    if (!is_end) rows(r) = static_cast<typename Rows::non_const_value_type>(candidates.name(i));
  }
};

/// The list of r rows, and where their entries begin: r and r + 1 elements.
template <class Ordinal, class Offset, class Space>
struct RowList {
  Kokkos::View<Ordinal*, Space> rows;
  Kokkos::View<Offset*, Space> row_map;
};

/// The candidates that count, in arrays of make(r): one fence, to read r.
template <class Exec, class Candidates, class Space, class Make>
auto list_rows(Exec const& exec, std::string const& label, Candidates const& candidates, Workspace<Space>& workspace,
               Make const& make) {
  std::int64_t const count = candidates.extent(0);
  auto const before = workspace.template take<Kokkos::View<std::int64_t*, Space>>(exec, count + 1);
  exclusive_scan(exec, candidates, before, {}, workspace);
  std::int64_t const nonempty = read_back(exec, before, count, label + ": the number of non-empty rows is on the host");
  auto const list = make(nonempty);
  Kokkos::parallel_for(label + "::rows", range(exec, count + 1),
                       ListRows<Candidates, decltype(before), decltype(list.rows), decltype(list.row_map)>{
                           candidates, before, list.rows, list.row_map});
  return list;
}

/// Without candidates: no row. No fence.
template <class Exec, class Make>
auto list_no_rows(Exec const& exec, Make const& make) {
  auto const list = make(0);
  fill(exec, list.row_map, 0);
  return list;
}

/// Makes a RowList that is part of a result, in memory M.
template <class Ordinal, class Offset, class M, class Exec>
auto new_row_list(Exec const& exec, std::string const& label) {
  return [&exec, label](std::int64_t nonempty) {
    using List = RowList<Ordinal, Offset, M>;
    return List{allocate<decltype(List::rows)>(exec, label + "::rows", nonempty),
                allocate<decltype(List::row_map)>(exec, label + "::row_map", nonempty + 1)};
  };
}

/// C, whose rows names(0), names(1), ... are those of a matrix of num_rows rows, without rows that have no entry. It
/// shares the entries and values of C.
template <class Exec, class S, class O, class F, class M, class Names, class Space>
HypersparseMatrix<S, O, F, M> without_empty_rows(Exec const& exec, std::string const& label, std::int64_t num_rows,
                                                 Names const& names, CsrMatrix<S, O, F, M> const& C,
                                                 Workspace<Space>& workspace) {
  auto const make = new_row_list<O, F, M>(exec, label);
  typename Workspace<Space>::Frame const frame(workspace);
  using Candidates = RowsOfMap<typename CsrMatrix<S, O, F, M>::row_map_type, Names>;
  auto const list = C.nnz() == 0 ? list_no_rows(exec, make)
                                 : list_rows(exec, label, Candidates{C.row_map, names, C.num_rows()}, workspace, make);
  return HypersparseMatrix<S, O, F, M>(num_rows, C.num_cols(), list.rows, list.row_map, C.entries, C.values);
}

}  // namespace Araios::Impl::convert
