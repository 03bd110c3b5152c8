// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// Products by the generic interface of cuSPARSE, with their set-up apart. Matrices have int indices and offsets.

#include "baselines/cusparse.hpp"

#include <Araios/core/memory.hpp>
#include <Araios/formats/csr.hpp>

#include <cusparse.h>

#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace Araios::Perf {

/// Describes the arrays of a matrix, and owns what cuSPARSE keeps with the description: an analysis, for one. The
/// arrays must outlive it.
class CusparseMatrix {
 public:
  template <class Scalar>
  static CusparseMatrix csr(CsrMatrix<Scalar, int, int, Kokkos::CudaSpace> const& A) {
    CusparseMatrix result;
    result.keep(cusparseCreateConstCsr(&result.raw_, A.num_rows(), A.num_cols(), A.nnz(), A.row_map.data(),
                                       A.entries.data(), A.values.data(), CUSPARSE_INDEX_32I, CUSPARSE_INDEX_32I,
                                       CUSPARSE_INDEX_BASE_ZERO, cuda_type<Scalar>()),
                "cusparseCreateConstCsr");
    return result;
  }

  /// Requires      entries sorted by row: `rows` are the rows of those of A.
  template <class Scalar>
  static CusparseMatrix coo(CsrMatrix<Scalar, int, int, Kokkos::CudaSpace> const& A,
                            Kokkos::View<int const*, Kokkos::CudaSpace> const& rows) {
    CusparseMatrix result;
    result.keep(cusparseCreateConstCoo(&result.raw_, A.num_rows(), A.num_cols(), A.nnz(), rows.data(), A.entries.data(),
                                       A.values.data(), CUSPARSE_INDEX_32I, CUSPARSE_INDEX_BASE_ZERO,
                                       cuda_type<Scalar>()),
                "cusparseCreateConstCoo");
    return result;
  }

  /// Slices as of baselines/host_formats.hpp, on the device.
  template <class Scalar, class Sliced>
  static CusparseMatrix sliced_ell(Sliced const& A) {
    CusparseMatrix result;
    result.keep(cusparseCreateConstSlicedEll(&result.raw_, A.num_rows, A.num_cols, A.nnz,
                                             static_cast<std::int64_t>(A.columns.extent(0)), A.slice, A.offsets.data(),
                                             A.columns.data(), A.values.data(), CUSPARSE_INDEX_32I, CUSPARSE_INDEX_32I,
                                             CUSPARSE_INDEX_BASE_ZERO, cuda_type<Scalar>()),
                "cusparseCreateConstSlicedEll");
    return result;
  }

  /// Blocks as of baselines/host_formats.hpp, on the device.
  template <class Scalar, class Blocked>
  static CusparseMatrix bsr(Blocked const& A) {
    CusparseMatrix result;
    result.keep(cusparseCreateConstBsr(&result.raw_, A.block_rows, A.block_cols,
                                       static_cast<std::int64_t>(A.entries.extent(0)), A.size, A.size, A.row_map.data(),
                                       A.entries.data(), A.values.data(), CUSPARSE_INDEX_32I, CUSPARSE_INDEX_32I,
                                       CUSPARSE_INDEX_BASE_ZERO, cuda_type<Scalar>(), CUSPARSE_ORDER_ROW),
                "cusparseCreateConstBsr");
    return result;
  }

  cusparseConstSpMatDescr_t get() const { return owner_.get(); }

 private:
  void keep(cusparseStatus_t status, char const* what) {
    check_cusparse(status, what);
    owner_.reset(raw_);
  }
  cusparseConstSpMatDescr_t raw_ = nullptr;
  CusparseOwner<cusparseConstSpMatDescr_t, cusparseDestroySpMat> owner_;
};

/// y := op(A) x by one algorithm, in the arithmetic of T. The buffer is its caller's, allocated here before any run.
template <class T>
class CusparseSpmv {
 public:
  using Space = Kokkos::CudaSpace;

  CusparseSpmv(Kokkos::Cuda const& exec, CusparseHandle const& handle, CusparseMatrix matrix, cusparseOperation_t op,
               cusparseSpMVAlg_t algorithm, Kokkos::View<T const*, Space> const& x, Kokkos::View<T*, Space> const& y)
      : handle_(handle), matrix_(std::move(matrix)), op_(op), algorithm_(algorithm), x_view_(x), y_view_(y) {
    cusparseConstDnVecDescr_t from = nullptr;
    check_cusparse(cusparseCreateConstDnVec(&from, static_cast<std::int64_t>(x.extent(0)), x.data(), cuda_type<T>()),
                   "cusparseCreateConstDnVec");
    x_.reset(from);
    cusparseDnVecDescr_t to = nullptr;
    check_cusparse(cusparseCreateDnVec(&to, static_cast<std::int64_t>(y.extent(0)), y.data(), cuda_type<T>()),
                   "cusparseCreateDnVec");
    y_.reset(to);
    std::size_t bytes = 0;
    check_cusparse(cusparseSpMV_bufferSize(handle_.get(), op_, &alpha_, matrix_.get(), x_.get(), &beta_, y_.get(),
                                           cuda_type<T>(), algorithm_, &bytes),
                   "cusparseSpMV_bufferSize");
    buffer_ = allocate<Kokkos::View<char*, Space>>(exec, "Araios::Perf::cusparse", static_cast<std::int64_t>(bytes));
  }

