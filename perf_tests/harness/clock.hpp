// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// Clocks. A Stopwatch starts on an idle space and stops when the space has done all that it was given meanwhile.

#include <Araios/core/concepts.hpp>

#include <Kokkos_Core.hpp>

#ifdef KOKKOS_ENABLE_CUDA
#include <cuda_runtime.h>

#include <stdexcept>
#include <string>
#endif

#include <chrono>

namespace Araios::Perf {

/// True for Kokkos::Cuda.
template <class Exec>
inline constexpr bool is_cuda_v = requires(Exec const& exec) { exec.cuda_stream(); };

/// Wall-clock time of this thread of the host.
class WallClock {
 public:
  void start() { begin_ = std::chrono::steady_clock::now(); }
  /// Seconds since start.
  double stop() const { return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin_).count(); }

 private:
  std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
};

/// Fence and steady_clock: for every space that runs on the host, or has no clock of its own here.
template <ExecutionSpace Exec>
class Stopwatch {
 public:
  explicit Stopwatch(Exec const& exec) : exec_(exec) {}
  void start() {
    exec_.fence();
    clock_.start();
  }
  double stop() {
    exec_.fence();
    return clock_.stop();
  }

 private:
  Exec exec_;
  WallClock clock_;
};

#ifdef KOKKOS_ENABLE_CUDA
/// Throws with the name of the error unless `status` is success.
inline void check_cuda(cudaError_t status, char const* what) {
  if (status != cudaSuccess) throw std::runtime_error(std::string(what) + ": " + cudaGetErrorString(status));
}

/// The device's own events, on the stream of the instance. What the host does between two launches is inside.
template <>
class Stopwatch<Kokkos::Cuda> {
 public:
  explicit Stopwatch(Kokkos::Cuda const& exec) : exec_(exec) {
    check_cuda(cudaEventCreate(&begin_), "cudaEventCreate");
    check_cuda(cudaEventCreate(&end_), "cudaEventCreate");
  }
  ~Stopwatch() {
    (void)cudaEventDestroy(begin_);
    (void)cudaEventDestroy(end_);
  }
  Stopwatch(Stopwatch const&) = delete;
  Stopwatch& operator=(Stopwatch const&) = delete;

  void start() {
    exec_.fence();
    check_cuda(cudaEventRecord(begin_, exec_.cuda_stream()), "cudaEventRecord");
  }
  double stop() {
    check_cuda(cudaEventRecord(end_, exec_.cuda_stream()), "cudaEventRecord");
    check_cuda(cudaEventSynchronize(end_), "cudaEventSynchronize");
    check_cuda(cudaGetLastError(), "a kernel that was timed");
    float milliseconds = 0;
    check_cuda(cudaEventElapsedTime(&milliseconds, begin_, end_), "cudaEventElapsedTime");
    return 1e-3 * static_cast<double>(milliseconds);
  }

 private:
  Kokkos::Cuda exec_;
  cudaEvent_t begin_ = nullptr;
  cudaEvent_t end_ = nullptr;
};
#endif

}  // namespace Araios::Perf
