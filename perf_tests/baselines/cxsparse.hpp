// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// The transposition of CXSparse, stable, and its SpGEMM: sequential, double values, or none. Results are allocated anew
/// in each call; there is no other form.

#include <Araios/core/pattern.hpp>
#include <Araios/formats/csr.hpp>

#include <cs.h>

#include <memory>
#include <new>

namespace Araios::Perf {

using CxsparseMatrix = std::unique_ptr<cs_di, decltype(&cs_di_spfree)>;

/// The transpose of A. CXSparse stores columns, so what it is given is A^T by columns, and what it returns is A by
/// columns: read as rows, the transpose.
///
/// Throws        std::bad_alloc.
inline CxsparseMatrix cxsparse_transpose(CsrMatrix<double, int, int, Kokkos::HostSpace> const& A) {
  cs_di given{};
  given.nzmax = A.nnz();
  given.m = A.num_cols();
  given.n = A.num_rows();
  given.p = const_cast<int*>(A.row_map.data());  // read only: the argument of cs_di_transpose is const
  given.i = const_cast<int*>(A.entries.data());
  given.x = A.values.data();
  given.nz = -1;
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
  auto const by_columns = [](CsrMatrix<Scalar, int, int, Kokkos::HostSpace> const& matrix) {
    cs_di given{};
    given.nzmax = matrix.nnz();
    given.m = matrix.num_cols();
    given.n = matrix.num_rows();
    given.p = const_cast<int*>(matrix.row_map.data());  // read only: the arguments of cs_di_multiply are const
    given.i = const_cast<int*>(matrix.entries.data());
    if constexpr (!is_pattern_v<Scalar>) given.x = matrix.values.data();
    given.nz = -1;
    return given;
  };
  cs_di const first = by_columns(B), second = by_columns(A);
  CxsparseMatrix result(cs_di_multiply(&first, &second), &cs_di_spfree);
  if (!result) throw std::bad_alloc();
  return result;
}

}  // namespace Araios::Perf
