// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// Whether the rows of a matrix are sorted and have no duplicates: what some baselines require.

#include <Araios/core/execution.hpp>
#include <Araios/core/kokkos_compat.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>

namespace Araios::Perf {

/// True where each entry of A is greater than the one before it in its row.
///
/// Counts the entries of the whole array that are not, and takes away the first ones of rows: rows of any length take
/// the same time.
template <class Exec, class Matrix>
ARAIOS_NOT_INLINED bool has_strict_rows(Exec const& exec, Matrix const& A) {
  auto const entries = A.entries;
  auto const row_map = A.row_map;
  auto const nnz = static_cast<std::int64_t>(A.nnz());
  if (nnz == 0) return true;
  std::int64_t count = 0;
  Kokkos::parallel_reduce(
      "Araios::Perf::strict_rows", Araios::range(exec, nnz + static_cast<std::int64_t>(A.num_rows())),
      KOKKOS_LAMBDA(std::int64_t item, std::int64_t& sum) {
        auto const p = item < nnz ? item : static_cast<std::int64_t>(row_map(item - nnz));
        auto const end = item < nnz ? nnz : static_cast<std::int64_t>(row_map(item - nnz + 1));
        if (p > 0 && p < end && entries(p) <= entries(p - 1)) sum += item < nnz ? 1 : -1;
      },
      Kokkos::Sum<std::int64_t>(count));
  return count == 0;
}

}  // namespace Araios::Perf
