// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// The transposition of CXSparse, stable, its SpGEMM and its sum: sequential, double values, or none. Results are allocated anew
/// in each call; there is no other form.

#include <Araios/core/pattern.hpp>
#include <Araios/formats/csr.hpp>

#include <cs.h>

#include <memory>
#include <new>

namespace Araios::Perf {

using CxsparseMatrix = std::unique_ptr<cs_di, decltype(&cs_di_spfree)>;

namespace Detail {
/// A^T by columns, read only: the arguments of the functions are const.
template <class Scalar>
cs_di as_cxsparse(CsrMatrix<Scalar, int, int, Kokkos::HostSpace> const& A) {
  cs_di given{};
  given.nzmax = A.nnz();
  given.m = A.num_cols();
  given.n = A.num_rows();
  given.p = const_cast<int*>(A.row_map.data());
  given.i = const_cast<int*>(A.entries.data());
  if constexpr (!is_pattern_v<Scalar>) given.x = A.values.data();
  given.nz = -1;
  return given;
}
}  // namespace Detail

/// The transpose of A. CXSparse stores columns, so what it is given is A^T by columns, and what it returns is A by
/// columns: read as rows, the transpose.
///
/// Throws        std::bad_alloc.
inline CxsparseMatrix cxsparse_transpose(CsrMatrix<double, int, int, Kokkos::HostSpace> const& A) {
  cs_di const given = Detail::as_cxsparse(A);
  CxsparseMatrix result(cs_di_transpose(&given, 1), &cs_di_spfree);
  if (!result) throw std::bad_alloc();
  return result;
}

/// A B for Scalar double or Pattern. By columns, what it is given are B^T and A^T, and what it returns is their product:
/// read as rows, A B. Rows are not sorted.
///
/// Throws        std::bad_alloc.
template <class Scalar>
CxsparseMatrix cxsparse_multiply(CsrMatrix<Scalar, int, int, Kokkos::HostSpace> const& A,
                                 CsrMatrix<Scalar, int, int, Kokkos::HostSpace> const& B) {
  cs_di const first = Detail::as_cxsparse(B), second = Detail::as_cxsparse(A);
  CxsparseMatrix result(cs_di_multiply(&first, &second), &cs_di_spfree);
  if (!result) throw std::bad_alloc();
  return result;
}

/// A + B for Scalar double or Pattern. Rows are not sorted.
///
/// Throws        std::bad_alloc.
template <class Scalar>
CxsparseMatrix cxsparse_add(CsrMatrix<Scalar, int, int, Kokkos::HostSpace> const& A,
                            CsrMatrix<Scalar, int, int, Kokkos::HostSpace> const& B) {
  cs_di const first = Detail::as_cxsparse(A), second = Detail::as_cxsparse(B);
  CxsparseMatrix result(cs_di_add(&first, &second, 1, 1), &cs_di_spfree);
  if (!result) throw std::bad_alloc();
  return result;
}

}  // namespace Araios::Perf
