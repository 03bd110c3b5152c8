// SPDX-License-Identifier: Apache-2.0

#include <Araios/core/memory.hpp>
#include <Araios/testing/fail_allocation.hpp>
#include <gtest/gtest.h>

#include <new>

namespace testing_fail_allocation_test {

using namespace Araios;
using Exec = Kokkos::DefaultExecutionSpace;
using Doubles = Kokkos::View<double*, Exec::memory_space>;

TEST(FailAllocation, the_allocation_asked_for_fails_and_no_other) {
  Exec const exec;
  fail_allocation_after(2);
  EXPECT_NO_THROW(allocate<Doubles>(exec, "Araios::test", 1));
  EXPECT_NO_THROW(allocate<Doubles>(exec, "Araios::test", 1));
  EXPECT_THROW(allocate<Doubles>(exec, "Araios::test", 1), AllocationFailure);
  EXPECT_NO_THROW(allocate<Doubles>(exec, "Araios::test", 1));
  fail_allocation_after(0);
  EXPECT_THROW(allocate<Doubles>(exec, "Araios::test", 1), std::bad_alloc);
  fail_allocation_after(0);
  fail_allocation_after(-1);
  EXPECT_NO_THROW(allocate<Doubles>(exec, "Araios::test", 1));
}

}  // namespace testing_fail_allocation_test
