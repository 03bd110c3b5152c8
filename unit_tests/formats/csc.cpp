// SPDX-License-Identifier: Apache-2.0

#include <Araios/formats/csc.hpp>
#include <gtest/gtest.h>

#include <cstdint>

#include "support/arrays.hpp"
#include "support/refusals.hpp"

namespace formats_csc_test {

using namespace Araios;
using test::array;
using test::refusal;
using Space = Kokkos::DefaultExecutionSpace::memory_space;
using Matrix = CscMatrix<double, int, int, Space>;

TEST(Csc, default_is_empty) {
  Matrix const A;
  EXPECT_EQ(A.num_rows(), 0);
  EXPECT_EQ(A.num_cols(), 0);
  EXPECT_EQ(A.nnz(), 0);
  EXPECT_EQ(A.bytes(), 0);
}

TEST(Csc, shares_the_arrays_that_it_is_made_of) {
  auto const col_map = array<int>(8);
  auto const entries = array<int>(5);
  auto const values = array<double>(5);
  Matrix const A(3, 7, col_map, entries, values);
  EXPECT_EQ(A.col_map.data(), col_map.data());
  EXPECT_EQ(A.entries.data(), entries.data());
  EXPECT_EQ(A.values.data(), values.data());
  EXPECT_EQ(A.num_rows(), 3);
  EXPECT_EQ(A.num_cols(), 7);
  EXPECT_EQ(A.nnz(), 5);
  EXPECT_EQ(A.bytes(), 8 * 4 + 5 * 4 + 5 * 8);
  EXPECT_EQ(A.bytes(), (csc_bytes<double, int, int>(7, 5)));
}

TEST(Csc, is_the_transpose_by_rows_over_the_same_arrays) {
  Matrix const A(3, 7, array<int>(8), array<int>(5), array<double>(5));
  auto const B = A.transposed();
  EXPECT_EQ(B.num_rows(), 7);
  EXPECT_EQ(B.num_cols(), 3);
  EXPECT_EQ(B.row_map.data(), A.col_map.data());
  EXPECT_EQ(B.entries.data(), A.entries.data());
  EXPECT_EQ(B.values.data(), A.values.data());
  Matrix const C(B);
  EXPECT_EQ(C.num_rows(), 3);
  EXPECT_EQ(C.num_cols(), 7);
  EXPECT_EQ(C.col_map.data(), A.col_map.data());
}

TEST(Csc, a_pattern_has_no_values) {
  CscMatrix<Pattern, int, std::int64_t, Space> const A(3, 1, array<std::int64_t>(2), array<int>(5));
  EXPECT_EQ(A.nnz(), 5);
  EXPECT_EQ(A.bytes(), 2 * 8 + 5 * 4);
  EXPECT_EQ(A.bytes(), (csc_bytes<Pattern, int, std::int64_t>(1, 5)));
}

TEST(Csc, refuses_lengths_that_disagree) {
  EXPECT_EQ(refusal([] { Matrix(3, 7, array<int>(4), array<int>(5), array<double>(5)); }),
            "Araios::CscMatrix: length of col_map must be columns + 1 (4 != 7 + 1)");
  EXPECT_EQ(refusal([] { Matrix(3, 7, array<int>(8), array<int>(5), array<double>(6)); }),
            "Araios::CscMatrix: length of values, length of entries (6 != 5)");
  EXPECT_EQ(refusal([] { Matrix(-3, 0, array<int>(1), {}, {}); }), "Araios::CscMatrix: negative size -3 x 0");
  EXPECT_EQ(refusal([] { Matrix(std::int64_t(1) << 31, 0, array<int>(1), {}, {}); }),
            "Araios::CscMatrix: number of rows: 2147483648 does not fit a 32-bit signed integer");
  EXPECT_EQ(refusal([] { csc_bytes<double, int, int>(3, -1); }),
            "Araios::csc_bytes: bytes of the entries: negative factor in -1 * 12");
}

}  // namespace formats_csc_test
