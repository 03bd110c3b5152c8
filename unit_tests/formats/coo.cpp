// SPDX-License-Identifier: Apache-2.0

#include <Araios/formats/coo.hpp>
#include <gtest/gtest.h>

#include <cstdint>

#include "support/arrays.hpp"
#include "support/refusals.hpp"

namespace formats_coo_test {

using namespace Araios;
using test::array;
using test::refusal;
using Space = Kokkos::DefaultExecutionSpace::memory_space;
using Matrix = CooMatrix<double, int, int, Space>;

TEST(Coo, default_is_empty) {
  Matrix const A;
  EXPECT_EQ(A.num_rows(), 0);
  EXPECT_EQ(A.num_cols(), 0);
  EXPECT_EQ(A.nnz(), 0);
}

TEST(Coo, shares_the_arrays_that_it_is_made_of) {
  auto const rows = array<int>(5);
  auto const cols = array<int>(5);
  auto const values = array<double>(5);
  Matrix const A(3, 7, rows, cols, values);
  EXPECT_EQ(A.row_indices.data(), rows.data());
  EXPECT_EQ(A.col_indices.data(), cols.data());
  EXPECT_EQ(A.values.data(), values.data());
  EXPECT_EQ(A.num_rows(), 3);
  EXPECT_EQ(A.num_cols(), 7);
  EXPECT_EQ(A.nnz(), 5);
  EXPECT_EQ(A.bytes(), 5 * (4 + 4 + 8));
  EXPECT_EQ(A.bytes(), (coo_bytes<double, int>(5)));
}

TEST(Coo, a_pattern_has_no_values) {
  CooMatrix<Pattern, std::int64_t, std::int64_t, Space> const A(3, 7, array<std::int64_t>(5), array<std::int64_t>(5));
  EXPECT_EQ(A.nnz(), 5);
  EXPECT_EQ(A.bytes(), 5 * 16);
  EXPECT_EQ(A.bytes(), (coo_bytes<Pattern, std::int64_t>(5)));
}

TEST(Coo, refuses_lengths_and_sizes_that_disagree) {
  EXPECT_EQ(refusal([] { Matrix(3, 7, array<int>(4), array<int>(5), array<double>(5)); }),
            "Araios::CooMatrix: length of row_indices, length of col_indices (4 != 5)");
  EXPECT_EQ(refusal([] { Matrix(3, 7, array<int>(5), array<int>(5), array<double>(4)); }),
            "Araios::CooMatrix: length of values, length of indices (4 != 5)");
  EXPECT_EQ(refusal([] { Matrix(3, -7, {}, {}, {}); }), "Araios::CooMatrix: negative size 3 x -7");
  EXPECT_EQ(refusal([] { Matrix(std::int64_t(1) << 31, 1, {}, {}, {}); }),
            "Araios::CooMatrix: number of rows: 2147483648 does not fit a 32-bit signed integer");
}

}  // namespace formats_coo_test
