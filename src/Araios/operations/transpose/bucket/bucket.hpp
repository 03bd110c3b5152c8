// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// Bucket transposition on a GPU: which way entries go, through records (by_records/steps.hpp), or in place
/// (in_place/steps.hpp) where records are not applicable or their workspace is not allowed.

#include <Araios/core/execution.hpp>
#include <Araios/core/workspace.hpp>
#include <Araios/operations/transpose/bucket/layout.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>

#ifdef ARAIOS_HAVE_CUDA_LAUNCH
#include <Araios/operations/transpose/bucket/by_records/steps.hpp>
#include <Araios/operations/transpose/bucket/in_place/steps.hpp>
#include <Araios/operations/transpose/problem.hpp>
#endif

namespace Araios::Impl::transpose {

#ifdef ARAIOS_HAVE_CUDA_LAUNCH

/// Requires      sizes from `bucket_sizes`, with buckets. try_symmetric: first try whether the pattern is symmetric.
///               Through records where they are applicable and max_workspace_bytes allow it.
template <class Exec, class Matrix, class Values, class Arrays, class Space>
void transpose_bucket_cuda(Exec const& exec, Matrix const& A, Values const& values, Arrays const& B,
                           BucketSizes const& sizes, bool try_symmetric, std::int64_t max_workspace_bytes,
                           Workspace<Space>& workspace) {
  auto const problem = transpose_problem(A, values, B);
  using Problem = std::remove_const_t<decltype(problem)>;
  bool const may_be_symmetric = try_symmetric && problem.m == problem.n;
  if constexpr (RecordBuffer<Problem>::Records::exist)
    if (auto const layout = record_layout_within(exec, problem, sizes, may_be_symmetric, max_workspace_bytes))
      return transpose_records_cuda(exec, problem, *layout, workspace);
  transpose_in_place_cuda(exec, problem, sizes, may_be_symmetric, workspace);
}

#endif

}  // namespace Araios::Impl::transpose
