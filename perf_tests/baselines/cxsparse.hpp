// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// The transposition of CXSparse: sequential, stable, double values. Its result is allocated anew in each call; there
/// is no other form.

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

}  // namespace Araios::Perf
