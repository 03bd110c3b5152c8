// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// The identity matrix.

#include <Araios/core/checks.hpp>
#include <Araios/core/execution.hpp>
#include <Araios/formats/csr.hpp>
#include <Araios/operations/build/kernels.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>

namespace Araios::Impl::build {

/// The n-by-n identity. Throws std::invalid_argument when n does not fit Ordinal.
template <class Scalar, class Ordinal, class Offset, class Exec>
auto identity(Exec const& exec, std::int64_t n) {
  (void)checked_cast<Ordinal>(n, "Araios::identity_matrix: number of rows");
  auto const arrays = allocate_csr<Scalar, Ordinal, Offset>(exec, "Araios::identity_matrix", n, n);
  auto const one = [] {
    if constexpr (is_pattern_v<Scalar>)
      return Constant<Pattern>{};
    else
      return Constant<Scalar>{Scalar(1)};
  }();
  Kokkos::parallel_for("Araios::identity_matrix", range(exec, n + 1),
                       FillDiagonal<decltype(arrays), decltype(one)>{arrays, one, n});
  return CsrMatrix<Scalar, Ordinal, Offset, typename Exec::memory_space>(n, n, arrays);
}

}  // namespace Araios::Impl::build
