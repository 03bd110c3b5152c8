// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// Bucket transposition on a GPU: which way entries go, through records (record_cuda.hpp), or in place
/// (in_place_cuda.hpp) where records are not applicable or their workspace is not allowed.

#include <Araios/collective/cuda_launch.hpp>
#include <Araios/core/execution.hpp>
#include <Araios/core/workspace.hpp>
#include <Araios/operations/transpose/tuning.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>

#ifdef ARAIOS_HAVE_CUDA_LAUNCH
#include <Araios/operations/transpose/bucket/by_records/steps.hpp>
#include <Araios/operations/transpose/bucket/in_place/steps.hpp>
#include <Araios/operations/transpose/symmetric_cuda.hpp>
#endif

namespace Araios::Impl::transpose {

#ifdef ARAIOS_HAVE_CUDA_LAUNCH

/// Requires      `bucket_is_applicable`. try_symmetric: first try whether the pattern is symmetric. Through records
///               where they are applicable and max_workspace_bytes allow it.
template <class Exec, class Matrix, class Values, class Arrays, class Space>
void transpose_bucket_cuda(Exec const& exec, Matrix const& A, Values const& values, Arrays const& B, bool try_symmetric,
                           std::int64_t max_workspace_bytes, Workspace<Space>& workspace) {
  auto const sizes = bucket_sizes(exec, A.num_rows(), A.num_cols(), std::int64_t(A.nnz()));
  auto data = bucket_data(A, values, B, sizes);
  using Data = decltype(data);
  data.try_symmetric = try_symmetric && data.m == data.n;
  data.number_of_probes = BucketTuning::probes;
  data.symmetric_tile = SymmetricTranspose<Data>::Shape::tile;
  if constexpr (RecordData<Data>::Records::exist)
    if (auto const record_sizes = record_sizes_within(exec, data, sizes, max_workspace_bytes))
      return transpose_records_cuda(
          exec, data, *record_sizes, [&](auto const& records) { launch_symmetric(exec, records); }, workspace);
  transpose_in_place_cuda(exec, data, sizes, workspace);
}

#endif

}  // namespace Araios::Impl::transpose
