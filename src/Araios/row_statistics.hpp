// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// The distribution of the lengths of the rows of a matrix, used to choose a format.

#include <Araios/core/checks.hpp>
#include <Araios/core/concepts.hpp>
#include <Araios/core/profiling.hpp>
#include <Araios/core/workspace.hpp>
#include <Araios/formats/check_operands.hpp>
#include <Araios/formats/csr.hpp>
#include <Araios/formats/for_each_array.hpp>
#include <Araios/operations/row_statistics/call.hpp>

#include <Kokkos_Core.hpp>

namespace Araios {

/// The distribution of the lengths of the rows of A
///
/// Requires      row_map of A as checked by `validate`.
/// Cost          one kernel, which reads row_map once. (Two where rows and entries need more than 62 bits in all.)
/// Asynchronous  no: reads its result, so work of exec is complete at return. Allocates nothing.
/// Deterministic space to space, bitwise: the sums are of integers.
/// Throws        nothing.
template <ExecutionSpace Exec>
RowStatistics row_statistics(Exec const& exec, CsrOf<Exec> auto const& A) {
  auto const& a = Impl::as_matrix(A);
  Impl::check_operands(exec, "Araios::row_statistics", Impl::Operand("A", a));
  Impl::ScopedRegion const region("Araios::row_statistics");
  return Impl::row_statistics::call(exec, a);
}

/// counts(b) := number of rows of A with b entries; the last element counts all rows of at least that many
///
/// Shapes        counts has any number of elements but 0.
/// Requires      row_map of A as checked by `validate`; m fits the type of counts.
/// Cost          one kernel, which reads row_map once and writes m integers of 4 bytes, and `histogram` of these.
/// Asynchronous  yes; takes 4 m bytes and the workspace of `histogram` from `workspace`.
/// Deterministic space to space, bitwise.
/// Throws        std::invalid_argument when counts is empty, overlaps an array of A, or has more than 2^31 - 1 elements.
template <ExecutionSpace Exec, IndexView Counts, CsrOf<Exec> MatrixA>
  requires Accesses<Exec, Counts>
void row_length_histogram(Exec const& exec, MatrixA const& A, Counts const& counts, WorkspaceFor<Exec> workspace = {}) {
  auto const& a = Impl::as_matrix(A);
  Impl::check(counts.extent(0) > 0, "Araios::row_length_histogram: counts has no element");
  Impl::check_disjoint_from_arrays("Araios::row_length_histogram", counts, "counts", a, "A");
  Impl::check_operands(exec, "Araios::row_length_histogram", Impl::Operand("A", a));
  Impl::ScopedRegion const region("Araios::row_length_histogram");
  Impl::row_statistics::count_lengths(exec, a, counts, workspace.get(exec));
}

}  // namespace Araios
