// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// SpGEMM of cuSPARSE's generic interface, in the order of calls that its documentation gives. Matrices have int
/// indices and offsets. What it or the memory refuses is a CusparseError.

#include "baselines/cusparse.hpp"
#include "baselines/cusparse_products.hpp"

#include <Araios/core/memory.hpp>
#include <Araios/formats/csr.hpp>

#include <cusparse.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <string>
#include <type_traits>

namespace Araios::Perf {

namespace Detail {

/// As check_cusparse; an error of the CUDA runtime that came with the refusal is not that of a later call.
inline void check_spgemm(cusparseStatus_t status, char const* what) {
  if (status != CUSPARSE_STATUS_SUCCESS) (void)cudaGetLastError();
  check_cusparse(status, what);
}

/// Memory of the device. Its pointer is never null, which would ask cuSPARSE for a size.
class CusparseBuffer {
 public:
  void allocate(Kokkos::Cuda const& exec, std::size_t bytes) {
    bytes_ = static_cast<std::int64_t>(bytes);
    try {
      view_ = Araios::allocate<View>(exec, "Araios::Perf::cusparse", std::max<std::int64_t>(bytes_, 1));
    } catch (std::exception const&) {
      throw CusparseError("no memory for a buffer of " + std::to_string(bytes_) + " bytes");
    }
  }
  void* data() const { return view_.data(); }
  std::int64_t bytes() const { return bytes_; }

 private:
  using View = Kokkos::View<char*, Kokkos::CudaSpace>;
  View view_;
  std::int64_t bytes_ = 0;
};

/// The description of an SpGEMM, and C, whose entries are allocated when they are counted.
template <class T>
class CusparseProduct {
 public:
  using Space = Kokkos::CudaSpace;
  using Matrix = CsrMatrix<T, int, int, Space>;

  CusparseProduct(Kokkos::Cuda const& exec, std::int64_t num_rows, std::int64_t num_cols)
      : num_rows_(num_rows), num_cols_(num_cols) {
    cusparseSpGEMMDescr_t spgemm = nullptr;
    check_spgemm(cusparseSpGEMM_createDescr(&spgemm), "cusparseSpGEMM_createDescr");
    spgemm_.reset(spgemm);
    row_map_ = allocated<int>(exec, num_rows + 1);
    cusparseSpMatDescr_t matrix = nullptr;
    check_spgemm(cusparseCreateCsr(&matrix, num_rows, num_cols, 0, row_map_.data(), nullptr, nullptr,
                                   CUSPARSE_INDEX_32I, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_BASE_ZERO, cuda_type<T>()),
                 "cusparseCreateCsr");
    matrix_.reset(matrix);
  }

  cusparseSpGEMMDescr_t spgemm() const { return spgemm_.get(); }
  cusparseSpMatDescr_t descriptor() const { return matrix_.get(); }

  void allocate_entries(Kokkos::Cuda const& exec) {
    std::int64_t rows = 0, cols = 0, nnz = 0;
    check_spgemm(cusparseSpMatGetSize(matrix_.get(), &rows, &cols, &nnz), "cusparseSpMatGetSize");
    entries_ = allocated<int>(exec, nnz);
    values_ = allocated<T>(exec, nnz);
    check_spgemm(cusparseCsrSetPointers(matrix_.get(), row_map_.data(), entries_.data(), values_.data()),
                 "cusparseCsrSetPointers");
  }

  Matrix matrix() const { return Matrix(num_rows_, num_cols_, row_map_, entries_, values_); }

 private:
  template <class Element>
  static Kokkos::View<Element*, Space> allocated(Kokkos::Cuda const& exec, std::int64_t length) {
    try {
      return Araios::allocate<Kokkos::View<Element*, Space>>(exec, "Araios::Perf::cusparse", length);
    } catch (std::exception const&) {
      throw CusparseError("no memory for an array of C of " + std::to_string(length) + " elements");
    }
  }

  std::int64_t num_rows_, num_cols_;
  Kokkos::View<int*, Space> row_map_, entries_;
  Kokkos::View<T*, Space> values_;
  CusparseOwner<cusparseSpGEMMDescr_t, cusparseSpGEMM_destroyDescr> spgemm_;
  CusparseOwner<cusparseSpMatDescr_t, cusparseDestroySpMat> matrix_;
};

inline constexpr cusparseOperation_t no_transpose = CUSPARSE_OPERATION_NON_TRANSPOSE;

}  // namespace Detail

/// C := A B by one algorithm, with all that it allocates: the constructor does the work. Buffers are kept until the
/// object is destroyed, so that the time to free them is not in that of the work.
///
/// Requires      C has entries; the arrays of A and B outlive the object, as for CusparseSpgemmReuse.
template <class T>
class CusparseSpgemm {
 public:
  /// The part of the products in a chunk, as in NVIDIA's example: ALG3 works on one chunk at a time.
  static constexpr float chunk_fraction = 0.2f;

