// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// Transposition by one work item: the reference for the result.

#include <Araios/core/execution.hpp>
#include <Araios/formats/csr.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>

namespace Araios::Impl::transpose {

/// Values, conjugated.
template <class Values>
struct ConjugatedValues {
  Values values;
  using value_type = typename Values::non_const_value_type;
  using non_const_value_type = value_type;
  template <class Index>
  KOKKOS_FUNCTION value_type operator()(Index i) const {
    value_type const v = values(i);
    return value_type(v.real(), -v.imag());
  }
};

// While entries are placed, row_map(j) is the position of the next entry of column j, so it ends where column j+1
// begins: the last loop moves every element up by one, and no second array of pointers is needed.
template <class Exec, class Matrix, class Values, class Arrays>
ARAIOS_NOT_INLINED void transpose_serial(Exec const& exec, Matrix const& A, Values const& values, Arrays const& B) {
  using Ordinal = typename Matrix::Ordinal;
  using Offset = typename Matrix::Offset;
  auto const row_map = A.row_map;
  auto const entries = A.entries;
  std::int64_t const m = A.num_rows(), n = A.num_cols(), k = std::int64_t(A.nnz());
  Kokkos::parallel_for(
      "Araios::transpose::serial", range(exec, 1), KOKKOS_LAMBDA(std::int64_t) {
        for (std::int64_t j = 0; j <= n; ++j) B.row_map(j) = 0;
        for (std::int64_t p = 0; p < k; ++p) ++B.row_map(entries(p) + 1);
        for (std::int64_t j = 0; j < n; ++j) B.row_map(j + 1) += B.row_map(j);
        for (std::int64_t i = 0; i < m; ++i)
          for (auto p = static_cast<std::int64_t>(row_map(i)), end = static_cast<std::int64_t>(row_map(i + 1)); p < end;
               ++p) {
            Offset const q = B.row_map(entries(p))++;
            B.entries(q) = static_cast<Ordinal>(i);
            B.values(q) = values(p);
          }
        for (std::int64_t j = n; j > 0; --j) B.row_map(j) = B.row_map(j - 1);
        B.row_map(0) = 0;
      });
}

}  // namespace Araios::Impl::transpose
