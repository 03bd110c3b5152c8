// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// Conversions of Kokkos Kernels, on the default instance of Exec. Each allocates its result. Between CSR and CSC these
/// are the steps of crs2ccs and ccs2crs, allocation and transpose_matrix (kokkos_kernels.hpp), which 3.4 has without
/// these names; crs2coo and coo2crs came with 4.0.

#include "baselines/kokkos_kernels.hpp"

#include <Araios/formats/coo.hpp>
#include <Araios/formats/csr.hpp>

#if __has_include(<KokkosSparse_crs2coo.hpp>)
#include <KokkosSparse_coo2crs.hpp>
#include <KokkosSparse_crs2coo.hpp>
#define ARAIOS_PERF_KOKKOS_KERNELS_COO
#endif

namespace Araios::Perf {

/// The transpose of A; with `sort` its rows are sorted next, otherwise chance may order them.
template <class Exec, class Scalar, class Space>
CsrMatrix<Scalar, int, int, Space> kokkos_kernels_transposed(CsrMatrix<Scalar, int, int, Space> const& A, bool sort) {
  auto const B = allocate_csr<Scalar, int, int>(Exec(), "Araios::Perf::kokkos_kernels", A.num_cols(), A.nnz());
  kokkos_kernels_transpose<Exec>(A, B);
  if (sort) kokkos_kernels_sort<Exec>(B);
  return {A.num_cols(), A.num_rows(), B};
}

#ifdef ARAIOS_PERF_KOKKOS_KERNELS_COO
/// Rows, columns and values of all entries: three new arrays.
template <class Scalar, class Space>
CooMatrix<Scalar, int, int, Space> kokkos_kernels_csr_to_coo(CsrMatrix<Scalar, int, int, Space> const& A) {
  auto const B = KokkosSparse::crs2coo(A.num_rows(), A.num_cols(), A.nnz(), A.values, A.row_map, A.entries);
  return {A.num_rows(), A.num_cols(), B.row(), B.col(), B.data()};
}

/// Rows in ascending order; sums what is at the same place.
template <class Scalar, class Space>
CsrMatrix<Scalar, int, int, Space> kokkos_kernels_coo_to_csr(CooMatrix<Scalar, int, int, Space> const& A) {
  // It asks for indices that could be written; it does not write them.
  using Indices = Kokkos::View<int*, Space>;
  auto const writable = [](auto const& indices) {
    return Indices(const_cast<int*>(indices.data()), indices.extent(0));
  };
  auto const B =
      KokkosSparse::coo2crs(A.num_rows(), A.num_cols(), writable(A.row_indices), writable(A.col_indices), A.values);
  return {A.num_rows(), A.num_cols(), B.graph.row_map, B.graph.entries, B.values};
}
#endif

}  // namespace Araios::Perf
