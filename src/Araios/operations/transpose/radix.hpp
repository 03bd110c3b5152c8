// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// Transposition as a stable radix sort of (column; row, value), limited to the bits that the columns use.
///
/// A stable sort by column alone leaves equal columns in the order of A, so rows need not be part of the key. The
/// pointers are computed from the sorted columns: where the column changes, rows of B begin. No atomics.
///
/// Bytes: k (2 Ordinal + Scalar) * 2 * passes for the sort, passes = ceil(bits(n - 1) / digit), + 3 k Ordinal +
/// pointers.

#include <Araios/core/execution.hpp>
#include <Araios/core/workspace.hpp>
#include <Araios/primitives/pointers.hpp>
#include <Araios/primitives/radix_sort.hpp>

#include <Kokkos_Core.hpp>

namespace Araios::Impl::transpose {

template <class Exec, class Matrix, class Values, class Arrays, class Space>
void transpose_radix(Exec const& exec, Matrix const& A, Values const& values, Arrays const& B,
                     Workspace<Space>& workspace) {
  using Indices = Kokkos::View<typename Matrix::Ordinal*, Space>;
  typename Workspace<Space>::Frame const frame(workspace);
  auto const rows = workspace.template take<Indices>(exec, std::int64_t(A.nnz()));
  auto const columns = workspace.template take<Indices>(exec, std::int64_t(A.nnz()));
  pointers_to_index(exec, A.row_map, rows);
  radix_sort(exec, A.entries, rows, values, columns, B.entries, B.values, {.key_bits = bits_for(A.num_cols())},
             workspace);
  sorted_index_to_pointers(exec, columns, B.row_map);
}

}  // namespace Araios::Impl::transpose
