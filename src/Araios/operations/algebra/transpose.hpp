// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// Transposition by one stable sort of the entries by column: nothing grows with the numbers of rows and columns.

#include <Araios/core/execution.hpp>
#include <Araios/core/memory.hpp>
#include <Araios/core/profiling.hpp>
#include <Araios/core/workspace.hpp>
#include <Araios/formats/check_operands.hpp>
#include <Araios/formats/coo.hpp>
#include <Araios/formats/csr.hpp>
#include <Araios/formats/hypersparse.hpp>
#include <Araios/formats/validate/hypersparse.hpp>
#include <Araios/operations/convert/expand_rows.hpp>
#include <Araios/operations/convert/nonempty_rows.hpp>
#include <Araios/primitives/radix_sort.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>

namespace Araios::Impl::algebra {

template <class Exec, HypersparseOf<Exec> Matrix>
auto transpose(Exec const& exec, Matrix const& A, WorkspaceFor<Exec>& workspace) {
  constexpr char const* label = "Araios::transpose";
  using Space = typename Exec::memory_space;
  using Indices = Kokkos::View<typename Matrix::Ordinal*, Space>;
  using Values = Araios::ValuesViewOf<ScalarOf<Matrix>, Space>;
  using Result = Rebind<Matrix, Space>;
  Impl::check_operands(exec, label, Impl::Operand("A", A));
  ScopedRegion const region(label);
  auto const make = convert::new_row_list<typename Matrix::Ordinal, typename Matrix::Offset, Space>(exec, label);
  auto const nnz = static_cast<std::int64_t>(A.nnz());
  auto const [entries, values] = allocate_packed<Indices, Values>(exec, label, {nnz, nnz});
  if (nnz == 0) {
    auto const list = convert::list_no_rows(exec, make);
    return Result(A.num_cols(), A.num_rows(), list.rows, list.row_map, entries, values);
  }
  auto& space = workspace.get(exec);
  typename Workspace<Space>::Frame const frame(space);
  auto const rows = space.template take<Indices>(exec, nnz);
  auto const columns = space.template take<Indices>(exec, nnz);
  convert::expand_row_indices(exec, "Araios::transpose::row_indices", A, rows);
  radix_sort(exec, A.entries, rows, A.values, columns, entries, values, {.key_bits = bits_for(A.num_cols())}, space);
  auto const list = convert::list_rows(exec, label, convert::RowsOfList<Indices>{columns}, space, make);
  return Result(A.num_cols(), A.num_rows(), list.rows, list.row_map, entries, values);
}

template <class Exec, CooOf<Exec> Matrix>
auto transpose(Exec const& exec, Matrix const& A, WorkspaceFor<Exec>& workspace) {
  using Space = typename Exec::memory_space;
  using Indices = Kokkos::View<typename Matrix::Ordinal*, Space>;
  using Values = Araios::ValuesViewOf<ScalarOf<Matrix>, Space>;
  Impl::check_operands(exec, "Araios::transpose", Impl::Operand("A", A));
  ScopedRegion const region("Araios::transpose");
  auto const nnz = static_cast<std::int64_t>(A.nnz());
  auto const [rows, columns, values] =
      allocate_packed<Indices, Indices, Values>(exec, "Araios::transpose", {nnz, nnz, nnz});
  if (nnz > 0)
    radix_sort(exec, A.col_indices, A.row_indices, A.values, rows, columns, values,
               {.key_bits = bits_for(A.num_cols())}, workspace.get(exec));
  return Rebind<Matrix, Space>(A.num_cols(), A.num_rows(), rows, columns, values);
}

}  // namespace Araios::Impl::algebra
