// SPDX-License-Identifier: Apache-2.0

#include <Araios/core/instance.hpp>
#include <gtest/gtest.h>

namespace core_capture_test {

using namespace Araios;

TEST(Capture, of_nothing_is_not_seen) {
  EXPECT_FALSE(Impl::is_being_captured(Kokkos::DefaultExecutionSpace()));
  EXPECT_FALSE(Impl::is_being_captured(Kokkos::DefaultHostExecutionSpace()));
}

#ifdef KOKKOS_ENABLE_CUDA
TEST(Capture, is_seen_from_its_beginning_to_its_end) {
  cudaStream_t stream;
  ASSERT_EQ(cudaStreamCreate(&stream), cudaSuccess);
  {
    Kokkos::Cuda const exec(stream);
    EXPECT_FALSE(Impl::is_being_captured(exec));
    ASSERT_EQ(cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal), cudaSuccess);
    EXPECT_TRUE(Impl::is_being_captured(exec));
    cudaGraph_t graph;
    ASSERT_EQ(cudaStreamEndCapture(stream, &graph), cudaSuccess);
    EXPECT_FALSE(Impl::is_being_captured(exec));
    EXPECT_EQ(cudaGraphDestroy(graph), cudaSuccess);
  }
  EXPECT_EQ(cudaStreamDestroy(stream), cudaSuccess);
}
#endif

}  // namespace core_capture_test
