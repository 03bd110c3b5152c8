// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// Detection of CUDA graph capture, which records work instead of running it.

#include <Araios/core/concepts.hpp>
#include <Araios/core/execution.hpp>

#include <Kokkos_Core.hpp>

namespace Araios::Impl {

/// Whether the stream of `exec` is being captured for a CUDA graph. During capture kernels may be launched, but their
/// results do not exist yet and cannot be read back. Always false in other spaces.
///
/// Where the runtime cannot determine it (a legacy default stream beside a capture), the result is true, which is safe.
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
