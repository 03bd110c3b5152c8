// SPDX-License-Identifier: Apache-2.0

#include <Araios/collective/device_loop.hpp>
#include <gtest/gtest.h>

namespace collective_device_loop_test {

#ifdef ARAIOS_HAVE_DEVICE_LOOP
using namespace Araios;

/// Counts, until the limit.
struct Count {
  static constexpr int threads = 32;
  static constexpr int blocks_per_multiprocessor = 1;
  int* numbers;  // is_running, steps
  int limit;
  __device__ void operator()(char*) const {
    if (threadIdx.x != 0 || numbers[0] == 0) return;
    if (++numbers[1] == limit) numbers[0] = 0;
  }
};

struct OfDeviceLoop : testing::Test {
  Kokkos::Cuda exec;
  Kokkos::View<int*, Kokkos::CudaSpace> numbers{"numbers", 2};

  void reset() const {
    Kokkos::deep_copy(exec, Kokkos::subview(numbers, 0), 1);
    Kokkos::deep_copy(exec, Kokkos::subview(numbers, 1), 0);
  }
  int steps() const {
    exec.fence();
    return Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), numbers)(1);
  }
};

TEST_F(OfDeviceLoop, ends_where_the_number_is_0) {
  for (int const limit : {1, 3, 4, 1000}) {
    auto const loop = Impl::DeviceLoop::capture(exec, numbers.data(), [&] {
      for (int k = 0; k < 4; ++k) Impl::cuda_launch(exec, "Araios::test::count", 1, 0, Count{numbers.data(), limit});
    });
    ASSERT_TRUE(loop);
    for (int run = 0; run < 3; ++run) {
      reset();
      loop.launch(exec);
      EXPECT_EQ(steps(), limit);
    }
  }
}

// A body that waits is no loop, nothing of it has run, and the stream works as before.
TEST_F(OfDeviceLoop, does_not_capture_a_fence) {
  reset();
  auto const loop = Impl::DeviceLoop::capture(exec, numbers.data(), [&] {
    Impl::cuda_launch(exec, "Araios::test::count", 1, 0, Count{numbers.data(), 1});
    exec.fence();
  });
  EXPECT_FALSE(loop);
  EXPECT_EQ(steps(), 0);
  Impl::cuda_launch(exec, "Araios::test::count", 1, 0, Count{numbers.data(), 5});
  EXPECT_EQ(steps(), 1);
}
#else
TEST(DeviceLoop, needs_a_gpu) { GTEST_SKIP() << "NOT TESTED: device_loop.hpp needs CUDA 12.4 or later"; }
#endif

}  // namespace collective_device_loop_test
