// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// Conversions of cuSPARSE but for the transposition, which cusparse.hpp has. Each allocates its result.

// csr2bsr and bsr2csr are deprecated, without a successor for both ways.
#define DISABLE_CUSPARSE_DEPRECATED
#include "baselines/cusparse.hpp"

#include <Araios/core/memory.hpp>
#include <Araios/formats/bsr.hpp>
#include <Araios/formats/coo.hpp>
#include <Araios/formats/csr.hpp>

#include <cusparse.h>

#include <cstdint>

namespace Araios::Perf {

/// The rows of all entries; the result shares columns and values with A.
template <class Scalar>
CooMatrix<Scalar, int, int, Kokkos::CudaSpace>
cusparse_csr_to_coo(Kokkos::Cuda const& exec, CusparseHandle const& handle,
                    CsrMatrix<Scalar, int, int, Kokkos::CudaSpace> const& A) {
  auto const rows =
      allocate<Kokkos::View<int*, Kokkos::CudaSpace>>(exec, "Araios::Perf::cusparse::row_indices", A.nnz());
  check_cusparse(
      cusparseXcsr2coo(handle.get(), A.row_map.data(), A.nnz(), A.num_rows(), rows.data(), CUSPARSE_INDEX_BASE_ZERO),
      "cusparseXcsr2coo");
  return {A.num_rows(), A.num_cols(), rows, A.entries, A.values};
}

/// The first entries of all rows; the result shares columns and values with A.
///
/// Requires      row indices ascend.
template <class Scalar>
CsrMatrix<Scalar, int, int, Kokkos::CudaSpace>
cusparse_coo_to_csr(Kokkos::Cuda const& exec, CusparseHandle const& handle,
                    CooMatrix<Scalar, int, int, Kokkos::CudaSpace> const& A) {
  auto const row_map =
      allocate<Kokkos::View<int*, Kokkos::CudaSpace>>(exec, "Araios::Perf::cusparse::row_map", A.num_rows() + 1);
  check_cusparse(cusparseXcoo2csr(handle.get(), A.row_indices.data(), A.nnz(), A.num_rows(), row_map.data(),
                                  CUSPARSE_INDEX_BASE_ZERO),
                 "cusparseXcoo2csr");
  return {A.num_rows(), A.num_cols(), row_map, A.col_indices, A.values};
}

/// Conversions between CSR and blocks, with what they ask for besides: a description of matrices with nothing special.
class CusparseBlocks {
 public:
  using Space = Kokkos::CudaSpace;

  CusparseBlocks(Kokkos::Cuda const& exec, CusparseHandle const& handle) : exec_(exec), handle_(handle) {}

  /// Blocks of b x b, each by rows, zeros where A has no entry; no mask says where. Waits for the number of blocks.
  ///
  /// Requires      rows of A ascend without duplicates; its extents are multiples of b.
  template <class Scalar>
  BsrArrays<Scalar, int, int, Space> from_csr(CsrMatrix<Scalar, int, int, Space> const& A, int b) const {
    using Call = Calls<Scalar>;
    BsrArrays<Scalar, int, int, Space> B;
    B.row_map = allocate<Kokkos::View<int*, Space>>(exec_, "Araios::Perf::cusparse::row_map", A.num_rows() / b + 1);
    int blocks = 0;
    check_cusparse(cusparseXcsr2bsrNnz(handle_.get(), order, A.num_rows(), A.num_cols(), general_.get(),
                                       A.row_map.data(), A.entries.data(), b, general_.get(), B.row_map.data(),
                                       &blocks),
                   "cusparseXcsr2bsrNnz");
    B.entries = allocate<Kokkos::View<int*, Space>>(exec_, "Araios::Perf::cusparse::entries", blocks);
    B.values =
        allocate<Kokkos::View<Scalar*, Space>>(exec_, "Araios::Perf::cusparse::values", std::int64_t(blocks) * b * b);
    check_cusparse(Call::from_csr(handle_.get(), order, A.num_rows(), A.num_cols(), general_.get(), Call::of(A.values),
                                  A.row_map.data(), A.entries.data(), b, general_.get(), Call::of(B.values),
                                  B.row_map.data(), B.entries.data()),
                   "cusparse csr2bsr");
    return B;
  }

  /// The elements of all blocks, by rows.
  ///
  /// Requires      A has no holes, which would become entries.
  template <class Scalar>
  CsrMatrix<Scalar, int, int, Space> to_csr(BsrMatrix<Scalar, int, int, Space> const& A) const {
    using Call = Calls<Scalar>;
    int const b = A.block_size();
    auto const B = allocate_csr<Scalar, int, int>(exec_, "Araios::Perf::cusparse", A.num_rows(), A.nnz());
    check_cusparse(Call::to_csr(handle_.get(), order, A.num_rows() / b, A.num_cols() / b, general_.get(),
                                Call::of(A.values), A.row_map.data(), A.entries.data(), b, general_.get(),
                                Call::of(B.values), B.row_map.data(), B.entries.data()),
                   "cusparse bsr2csr");
    return {A.num_rows(), A.num_cols(), B};
  }

 private:
  static constexpr cusparseDirection_t order = CUSPARSE_DIRECTION_ROW;

  // The calls for a type of values, by the library's own name for it.
  template <class T>
  struct Named {
    template <class Values>
    static T* of(Values const& values) {
      return reinterpret_cast<T*>(values.data());
    }
  };
  template <class Scalar>
  struct Calls;

  Kokkos::Cuda exec_;
  CusparseHandle const& handle_;
  CusparseGeneral general_ = cusparse_general();
};

template <>
struct CusparseBlocks::Calls<float> : Named<float> {
  static constexpr auto from_csr = cusparseScsr2bsr;
  static constexpr auto to_csr = cusparseSbsr2csr;
};
template <>
struct CusparseBlocks::Calls<double> : Named<double> {
  static constexpr auto from_csr = cusparseDcsr2bsr;
  static constexpr auto to_csr = cusparseDbsr2csr;
};
template <>
struct CusparseBlocks::Calls<Kokkos::complex<float>> : Named<cuComplex> {
  static constexpr auto from_csr = cusparseCcsr2bsr;
  static constexpr auto to_csr = cusparseCbsr2csr;
};
template <>
struct CusparseBlocks::Calls<Kokkos::complex<double>> : Named<cuDoubleComplex> {
  static constexpr auto from_csr = cusparseZcsr2bsr;
  static constexpr auto to_csr = cusparseZbsr2csr;
};

}  // namespace Araios::Perf
