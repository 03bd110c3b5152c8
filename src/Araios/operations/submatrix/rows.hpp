// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// The rows of a result, and its arrays.

#include <Araios/core/checks.hpp>
#include <Araios/core/execution.hpp>
#include <Araios/core/memory.hpp>
#include <Araios/formats/csr.hpp>
#include <Araios/primitives/visit_segments.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>
#include <string>

namespace Araios::Impl::submatrix {

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
