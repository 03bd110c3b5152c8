// SPDX-License-Identifier: Apache-2.0
#include "library/several_files/compute.hpp"

#include <gtest/gtest.h>

namespace library_several_files_test {

// A program of two files that use the same operations: the linker keeps one copy of each function, and a CUDA compiler
// gives lambdas pointers that are those of a file (ARAIOS_NOT_INLINED). Also that nothing is defined twice.
TEST(SeveralFiles, give_what_one_file_gives) {
  Kokkos::DefaultExecutionSpace const exec;
  Kokkos::DefaultHostExecutionSpace const host;
  double const here = several_files::compute(exec);
  double const here_on_host = several_files::compute(host);
  EXPECT_GT(here, 0);
  EXPECT_NEAR(here, here_on_host, 1e-9 * here);  // transposed products add in any order
  EXPECT_NEAR(several_files::in_another_file(exec), here, 1e-9 * here);
  EXPECT_NEAR(several_files::in_another_file_on_host(host), here_on_host, 1e-9 * here);
}

}  // namespace library_several_files_test
