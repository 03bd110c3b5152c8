// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// The single entry point for launches that Kokkos cannot express: more shared memory than its team scratch, warp votes
/// in a thread block of fixed size, and grids whose blocks can wait for each other.
///
/// A body is a function object `void operator()(char* shared) const` for the device, with
///   threads                     per thread block
///   blocks_per_multiprocessor   resident thread blocks, for which the compiler limits registers
///   cooperative                 default false: whether its blocks wait for each other; all must then be resident
///   starts_next                 default false: whether the next launch may start early and run up to its wait for this
///                               one; for a next launch of few blocks
///   waits_itself                default false: whether the body itself calls cuda_wait_for_work_before(), when it
///                               needs earlier results
///   beside                      a bool of the object, default none: whether it runs beside the launch before it, which
///                               must have the member too, and whose results it does not need. It is complete after it.
///   cluster                     an int of the object, default none: blocks of a cluster (cluster.hpp)
/// Each launch carries its label, is reported to Kokkos Tools as a parallel_for, and is ordered on the instance's
/// stream. It may be captured in a CUDA graph. ARAIOS_HAVE_CUDA_LAUNCH is defined where these launches are available.

#include <Araios/core/checks.hpp>

#include <Kokkos_Core.hpp>

#if defined(KOKKOS_ENABLE_CUDA) && defined(__CUDACC__)
#define ARAIOS_HAVE_CUDA_LAUNCH

#include <cooperative_groups.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <concepts>
#include <cstdint>
#include <mutex>
#include <stdexcept>
#include <string>
#include <utility>

namespace Araios::Impl {

/// The resources of a thread block when `blocks` of them share a multiprocessor of the device of `exec`.
struct CudaResources {
  int multiprocessors;
  int shared_bytes;  ///< dynamic shared memory of one block

  static CudaResources of(Kokkos::Cuda const& exec, int blocks) {
    constexpr int reserved = 1024;  // per block for the system, and as much again for static arrays
    auto const& properties = exec.cuda_device_prop();
    auto const share = static_cast<int>(properties.sharedMemPerMultiprocessor) / blocks - 2 * reserved;
    return {properties.multiProcessorCount,
            std::min(share, static_cast<int>(properties.sharedMemPerBlockOptin) - reserved) / 256 * 256};
  }
};

/// Waits until the preceding kernel on the stream is complete; its writes are then visible. All threads of a block
/// call.
__device__ inline void cuda_wait_for_work_before() {
#if __CUDA_ARCH__ >= 900
  cudaGridDependencySynchronize();  // where this is missing, cuda_launch requests no overlap
#endif
}

// Variables, no functions: a kernel may call a constexpr function of the host with a flag of nvcc only.
template <class Body>
inline constexpr bool starts_next = false;
template <class Body>
  requires requires { Body::starts_next; }
inline constexpr bool starts_next<Body> = Body::starts_next;

template <class Body>
inline constexpr bool is_cooperative = false;
template <class Body>
  requires requires { Body::cooperative; }
inline constexpr bool is_cooperative<Body> = Body::cooperative;

template <class Body>
inline constexpr bool waits_itself = false;
template <class Body>
  requires requires { Body::waits_itself; }
inline constexpr bool waits_itself<Body> = Body::waits_itself;

template <class Body>
concept MayRunBeside = requires(Body const& body) {
  { body.beside } -> std::convertible_to<bool>;
};

template <class Body>
__global__ void __launch_bounds__(Body::threads, Body::blocks_per_multiprocessor)
    cuda_kernel(Body const __grid_constant__ body) {
  extern __shared__ __align__(16) char shared[];
  if constexpr (MayRunBeside<Body>) {
    if (!body.beside) cuda_wait_for_work_before();
  } else if constexpr (!waits_itself<Body>) {
    cuda_wait_for_work_before();
  }
#if __CUDA_ARCH__ >= 900
  if constexpr (starts_next<Body> || MayRunBeside<Body>) cudaTriggerProgrammaticLaunchCompletion();
#endif
  body(shared);
  if constexpr (MayRunBeside<Body>)
    if (body.beside && blockIdx.x == 0 && threadIdx.x == 0) cuda_wait_for_work_before();
}

template <class Body>
concept InCluster = requires(Body const& body) {
  { body.cluster } -> std::convertible_to<int>;
};

/// Launches that run beside each other, but for the first: next() is the `beside` of each.
class CudaSideBySide {
 public:
  bool next() { return std::exchange(is_begun_, true); }

