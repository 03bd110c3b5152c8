// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// csrcolor of cuSPARSE, which is deprecated without a replacement: the build looks for it in the header.

#include "baselines/cusparse.hpp"

#include <Araios/core/memory.hpp>
#include <Araios/core/pattern.hpp>
#include <Araios/formats/csr.hpp>

#include <Kokkos_Core.hpp>

namespace Araios::Perf {

#if defined(__GNUC__)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"
#endif

/// Colours of all rows of a matrix whose pattern is symmetric. Values are not looked at.
class CusparseColoring {
 public:
  using Space = Kokkos::CudaSpace;

  CusparseColoring(Kokkos::Cuda const& exec, CusparseHandle const& handle, CsrMatrix<Pattern, int, int, Space> const& A)
      : handle_(handle), A_(A) {
    values_ = allocate<decltype(values_)>(exec, "Araios::Perf::ones", A.nnz());
    colors_ = allocate<decltype(colors_)>(exec, "Araios::Perf::colors", A.num_rows());
    Araios::fill(exec, values_, 1.0f);
    cusparseColorInfo_t made = nullptr;
    check_cusparse(cusparseCreateColorInfo(&made), "cusparseCreateColorInfo");
    info_.reset(made);
  }

  Kokkos::View<int*, Space> const& colors() const { return colors_; }
  /// Returns their number.
  int operator()() const {
    float const all = 1;
    int count = 0;
    check_cusparse(cusparseScsrcolor(handle_.get(), A_.num_rows(), A_.nnz(), general_.get(), values_.data(),
                                     A_.row_map.data(), A_.entries.data(), &all, &count, colors_.data(), nullptr,
                                     info_.get()),
                   "cusparseScsrcolor");
    return count;
  }

 private:
  CusparseHandle const& handle_;
  CsrMatrix<Pattern, int, int, Space> A_;
  CusparseGeneral general_ = cusparse_general();
  CusparseOwner<cusparseColorInfo_t, cusparseDestroyColorInfo> info_;
  Kokkos::View<float*, Space> values_;
  Kokkos::View<int*, Space> colors_;
};

#if defined(__GNUC__)
#pragma GCC diagnostic pop
#endif

}  // namespace Araios::Perf
