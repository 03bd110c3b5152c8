// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// SpSV and SpSM of cuSPARSE with a triangle of a matrix, in place, and its diagonal.

#include "baselines/cusparse.hpp"

#include <Araios/core/memory.hpp>
#include <Araios/formats/csr.hpp>

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>

namespace Araios::Perf {

/// Which triangle, and whether its diagonal is that of the matrix.
struct CusparseTriangle {
  bool upper = false;
  bool unit = false;
};

/// A description of the triangle. The arrays of A must outlive it.
template <class T>
CusparseOwner<cusparseSpMatDescr_t, cusparseDestroySpMat>
cusparse_triangle(CsrMatrix<T, int, int, Kokkos::CudaSpace> const& A, CusparseTriangle const& which) {
  // It asks for arrays that could be written; solves do not write them.
  auto const writable = [](auto const* data) {
    return const_cast<std::remove_const_t<std::remove_pointer_t<decltype(data)>>*>(data);
  };
  cusparseSpMatDescr_t made = nullptr;
  check_cusparse(cusparseCreateCsr(&made, A.num_rows(), A.num_cols(), A.nnz(), writable(A.row_map.data()),
                                   writable(A.entries.data()), writable(A.values.data()), CUSPARSE_INDEX_32I,
                                   CUSPARSE_INDEX_32I, CUSPARSE_INDEX_BASE_ZERO, cuda_type<T>()),
                 "cusparseCreateCsr");
  CusparseOwner<cusparseSpMatDescr_t, cusparseDestroySpMat> owner(made);
  cusparseFillMode_t fill = which.upper ? CUSPARSE_FILL_MODE_UPPER : CUSPARSE_FILL_MODE_LOWER;
  cusparseDiagType_t diagonal = which.unit ? CUSPARSE_DIAG_TYPE_UNIT : CUSPARSE_DIAG_TYPE_NON_UNIT;
  check_cusparse(cusparseSpMatSetAttribute(made, CUSPARSE_SPMAT_FILL_MODE, &fill, sizeof fill), "fill mode");
  check_cusparse(cusparseSpMatSetAttribute(made, CUSPARSE_SPMAT_DIAG_TYPE, &diagonal, sizeof diagonal), "diagonal");
  return owner;
}

/// x := the solution of op(T) x = b. `analyse` comes before the first solve; it allocates nothing.
template <class T>
class CusparseSpsv {
 public:
  using Space = Kokkos::CudaSpace;
  using Vector = Kokkos::View<T*, Space>;

  CusparseSpsv(Kokkos::Cuda const& exec, CusparseHandle const& handle, CsrMatrix<T, int, int, Space> const& A,
               CusparseTriangle const& which, Vector const& b, Vector const& x,
               cusparseOperation_t op = CUSPARSE_OPERATION_NON_TRANSPOSE)
      : handle_(handle), op_(op), A_(A), b_view_(b), x_view_(x), matrix_(cusparse_triangle(A, which)) {
    cusparseDnVecDescr_t made = nullptr;
    check_cusparse(cusparseCreateDnVec(&made, A.num_rows(), b.data(), cuda_type<T>()), "cusparseCreateDnVec");
    b_.reset(made);
    check_cusparse(cusparseCreateDnVec(&made, A.num_rows(), x.data(), cuda_type<T>()), "cusparseCreateDnVec");
    x_.reset(made);
    cusparseSpSVDescr_t state = nullptr;
    check_cusparse(cusparseSpSV_createDescr(&state), "cusparseSpSV_createDescr");
    state_.reset(state);
    std::size_t bytes = 0;
    check_cusparse(cusparseSpSV_bufferSize(handle_.get(), op_, &one_, matrix_.get(), b_.get(), x_.get(), cuda_type<T>(),
                                           CUSPARSE_SPSV_ALG_DEFAULT, state_.get(), &bytes),
                   "cusparseSpSV_bufferSize");
    buffer_ = allocate<Kokkos::View<char*, Space>>(exec, "Araios::Perf::cusparse", static_cast<std::int64_t>(bytes));
  }