 private:
  bool is_begun_ = false;
};

/// Throws with the label unless `status` is success; the error is cleared, so that the next CUDA call does not report
/// it.
inline void cuda_check(cudaError_t status, std::string const& label) {
  if (status == cudaSuccess) return;
  (void)cudaGetLastError();
  throw std::runtime_error(label + ": " + cudaGetErrorString(status));
}

/// Makes the device of an instance current during its lifetime; CUDA launches and sets attributes on the current
/// device.
class CudaCurrentDevice {
 public:
  explicit CudaCurrentDevice(Kokkos::Cuda const& exec) {
    cuda_check(cudaGetDevice(&before_), "Araios: cudaGetDevice");
    changed_ = exec.cuda_device() != before_;
    if (changed_) cuda_check(cudaSetDevice(exec.cuda_device()), "Araios: cudaSetDevice");
  }
  ~CudaCurrentDevice() {
    if (changed_) (void)cudaSetDevice(before_);
  }
  CudaCurrentDevice(CudaCurrentDevice const&) = delete;
  CudaCurrentDevice& operator=(CudaCurrentDevice const&) = delete;

 private:
  int before_ = 0;
  bool changed_ = false;
};

/// One number per device.
template <class T>
using CudaPerDevice = std::array<std::atomic<T>, 64>;
template <class T>
std::atomic<T>& of_device(CudaPerDevice<T>& numbers, Kokkos::Cuda const& exec) {
  return numbers[static_cast<std::size_t>(exec.cuda_device()) % numbers.size()];
}

/// Allows the kernel of Body `bytes` of dynamic shared memory, once per device and size. The device is current.
template <class Body>
void cuda_allow_shared(Kokkos::Cuda const& exec, std::string const& label, int bytes) {
  static CudaPerDevice<int> allowed{};
  static std::mutex one_at_a_time;  // a smaller number set later would replace the larger one
  auto& max_bytes = of_device(allowed, exec);
  if (bytes <= max_bytes) return;
  std::lock_guard const lock(one_at_a_time);
  if (bytes <= max_bytes) return;
  cuda_check(cudaFuncSetAttribute(cuda_kernel<Body>, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes), label);
  max_bytes = bytes;
}

/// Whether the kernel of Body itself waits for the preceding one: true if compiled for 9.0 or later, whatever the
/// device. Code for earlier architectures, compiled for this device at run time, does not wait.
template <class Body>
bool cuda_kernel_waits(Kokkos::Cuda const& exec, std::string const& label) {
  static CudaPerDevice<int> known{};  // 1: no, 2: yes
  auto& answer = of_device(known, exec);
  if (answer == 0) {
    cudaFuncAttributes attributes{};
    cuda_check(cudaFuncGetAttributes(&attributes, cuda_kernel<Body>), label);
    answer = attributes.ptxVersion >= 90 ? 2 : 1;
  }
  return answer == 2;
}

/// The number of blocks of Body that the device runs concurrently: the maximum of a cooperative launch.
template <class Body>
int cuda_resident_blocks(Kokkos::Cuda const& exec, std::string const& label, int shared_bytes) {
  CudaCurrentDevice const device(exec);
  cuda_allow_shared<Body>(exec, label, shared_bytes);
  static CudaPerDevice<std::int64_t> known{};  // shared bytes and blocks of the last question
  auto& last = of_device(known, exec);
  std::int64_t const answer = last;
  if (answer != 0 && answer >> 32 == shared_bytes) return static_cast<int>(answer & 0xffffffff);
  int each = 0;
  cuda_check(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&each, cuda_kernel<Body>, Body::threads, shared_bytes),
             label);
  int const blocks = each * exec.cuda_device_prop().multiProcessorCount;
  last = (std::int64_t(shared_bytes) << 32) | blocks;
  return blocks;
}

