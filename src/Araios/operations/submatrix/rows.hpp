// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// Kernels over the rows of a result, and over its entries with their rows.

#include <Araios/core/checks.hpp>
#include <Araios/core/execution.hpp>
#include <Araios/core/memory.hpp>
#include <Araios/formats/csr.hpp>
#include <Araios/primitives/rank_consecutive.hpp>

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>

namespace Araios::Impl::submatrix {

/// Replaces the array that rank_consecutive fills: the row that would be stored at position p is passed to visit(row,
/// p). So work is divided by entries, however long the rows are.
template <class Visit>
struct VisitWithRow {
  using non_const_value_type = std::int64_t;
  Visit visit;
  std::int64_t length;

  struct Place {
    Visit const& visit;
    std::int64_t position;
    KOKKOS_FUNCTION void operator=(std::int64_t row) const { visit(row, position); }
  };
  KOKKOS_FUNCTION Place operator()(std::int64_t p) const { return {visit, p}; }
  KOKKOS_FUNCTION std::size_t extent(int) const { return static_cast<std::size_t>(length); }
};

/// visit(i, p) for p in [0, nnz) and the row i with offsets(i) <= p < offsets(i + 1): one kernel.
template <class Exec, class Offsets, class Visit>
void visit_with_rows(Exec const& exec, std::string const& label, Offsets const& offsets, std::int64_t nnz,
                     Visit const& visit) {
  if (nnz == 0) return;
  auto const ends =
      Kokkos::subview(offsets, std::pair<std::int64_t, std::int64_t>(1, static_cast<std::int64_t>(offsets.extent(0))));
  rank_consecutive<is_gpu_v<Exec>>(exec, label, ends, VisitWithRow<Visit>{visit, nnz}, 0);
}

/// row_map(i) := from(i)
template <class From, class RowMap>
struct SetRowMap {
  From from;
  RowMap row_map;
  KOKKOS_FUNCTION void operator()(std::int64_t i) const {
    row_map(i) = static_cast<typename RowMap::value_type>(from(i));
  }
};

template <class Exec, class From, class RowMap>
void set_row_map(Exec const& exec, std::string const& label, From const& from, RowMap const& row_map) {
  Kokkos::parallel_for(label + "::row_map", range(exec, static_cast<std::int64_t>(row_map.extent(0))),
                       SetRowMap<From, RowMap>{from, row_map});
}

/// The arrays of a result of `nnz` entries.
template <class Scalar, class Ordinal, class Offset, class Exec>
auto allocate_result(Exec const& exec, std::string const& label, std::int64_t rows, std::int64_t nnz) {
  (void)checked_cast<Offset>(nnz, (label + ": number of entries").c_str());
  return allocate_csr<Scalar, Ordinal, Offset>(exec, label, rows, nnz);
}

/// A matrix without entries.
template <class Matrix, class Exec>
Matrix empty_result(Exec const& exec, std::string const& label, std::int64_t rows, std::int64_t columns) {
  auto const arrays =
      allocate_csr<typename Matrix::Scalar, typename Matrix::Ordinal, typename Matrix::Offset>(exec, label, rows, 0);
  fill(exec, arrays.row_map, typename Matrix::Offset(0));
  return Matrix(rows, columns, arrays);
}

}  // namespace Araios::Impl::submatrix
