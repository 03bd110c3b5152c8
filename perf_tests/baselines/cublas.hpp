// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// What a Krylov loop and batches of dense systems need of cuBLAS, for float and double by one name, with scalars in the memory of the device.

#include <Kokkos_Core.hpp>

#include <cublas_v2.h>

#include <memory>
#include <stdexcept>
#include <string>
#include <type_traits>

namespace Araios::Perf {

inline void check_cublas(cublasStatus_t status, char const* what) {
  if (status != CUBLAS_STATUS_SUCCESS)
    throw std::runtime_error(std::string(what) + ": " + cublasGetStatusString(status));
}

class CublasHandle {
 public:
  explicit CublasHandle(Kokkos::Cuda const& exec) {
    cublasHandle_t made = nullptr;
    check_cublas(cublasCreate(&made), "cublasCreate");
    handle_.reset(made);
    check_cublas(cublasSetStream(made, exec.cuda_stream()), "cublasSetStream");
    check_cublas(cublasSetPointerMode(made, CUBLAS_POINTER_MODE_DEVICE), "cublasSetPointerMode");
  }

  template <class T>
  void dot(int n, T const* x, T const* y, T* sum) const {
    if constexpr (std::is_same_v<T, float>)
      check_cublas(cublasSdot(handle_.get(), n, x, 1, y, 1, sum), "cublasSdot");
    else
      check_cublas(cublasDdot(handle_.get(), n, x, 1, y, 1, sum), "cublasDdot");
  }
  template <class T>
  void axpy(int n, T const* a, T const* x, T* y) const {
    if constexpr (std::is_same_v<T, float>)
      check_cublas(cublasSaxpy(handle_.get(), n, a, x, 1, y, 1), "cublasSaxpy");
    else
      check_cublas(cublasDaxpy(handle_.get(), n, a, x, 1, y, 1), "cublasDaxpy");
  }
  template <class T>
  void scale(int n, T const* a, T* x) const {
    if constexpr (std::is_same_v<T, float>)
      check_cublas(cublasSscal(handle_.get(), n, a, x, 1), "cublasSscal");
    else
      check_cublas(cublasDscal(handle_.get(), n, a, x, 1), "cublasDscal");
  }
  /// z := diag(d) r
  template <class T>
  void multiply_diagonal(int n, T const* d, T const* r, T* z) const {
    if constexpr (std::is_same_v<T, float>)
      check_cublas(cublasSdgmm(handle_.get(), CUBLAS_SIDE_LEFT, n, 1, r, n, d, 1, z, n), "cublasSdgmm");
    else
      check_cublas(cublasDdgmm(handle_.get(), CUBLAS_SIDE_LEFT, n, 1, r, n, d, 1, z, n), "cublasDdgmm");
  }
  /// LU with row interchanges of n x n matrices stored by columns, which become their factors. info: 0, or the first pivot
  /// that is 0, from 1 on.
  template <class T>
  void factor_batch(int n, T* const* matrices, int* pivots, int* info, int count) const {
    if constexpr (std::is_same_v<T, float>)
      check_cublas(cublasSgetrfBatched(handle_.get(), n, matrices, n, pivots, info, count), "cublasSgetrfBatched");
    else
      check_cublas(cublasDgetrfBatched(handle_.get(), n, matrices, n, pivots, info, count), "cublasDgetrfBatched");
  }
  /// The right-hand sides become the solutions by these factors.
  template <class T>
  void solve_batch(int n, T const* const* factors, int const* pivots, T* const* b, int count) const {
    int info = 0;
    if constexpr (std::is_same_v<T, float>)
      check_cublas(cublasSgetrsBatched(handle_.get(), CUBLAS_OP_N, n, 1, factors, n, pivots, b, n, &info, count),
                   "cublasSgetrsBatched");
    else
      check_cublas(cublasDgetrsBatched(handle_.get(), CUBLAS_OP_N, n, 1, factors, n, pivots, b, n, &info, count),
                   "cublasDgetrsBatched");
    if (info != 0) throw std::runtime_error("cublasgetrsBatched: info is " + std::to_string(info));
  }

 private:
  struct Destroy {
    void operator()(cublasHandle_t made) const { (void)cublasDestroy(made); }
  };
  std::unique_ptr<std::remove_pointer_t<cublasHandle_t>, Destroy> handle_;
};

}  // namespace Araios::Perf
