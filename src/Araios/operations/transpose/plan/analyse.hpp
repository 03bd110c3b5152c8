// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// The analysis of TransposePlan: the structure of the transpose, and the permutation of its entries.
///
/// It is a transposition whose values are positions: that of entry p is p. So every method serves the analysis too, and
/// new values are a gather by what it leaves (kernels.hpp). Bytes: those of the method, with a Position as the Scalar.

#include <Araios/core/memory.hpp>
#include <Araios/core/pattern.hpp>
#include <Araios/core/workspace.hpp>
#include <Araios/formats/csr.hpp>
#include <Araios/operations/transpose/by_method.hpp>
#include <Araios/operations/transpose/call.hpp>
#include <Araios/operations/transpose/plan/kernels.hpp>
#include <Araios/operations/transpose/plan/options.hpp>

#include <cstdint>

namespace Araios::Impl::transpose {

/// The transpose of the pattern A with the position of each entry in A as its value.
///
/// Automatic         no method is requested: the others are not instantiated.
template <class Position, bool Automatic = false, class Exec, class Ordinal, class Offset, class Space,
          class WorkspaceSpace>
CsrArrays<Position, Ordinal, Offset, typename Exec::memory_space>
transpose_plan_analyse(Exec const& exec, TransposePlanOptions const& options,
                       CsrMatrix<Pattern, Ordinal, Offset, Space> const& A, Workspace<WorkspaceSpace>& workspace) {
  auto const B =
      allocate_csr<Position, Ordinal, Offset>(exec, "Araios::TransposePlan", A.num_cols(), std::int64_t(A.nnz()));
  if (A.nnz() == 0)
    fill(exec, B.row_map, Offset(0));
  else if constexpr (Automatic)
    transpose_automatic(exec, choose(exec, A.num_rows(), A.num_cols(), std::int64_t(A.nnz()), {}),
                        workspace_allowed({}, std::int64_t(A.nnz())), A, TransposePositions<Position>{}, B, workspace);
  else
    transpose_by_method(
        exec, TransposeOptions{.method = options.method, .scan_trans_budget_bytes = options.scan_trans_budget_bytes}, A,
        TransposePositions<Position>{}, B, workspace);
  return B;
}

}  // namespace Araios::Impl::transpose
