// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// Boolean products and sums of SuiteSparse:GraphBLAS on the host: any-pair over matrices that hold one value for all
/// entries, so that no values are stored. Its matrices have 64-bit indices.

#include <Araios/core/memory.hpp>
#include <Araios/core/pattern.hpp>
#include <Araios/formats/csr.hpp>

// The header does not say that its functions are C; what it includes of C++ comes first.
#include <algorithm>
#include <cerrno>
#include <cinttypes>
#include <climits>
#include <cmath>
#include <complex>
#include <cstdarg>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <new>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <vector>

extern "C" {
#include <GraphBLAS.h>
}

namespace Araios::Perf {

/// What the library did not do.
struct GraphblasError : std::runtime_error {
  using std::runtime_error::runtime_error;
};
inline void check_graphblas(GrB_Info info, char const* what) {
  if (info != GrB_SUCCESS)
    throw GraphblasError(std::string(what) + ": status " + std::to_string(static_cast<int>(info)));
}

/// Starts the library with so many threads, at the first call; a process can start it once.
inline void start_graphblas(int threads) {
  static bool const started = [threads] {
    check_graphblas(GrB_init(GrB_NONBLOCKING), "GrB_init");
    check_graphblas(GxB_Global_Option_set(GxB_GLOBAL_NTHREADS, threads), "GxB_GLOBAL_NTHREADS");
    return true;
  }();
  (void)started;
}

struct FreeGraphblasMatrix {
  void operator()(GrB_Matrix matrix) const { (void)GrB_Matrix_free(&matrix); }
};
using GraphblasMatrix = std::unique_ptr<std::remove_pointer_t<GrB_Matrix>, FreeGraphblasMatrix>;

using HostPattern = CsrMatrix<Pattern, int, int, Kokkos::HostSpace>;

/// A copy of A. The library takes the arrays, which it asks to be those of malloc.
inline GraphblasMatrix to_graphblas(HostPattern const& A) {
  auto const m = static_cast<std::size_t>(A.num_rows()), nnz = static_cast<std::size_t>(A.nnz());
  auto* row_map = static_cast<GrB_Index*>(std::malloc((m + 1) * sizeof(GrB_Index)));
  auto* entries = static_cast<GrB_Index*>(std::malloc(std::max<std::size_t>(nnz, 1) * sizeof(GrB_Index)));
  auto* one = static_cast<bool*>(std::malloc(sizeof(bool)));
  if (row_map == nullptr || entries == nullptr || one == nullptr) throw std::bad_alloc();
  for (std::size_t i = 0; i <= m; ++i) row_map[i] = static_cast<GrB_Index>(A.row_map(i));
  for (std::size_t p = 0; p < nnz; ++p) entries[p] = static_cast<GrB_Index>(A.entries(p));
  *one = true;
  void* values = one;
  GrB_Matrix matrix = nullptr;
  check_graphblas(GxB_Matrix_import_CSR(&matrix, GrB_BOOL, m, static_cast<GrB_Index>(A.num_cols()), &row_map, &entries,
                                        &values, (m + 1) * sizeof(GrB_Index),
                                        std::max<std::size_t>(nnz, 1) * sizeof(GrB_Index), sizeof(bool), true, false,
                                        nullptr),
                  "GxB_Matrix_import_CSR");
  return GraphblasMatrix(matrix);
}

/// The entries by rows; of a row in the order in which the library has them.
inline HostPattern to_csr(GraphblasMatrix const& A) {
  GrB_Index m = 0, n = 0, nnz = 0;
  check_graphblas(GrB_Matrix_nrows(&m, A.get()), "GrB_Matrix_nrows");
  check_graphblas(GrB_Matrix_ncols(&n, A.get()), "GrB_Matrix_ncols");
  check_graphblas(GrB_Matrix_nvals(&nnz, A.get()), "GrB_Matrix_nvals");
  std::vector<GrB_Index> rows(nnz), columns(nnz);
  check_graphblas(GrB_Matrix_extractTuples_BOOL(rows.data(), columns.data(), nullptr, &nnz, A.get()),
                  "GrB_Matrix_extractTuples_BOOL");
  auto const arrays = allocate_csr<Pattern, int, int>(Kokkos::DefaultHostExecutionSpace(), "Araios::Perf::graphblas",
                                                      static_cast<std::int64_t>(m), static_cast<std::int64_t>(nnz));
  Kokkos::deep_copy(arrays.row_map, 0);
  for (auto const row : rows) ++arrays.row_map(row + 1);
  for (GrB_Index i = 0; i < m; ++i) arrays.row_map(i + 1) += arrays.row_map(i);
  std::vector<int> next(arrays.row_map.data(), arrays.row_map.data() + m);
  for (GrB_Index p = 0; p < nnz; ++p) arrays.entries(next[rows[p]]++) = static_cast<int>(columns[p]);
  return HostPattern(static_cast<std::int64_t>(m), static_cast<std::int64_t>(n), arrays);
}

/// C := A B over any-pair, complete.
inline GraphblasMatrix graphblas_multiply(GraphblasMatrix const& A, GraphblasMatrix const& B) {
  GrB_Index m = 0, n = 0;
  check_graphblas(GrB_Matrix_nrows(&m, A.get()), "GrB_Matrix_nrows");
  check_graphblas(GrB_Matrix_ncols(&n, B.get()), "GrB_Matrix_ncols");
  GrB_Matrix matrix = nullptr;
  check_graphblas(GrB_Matrix_new(&matrix, GrB_BOOL, m, n), "GrB_Matrix_new");
  GraphblasMatrix C(matrix);
  check_graphblas(GrB_mxm(matrix, nullptr, nullptr, GxB_ANY_PAIR_BOOL, A.get(), B.get(), nullptr), "GrB_mxm");
  check_graphblas(GrB_Matrix_wait(matrix, GrB_MATERIALIZE), "GrB_Matrix_wait");
  return C;
}

/// C := A or B, complete.
inline GraphblasMatrix graphblas_add(GraphblasMatrix const& A, GraphblasMatrix const& B) {
  GrB_Index m = 0, n = 0;
  check_graphblas(GrB_Matrix_nrows(&m, A.get()), "GrB_Matrix_nrows");
  check_graphblas(GrB_Matrix_ncols(&n, A.get()), "GrB_Matrix_ncols");
  GrB_Matrix matrix = nullptr;
  check_graphblas(GrB_Matrix_new(&matrix, GrB_BOOL, m, n), "GrB_Matrix_new");
  GraphblasMatrix C(matrix);
  check_graphblas(GrB_Matrix_eWiseAdd_BinaryOp(matrix, nullptr, nullptr, GxB_PAIR_BOOL, A.get(), B.get(), nullptr),
                  "GrB_Matrix_eWiseAdd_BinaryOp");
  check_graphblas(GrB_Matrix_wait(matrix, GrB_MATERIALIZE), "GrB_Matrix_wait");
  return C;
}

/// C := the Kronecker product of A and B, complete.
inline GraphblasMatrix graphblas_kronecker(GraphblasMatrix const& A, GraphblasMatrix const& B) {
  GrB_Index ma = 0, na = 0, mb = 0, nb = 0;
  check_graphblas(GrB_Matrix_nrows(&ma, A.get()), "GrB_Matrix_nrows");
  check_graphblas(GrB_Matrix_ncols(&na, A.get()), "GrB_Matrix_ncols");
  check_graphblas(GrB_Matrix_nrows(&mb, B.get()), "GrB_Matrix_nrows");
  check_graphblas(GrB_Matrix_ncols(&nb, B.get()), "GrB_Matrix_ncols");
  GrB_Matrix matrix = nullptr;
  check_graphblas(GrB_Matrix_new(&matrix, GrB_BOOL, ma * mb, na * nb), "GrB_Matrix_new");
  GraphblasMatrix C(matrix);
  check_graphblas(GrB_Matrix_kronecker_BinaryOp(matrix, nullptr, nullptr, GxB_PAIR_BOOL, A.get(), B.get(), nullptr),
                  "GrB_Matrix_kronecker_BinaryOp");
  check_graphblas(GrB_Matrix_wait(matrix, GrB_MATERIALIZE), "GrB_Matrix_wait");
  return C;
}

/// Version of the library, as "7.4.0".
inline std::string graphblas_version() {
  return std::to_string(GxB_IMPLEMENTATION_MAJOR) + "." + std::to_string(GxB_IMPLEMENTATION_MINOR) + "." +
         std::to_string(GxB_IMPLEMENTATION_SUB);
}

}  // namespace Araios::Perf
