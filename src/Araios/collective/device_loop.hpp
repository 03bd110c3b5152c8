// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// A loop that ends on the device: a CUDA graph with a conditional node, whose body is repeated while a number in the
/// memory of the device is not 0. The host launches it once.
///
/// An iteration of the node costs about 3.5 us besides its kernels (H100), so a body holds several steps; its kernels do
/// nothing once the number is 0. Programmatic launches of collective/cuda_launch.hpp keep their overlap in the body: 0.7
/// us a kernel (H200), 1.1 without.

#include <Araios/collective/cuda_launch.hpp>

#if defined(ARAIOS_HAVE_CUDA_LAUNCH) && CUDART_VERSION >= 12040
#define ARAIOS_HAVE_DEVICE_LOOP

#include <Kokkos_Core.hpp>

#include <memory>
#include <utility>

namespace Araios::Impl {

/// Sets the condition of the node.
struct ContinueLoop {
  static constexpr int threads = 32;
  static constexpr int blocks_per_multiprocessor = 1;
  int const* is_running;
  cudaGraphConditionalHandle handle;
  __device__ void operator()(char*) const {
    if (threadIdx.x == 0) cudaGraphSetConditional(handle, *is_running != 0 ? 1 : 0);
  }
};

/// A graph and its executable form. Copies share them.
class DeviceLoop {
 public:
  /// No loop.
  DeviceLoop() = default;

  /// The loop over body(), which launches kernels on `exec` and nothing else: no fence, no allocation. An empty loop where
  /// the body cannot be captured, or the instance works on a stream that cannot; then nothing has run.
  template <class Body>
  static DeviceLoop capture(Kokkos::Cuda const& exec, int const* is_running, Body const& body) {
    CudaCurrentDevice const device(exec);
    DeviceLoop loop;
    cudaGraph_t graph = nullptr;
    if (exec.cuda_stream() == nullptr || cudaGraphCreate(&graph, 0) != cudaSuccess) return forget_error(loop);
    std::shared_ptr<CUgraph_st> const owner(graph, [](cudaGraph_t g) { (void)cudaGraphDestroy(g); });
    cudaGraphConditionalHandle handle{};
    if (cudaGraphConditionalHandleCreate(&handle, graph, 1, cudaGraphCondAssignDefault) != cudaSuccess)
      return forget_error(loop);
    cudaGraphNodeParams node{};
    node.type = cudaGraphNodeTypeConditional;
    node.conditional.handle = handle;
    node.conditional.type = cudaGraphCondTypeWhile;
    node.conditional.size = 1;
    cudaGraphNode_t added = nullptr;
#if CUDART_VERSION >= 13000
    if (cudaGraphAddNode(&added, graph, nullptr, nullptr, 0, &node) != cudaSuccess) return forget_error(loop);
#else
    if (cudaGraphAddNode(&added, graph, nullptr, 0, &node) != cudaSuccess) return forget_error(loop);
#endif
    if (!fill(exec, node.conditional.phGraph_out[0], [&] {
          body();
          cuda_launch(exec, "Araios::device_loop", 1, 0, ContinueLoop{is_running, handle});
        }))
      return forget_error(loop);
    cudaGraphExec_t executable = nullptr;
    if (cudaGraphInstantiate(&executable, graph, 0) != cudaSuccess) return forget_error(loop);
    loop.executable_.reset(executable, [](cudaGraphExec_t e) { (void)cudaGraphExecDestroy(e); });
    return loop;
  }

  explicit operator bool() const { return executable_ != nullptr; }

  /// Runs the body until the number is 0, at least once.
  void launch(Kokkos::Cuda const& exec) const {
    CudaCurrentDevice const device(exec);
    cuda_check(cudaGraphLaunch(executable_.get(), exec.cuda_stream()), "Araios::device_loop");
  }

 private:
  static DeviceLoop forget_error(DeviceLoop const& loop) {
    (void)cudaGetLastError();
    return loop;
  }
  /// Whether the launches of f are in `graph`. What f throws, as a fence does, is the answer no.
  template <class F>
  static bool fill(Kokkos::Cuda const& exec, cudaGraph_t graph, F const& f) {
    auto* const stream = exec.cuda_stream();
    if (cudaStreamBeginCaptureToGraph(stream, graph, nullptr, nullptr, 0, cudaStreamCaptureModeThreadLocal) !=
        cudaSuccess)
      return false;
    bool is_complete = true;
    try {
      f();
    } catch (...) {
      is_complete = false;
    }
    cudaGraph_t captured = nullptr;
    return cudaStreamEndCapture(stream, &captured) == cudaSuccess && is_complete;
  }

  std::shared_ptr<CUgraphExec_st> executable_;
};

}  // namespace Araios::Impl

#endif
