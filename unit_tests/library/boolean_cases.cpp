// SPDX-License-Identifier: Apache-2.0
//
// The cases of cuBool: operands and results of Boolean operations, as files.

#include <Araios/build.hpp>
#include <Araios/elementwise.hpp>
#include <Araios/formats/copy.hpp>
#include <Araios/io/matrix_market.hpp>
#include <Araios/kronecker.hpp>
#include <Araios/multiply.hpp>
#include <Araios/transpose.hpp>
#include <gtest/gtest.h>

#include <filesystem>
#include <string>

#include "support/data_dir.hpp"

namespace library_boolean_cases_test {

using namespace Araios;
using namespace Araios::test;
using Exec = Kokkos::DefaultExecutionSpace;
using Space = Exec::memory_space;

/// compute(operand) for all ten cases of a function, beside the result in the file `result`.
template <class Compute>
void compare(std::string const& function, int result, Compute const& compute) {
  auto const folder = data_dir();
  if (!folder || !std::filesystem::is_directory(*folder / "boolean_cases")) GTEST_SKIP() << no_data("boolean_cases");
  Exec const exec;
  for (int shape = 0; shape < 2; ++shape)
    for (int number = 0; number < 5; ++number) {
      std::string const name =
          function + "__shape_" + std::to_string(shape) + "__case_" + std::to_string(number) + "__matrix_";
      auto const matrix = [&](int which) {
        auto const coo = copy_to<Space>(
            read_matrix_market<Pattern>(*folder / "boolean_cases" / (name + std::to_string(which) + ".mtx.gz")));
        return build_matrix(exec, coo.num_rows(), coo.num_cols(), coo.row_indices, coo.col_indices);
      };
      EXPECT_TRUE(equal(exec, compute(matrix), matrix(result))) << name;
    }
}

TEST(BooleanCases, multiply) {
  compare("func_mxm", 2, [](auto const& matrix) { return multiply(Exec(), matrix(0), matrix(1)); });
}
TEST(BooleanCases, kronecker) {
  compare("func_kronecker", 2, [](auto const& matrix) { return kronecker(Exec(), matrix(0), matrix(1)); });
}
TEST(BooleanCases, elementwise_add) {
  compare("func_matrix_ewiseadd", 2, [](auto const& matrix) { return elementwise_add(Exec(), matrix(0), matrix(1)); });
}
TEST(BooleanCases, transpose) {
  compare("func_transpose", 1, [](auto const& matrix) { return Araios::transpose(Exec(), matrix(0)); });
}

}  // namespace library_boolean_cases_test
