// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// Matrices compared by their non-empty rows, and entries searched in them.

#include <Araios/core/search.hpp>
#include <Araios/formats/coo.hpp>
#include <Araios/formats/hypersparse.hpp>
#include <Araios/operations/build/search.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>

namespace Araios::Impl::algebra {

/// Differences between two matrices of one shape, number of non-empty rows and number of entries.
template <class A, class B>
struct CountDifferences {
  A a;
  B b;
  KOKKOS_FUNCTION void operator()(std::int64_t i, std::int64_t& differences) const {
    build::CountDifferences<decltype(a.rows), decltype(b.rows)>{a.rows, b.rows}(i, differences);
    if (i < static_cast<std::int64_t>(a.indices.extent(0))) differences += a.indices(i) != b.indices(i);
  }
};

/// Whether a matrix by its non-empty rows has an entry (i, j).
template <class Indices, class RowMap, class Entries>
struct HasEntryInRows {
  Indices indices;
  RowMap row_map;
  Entries entries;
  KOKKOS_FUNCTION bool operator()(std::int64_t i, std::int64_t j) const {
    auto const count = static_cast<std::int64_t>(indices.extent(0));
    std::int64_t const r = first_not_below(indices, std::int64_t(0), count, i);
    if (r == count || static_cast<std::int64_t>(indices(r)) != i) return false;
    auto const end = static_cast<std::int64_t>(row_map(r + 1));
    std::int64_t const p = first_not_below(entries, static_cast<std::int64_t>(row_map(r)), end, j);
    return p < end && static_cast<std::int64_t>(entries(p)) == j;
  }
};

/// Whether a sorted list has an entry (i, j).
template <class Indices>
struct HasEntryInList {
  Indices row_indices;
  Indices col_indices;
  KOKKOS_FUNCTION bool operator()(std::int64_t i, std::int64_t j) const {
    auto const count = static_cast<std::int64_t>(row_indices.extent(0));
    std::int64_t const p = first_true(std::int64_t(0), count, [&](std::int64_t q) {
      auto const row = static_cast<std::int64_t>(row_indices(q));
      return row > i || (row == i && static_cast<std::int64_t>(col_indices(q)) >= j);
    });
    return p < count && static_cast<std::int64_t>(row_indices(p)) == i &&
           static_cast<std::int64_t>(col_indices(p)) == j;
  }
};

/// How entries of a matrix are searched.
template <class S, class O, class F, class M>
auto entry_search(HypersparseMatrix<S, O, F, M> const& A) {
  using Matrix = HypersparseMatrix<S, O, F, M>;
  return HasEntryInRows<typename Matrix::rows_type, typename Matrix::row_map_type, typename Matrix::entries_type>{
      A.rows, A.row_map, A.entries};
}
template <class S, class O, class F, class M>
auto entry_search(CooMatrix<S, O, F, M> const& A) {
  return HasEntryInList<typename CooMatrix<S, O, F, M>::indices_type>{A.row_indices, A.col_indices};
}

}  // namespace Araios::Impl::algebra
