// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// Whether work is being recorded instead of being run.

#include <Araios/core/concepts.hpp>
#include <Araios/core/execution.hpp>

#include <Kokkos_Core.hpp>

namespace Araios::Impl {

/// Whether the stream of `exec` is being captured for a CUDA graph. Kernels may be launched then, but nothing can be
/// read back: what they compute does not exist yet. Always false in other spaces.
///
/// Where the runtime cannot tell (a legacy default stream beside a capture), the answer is yes, the careful one.
template <ExecutionSpace Exec>
bool is_being_captured([[maybe_unused]] Exec const& exec) {
#ifdef KOKKOS_ENABLE_CUDA
  if constexpr (is_cuda_v<Exec>) {
    cudaStreamCaptureStatus status = cudaStreamCaptureStatusNone;
    return cudaStreamIsCapturing(exec.cuda_stream(), &status) != cudaSuccess || status != cudaStreamCaptureStatusNone;
  }
#endif
  return false;
}

}  // namespace Araios::Impl