  std::int64_t buffer_bytes() const { return static_cast<std::int64_t>(buffer_.extent(0)); }

  /// The analysis of the matrix, once before the products.
  void preprocess() const {
    check_cusparse(cusparseSpMV_preprocess(handle_.get(), op_, &alpha_, matrix_.get(), x_.get(), &beta_, y_.get(),
                                           cuda_type<T>(), algorithm_, buffer_.data()),
                   "cusparseSpMV_preprocess");
  }
  void operator()() const {
    check_cusparse(cusparseSpMV(handle_.get(), op_, &alpha_, matrix_.get(), x_.get(), &beta_, y_.get(), cuda_type<T>(),
                                algorithm_, buffer_.data()),
                   "cusparseSpMV");
  }

 private:
  CusparseHandle const& handle_;
  CusparseMatrix matrix_;
  cusparseOperation_t op_;
  cusparseSpMVAlg_t algorithm_;
  T alpha_ = T(1);
  T beta_ = T(0);
  Kokkos::View<T const*, Space> x_view_;
  Kokkos::View<T*, Space> y_view_;
  CusparseOwner<cusparseConstDnVecDescr_t, cusparseDestroyDnVec> x_;
  CusparseOwner<cusparseDnVecDescr_t, cusparseDestroyDnVec> y_;
  Kokkos::View<char*, Space> buffer_;
};

/// Y := A X by one algorithm, for dense X and Y of either layout (the same for both).
template <class T, class Layout>
class CusparseSpmm {
 public:
  using Space = Kokkos::CudaSpace;
  using Input = Kokkos::View<T const**, Layout, Space>;
  using Output = Kokkos::View<T**, Layout, Space>;
  static constexpr cusparseOrder_t order =
      std::is_same_v<Layout, Kokkos::LayoutLeft> ? CUSPARSE_ORDER_COL : CUSPARSE_ORDER_ROW;

  CusparseSpmm(Kokkos::Cuda const& exec, CusparseHandle const& handle, CusparseMatrix matrix,
               cusparseSpMMAlg_t algorithm, Input const& X, Output const& Y)
      : handle_(handle), matrix_(std::move(matrix)), algorithm_(algorithm), x_view_(X), y_view_(Y) {
    auto const leading = [](auto const& view) {
      return static_cast<std::int64_t>(order == CUSPARSE_ORDER_COL ? view.extent(0) : view.extent(1));
    };
    cusparseConstDnMatDescr_t from = nullptr;
    check_cusparse(cusparseCreateConstDnMat(&from, static_cast<std::int64_t>(X.extent(0)),
                                            static_cast<std::int64_t>(X.extent(1)), leading(X), X.data(),
                                            cuda_type<T>(), order),
                   "cusparseCreateConstDnMat");
    x_.reset(from);
    cusparseDnMatDescr_t to = nullptr;
    check_cusparse(cusparseCreateDnMat(&to, static_cast<std::int64_t>(Y.extent(0)),
                                       static_cast<std::int64_t>(Y.extent(1)), leading(Y), Y.data(), cuda_type<T>(),
                                       order),
                   "cusparseCreateDnMat");
    y_.reset(to);
    std::size_t bytes = 0;
    check_cusparse(cusparseSpMM_bufferSize(handle_.get(), op, op, &alpha_, matrix_.get(), x_.get(), &beta_, y_.get(),
                                           cuda_type<T>(), algorithm_, &bytes),
                   "cusparseSpMM_bufferSize");
    buffer_ = allocate<Kokkos::View<char*, Space>>(exec, "Araios::Perf::cusparse", static_cast<std::int64_t>(bytes));
  }

  std::int64_t buffer_bytes() const { return static_cast<std::int64_t>(buffer_.extent(0)); }

  void preprocess() const {
    check_cusparse(cusparseSpMM_preprocess(handle_.get(), op, op, &alpha_, matrix_.get(), x_.get(), &beta_, y_.get(),
                                           cuda_type<T>(), algorithm_, buffer_.data()),
                   "cusparseSpMM_preprocess");
  }
  void operator()() const {
    check_cusparse(cusparseSpMM(handle_.get(), op, op, &alpha_, matrix_.get(), x_.get(), &beta_, y_.get(),
                                cuda_type<T>(), algorithm_, buffer_.data()),
                   "cusparseSpMM");
  }

 private:
  static constexpr cusparseOperation_t op = CUSPARSE_OPERATION_NON_TRANSPOSE;

  CusparseHandle const& handle_;
  CusparseMatrix matrix_;
  cusparseSpMMAlg_t algorithm_;
  T alpha_ = T(1);
  T beta_ = T(0);
  Input x_view_;
  Output y_view_;
  CusparseOwner<cusparseConstDnMatDescr_t, cusparseDestroyDnMat> x_;
  CusparseOwner<cusparseDnMatDescr_t, cusparseDestroyDnMat> y_;
  Kokkos::View<char*, Space> buffer_;
};

}  // namespace Araios::Perf
