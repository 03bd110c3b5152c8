// SPDX-License-Identifier: Apache-2.0

#include <Araios/formats/sell.hpp>
#include <gtest/gtest.h>

#include <cstdint>

#include "support/arrays.hpp"
#include "support/refusals.hpp"

namespace formats_sell_test {

using namespace Araios;
using test::array;
using test::refusal;
using Space = Kokkos::DefaultExecutionSpace::memory_space;
using Matrix = SellMatrix<double, int, int, Space>;

TEST(Sell, default_is_empty) {
  Matrix const A;
  EXPECT_EQ(A.num_rows(), 0);
  EXPECT_EQ(A.num_cols(), 0);
  EXPECT_EQ(A.nnz(), 0);
  EXPECT_EQ(A.slots(), 0);
  EXPECT_EQ(A.chunks(), 0);
  EXPECT_EQ(A.bytes(), 0);
}

TEST(Sell, shares_the_arrays_that_it_is_made_of) {
  auto const offsets = array<int>(3);
  auto const entries = array<int>(12);
  auto const values = array<double>(12);
  auto const permutation = array<int>(3);
  Matrix const A(3, 7, 5, 2, offsets, entries, values, permutation);
  EXPECT_EQ(A.chunk_offsets.data(), offsets.data());
  EXPECT_EQ(A.entries.data(), entries.data());
  EXPECT_EQ(A.values.data(), values.data());
  EXPECT_EQ(A.permutation.data(), permutation.data());
  EXPECT_EQ(A.num_rows(), 3);
  EXPECT_EQ(A.num_cols(), 7);
  EXPECT_EQ(A.nnz(), 5);
  EXPECT_EQ(A.chunk(), 2);
  EXPECT_EQ(A.chunks(), 2);
  EXPECT_EQ(A.slots(), 12);
  EXPECT_EQ(A.bytes(), 3 * 4 + 12 * (4 + 8) + 3 * 4);
  EXPECT_EQ(A.bytes(), (sell_bytes<double, int, int>(3, 2, 12, true)));
}

TEST(Sell, a_pattern_has_no_values_and_a_permutation_is_optional) {
  SellMatrix<Pattern, int, std::int64_t, Space> const A(4, 7, 5, 2, array<std::int64_t>(3), array<int>(8));
  EXPECT_EQ(A.nnz(), 5);
  EXPECT_EQ(A.chunks(), 2);
  EXPECT_EQ(A.bytes(), 3 * 8 + 8 * 4);
  EXPECT_EQ(A.bytes(), (sell_bytes<Pattern, int, std::int64_t>(4, 2, 8, false)));
}

TEST(Sell, refuses_lengths_and_sizes_that_disagree) {
  auto const four = array<int>(4);
  EXPECT_EQ(refusal([&] { Matrix(3, 7, 5, 2, array<int>(2), array<int>(8), array<double>(8)); }),
            "Araios::SellMatrix: length of chunk_offsets must be chunks + 1 (2 != 2 + 1)");
  EXPECT_EQ(refusal([&] { Matrix(3, 7, 5, 2, array<int>(3), array<int>(8), array<double>(7)); }),
            "Araios::SellMatrix: length of values, length of entries (7 != 8)");
  EXPECT_EQ(refusal([&] { Matrix(3, 7, 9, 2, array<int>(3), array<int>(8), array<double>(8)); }),
            "Araios::SellMatrix: 9 entries do not fit 8 slots");
  EXPECT_EQ(refusal([&] { Matrix(3, 7, 5, 2, array<int>(3), array<int>(8), array<double>(8), four); }),
            "Araios::SellMatrix: length of permutation must be that of rows, or 0 (4 != 3)");
  EXPECT_EQ(refusal([&] { Matrix(3, 7, 5, 0, array<int>(3), array<int>(8), array<double>(8)); }),
            "Araios::SellMatrix: chunks of 0 rows");
  EXPECT_EQ(refusal([&] { Matrix(3, 7, 5, std::int64_t(1) << 31, array<int>(3), array<int>(8), array<double>(8)); }),
            "Araios::SellMatrix: chunks of 2147483648 rows");
  EXPECT_EQ(refusal([&] { Matrix(-3, 7, 0, 2, {}, {}, {}); }), "Araios::SellMatrix: negative size -3 x 7");
  EXPECT_EQ(refusal([&] { Matrix(3, std::int64_t(1) << 31, 0, 2, {}, {}, {}); }),
            "Araios::SellMatrix: number of columns: 2147483648 does not fit a 32-bit signed integer");
  EXPECT_EQ(refusal([] { sell_bytes<double, int, int>(3, 0, 12, true); }), "Araios::sell_bytes: chunks of 0 rows");
}

}  // namespace formats_sell_test