/// Whether the device runs a cluster of so many blocks of Body.
template <class Body>
bool cuda_runs_cluster(Kokkos::Cuda const& exec, std::string const& label, int blocks, std::int64_t shared_bytes) {
  if (exec.cuda_device_prop().major < 9 || !cuda_kernel_waits<Body>(exec, label)) return false;
  if (shared_bytes > CudaResources::of(exec, 1).shared_bytes) return false;
  CudaCurrentDevice const device(exec);
  cuda_allow_shared<Body>(exec, label, static_cast<int>(shared_bytes));
  static CudaPerDevice<std::int64_t> known{};  // shared bytes, blocks and answer of the last question
  auto& last = of_device(known, exec);
  std::int64_t const question = (shared_bytes << 32) | (std::int64_t(blocks) << 1), answer = last;
  if (answer != 0 && (answer & ~std::int64_t(1)) == question) return (answer & 1) != 0;
  cuda_check(cudaFuncSetAttribute(cuda_kernel<Body>, cudaFuncAttributeNonPortableClusterSizeAllowed, 1), label);
  cudaLaunchAttribute attribute{};
  attribute.id = cudaLaunchAttributeClusterDimension;
  attribute.val.clusterDim.x = static_cast<unsigned>(blocks);
  attribute.val.clusterDim.y = attribute.val.clusterDim.z = 1;
  cudaLaunchConfig_t config{};
  config.gridDim = dim3(static_cast<unsigned>(blocks));
  config.blockDim = dim3(Body::threads);
  config.dynamicSmemBytes = static_cast<std::size_t>(shared_bytes);
  config.attrs = &attribute;
  config.numAttrs = 1;
  int clusters = 0;
  cuda_check(cudaOccupancyMaxActiveClusters(&clusters, cuda_kernel<Body>, &config), label);
  last = question | (clusters > 0 ? 1 : 0);
  return clusters > 0;
}

/// In a cooperative body: a barrier over all blocks. What they wrote before it is visible after it. All threads call.
__device__ inline void cuda_wait_for_all_blocks() { cooperative_groups::this_grid().sync(); }

/// Runs `body` in `blocks` blocks with `shared_bytes` of dynamic shared memory each
///
/// Asynchronous  yes, one kernel on the stream of `exec`. Its start overlaps the end of the preceding kernel; its body
///               does not, unless waits_itself is true.
/// Throws        std::runtime_error with the label when the launch fails.
template <class Body>
void cuda_launch(Kokkos::Cuda const& exec, std::string const& label, std::int64_t blocks, int shared_bytes,
                 Body const& body) {
  check(blocks > 0 && blocks < (std::int64_t(1) << 31), label, ": a grid of ", blocks, " blocks");
  CudaCurrentDevice const device(exec);
  cuda_allow_shared<Body>(exec, label, shared_bytes);
  bool const reported = Kokkos::Tools::profileLibraryLoaded();
  std::uint64_t id = 0;
  if (reported) Kokkos::Tools::beginParallelFor(label, Kokkos::Tools::Experimental::device_id(exec), &id);

  cudaLaunchAttribute attribute{};
  cudaLaunchConfig_t config{};
  config.gridDim = dim3(static_cast<unsigned>(blocks));
  config.blockDim = dim3(Body::threads);
  config.dynamicSmemBytes = static_cast<std::size_t>(shared_bytes);
  config.stream = exec.cuda_stream();
  config.attrs = &attribute;
  if constexpr (is_cooperative<Body>) {
    attribute.id = cudaLaunchAttributeCooperative;
    attribute.val.cooperative = 1;
    config.numAttrs = 1;
  } else if constexpr (InCluster<Body>) {
    attribute.id = cudaLaunchAttributeClusterDimension;
    attribute.val.clusterDim.x = static_cast<unsigned>(body.cluster);
    attribute.val.clusterDim.y = attribute.val.clusterDim.z = 1;
    config.numAttrs = 1;
  } else if (cuda_kernel_waits<Body>(exec, label)) {
    attribute.id = cudaLaunchAttributeProgrammaticStreamSerialization;
    attribute.val.programmaticStreamSerializationAllowed = 1;
    config.numAttrs = 1;
  }
  cuda_check(cudaLaunchKernelEx(&config, cuda_kernel<Body>, body), label);
  if (reported) Kokkos::Tools::endParallelFor(id);
}

}  // namespace Araios::Impl

#endif
