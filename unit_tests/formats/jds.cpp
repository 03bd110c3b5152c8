// SPDX-License-Identifier: Apache-2.0

#include <Araios/formats/jds.hpp>
#include <gtest/gtest.h>

#include <cstdint>

#include "support/arrays.hpp"
#include "support/refusals.hpp"

namespace formats_jds_test {

using namespace Araios;
using test::array;
using test::refusal;
using Space = Kokkos::DefaultExecutionSpace::memory_space;
using Matrix = JdsMatrix<double, int, int, Space>;

TEST(Jds, default_is_empty) {
  Matrix const A;
  EXPECT_EQ(A.num_rows(), 0);
  EXPECT_EQ(A.num_cols(), 0);
  EXPECT_EQ(A.nnz(), 0);
  EXPECT_EQ(A.diagonals(), 0);
  EXPECT_EQ(A.bytes(), 0);
}

TEST(Jds, shares_the_arrays_that_it_is_made_of) {
  auto const offsets = array<int>(4);
  auto const entries = array<int>(5);
  auto const values = array<double>(5);
  auto const permutation = array<int>(3);
  Matrix const A(3, 7, offsets, entries, values, permutation);
  EXPECT_EQ(A.diagonal_offsets.data(), offsets.data());
  EXPECT_EQ(A.entries.data(), entries.data());
  EXPECT_EQ(A.values.data(), values.data());
  EXPECT_EQ(A.permutation.data(), permutation.data());
  EXPECT_EQ(A.num_rows(), 3);
  EXPECT_EQ(A.num_cols(), 7);
  EXPECT_EQ(A.nnz(), 5);
  EXPECT_EQ(A.diagonals(), 3);
  EXPECT_EQ(A.bytes(), 4 * 4 + 5 * (4 + 8) + 3 * 4);
  EXPECT_EQ(A.bytes(), (jds_bytes<double, int, int>(3, 3, 5)));
}

TEST(Jds, a_pattern_has_no_values) {
  JdsMatrix<Pattern, int, std::int64_t, Space> const A(3, 7, array<std::int64_t>(4), array<int>(5), {}, array<int>(3));
  EXPECT_EQ(A.bytes(), 4 * 8 + 5 * 4 + 3 * 4);
  EXPECT_EQ(A.bytes(), (jds_bytes<Pattern, int, std::int64_t>(3, 3, 5)));
}

TEST(Jds, refuses_lengths_and_sizes_that_disagree) {
  EXPECT_EQ(refusal([] { Matrix(3, 7, array<int>(4), array<int>(5), array<double>(4), array<int>(3)); }),
            "Araios::JdsMatrix: length of values, length of entries (4 != 5)");
  EXPECT_EQ(refusal([] { Matrix(3, 7, array<int>(4), array<int>(5), array<double>(5), array<int>(2)); }),
            "Araios::JdsMatrix: length of permutation, number of rows (2 != 3)");
  EXPECT_EQ(refusal([] { Matrix(3, 7, {}, array<int>(5), array<double>(5), array<int>(3)); }),
            "Araios::JdsMatrix: no diagonal for 5 entries");
  EXPECT_EQ(refusal([] { Matrix(3, -7, {}, {}, {}, array<int>(3)); }), "Araios::JdsMatrix: negative size 3 x -7");
  EXPECT_EQ(refusal([] { Matrix(std::int64_t(1) << 31, 7, {}, {}, {}, {}); }),
            "Araios::JdsMatrix: number of rows: 2147483648 does not fit a 32-bit signed integer");
}

}  // namespace formats_jds_test