  /// A and B are m-by-k and k-by-n.
  CusparseSpgemm(Kokkos::Cuda const& exec, CusparseHandle const& handle, CusparseMatrix const& A,
                 CusparseMatrix const& B, std::int64_t m, std::int64_t n, cusparseSpGEMMAlg_t algorithm)
      : product_(exec, m, n) {
    T const alpha(1), beta(0);
    auto const op = Detail::no_transpose;
    auto const C = product_.descriptor();
    auto const spgemm = product_.spgemm();
    auto const estimate_work = [&](std::size_t& bytes, void* buffer) {
      Detail::check_spgemm(cusparseSpGEMM_workEstimation(handle.get(), op, op, &alpha, A.get(), B.get(), &beta, C,
                                                         cuda_type<T>(), algorithm, spgemm, &bytes, buffer),
                           "cusparseSpGEMM_workEstimation");
    };
    auto const compute = [&](std::size_t& bytes, void* buffer) {
      Detail::check_spgemm(cusparseSpGEMM_compute(handle.get(), op, op, &alpha, A.get(), B.get(), &beta, C,
                                                  cuda_type<T>(), algorithm, spgemm, &bytes, buffer),
                           "cusparseSpGEMM_compute");
    };
    auto const estimate_memory = [&](std::size_t& bytes, void* buffer, std::size_t* compute_bytes) {
      Detail::check_spgemm(cusparseSpGEMM_estimateMemory(handle.get(), op, op, &alpha, A.get(), B.get(), &beta, C,
                                                         cuda_type<T>(), algorithm, spgemm, chunk_fraction, &bytes,
                                                         buffer, compute_bytes),
                           "cusparseSpGEMM_estimateMemory");
    };
    std::size_t bytes = 0;
    estimate_work(bytes, nullptr);
    work_.allocate(exec, bytes);
    estimate_work(bytes, work_.data());

    std::size_t compute_bytes = 0;
    if (algorithm == CUSPARSE_SPGEMM_ALG2 || algorithm == CUSPARSE_SPGEMM_ALG3) {
      std::size_t estimate_bytes = 0;
      estimate_memory(estimate_bytes, nullptr, nullptr);
      estimate_.allocate(exec, estimate_bytes);
      estimate_memory(estimate_bytes, estimate_.data(), &compute_bytes);
    } else {
      compute(compute_bytes, nullptr);
    }
    compute_.allocate(exec, compute_bytes);
    compute(compute_bytes, compute_.data());

    product_.allocate_entries(exec);
    Detail::check_spgemm(cusparseSpGEMM_copy(handle.get(), op, op, &alpha, A.get(), B.get(), &beta, C, cuda_type<T>(),
                                             algorithm, spgemm),
                         "cusparseSpGEMM_copy");
  }

  CsrMatrix<T, int, int, Kokkos::CudaSpace> product() const { return product_.matrix(); }
  std::int64_t buffer_bytes() const { return work_.bytes() + estimate_.bytes() + compute_.bytes(); }

 private:
  Detail::CusparseBuffer work_, estimate_, compute_;
  Detail::CusparseProduct<T> product_;
};

/// C := A B for other values of the same entries: the constructor finds the entries of C, a call the values.
template <class T>
class CusparseSpgemmReuse {
 public:
  CusparseSpgemmReuse(Kokkos::Cuda const& exec, CusparseHandle const& handle, CusparseMatrix const& A,
                      CusparseMatrix const& B, std::int64_t m, std::int64_t n)
      : handle_(handle), A_(A), B_(B), product_(exec, m, n) {
    auto const op = Detail::no_transpose;
    auto const C = product_.descriptor();
    auto const spgemm = product_.spgemm();
    auto const estimate_work = [&](std::size_t& bytes, void* buffer) {
      Detail::check_spgemm(cusparseSpGEMMreuse_workEstimation(handle.get(), op, op, A.get(), B.get(), C, algorithm,
                                                              spgemm, &bytes, buffer),
                           "cusparseSpGEMMreuse_workEstimation");
    };
    std::size_t bytes[5] = {};
    auto const count = [&](void* second, void* third, void* fourth) {
      Detail::check_spgemm(cusparseSpGEMMreuse_nnz(handle.get(), op, op, A.get(), B.get(), C, algorithm, spgemm,
                                                   &bytes[1], second, &bytes[2], third, &bytes[3], fourth),
                           "cusparseSpGEMMreuse_nnz");
    };
    auto const copy = [&](void* buffer) {
      Detail::check_spgemm(
          cusparseSpGEMMreuse_copy(handle.get(), op, op, A.get(), B.get(), C, algorithm, spgemm, &bytes[4], buffer),
          "cusparseSpGEMMreuse_copy");
    };
    estimate_work(bytes[0], nullptr);
    buffers_[0].allocate(exec, bytes[0]);
    estimate_work(bytes[0], buffers_[0].data());
    count(nullptr, nullptr, nullptr);
    for (int b : {1, 2, 3}) buffers_[b].allocate(exec, bytes[b]);
    count(buffers_[1].data(), buffers_[2].data(), buffers_[3].data());
    product_.allocate_entries(exec);
    copy(nullptr);
    buffers_[4].allocate(exec, bytes[4]);
    copy(buffers_[4].data());
  }

  void operator()() const {
    auto const op = Detail::no_transpose;
    Detail::check_spgemm(cusparseSpGEMMreuse_compute(handle_.get(), op, op, &alpha_, A_.get(), B_.get(), &beta_,
                                                     product_.descriptor(), cuda_type<T>(), algorithm,
                                                     product_.spgemm()),
                         "cusparseSpGEMMreuse_compute");
  }

  CsrMatrix<T, int, int, Kokkos::CudaSpace> product() const { return product_.matrix(); }
  std::int64_t buffer_bytes() const {
    std::int64_t sum = 0;
    for (auto const& buffer : buffers_) sum += buffer.bytes();
    return sum;
  }

 private:
  static constexpr cusparseSpGEMMAlg_t algorithm = CUSPARSE_SPGEMM_DEFAULT;

  CusparseHandle const& handle_;
  CusparseMatrix const& A_;
  CusparseMatrix const& B_;
  T alpha_ = T(1);
  T beta_ = T(0);
  Detail::CusparseBuffer buffers_[5];
  Detail::CusparseProduct<T> product_;
};

}  // namespace Araios::Perf
