// SPDX-License-Identifier: Apache-2.0
//
// CUDA graphs of what is given to a stream.

#pragma once

#include <Kokkos_Core.hpp>
#include <gtest/gtest.h>

#include <cstddef>

#ifdef KOKKOS_ENABLE_CUDA
namespace Araios::test {

/// A graph of what `record` gives to a stream that is captured.
class CapturedGraph {
 public:
  template <class Record>
  CapturedGraph(cudaStream_t stream, Record const& record) : stream_(stream) {
    EXPECT_EQ(cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal), cudaSuccess);
    record();
    EXPECT_EQ(cudaStreamEndCapture(stream, &graph_), cudaSuccess);
    EXPECT_EQ(cudaGraphInstantiate(&executable_, graph_, 0), cudaSuccess);
  }
  ~CapturedGraph() {
    EXPECT_EQ(cudaGraphExecDestroy(executable_), cudaSuccess);
    EXPECT_EQ(cudaGraphDestroy(graph_), cudaSuccess);
  }
  CapturedGraph(CapturedGraph const&) = delete;
  CapturedGraph& operator=(CapturedGraph const&) = delete;
  void launch() { EXPECT_EQ(cudaGraphLaunch(executable_, stream_), cudaSuccess); }
  std::size_t nodes() const {
    std::size_t count = 0;
    EXPECT_EQ(cudaGraphGetNodes(graph_, nullptr, &count), cudaSuccess);
    return count;
  }

 private:
  cudaStream_t stream_;
  cudaGraph_t graph_ = nullptr;
  cudaGraphExec_t executable_ = nullptr;
};

}  // namespace Araios::test
#endif
