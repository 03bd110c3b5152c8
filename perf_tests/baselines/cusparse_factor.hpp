// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// csrilu02 and csric02 of cuSPARSE, which are deprecated without a replacement: the build looks for them in the header.

#include "baselines/cusparse.hpp"
#include "harness/table.hpp"

#include <Araios/core/memory.hpp>
#include <Araios/formats/csr.hpp>

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <cstdint>

#if defined(__GNUC__)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"
#endif

namespace Araios::Perf {

/// Names of the functions, of ILU(0) and IC(0), for T.
template <class T, bool Cholesky>
struct CusparseIncomplete;
template <>
struct CusparseIncomplete<float, false> {
  using Owner = CusparseOwner<csrilu02Info_t, cusparseDestroyCsrilu02Info>;
  static constexpr auto create = cusparseCreateCsrilu02Info;
  static constexpr auto bytes = cusparseScsrilu02_bufferSize;
  static constexpr auto analysis = cusparseScsrilu02_analysis;
  static constexpr auto factor = cusparseScsrilu02;
  static constexpr auto zero_pivot = cusparseXcsrilu02_zeroPivot;
};
template <>
struct CusparseIncomplete<double, false> {
  using Owner = CusparseOwner<csrilu02Info_t, cusparseDestroyCsrilu02Info>;
  static constexpr auto create = cusparseCreateCsrilu02Info;
  static constexpr auto bytes = cusparseDcsrilu02_bufferSize;
  static constexpr auto analysis = cusparseDcsrilu02_analysis;
  static constexpr auto factor = cusparseDcsrilu02;
  static constexpr auto zero_pivot = cusparseXcsrilu02_zeroPivot;
};
template <>
struct CusparseIncomplete<float, true> {
  using Owner = CusparseOwner<csric02Info_t, cusparseDestroyCsric02Info>;
  static constexpr auto create = cusparseCreateCsric02Info;
  static constexpr auto bytes = cusparseScsric02_bufferSize;
  static constexpr auto analysis = cusparseScsric02_analysis;
  static constexpr auto factor = cusparseScsric02;
  static constexpr auto zero_pivot = cusparseXcsric02_zeroPivot;
};
template <>
struct CusparseIncomplete<double, true> {
  using Owner = CusparseOwner<csric02Info_t, cusparseDestroyCsric02Info>;
  static constexpr auto create = cusparseCreateCsric02Info;
  static constexpr auto bytes = cusparseDcsric02_bufferSize;
  static constexpr auto analysis = cusparseDcsric02_analysis;
  static constexpr auto factor = cusparseDcsric02;
  static constexpr auto zero_pivot = cusparseXcsric02_zeroPivot;
};

/// The incomplete factors of A, in arrays of values of their own: `reset`, then `operator()`. Levels are used
/// (CUSPARSE_SOLVE_POLICY_USE_LEVEL).
template <class T, bool Cholesky>
class CusparseFactor {
 public:
  using Space = Kokkos::CudaSpace;
  using Matrix = CsrMatrix<T, int, int, Space>;
  using Api = CusparseIncomplete<T, Cholesky>;

  CusparseFactor(Kokkos::Cuda const& exec, CusparseHandle const& handle, Matrix const& A)
      : exec_(exec), handle_(handle), A_(A), values_("Araios::Perf::factors", A.values.extent(0)) {
    typename Api::Owner::pointer made = nullptr;
    check_cusparse(Api::create(&made), "create");
    info_.reset(made);
    reset();
    int bytes = 0;
    check_cusparse(Api::bytes(handle_.get(), A_.num_rows(), A_.nnz(), general_.get(), values_.data(), A_.row_map.data(),
                              A_.entries.data(), info_.get(), &bytes),
                   "bufferSize");
    buffer_ = allocate<Kokkos::View<char*, Space>>(exec, "Araios::Perf::cusparse", bytes);
  }

  std::int64_t buffer_bytes() const { return static_cast<std::int64_t>(buffer_.extent(0)); }
  /// ILU(0): L without its ones, and U. IC(0): L in the lower triangle; the upper one is that of A.
  Matrix factors() const { return Matrix(A_.num_rows(), A_.num_cols(), A_.row_map, A_.entries, values_); }

  void reset() const { Kokkos::deep_copy(exec_, values_, A_.values); }
  void analyse() const {
    check_cusparse(Api::analysis(handle_.get(), A_.num_rows(), A_.nnz(), general_.get(), values_.data(),
                                 A_.row_map.data(), A_.entries.data(), info_.get(), CUSPARSE_SOLVE_POLICY_USE_LEVEL,
                                 buffer_.data()),
                   "analysis");
  }
  void operator()() const {
    check_cusparse(Api::factor(handle_.get(), A_.num_rows(), A_.nnz(), general_.get(), values_.data(),
                               A_.row_map.data(), A_.entries.data(), info_.get(), CUSPARSE_SOLVE_POLICY_USE_LEVEL,
                               buffer_.data()),
                   "factor");
  }
  /// Throws CusparseError where the last factorization had a pivot of 0.
  void check_pivots() const {
    int row = -1;
    if (Api::zero_pivot(handle_.get(), info_.get(), &row) == CUSPARSE_STATUS_ZERO_PIVOT)
      throw CusparseError(join("a pivot of 0 in row ", row));
  }

 private:
  Kokkos::Cuda exec_;
  CusparseHandle const& handle_;
  Matrix A_;
  Kokkos::View<T*, Space> values_;
  CusparseGeneral general_ = cusparse_general();
  typename Api::Owner info_;
  Kokkos::View<char*, Space> buffer_;
};

}  // namespace Araios::Perf

#if defined(__GNUC__)
#pragma GCC diagnostic pop
#endif
