// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// Rows and columns of a CSR matrix as sparse vectors.

#include <Araios/core/execution.hpp>
#include <Araios/core/read_back.hpp>
#include <Araios/core/search.hpp>
#include <Araios/core/workspace.hpp>
#include <Araios/formats/csr.hpp>
#include <Araios/formats/sparse_vector.hpp>
#include <Araios/primitives/scan.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>
#include <string>
#include <utility>

namespace Araios::Impl::submatrix {

template <class FromEntries, class FromValues, class Indices, class Values>
struct CopyRow {
  FromEntries from_entries;
  FromValues from_values;
  std::int64_t first;
  Indices indices;
  Values values;
  KOKKOS_FUNCTION void operator()(std::int64_t p) const {
    indices(p) = from_entries(first + p);
    values(p) = from_values(first + p);
  }
};

template <class Exec, CsrOf<Exec> Matrix>
auto row_of(Exec const& exec, std::string const& label, Matrix const& A, std::int64_t i) {
  using Scalar = ScalarOf<Matrix>;
  using O = typename Matrix::Ordinal;
  auto const ends =
      read_back_array<2>(exec, Kokkos::subview(A.row_map, std::pair<std::int64_t, std::int64_t>(i, i + 2)),
                         label + ": the number of entries is on the host");
  auto const first = static_cast<std::int64_t>(ends[0]);
  std::int64_t const nnz = static_cast<std::int64_t>(ends[1]) - first;
  auto const x = allocate_sparse_vector<Scalar, O>(exec, label, nnz);
  using Copy = CopyRow<decltype(A.entries), decltype(A.values), decltype(x.indices), decltype(x.values)>;
  if (nnz > 0)
    Kokkos::parallel_for(label + "::fill", range(exec, nnz), Copy{A.entries, A.values, first, x.indices, x.values});
  return SparseVector<Scalar, O, typename Exec::memory_space>(A.num_cols(), x);
}

/// positions(i) := the position of the entry of row i in the column, or -1. A bisection per row.
template <class RowMap, class Entries, class Positions>
struct FindInRows {
  RowMap row_map;
  Entries entries;
  std::int64_t column;
  Positions positions;
  KOKKOS_FUNCTION void operator()(std::int64_t i) const {
    auto const end = static_cast<std::int64_t>(row_map(i + 1));
    std::int64_t const p = first_not_below(entries, static_cast<std::int64_t>(row_map(i)), end, column);
    positions(i) = p < end && static_cast<std::int64_t>(entries(p)) == column ? p : -1;
  }
};

/// 1 for a row that has an entry in the column, else 0.
template <class Positions>
struct IsFound {
  Positions positions;
  KOKKOS_FUNCTION int operator()(std::int64_t i) const { return positions(i) >= 0; }
  KOKKOS_FUNCTION std::int64_t extent(int) const { return static_cast<std::int64_t>(positions.extent(0)); }
};

template <class Positions, class Before, class FromValues, class Indices, class Values>
struct CopyFound {
  Positions positions;
  Before before;
  FromValues from_values;
  Indices indices;
  Values values;
  KOKKOS_FUNCTION void operator()(std::int64_t i) const {
    std::int64_t const from = positions(i);
    if (from < 0) return;
    indices(before(i)) = static_cast<typename Indices::value_type>(i);
    values(before(i)) = from_values(from);
  }
};

template <class Exec, CsrOf<Exec> Matrix, class Space>
auto column_of(Exec const& exec, std::string const& label, Matrix const& A, std::int64_t j,
               Workspace<Space>& workspace) {
  using Scalar = ScalarOf<Matrix>;
  using O = typename Matrix::Ordinal;
  using Result = SparseVector<Scalar, O, Space>;
  using Positions = Kokkos::View<std::int64_t*, Space>;
  using Before = Kokkos::View<O*, Space>;
  std::int64_t const m = A.num_rows();
  if (m == 0 || A.nnz() == 0) return Result(m, allocate_sparse_vector<Scalar, O>(exec, label, 0));
  typename Workspace<Space>::Frame const frame(workspace);
  auto const positions = workspace.template take<Positions>(exec, m);
  auto const before = workspace.template take<Before>(exec, m + 1);
  Kokkos::parallel_for(
      label + "::count", range(exec, m),
      FindInRows<decltype(A.row_map), decltype(A.entries), Positions>{A.row_map, A.entries, j, positions});
  exclusive_scan(exec, IsFound<Positions>{positions}, before, {}, workspace);
  auto const nnz =
      static_cast<std::int64_t>(read_back(exec, before, m, label + ": the number of entries is on the host"));
  auto const x = allocate_sparse_vector<Scalar, O>(exec, label, nnz);
  using Copy = CopyFound<Positions, Before, decltype(A.values), decltype(x.indices), decltype(x.values)>;
  if (nnz > 0)
    Kokkos::parallel_for(label + "::fill", range(exec, m), Copy{positions, before, A.values, x.indices, x.values});
  return Result(m, x);
}

}  // namespace Araios::Impl::submatrix
