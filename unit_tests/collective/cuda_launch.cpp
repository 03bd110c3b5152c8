// SPDX-License-Identifier: Apache-2.0

#include <Araios/collective/cuda_launch.hpp>
#include <Araios/core/kokkos_compat.hpp>
#include <Araios/core/memory.hpp>
#include <gtest/gtest.h>

#include <stdexcept>
#include <string>

#include "support/tools_recorder.hpp"

namespace collective_cuda_launch_test {

#ifdef ARAIOS_HAVE_CUDA_LAUNCH

using namespace Araios;
using Ints = Kokkos::View<int*, Kokkos::CudaSpace>;

/// Each block counts its threads in shared memory and writes the sum.
struct CountThreads {
  static constexpr int threads = 96, blocks_per_multiprocessor = 1;
  Ints sums;
  int last_word;  // of the shared memory: that all of it is there

  __device__ void operator()(char* shared) const {
    int* const counter = reinterpret_cast<int*>(shared) + last_word;
    if (threadIdx.x == 0) *counter = 0;
    __syncthreads();
    atomicAdd(counter, 1);
    __syncthreads();
    if (threadIdx.x == 0) sums(blockIdx.x) = *counter;
  }
};

TEST(CudaLaunch, runs_every_block_with_its_shared_memory) {
  Kokkos::Cuda const exec;
  auto const resources = Impl::CudaResources::of(exec, 1);
  EXPECT_GT(resources.multiprocessors, 0);
  for (int const bytes : {64, 4096, resources.shared_bytes}) {
    Ints const sums = allocate<Ints>(exec, "Araios::test", 1000);
    Araios::fill(exec, sums, -1);
    Impl::cuda_launch(exec, "Araios::test::count_threads", 1000, bytes, CountThreads{sums, bytes / 4 - 1});
    auto const host = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), sums);
    for (int b = 0; b < 1000; ++b) ASSERT_EQ(host(b), 96) << "block " << b << " with " << bytes << " bytes";
  }
}

TEST(CudaLaunch, is_reported_with_label_and_instance) {
  Kokkos::Cuda const exec = Impl::separate_instance(Kokkos::Cuda());
  Ints const sums = allocate<Ints>(exec, "Araios::test", 3);
  test::ToolsRecorder::Record record;
  {
    test::ToolsRecorder const recorder;
    Impl::cuda_launch(exec, "Araios::test::count_threads", 3, 64, CountThreads{sums, 0});
    record = test::ToolsRecorder::record();
  }
  exec.fence();
  ASSERT_EQ(record.kernels.size(), 1u);
  EXPECT_EQ(record.kernels[0].label, "Araios::test::count_threads");
  EXPECT_EQ(record.kernels[0].device, Kokkos::Tools::Experimental::device_id(exec));
}

TEST(CudaLaunch, refuses_what_the_device_cannot_do_and_names_the_launch) {
  Kokkos::Cuda const exec;
  Ints const sums = allocate<Ints>(exec, "Araios::test", 1);
  EXPECT_THROW(Impl::cuda_launch(exec, "Araios::test::none", 0, 64, CountThreads{sums, 0}), std::invalid_argument);
  try {
    Impl::cuda_launch(exec, "Araios::test::too_much", 1, 1 << 24, CountThreads{sums, 0});
    FAIL() << "16 MB of shared memory were granted";
  } catch (std::runtime_error const& error) {
    EXPECT_NE(std::string(error.what()).find("Araios::test::too_much"), std::string::npos) << error.what();
  }
  EXPECT_EQ(cudaGetLastError(), cudaSuccess) << "the refusal meets whoever asks next";
}

/// Blocks exchange numbers, which works only when all of them run at once.
struct AddBlocks {
  static constexpr int threads = 32, blocks_per_multiprocessor = 1;
  static constexpr bool cooperative = true;
  Ints arrived, seen;

  __device__ void operator()(char*) const {
    if (threadIdx.x != 0) return;
    atomicAdd(&arrived(0), 1);
    while (atomicAdd(&arrived(0), 0) < static_cast<int>(gridDim.x)) {
    }
    seen(blockIdx.x) = atomicAdd(&arrived(0), 0);
  }
};

TEST(CudaLaunch, keeps_all_blocks_of_a_cooperative_launch_running) {
  Kokkos::Cuda const exec;
  int const blocks = Impl::cuda_resident_blocks<AddBlocks>(exec, "Araios::test::add_blocks", 1024);
  EXPECT_GE(blocks, Impl::CudaResources::of(exec, 1).multiprocessors);
  EXPECT_EQ(blocks, Impl::cuda_resident_blocks<AddBlocks>(exec, "Araios::test::add_blocks", 1024));
  Ints const arrived = allocate<Ints>(exec, "Araios::test", 1), seen = allocate<Ints>(exec, "Araios::test", blocks);
  Araios::fill(exec, arrived, 0);
  Impl::cuda_launch(exec, "Araios::test::add_blocks", blocks, 1024, AddBlocks{arrived, seen});
  auto const host = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), seen);
  for (int b = 0; b < blocks; ++b) ASSERT_EQ(host(b), blocks);
  EXPECT_THROW(Impl::cuda_launch(exec, "Araios::test::add_blocks", 2 * blocks + 10000, 1024, AddBlocks{arrived, seen}),
               std::runtime_error);
  EXPECT_EQ(cudaGetLastError(), cudaSuccess);
}

TEST(CudaLaunch, runs_on_the_device_of_its_instance) {
  int devices = 0;
  ASSERT_EQ(cudaGetDeviceCount(&devices), cudaSuccess);
  if (devices < 2) GTEST_SKIP() << "NOT TESTED: there is one device only, which is always the current one";
  Kokkos::Cuda const exec;
  Ints const sums = allocate<Ints>(exec, "Araios::test", 10);
  exec.fence();
  int const other = (exec.cuda_device() + 1) % devices;
  ASSERT_EQ(cudaSetDevice(other), cudaSuccess);
  Impl::cuda_launch(exec, "Araios::test::count_threads", 10, 64, CountThreads{sums, 0});
  int current = -1;
  EXPECT_EQ(cudaGetDevice(&current), cudaSuccess);
  EXPECT_EQ(current, other) << "the current device of the caller was changed";
  ASSERT_EQ(cudaSetDevice(exec.cuda_device()), cudaSuccess);
  exec.fence();
  auto const host = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), sums);
  for (int b = 0; b < 10; ++b) ASSERT_EQ(host(b), 96);
}

#else

TEST(CudaLaunch, exists_with_cuda_only) {
  GTEST_SKIP() << "NOT TESTED: launches beside Kokkos exist in a CUDA build only";
}

#endif

}  // namespace collective_cuda_launch_test
