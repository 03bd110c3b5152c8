// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// Bucket transposition on a GPU: the launches with which every way begins.

#include <Araios/operations/transpose/bucket_count.hpp>
#include <Araios/operations/transpose/symmetric_cuda.hpp>

#ifdef ARAIOS_HAVE_CUDA_LAUNCH

namespace Araios::Impl::transpose {

/// The check for symmetry, and phase 1.
template <class Exec, class Data>
void launch_count(Exec const& exec, Data const& data) {
  if (data.try_symmetric) {
    cuda_launch(exec, "Araios::transpose::symmetry_probe", data.number_of_probes, 0, SymmetryProbe<Data>{data});
    cuda_launch(exec, "Araios::transpose::symmetric", tiles_for(data.k, data.symmetric_tile), 0,
                SymmetricTranspose<Data>{data});
  }
  cuda_launch(exec, "Araios::transpose::bucket_count", data.chunks,
              static_cast<int>(BucketCount<Data>::shared_bytes(data.buckets)), BucketCount<Data>{data});
  cuda_launch(exec, "Araios::transpose::bucket_scan", tiles_for(data.buckets, 32), 0, BucketScan<Data>{data});
}

}  // namespace Araios::Impl::transpose

#endif
