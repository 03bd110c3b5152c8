// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// cuSPARSE behind objects that clean up. Its transposition takes int indices and offsets only; products are in
/// cusparse_products.hpp.

#include "harness/clock.hpp"

#include <Araios/core/memory.hpp>
#include <Araios/core/pattern.hpp>
#include <Araios/formats/csr.hpp>

#include <cusparse.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <stdexcept>
#include <string>
#include <type_traits>

namespace Araios::Perf {

/// What the library did not do, and the reason that it gave. It says so of types and sizes that it lacks, too, so where
/// it is one method of several, this is a remark in a table.
struct CusparseError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// Throws CusparseError with the name of the error unless `status` is success.
inline void check_cusparse(cusparseStatus_t status, char const* what) {
  if (status != CUSPARSE_STATUS_SUCCESS) throw CusparseError(std::string(what) + ": " + cusparseGetErrorString(status));
}

template <auto Destroy>
struct CusparseDestroy {
  template <class T>
  void operator()(T* made) const {
    (void)Destroy(made);
  }
};
/// What the library made, and destroys by a function of its own.
template <class Raw, auto Destroy>
using CusparseOwner = std::unique_ptr<std::remove_pointer_t<Raw>, CusparseDestroy<Destroy>>;

/// The description of matrices with nothing special.
using CusparseGeneral = CusparseOwner<cusparseMatDescr_t, cusparseDestroyMatDescr>;
inline CusparseGeneral cusparse_general() {
  cusparseMatDescr_t made = nullptr;
  check_cusparse(cusparseCreateMatDescr(&made), "cusparseCreateMatDescr");
  return CusparseGeneral(made);
}

/// A handle that works on the stream of an instance.
class CusparseHandle {
 public:
  explicit CusparseHandle(Kokkos::Cuda const& exec) {
    cusparseHandle_t made = nullptr;
    check_cusparse(cusparseCreate(&made), "cusparseCreate");
    handle_.reset(made);
    check_cusparse(cusparseSetStream(made, exec.cuda_stream()), "cusparseSetStream");
  }

  cusparseHandle_t get() const { return handle_.get(); }

 private:
  CusparseOwner<cusparseHandle_t, cusparseDestroy> handle_;
};

/// Version of the library that is loaded, as "12.6.3".
inline std::string cusparse_version() {
  int part[3] = {};
  check_cusparse(cusparseGetProperty(MAJOR_VERSION, &part[0]), "cusparseGetProperty");
  check_cusparse(cusparseGetProperty(MINOR_VERSION, &part[1]), "cusparseGetProperty");
  check_cusparse(cusparseGetProperty(PATCH_LEVEL, &part[2]), "cusparseGetProperty");
  return std::to_string(part[0]) + "." + std::to_string(part[1]) + "." + std::to_string(part[2]);
}

template <class Scalar>
constexpr cudaDataType cuda_type() {
  if constexpr (std::is_same_v<Scalar, double>) return CUDA_R_64F;
  if constexpr (std::is_same_v<Scalar, Kokkos::complex<float>>) return CUDA_C_32F;
  if constexpr (std::is_same_v<Scalar, Kokkos::complex<double>>) return CUDA_C_64F;
  return CUDA_R_32F;  // float, and Pattern, where the type is not looked at
}

/// B := transpose of A by csr2cscEx2: symbolic for Pattern. The workspace is its caller's, allocated here before any
/// run.
///
/// Requires      A has entries; the arrays of A and B outlive the object.
template <class Scalar>
class CusparseTranspose {
 public:
  using Space = Kokkos::CudaSpace;

  CusparseTranspose(Kokkos::Cuda const& exec, CusparseHandle const& handle, CsrMatrix<Scalar, int, int, Space> const& A,
                    CsrArrays<Scalar, int, int, Space> const& B)
      : handle_(handle), A_(A), B_(B) {
    // Symbolic: neither array is touched, but that null pointers may stand for them is nowhere promised.
    if constexpr (is_pattern_v<Scalar>)
      unused_ = allocate<Kokkos::View<float*, Space>>(exec, "Araios::Perf::cusparse::unused", A_.nnz());
    std::size_t bytes = 0;
    check_cusparse(cusparseCsr2cscEx2_bufferSize(handle_.get(), A_.num_rows(), A_.num_cols(), A_.nnz(), values_of(A_),
                                                 A_.row_map.data(), A_.entries.data(), values_of(B_), B_.row_map.data(),
                                                 B_.entries.data(), cuda_type<Scalar>(), action,
                                                 CUSPARSE_INDEX_BASE_ZERO, CUSPARSE_CSR2CSC_ALG1, &bytes),
                   "cusparseCsr2cscEx2_bufferSize");
    workspace_ = allocate<Kokkos::View<char*, Space>>(exec, "Araios::Perf::cusparse", static_cast<std::int64_t>(bytes));
  }

  std::int64_t workspace_bytes() const { return static_cast<std::int64_t>(workspace_.extent(0)); }

  void operator()() const { (*this)(B_); }
  /// The same into other arrays of these lengths.
  void operator()(CsrArrays<Scalar, int, int, Space> const& B) const {
    check_cusparse(cusparseCsr2cscEx2(handle_.get(), A_.num_rows(), A_.num_cols(), A_.nnz(), values_of(A_),
                                      A_.row_map.data(), A_.entries.data(), values_of(B), B.row_map.data(),
                                      B.entries.data(), cuda_type<Scalar>(), action, CUSPARSE_INDEX_BASE_ZERO,
                                      CUSPARSE_CSR2CSC_ALG1, workspace_.data()),
                   "cusparseCsr2cscEx2");
  }

 private:
  static constexpr cusparseAction_t action = is_pattern_v<Scalar> ? CUSPARSE_ACTION_SYMBOLIC : CUSPARSE_ACTION_NUMERIC;

  template <class Arrays>
  void* values_of([[maybe_unused]] Arrays const& arrays) const {
    if constexpr (is_pattern_v<Scalar>)
      return unused_.data();
    else
      return arrays.values.data();
  }

  CusparseHandle const& handle_;
  CsrMatrix<Scalar, int, int, Space> A_;
  CsrArrays<Scalar, int, int, Space> B_;
  Kokkos::View<char*, Space> workspace_;
  Kokkos::View<float*, Space> unused_;
};

}  // namespace Araios::Perf
