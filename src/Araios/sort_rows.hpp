// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// Rows sorted by column, and sums of duplicates.
///
/// Nothing is dropped: explicit zeros, -0.0 and NaN are entries like others. Entries of a row with equal columns keep
/// their order, and sums are made in that order, so every result is deterministic from space to space, bitwise.

#include <Araios/core/concepts.hpp>
#include <Araios/core/profiling.hpp>
#include <Araios/core/workspace.hpp>
#include <Araios/formats/check_operands.hpp>
#include <Araios/formats/csr.hpp>
#include <Araios/formats/format.hpp>
#include <Araios/operations/convert/sort_rows.hpp>

namespace Araios {

/// A with each row sorted by column
///
/// Requires      row_map of A passes `validate`.
/// Order         entries at the same coordinate keep the order that they had in A.
/// Cost          a copy of the three arrays, and `segmented_sort` of entries and values.
/// Asynchronous  yes; allocates the result.
/// Deterministic space to space, bitwise.
template <ExecutionSpace Exec, CsrOf<Exec> Matrix>
auto sort_rows(Exec const& exec, Matrix const& A, WorkspaceFor<Exec> workspace = {}) {
  auto const& a = Impl::as_matrix(A);
  Impl::check_operands(exec, "Araios::sort_rows", Impl::Operand("A", a));
  Impl::ScopedRegion const region("Araios::sort_rows");
  return Impl::convert::sorted_rows(exec, a, workspace.get(exec));
}

/// A with each row sorted by column, and one entry, the sum, for all entries at the same coordinate
///
/// Requires      row_map of A passes `validate`.
/// Sums          are of the type of the values; from the 257th value of a coordinate on, sums of floats are of double.
/// Order         one work item adds the values of a coordinate in the order of A: d duplicates of one coordinate cost d
///               steps.
/// Cost          `sort_rows`, `pointers_to_index`, a scan and two kernels.
/// Asynchronous  no: one fence, to read the number of entries that remain. Allocates the result.
/// Deterministic space to space, bitwise.
template <ExecutionSpace Exec, CsrOf<Exec> Matrix>
auto sum_duplicates(Exec const& exec, Matrix const& A, WorkspaceFor<Exec> workspace = {}) {
  auto const& a = Impl::as_matrix(A);
  Impl::check_operands(exec, "Araios::sum_duplicates", Impl::Operand("A", a));
  Impl::ScopedRegion const region("Araios::sum_duplicates");
  return Impl::convert::summed_duplicates(exec, a, workspace.get(exec));
}

}  // namespace Araios
