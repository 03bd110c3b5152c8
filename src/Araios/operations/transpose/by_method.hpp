// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// Transposition by the method of the options.
///
/// It instantiates every method, also those that `automatic` never chooses, so that only callers who name one compile
/// them: ScanTrans and MergeTrans (scan.hpp, merge.hpp), and sorts and one work item in every space.
///
/// Source: Wang, Liu, Hou, Feng, ICS 2016.

#include <Araios/core/execution.hpp>
#include <Araios/core/workspace.hpp>
#include <Araios/formats/csr.hpp>
#include <Araios/operations/transpose/call.hpp>
#include <Araios/operations/transpose/merge.hpp>
#include <Araios/operations/transpose/options.hpp>
#include <Araios/operations/transpose/scan.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>

namespace Araios::Impl::transpose {

/// `transpose_automatic`, by the method of the options.
template <class Exec, class Ordinal, class Offset, class SpaceA, class Values, class Arrays, class Space>
void transpose_by_method(Exec const& exec, TransposeOptions const& options,
                         CsrMatrix<Pattern, Ordinal, Offset, SpaceA> const& A, Values const& values, Arrays const& B,
                         Workspace<Space>& workspace) {
  auto const choice = choose(exec, A.num_rows(), A.num_cols(), std::int64_t(A.nnz()), options);
  if (options.method != TransposeMethod::automatic) {
    if (choice.method == TransposeMethod::serial) return transpose_serial(exec, A, values, B);
    if (choice.method == TransposeMethod::scan_trans)
      return transpose_scan(exec, A, values, B, options.scan_trans_budget_bytes, workspace);
    if (choice.method == TransposeMethod::merge_trans) return transpose_merge(exec, A, values, B, workspace);
    if (choice.method == TransposeMethod::radix) return transpose_radix(exec, A, values, B, workspace);
    if constexpr (!is_gpu_v<Exec>) return transpose_bucket_host(exec, A, values, B, workspace);
  }
  transpose_automatic(exec, choice, workspace_allowed(options, std::int64_t(A.nnz())), A, values, B, workspace);
}

/// B := transpose of A, whose arrays have the lengths that `transpose` requires; options in their ranges.
template <class Exec, class Matrix, class Arrays, class Space>
void by_method(Exec const& exec, TransposeOptions const& options, Matrix const& A, Arrays const& B,
               Workspace<Space>& workspace) {
  if (A.nnz() == 0) return fill(exec, B.row_map, OffsetOf<Matrix>(0));
  auto const pattern = borrow_csr<Pattern>(A);
  using Values = Araios::ValuesViewOf<ScalarOf<Matrix> const, typename Matrix::memory_space>;
  auto const values = borrowed<Values>(A.values);
  // One instance of every method serves both cases: the values are read through a functor that conjugates or does not.
  if constexpr (is_complex_v<ScalarOf<Matrix>>)
    if (options.conjugate == Conjugate::yes)
      return transpose_by_method(exec, options, pattern, ConjugatedValues<Values>{values}, B, workspace);
  transpose_by_method(exec, options, pattern, values, B, workspace);
}

/// The transpose of A as a new matrix.
template <class Exec, class Matrix, class Space>
auto by_method(Exec const& exec, TransposeOptions const& options, Matrix const& A, Workspace<Space>& workspace) {
  if (options.method == TransposeMethod::scan_trans && A.nnz() > 0)  // before B is allocated
    (void)transpose_scan_parts_within(exec, A, options.scan_trans_budget_bytes);
  auto const B = allocate_transpose(exec, A);
  by_method(exec, options, A, B, workspace);
  return Rebind<Matrix, Space>(A.num_cols(), A.num_rows(), B);
}

}  // namespace Araios::Impl::transpose
