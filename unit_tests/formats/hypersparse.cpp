// SPDX-License-Identifier: Apache-2.0

#include <Araios/formats/hypersparse.hpp>
#include <gtest/gtest.h>

#include <cstdint>

#include "support/arrays.hpp"
#include "support/refusals.hpp"

namespace formats_hypersparse_test {

using namespace Araios;
using test::array;
using test::refusal;
using Space = Kokkos::DefaultExecutionSpace::memory_space;
using Matrix = HypersparseMatrix<double, int, int, Space>;

TEST(Hypersparse, default_is_empty) {
  Matrix const A;
  EXPECT_EQ(A.num_rows(), 0);
  EXPECT_EQ(A.num_cols(), 0);
  EXPECT_EQ(A.nnz(), 0);
  EXPECT_EQ(A.nonempty_rows(), 0);
  EXPECT_EQ(A.bytes(), 0);
  EXPECT_EQ(A.compressed().num_rows(), 0);
}

TEST(Hypersparse, shares_the_arrays_that_it_is_made_of) {
  auto const rows = array<int>(2);
  auto const row_map = array<int>(3);
  auto const entries = array<int>(5);
  auto const values = array<double>(5);
  Matrix const A(1000, 7, rows, row_map, entries, values);
  EXPECT_EQ(A.rows.data(), rows.data());
  EXPECT_EQ(A.row_map.data(), row_map.data());
  EXPECT_EQ(A.entries.data(), entries.data());
  EXPECT_EQ(A.values.data(), values.data());
  EXPECT_EQ(A.num_rows(), 1000);
  EXPECT_EQ(A.num_cols(), 7);
  EXPECT_EQ(A.nnz(), 5);
  EXPECT_EQ(A.nonempty_rows(), 2);
  EXPECT_EQ(A.bytes(), 2 * 4 + 3 * 4 + 5 * (4 + 8));
  EXPECT_EQ(A.bytes(), (hypersparse_bytes<double, int, int>(2, 5)));
  auto const C = A.compressed();
  EXPECT_EQ(C.num_rows(), 2);
  EXPECT_EQ(C.num_cols(), 7);
  EXPECT_EQ(C.row_map.data(), row_map.data());
  EXPECT_EQ(C.entries.data(), entries.data());
  Matrix const B(1000, rows, C);
  EXPECT_EQ(B.num_rows(), 1000);
  EXPECT_EQ(B.num_cols(), 7);
  EXPECT_EQ(B.rows.data(), rows.data());
  EXPECT_EQ(B.values.data(), values.data());
}

TEST(Hypersparse, a_pattern_has_no_values) {
  HypersparseMatrix<Pattern, int, std::int64_t, Space> const A(9, 7, array<int>(2), array<std::int64_t>(3),
                                                               array<int>(5));
  EXPECT_EQ(A.bytes(), 2 * 4 + 3 * 8 + 5 * 4);
  EXPECT_EQ(A.bytes(), (hypersparse_bytes<Pattern, int, std::int64_t>(2, 5)));
}

TEST(Hypersparse, refuses_lengths_and_sizes_that_disagree) {
  EXPECT_EQ(refusal([] { Matrix(9, 7, array<int>(2), array<int>(2), array<int>(5), array<double>(5)); }),
            "Araios::HypersparseMatrix: length of row_map must be that of rows + 1 (2 != 2 + 1)");
  EXPECT_EQ(refusal([] { Matrix(9, 7, array<int>(2), array<int>(3), array<int>(5), array<double>(4)); }),
            "Araios::HypersparseMatrix: length of values, length of entries (4 != 5)");
  EXPECT_EQ(refusal([] { Matrix(1, 7, array<int>(2), array<int>(3), array<int>(5), array<double>(5)); }),
            "Araios::HypersparseMatrix: more non-empty rows than rows (2 > 1)");
  EXPECT_EQ(refusal([] { Matrix(3, -7, {}, {}, {}, {}); }), "Araios::HypersparseMatrix: negative size 3 x -7");
  EXPECT_EQ(refusal([] { Matrix(std::int64_t(1) << 31, 7, {}, {}, {}, {}); }),
            "Araios::HypersparseMatrix: number of rows: 2147483648 does not fit a 32-bit signed integer");
}

}  // namespace formats_hypersparse_test
