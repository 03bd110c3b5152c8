// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// sptrsv of Kokkos Kernels by levels with a kernel for each, in the spellings of 3.4 and 4.x. It needs the triangle as a
/// matrix of its own, with the diagonal at the end of a row of the lower one, and at the start of one of the upper.

#include <Araios/formats/csr.hpp>

#if defined(__GNUC__) && !defined(__clang__)
// Found in 3.4 where it is compiled, not where it is written: for the rest of the file.
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"
#pragma GCC diagnostic ignored "-Wunused-variable"
#pragma GCC diagnostic ignored "-Wunused-parameter"
#endif
#include <KokkosKernels_Handle.hpp>
#include <KokkosSparse_sptrsv.hpp>
#include <Kokkos_Core.hpp>

namespace Araios::Perf {

template <class Exec, class T>
class KokkosKernelsSptrsv {
 public:
  using Space = typename Exec::memory_space;
  using Matrix = CsrMatrix<T, int, int, Space>;

  /// The analysis, which waits.
  KokkosKernelsSptrsv(Exec const& exec, Matrix const& M, bool upper) : M_(M) {
    handle_.create_sptrsv_handle(KokkosSparse::Experimental::SPTRSVAlgorithm::SEQLVLSCHD_TP1, M.num_rows(), !upper);
    KokkosSparse::Experimental::sptrsv_symbolic(&handle_, row_map(), entries());
    exec.fence();
  }
  ~KokkosKernelsSptrsv() { handle_.destroy_sptrsv_handle(); }
  KokkosKernelsSptrsv(KokkosKernelsSptrsv const&) = delete;
  KokkosKernelsSptrsv& operator=(KokkosKernelsSptrsv const&) = delete;

  /// On the default instance of Exec.
  void operator()(Kokkos::View<T*, Space> const& b, Kokkos::View<T*, Space> const& x) {
    Kokkos::View<T const*, Space> const values(M_.values);
    KokkosSparse::Experimental::sptrsv_solve(&handle_, row_map(), entries(), values, b, x);
  }

 private:
  Kokkos::View<int const*, Space> row_map() const { return M_.row_map; }
  Kokkos::View<int const*, Space> entries() const { return M_.entries; }

  Matrix M_;
  KokkosKernels::Experimental::KokkosKernelsHandle<int, int, T, Exec, Space, Space> handle_;
};

}  // namespace Araios::Perf
