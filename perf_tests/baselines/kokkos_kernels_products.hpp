// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// Products of Kokkos Kernels, by its own kernels whatever libraries it was built with, in the spellings of 3.4
/// (Controls) and 4.3 or later (SPMVHandle).

#include <Araios/formats/csr.hpp>

#if defined(__GNUC__) && !defined(__clang__)
// Found in 3.4 where it is compiled, not where it is written: for the rest of the file.
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"
#endif
#include <KokkosKernels_config.h>
#include <KokkosSparse_CrsMatrix.hpp>
#include <KokkosSparse_spmv.hpp>
#if __has_include(<KokkosSparse_spmv_handle.hpp>)
#include <KokkosSparse_spmv_handle.hpp>
#define ARAIOS_PERF_SPMV_HANDLE
#endif

#include <cstdint>

namespace Araios::Perf {

/// How its rows are shared among threads: one or more rows each, or pieces of the merge of rows and entries.
enum class KokkosKernelsMethod { native, merge };

/// The second method has no kernel of its own in 3.4.
#ifdef ARAIOS_PERF_SPMV_HANDLE
inline constexpr bool kokkos_kernels_has_merge = true;
#else
inline constexpr bool kokkos_kernels_has_merge = false;
#endif

/// y := op(A) x with vectors, or dense matrices, of types X and Y.
template <class Exec, class Scalar, class X, class Y>
class KokkosKernelsProduct {
  using Space = typename Exec::memory_space;
  using Matrix = KokkosSparse::CrsMatrix<Scalar, int, Kokkos::Device<Exec, Space>, void, int>;

 public:
  KokkosKernelsProduct(Exec const& exec, CsrMatrix<Scalar, int, int, Space> const& A, KokkosKernelsMethod method)
      : exec_(exec),
        // Its constructor asks for indices that could be written; it does not write them.
        matrix_("Araios::Perf::kokkos_kernels", A.num_rows(), A.num_cols(), A.nnz(), A.values, A.row_map,
                typename Matrix::index_type(const_cast<int*>(A.entries.data()), A.entries.extent(0))),
        arrays_(A)
#ifdef ARAIOS_PERF_SPMV_HANDLE
        ,
        handle_(method == KokkosKernelsMethod::native ? KokkosSparse::SPMV_NATIVE
                                                      : KokkosSparse::SPMV_NATIVE_MERGE_PATH)
#endif
  {
    (void)method;
  }

  /// mode: "N" or "T".
  void operator()(char const* mode, X const& x, Y const& y) {
    using T = typename Y::non_const_value_type;
#ifdef ARAIOS_PERF_SPMV_HANDLE
    KokkosSparse::spmv(exec_, &handle_, mode, T(1), matrix_, x, T(0), y);
#else
    KokkosKernels::Experimental::Controls controls;
    controls.setParameter("algorithm", "native");
    KokkosSparse::spmv(controls, mode, T(1), matrix_, x, T(0), y);
#endif
  }

 private:
  Exec exec_;
  Matrix matrix_;
  CsrMatrix<Scalar, int, int, Space> arrays_;  // keeps them alive
#ifdef ARAIOS_PERF_SPMV_HANDLE
  KokkosSparse::SPMVHandle<Exec, Matrix, X, Y> handle_;
#endif
};

}  // namespace Araios::Perf
