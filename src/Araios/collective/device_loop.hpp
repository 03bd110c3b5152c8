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
  ///
  /// The body is captured twice, first into a graph of its own: a body that fails within the node leaves a graph that
  /// cannot be destroyed (cudaGraphDestroy of CUDA 13.0 ends in a fault).
  template <class Body>
  static DeviceLoop capture(Kokkos::Cuda const& exec, int const* is_running, Body const& body) {
    CudaCurrentDevice const device(exec);
    DeviceLoop loop;
    cudaGraph_t graph = nullptr;
    if (exec.cuda_stream() == nullptr || !can_be_captured(exec, body) || cudaGraphCreate(&graph, 0) != cudaSuccess)
      return forget_error(loop);
    auto const destroy = [](cudaGraph_t g) { (void)cudaGraphDestroy(g); };
    std::unique_ptr<CUgraph_st, decltype(destroy)> owner(graph, destroy);
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
        })) {
      (void)owner.release();
      return forget_error(loop);
    }
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
  template <class Body>
  static bool can_be_captured(Kokkos::Cuda const& exec, Body const& body) {
    auto* const stream = exec.cuda_stream();
    if (cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal) != cudaSuccess) return false;
    bool const is_complete = launches(body);
    cudaGraph_t captured = nullptr;
    bool const is_captured = cudaStreamEndCapture(stream, &captured) == cudaSuccess;
    if (captured != nullptr) (void)cudaGraphDestroy(captured);
    return is_complete && is_captured;
  }
  /// Whether the launches of f are in `graph`.
  template <class F>
  static bool fill(Kokkos::Cuda const& exec, cudaGraph_t graph, F const& f) {
    auto* const stream = exec.cuda_stream();
    if (cudaStreamBeginCaptureToGraph(stream, graph, nullptr, nullptr, 0, cudaStreamCaptureModeThreadLocal) !=
        cudaSuccess)
      return false;
    bool const is_complete = launches(f);
    cudaGraph_t captured = nullptr;
    return cudaStreamEndCapture(stream, &captured) == cudaSuccess && is_complete;
  }
  /// Calls f; what it throws, as a fence does while a stream is captured, is the answer no.
  template <class F>
  static bool launches(F const& f) {
    try {
      f();
      return true;
    } catch (...) {
      return false;
    }
  }

  std::shared_ptr<CUgraphExec_st> executable_;
};

}  // namespace Araios::Impl

#endif
