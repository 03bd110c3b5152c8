// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// Sums of two CSR matrices by spadd of Kokkos Kernels, which is told that their rows are sorted, on the default instance
/// of Exec.

#include <Araios/formats/csr.hpp>

#include <KokkosKernels_Handle.hpp>
#include <KokkosKernels_config.h>
#include <KokkosSparse_CrsMatrix.hpp>
#include <KokkosSparse_spadd.hpp>

namespace Araios::Perf {

/// C := A + B, with all that it allocates: the constructor does the work.
template <class Exec, class Scalar>
class KokkosKernelsSum {
 public:
  using Space = typename Exec::memory_space;
  using Matrix = CsrMatrix<Scalar, int, int, Space>;

  KokkosKernelsSum(Matrix const& A, Matrix const& B) {
    KokkosKernels::Experimental::KokkosKernelsHandle<int, int, Scalar, Exec, Space, Space> handle;
    handle.create_spadd_handle(true);
    auto const a = to_theirs(A), b = to_theirs(B);
    KokkosSparse::spadd_symbolic(&handle, a, b, C_);
    KokkosSparse::spadd_numeric(&handle, Scalar(1), a, Scalar(1), b, C_);
    handle.destroy_spadd_handle();
  }

  Matrix matrix() const { return Matrix(C_.numRows(), C_.numCols(), C_.graph.row_map, C_.graph.entries, C_.values); }

 private:
  using Theirs = KokkosSparse::CrsMatrix<Scalar, int, Kokkos::Device<Exec, Space>, void, int>;

  static Theirs to_theirs(Matrix const& A) {
    using RowMap = typename Theirs::row_map_type;
    using Entries = typename Theirs::index_type;
    using Values = typename Theirs::values_type;
    return Theirs("A", A.num_rows(), A.num_cols(), A.nnz(),
                  Values(const_cast<Scalar*>(A.values.data()), A.values.extent(0)),
                  RowMap(A.row_map.data(), A.row_map.extent(0)),
                  Entries(const_cast<int*>(A.entries.data()), A.entries.extent(0)));
  }

  Theirs C_;
};

}  // namespace Araios::Perf