  std::int64_t buffer_bytes() const { return static_cast<std::int64_t>(buffer_.extent(0)); }
  void analyse() const {
    check_cusparse(cusparseSpSV_analysis(handle_.get(), op_, &one_, matrix_.get(), b_.get(), x_.get(), cuda_type<T>(),
                                         CUSPARSE_SPSV_ALG_DEFAULT, state_.get(), buffer_.data()),
                   "cusparseSpSV_analysis");
  }
  void operator()() const {
    check_cusparse(cusparseSpSV_solve(handle_.get(), op_, &one_, matrix_.get(), b_.get(), x_.get(), cuda_type<T>(),
                                      CUSPARSE_SPSV_ALG_DEFAULT, state_.get()),
                   "cusparseSpSV_solve");
  }

 private:
  CusparseHandle const& handle_;
  cusparseOperation_t op_;
  T one_ = T(1);
  CsrMatrix<T, int, int, Space> A_;
  Vector b_view_, x_view_;
  CusparseOwner<cusparseSpMatDescr_t, cusparseDestroySpMat> matrix_;
  CusparseOwner<cusparseDnVecDescr_t, cusparseDestroyDnVec> b_, x_;
  CusparseOwner<cusparseSpSVDescr_t, cusparseSpSV_destroyDescr> state_;
  Kokkos::View<char*, Space> buffer_;
};

/// X := the solution of T X = B, for B and X of either layout (the same for both).
template <class T, class Layout>
class CusparseSpsm {
 public:
  using Space = Kokkos::CudaSpace;
  using Block = Kokkos::View<T**, Layout, Space>;

  CusparseSpsm(Kokkos::Cuda const& exec, CusparseHandle const& handle, CsrMatrix<T, int, int, Space> const& A,
               CusparseTriangle const& which, Block const& b, Block const& x)
      : handle_(handle), A_(A), b_view_(b), x_view_(x), matrix_(cusparse_triangle(A, which)) {
    constexpr bool by_columns = std::is_same_v<Layout, Kokkos::LayoutLeft>;
    auto const describe = [&](Block const& block) {
      auto const rows = static_cast<std::int64_t>(block.extent(0)),
                 columns = static_cast<std::int64_t>(block.extent(1));
      cusparseDnMatDescr_t made = nullptr;
      check_cusparse(cusparseCreateDnMat(&made, rows, columns, by_columns ? rows : columns, block.data(),
                                         cuda_type<T>(), by_columns ? CUSPARSE_ORDER_COL : CUSPARSE_ORDER_ROW),
                     "cusparseCreateDnMat");
      return made;
    };
    b_.reset(describe(b));
    x_.reset(describe(x));
    cusparseSpSMDescr_t state = nullptr;
    check_cusparse(cusparseSpSM_createDescr(&state), "cusparseSpSM_createDescr");
    state_.reset(state);
    std::size_t bytes = 0;
    check_cusparse(cusparseSpSM_bufferSize(handle_.get(), op, op, &one_, matrix_.get(), b_.get(), x_.get(),
                                           cuda_type<T>(), CUSPARSE_SPSM_ALG_DEFAULT, state_.get(), &bytes),
                   "cusparseSpSM_bufferSize");
    buffer_ = allocate<Kokkos::View<char*, Space>>(exec, "Araios::Perf::cusparse", static_cast<std::int64_t>(bytes));
  }

  std::int64_t buffer_bytes() const { return static_cast<std::int64_t>(buffer_.extent(0)); }
  void analyse() const {
    check_cusparse(cusparseSpSM_analysis(handle_.get(), op, op, &one_, matrix_.get(), b_.get(), x_.get(),
                                         cuda_type<T>(), CUSPARSE_SPSM_ALG_DEFAULT, state_.get(), buffer_.data()),
                   "cusparseSpSM_analysis");
  }
  void operator()() const {
    check_cusparse(cusparseSpSM_solve(handle_.get(), op, op, &one_, matrix_.get(), b_.get(), x_.get(), cuda_type<T>(),
                                      CUSPARSE_SPSM_ALG_DEFAULT, state_.get()),
                   "cusparseSpSM_solve");
  }

 private:
  static constexpr cusparseOperation_t op = CUSPARSE_OPERATION_NON_TRANSPOSE;

  CusparseHandle const& handle_;
  T one_ = T(1);
  CsrMatrix<T, int, int, Space> A_;
  Block b_view_, x_view_;
  CusparseOwner<cusparseSpMatDescr_t, cusparseDestroySpMat> matrix_;
  CusparseOwner<cusparseDnMatDescr_t, cusparseDestroyDnMat> b_, x_;
  CusparseOwner<cusparseSpSMDescr_t, cusparseSpSM_destroyDescr> state_;
  Kokkos::View<char*, Space> buffer_;
};

}  // namespace Araios::Perf
