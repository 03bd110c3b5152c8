// SPDX-License-Identifier: Apache-2.0

#include <Araios/core/execution.hpp>
#include <gtest/gtest.h>

#include <cstdint>
#include <type_traits>

namespace core_execution_test {

using namespace Araios;
using Host = Kokkos::DefaultHostExecutionSpace;

static_assert(!Araios::is_gpu_v<Host> && !Impl::is_cuda_v<Host>);
static_assert(Impl::LaunchShape{128, 4}.tile() == 512);
static_assert(Impl::shape_for<Host>({256, 4}, {1, 64}).team_size == 1);
static_assert(Impl::tiles_for(0, 5) == 0 && Impl::tiles_for(1, 5) == 1 && Impl::tiles_for(5, 5) == 1 &&
              Impl::tiles_for(6, 5) == 2);
static_assert(Impl::bits_for(0) == 0 && Impl::bits_for(1) == 0 && Impl::bits_for(2) == 1 && Impl::bits_for(3) == 2 &&
              Impl::bits_for(4) == 2);
static_assert(Impl::bits_for(500000) == 19 && Impl::bits_for(std::int64_t(1) << 31) == 31 &&
              Impl::bits_for((std::int64_t(1) << 31) + 1) == 32 && Impl::bits_for(INT64_MAX) == 63);

TEST(Execution, bits_hold_every_value_and_no_fewer_bits_do) {
  for (std::int64_t count = 2; count < 5000; ++count) {
    EXPECT_LT((count - 1) >> Impl::bits_for(count), 1) << count;
    EXPECT_GE((count - 1) >> (Impl::bits_for(count) - 1), 1) << count;
  }
}

template <class Policy>
std::int64_t sum_of_indices(Policy const& policy) {
  std::int64_t sum = 0;
  Kokkos::parallel_reduce(
      "Araios::test::range", policy, KOKKOS_LAMBDA(std::int64_t i, std::int64_t& s) { s += i; }, sum);
  return sum;
}

TEST(Execution, range_visits_every_element_once_and_counts_in_64_bits) {
  Kokkos::DefaultExecutionSpace const exec;
  auto const policy = Araios::range(exec, 100000);
  static_assert(std::is_same_v<typename Impl::Range<Kokkos::DefaultExecutionSpace>::index_type, std::int64_t>);
  EXPECT_EQ(policy.begin(), 0);
  EXPECT_EQ(policy.end(), 100000);
  EXPECT_EQ(sum_of_indices(policy), std::int64_t(100000) * 99999 / 2);
}

}  // namespace core_execution_test
