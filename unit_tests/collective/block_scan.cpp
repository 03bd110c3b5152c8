// SPDX-License-Identifier: Apache-2.0

#include "support/simulated_cuda.hpp"
//
#include <Araios/collective/block_scan.hpp>
#include <gtest/gtest.h>

#include <cstdint>

namespace collective_block_scan_test {

using namespace Araios;

template <class T>
__host__ __device__ T value_of(int round, int thread) {
  return static_cast<T>((thread * 31 + round * 17) % 11);
}

/// Two scans one after the other, so that the second meets the shared memory of the first.
template <int Threads, class T>
struct ScanTwice {
  static constexpr int threads = Threads, blocks_per_multiprocessor = 1;
  Kokkos::View<T**, test::BlockMemory> before, totals;
  __device__ void operator()(char*) const {
    int const me = static_cast<int>(threadIdx.x);
    for (int round = 0; round < 2; ++round)
      before(round, me) = Impl::block_exclusive_scan<Threads>(value_of<T>(round, me), totals(round, me));
  }
};

template <int Threads, class T>
void check_scan() {
  Kokkos::View<T**, test::BlockMemory> const before("before", 2, Threads), totals("totals", 2, Threads);
  test::launch_block(64, ScanTwice<Threads, T>{before, totals});
  auto const host = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), before);
  auto const host_totals = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), totals);
  for (int round = 0; round < 2; ++round) {
    T total = 0;
    for (int me = 0; me < Threads; ++me) total += value_of<T>(round, me);
    T sum = 0;
    for (int me = 0; me < Threads; ++me) {
      ASSERT_EQ(host(round, me), sum) << "thread " << me << " of " << Threads << ", scan " << round;
      ASSERT_EQ(host_totals(round, me), total) << "thread " << me << " of " << Threads << ", scan " << round;
      sum += value_of<T>(round, me);
    }
  }
}

TEST(BlockScan, adds_the_threads_before) {
  check_scan<32, int>();
  check_scan<64, std::int64_t>();
  check_scan<96, int>();
  check_scan<512, std::int64_t>();
  check_scan<1024, int>();
}

}  // namespace collective_block_scan_test
