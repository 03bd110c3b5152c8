// SPDX-License-Identifier: Apache-2.0

#include <Araios/formats/validate/hypersparse.hpp>
#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <vector>

#include "support/matrices.hpp"
#include "support/refusals.hpp"

namespace formats_validate_hypersparse_test {

using namespace Araios;
using namespace Araios::test;
using Exec = Kokkos::DefaultExecutionSpace;
using Space = Exec::memory_space;
using Matrix = HypersparseMatrix<Pattern, int, int, Space>;
using Ints = std::vector<int>;

/// Rows 2, 5 and 9 of a 10 x 4 matrix.
Matrix matrix(Ints const& rows = {2, 5, 9}, Ints const& row_map = {0, 2, 3, 5}, Ints const& entries = {0, 3, 1, 0, 2}) {
  return Matrix(10, 4, to_view<Space>(rows), to_view<Space>(row_map), to_view<Space>(entries));
}

std::string sentence(Matrix const& A, Order order = Order::any) {
  auto const fault = find_fault(Exec(), A, {.order = order});
  return fault ? fault->sentence : "no fault";
}

TEST(ValidateHypersparse, accepts_matrices) {
  EXPECT_EQ(sentence(Matrix()), "no fault");
  EXPECT_EQ(sentence(Matrix(5, 5, {}, {}, {}), Order::strict), "no fault");
  EXPECT_EQ(sentence(matrix(), Order::strict), "no fault");
  EXPECT_NO_THROW(validate(Exec(), matrix()));
}

TEST(ValidateHypersparse, names_what_is_wrong_with_the_list_of_rows) {
  EXPECT_EQ(sentence(matrix({2, 5, 10})), "rows(2) is 10, not in [0, 10)");
  EXPECT_EQ(sentence(matrix({-1, 5, 9})), "rows(0) is -1, not in [0, 10)");
  EXPECT_EQ(sentence(matrix({2, 2, 9})), "rows(1) is 2, not greater than rows(0) = 2");
  EXPECT_EQ(sentence(matrix({2, 9, 5})), "rows(2) is 5, not greater than rows(1) = 9");
  EXPECT_EQ(sentence(matrix({2, 5, 9}, {0, 2, 2, 5})), "rows(1) is 5, a row without entries");
  EXPECT_EQ(refusal([] { validate(Exec(), matrix({2, 5, 10})); }), "Araios::validate: rows(2) is 10, not in [0, 10)");
}

TEST(ValidateHypersparse, names_what_is_wrong_with_rows_by_their_index) {
  EXPECT_EQ(sentence(matrix({2, 5, 9}, {1, 2, 3, 5})), "row_map(0) is 1, not 0");
  EXPECT_EQ(sentence(matrix({2, 5, 9}, {0, 3, 2, 5})),
            "row_map(2) is 2, less than row_map(1) = 3: row 5 has a negative length");
  EXPECT_EQ(sentence(matrix({2, 5, 9}, {0, 2, 3, 4})), "row_map(3) is 4, not the number of entries, 5");
  EXPECT_EQ(sentence(matrix({2, 5, 9}, {0, 2, 3, 5}, {0, 3, 4, 0, 2})), "row 5, position 2: column 4 is not in [0, 4)");
  auto const unsorted = matrix({2, 5, 9}, {0, 2, 3, 5}, {0, 3, 1, 2, 0});
  EXPECT_EQ(sentence(unsorted), "no fault");
  EXPECT_EQ(sentence(unsorted, Order::sorted), "row 9, position 4: column 0 follows column 2: not sorted");
  auto const fault = find_fault(Exec(), unsorted, {.order = Order::sorted});
  ASSERT_TRUE(fault);
  EXPECT_EQ(fault->row, 9);
  EXPECT_EQ(fault->column, 0);
  EXPECT_EQ(fault->position, 4);
  auto const twice = matrix({2, 5, 9}, {0, 2, 3, 5}, {3, 3, 1, 0, 2});
  EXPECT_EQ(sentence(twice, Order::sorted), "no fault");
  EXPECT_EQ(sentence(twice, Order::strict), "row 2, position 1: column 3 appears twice");
  EXPECT_EQ(find_fault(Exec(), matrix({2, 5, 9}, {0, 2, 3, 4}))->row, 9);
}

}  // namespace formats_validate_hypersparse_test
