// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// Sums of two CSR matrices by csrgeam2 of cuSPARSE, of float and double values, int indices and offsets.

#include "baselines/cusparse.hpp"

#include <Araios/core/memory.hpp>
#include <Araios/formats/csr.hpp>

#include <cusparse.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace Araios::Perf {

/// C := A + B, with all that it allocates: the constructor does the work. The buffer is kept until the object is destroyed,
/// so that the time to free it is not in that of the work.
template <class T>
class CusparseSum {
 public:
  using Space = Kokkos::CudaSpace;
  using Matrix = CsrMatrix<T, int, int, Space>;

  CusparseSum(Kokkos::Cuda const& exec, CusparseHandle const& handle, Matrix const& A, Matrix const& B)
      : general_(cusparse_general()) {
    static_assert(std::is_same_v<T, float> || std::is_same_v<T, double>);
    int const m = A.num_rows(), n = A.num_cols();
    auto const row_map = allocate<Kokkos::View<int*, Space>>(exec, "Araios::Perf::cusparse", m + 1);
    T const one(1);
    std::size_t bytes = 0;
    call(cusparseScsrgeam2_bufferSizeExt, cusparseDcsrgeam2_bufferSizeExt, "csrgeam2_bufferSizeExt", handle.get(), m, n,
         &one, general_.get(), A.nnz(), A.values.data(), A.row_map.data(), A.entries.data(), &one, general_.get(),
         B.nnz(), B.values.data(), B.row_map.data(), B.entries.data(), general_.get(), static_cast<T const*>(nullptr),
         row_map.data(), static_cast<int const*>(nullptr), &bytes);
    buffer_ = allocate<Kokkos::View<char*, Space>>(exec, "Araios::Perf::cusparse",
                                                   std::max<std::int64_t>(static_cast<std::int64_t>(bytes), 1));
    int nnz = 0;
    check_cusparse(cusparseXcsrgeam2Nnz(handle.get(), m, n, general_.get(), A.nnz(), A.row_map.data(), A.entries.data(),
                                        general_.get(), B.nnz(), B.row_map.data(), B.entries.data(), general_.get(),
                                        row_map.data(), &nnz, buffer_.data()),
                   "csrgeam2Nnz");
    auto const entries = allocate<Kokkos::View<int*, Space>>(exec, "Araios::Perf::cusparse", nnz);
    auto const values = allocate<Kokkos::View<T*, Space>>(exec, "Araios::Perf::cusparse", nnz);
    call(cusparseScsrgeam2, cusparseDcsrgeam2, "csrgeam2", handle.get(), m, n, &one, general_.get(), A.nnz(),
         A.values.data(), A.row_map.data(), A.entries.data(), &one, general_.get(), B.nnz(), B.values.data(),
         B.row_map.data(), B.entries.data(), general_.get(), values.data(), row_map.data(), entries.data(),
         static_cast<void*>(buffer_.data()));
    matrix_ = Matrix(m, n, row_map, entries, values);
  }

  Matrix const& matrix() const { return matrix_; }
  std::int64_t buffer_bytes() const { return static_cast<std::int64_t>(buffer_.extent(0)); }

 private:
  template <class OfFloat, class OfDouble, class... Arguments>
  static void call(OfFloat of_float, OfDouble of_double, char const* name, Arguments... arguments) {
    if constexpr (std::is_same_v<T, float>)
      check_cusparse(of_float(arguments...), name);
    else
      check_cusparse(of_double(arguments...), name);
  }

  CusparseGeneral general_;
  Kokkos::View<char*, Space> buffer_;
  Matrix matrix_;
};

}  // namespace Araios::Perf
