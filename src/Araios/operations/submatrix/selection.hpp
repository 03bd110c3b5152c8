// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// What selects rows and columns: ranges and lists of indices, and their inverses.

#include <Araios/core/checks.hpp>
#include <Araios/core/concepts.hpp>

#include <Kokkos_Core.hpp>

#include <concepts>
#include <cstdint>
#include <string>

namespace Araios {

/// The indices begin, begin + 1, ..., end - 1 of rows or columns.
struct IndexRange {
  std::int64_t begin;
  std::int64_t end;
};

/// What selects rows or columns: an IndexRange, or a list of indices as a View.
template <class T>
concept IndexSelection = std::same_as<T, IndexRange> || IndexView<T>;

namespace Impl::submatrix {

/// Index i of a selection.
struct RangeIndices {
  std::int64_t begin;
  std::int64_t count;
  KOKKOS_FUNCTION std::int64_t operator()(std::int64_t i) const { return begin + i; }
};
template <class List>
struct ListIndices {
  List list;
  std::int64_t count;
  KOKKOS_FUNCTION std::int64_t operator()(std::int64_t i) const { return static_cast<std::int64_t>(list(i)); }
};

/// Index j as a position in its selection; `count` where it is not selected.
struct RangeInverse {
  std::int64_t begin;
  std::int64_t count;
  KOKKOS_FUNCTION std::int64_t operator()(std::int64_t j) const {
    return j >= begin && j - begin < count ? j - begin : count;
  }
};
template <class Table>
struct ListInverse {
  Table table;
  std::int64_t count;
  KOKKOS_FUNCTION std::int64_t operator()(std::int64_t j) const { return static_cast<std::int64_t>(table(j)); }
};

/// The selection as kernels read it. A range is checked: it is within [0, limit).
inline RangeIndices indices_of(std::string const& label, char const* name, IndexRange const& range,
                               std::int64_t limit) {
  check(0 <= range.begin && range.begin <= range.end && range.end <= limit, label, ": ", name, " [", range.begin, ", ",
        range.end, ") are not a range within [0, ", limit, ")");
  return {range.begin, range.end - range.begin};
}
template <IndexView List>
ListIndices<List> indices_of(std::string const&, char const*, List const& list, std::int64_t) {
  return {list, static_cast<std::int64_t>(list.extent(0))};
}

/// The rows of A that are selected. A row that A does not have, which is refused later, is empty.
template <class Indices, class RowMap>
struct SelectedRows {
  Indices indices;
  RowMap row_map;
  std::int64_t num_rows;

  KOKKOS_FUNCTION std::int64_t begin(std::int64_t i) const { return offset(indices(i), 0); }
  KOKKOS_FUNCTION std::int64_t end(std::int64_t i) const { return offset(indices(i), 1); }

 private:
  KOKKOS_FUNCTION std::int64_t offset(std::int64_t row, int next) const {
    return row >= 0 && row < num_rows ? static_cast<std::int64_t>(row_map(row + next)) : 0;
  }
};
template <class Indices, class RowMap>
SelectedRows(Indices, RowMap, std::int64_t) -> SelectedRows<Indices, RowMap>;

}  // namespace Impl::submatrix

}  // namespace Araios
