// SPDX-License-Identifier: Apache-2.0
//
// The main function of every test program. Listing the tests must work on a machine without the device that the
// tests run on (a build machine without a GPU), so Kokkos is initialised only when tests run.

#include <Kokkos_Core.hpp>
#include <gtest/gtest.h>

int main(int argc, char** argv) {
  testing::InitGoogleTest(&argc, argv);
  if (GTEST_FLAG_GET(list_tests)) {
    return RUN_ALL_TESTS();
  }
  Kokkos::ScopeGuard const kokkos(argc, argv);
  return RUN_ALL_TESTS();
}
