// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// SpGEMM of Kokkos Kernels, by its own kernels where it lets its caller choose, on the default instance of Exec: in
/// the spellings of 3.4 to 4.5 (KokkosSparse::Experimental) and from 4.6 on (KokkosSparse).

#include <Araios/core/memory.hpp>
#include <Araios/formats/csr.hpp>

#if defined(__GNUC__) && !defined(__clang__)
// Found in 3.4 where it is compiled, not where it is written: for the rest of the file.
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"
#endif
#include <KokkosKernels_Handle.hpp>
#include <KokkosKernels_config.h>
#include <KokkosSparse_spgemm.hpp>
#if defined(KOKKOSKERNELS_VERSION) && KOKKOSKERNELS_VERSION >= 40600
#include <KokkosSparse_SortCrs.hpp>
#endif

#include <cstdint>

namespace Araios::Perf {

namespace KokkosKernelsCalls {
#if defined(KOKKOSKERNELS_VERSION) && KOKKOSKERNELS_VERSION >= 40600
using KokkosSparse::spgemm_numeric;
using KokkosSparse::spgemm_symbolic;
#else
using KokkosSparse::Experimental::spgemm_numeric;
using KokkosSparse::Experimental::spgemm_symbolic;
#endif
}  // namespace KokkosKernelsCalls

/// C := A A in two calls, with all that it allocates. Rows of C are not sorted; from 4.6 on, a third call sorts them.
///
/// Requires      rows of A are sorted; the arrays of A outlive the object.
template <class Exec, class Scalar>
class KokkosKernelsSpgemm {
 public:
  using Space = typename Exec::memory_space;
  using Matrix = CsrMatrix<Scalar, int, int, Space>;

  explicit KokkosKernelsSpgemm(Matrix const& A) : A_(A) { handle_.create_spgemm_handle(KokkosSparse::SPGEMM_KK); }
  ~KokkosKernelsSpgemm() { handle_.destroy_spgemm_handle(); }
  KokkosKernelsSpgemm(KokkosKernelsSpgemm const&) = delete;
  KokkosKernelsSpgemm& operator=(KokkosKernelsSpgemm const&) = delete;

  /// row_map of C.
  void symbolic() {
    row_map_ = allocate<RowMap>(Exec(), "Araios::Perf::kokkos_kernels", std::int64_t(A_.num_rows()) + 1);
    KokkosKernelsCalls::spgemm_symbolic(&handle_, A_.num_rows(), A_.num_cols(), A_.num_cols(), A_.row_map, A_.entries,
                                        false, A_.row_map, A_.entries, false, row_map_);
  }
  /// Its entries and values, after `symbolic`.
  void numeric() {
    auto const nnz = static_cast<std::int64_t>(handle_.get_spgemm_handle()->get_c_nnz());
    entries_ = allocate<Entries>(Exec(), "Araios::Perf::kokkos_kernels", nnz);
    values_ = allocate<Values>(Exec(), "Araios::Perf::kokkos_kernels", nnz);
    KokkosKernelsCalls::spgemm_numeric(&handle_, A_.num_rows(), A_.num_cols(), A_.num_cols(), A_.row_map, A_.entries,
                                       A_.values, false, A_.row_map, A_.entries, A_.values, false, row_map_, entries_,
                                       values_);
  }
#if defined(KOKKOSKERNELS_VERSION) && KOKKOSKERNELS_VERSION >= 40600
  void sort_rows() { KokkosSparse::sort_crs_matrix<Exec>(row_map_, entries_, values_); }
#endif

  Kokkos::View<int const*, Space> row_map() const { return row_map_; }
  Matrix product() const { return Matrix(A_.num_rows(), A_.num_cols(), row_map_, entries_, values_); }

 private:
  using RowMap = Kokkos::View<int*, Space>;
  using Entries = Kokkos::View<int*, Space>;
  using Values = Kokkos::View<Scalar*, Space>;

  Matrix A_;
  KokkosKernels::Experimental::KokkosKernelsHandle<int, int, Scalar, Exec, Space, Space> handle_;
  RowMap row_map_;
  Entries entries_;
  Values values_;
};

}  // namespace Araios::Perf
