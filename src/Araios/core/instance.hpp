// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// Identity of execution-space instances, and whether a CUDA graph records their work instead of running it.

#include <Araios/core/concepts.hpp>
#include <Araios/core/execution.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>
#include <utility>

namespace Araios::Impl {

/// Device and queue of an execution-space instance. Work submitted to instances with equal keys runs in submission
/// order. A key is never reused for another queue while the program runs.
using InstanceKey = std::pair<int, std::uint64_t>;

/// The key of `exec`: the CUDA stream; the instance of another asynchronous space; one key for all instances of a space
/// whose launches block, because their work is complete when the launch returns.
template <ExecutionSpace Exec>
InstanceKey instance_key([[maybe_unused]] Exec const& exec) {
#ifdef KOKKOS_ENABLE_CUDA
  if constexpr (is_cuda_v<Exec>) {
#if CUDART_VERSION >= 12000
    // A new stream may get the address of a destroyed one, but never its id.
    unsigned long long id = 0;
    if (cudaStreamGetId(exec.cuda_stream(), &id) == cudaSuccess) return {exec.cuda_device(), id};
    (void)cudaGetLastError();
#endif
    return {exec.cuda_device(), static_cast<std::uint64_t>(reinterpret_cast<std::uintptr_t>(exec.cuda_stream()))};
  }
#endif
  if constexpr (launches_block_v<Exec>)
    return {0, 0};
  else
    return {0, exec.impl_instance_id()};
}

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
