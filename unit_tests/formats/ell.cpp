// SPDX-License-Identifier: Apache-2.0

#include <Araios/formats/ell.hpp>
#include <gtest/gtest.h>

#include <cstdint>

#include "support/arrays.hpp"
#include "support/refusals.hpp"

namespace formats_ell_test {

using namespace Araios;
using test::array;
using test::refusal;
using Space = Kokkos::DefaultExecutionSpace::memory_space;
using Matrix = EllMatrix<double, int, int, Space>;

TEST(Ell, default_is_empty) {
  Matrix const A;
  EXPECT_EQ(A.num_rows(), 0);
  EXPECT_EQ(A.num_cols(), 0);
  EXPECT_EQ(A.nnz(), 0);
  EXPECT_EQ(A.slots(), 0);
  EXPECT_EQ(A.bytes(), 0);
  EXPECT_EQ(A.padding(), EllPadding::index);
}

TEST(Ell, shares_the_arrays_that_it_is_made_of) {
  auto const entries = array<int>(32 * 2);
  auto const values = array<double>(32 * 2);
  Matrix const A(3, 7, 5, 2, 32, entries, values);
  EXPECT_EQ(A.entries.data(), entries.data());
  EXPECT_EQ(A.values.data(), values.data());
  EXPECT_EQ(A.num_rows(), 3);
  EXPECT_EQ(A.num_cols(), 7);
  EXPECT_EQ(A.nnz(), 5);
  EXPECT_EQ(A.width(), 2);
  EXPECT_EQ(A.stride(), 32);
  EXPECT_EQ(A.slots(), 64);
  EXPECT_EQ(A.padding(), EllPadding::index);
  EXPECT_EQ(A.bytes(), 64 * (4 + 8));
  EXPECT_EQ(A.bytes(), (ell_bytes<double, int>(3, 2)));
}

TEST(Ell, knows_its_padding_by_the_lengths_of_its_rows) {
  Matrix const A(3, 7, 5, 2, 32, array<int>(64), array<double>(64), array<int>(3));
  EXPECT_EQ(A.padding(), EllPadding::zero);
  EXPECT_EQ(A.bytes(), 64 * 12 + 3 * 4);
  EXPECT_EQ(A.bytes(), (ell_bytes<double, int>(3, 2, EllPadding::zero)));
}

TEST(Ell, a_pattern_has_no_values) {
  EllMatrix<Pattern, std::int64_t, std::int64_t, Space> const A(3, 7, 5, 2, 4, array<std::int64_t>(8));
  EXPECT_EQ(A.nnz(), 5);
  EXPECT_EQ(A.bytes(), 8 * 8);
}

TEST(Ell, rows_of_a_column_are_aligned) {
  EXPECT_EQ(ell_stride(0), 0);
  EXPECT_EQ(ell_stride(1), 32);
  EXPECT_EQ(ell_stride(32), 32);
  EXPECT_EQ(ell_stride(33), 64);
  EXPECT_EQ((ell_bytes<Pattern, std::int64_t>(33, 3)), 64 * 3 * 8);
  EXPECT_EQ((ell_bytes<float, int>(std::int64_t(1) << 31, 3)), (std::int64_t(3) << 31) * 8);
  EXPECT_EQ(refusal([] { ell_bytes<float, int>(std::int64_t(1) << 40, std::int64_t(1) << 30); }),
            "Araios::ell_bytes: slots: 1099511627776 * 1073741824 does not fit 64 bits");
}

TEST(Ell, refuses_lengths_and_sizes_that_disagree) {
  EXPECT_EQ(refusal([] { Matrix(3, 7, 5, 2, 32, array<int>(63), array<double>(64)); }),
            "Araios::EllMatrix: length of entries, stride * width (63 != 64)");
  EXPECT_EQ(refusal([] { Matrix(3, 7, 5, 2, 32, array<int>(64), array<double>(63)); }),
            "Araios::EllMatrix: length of values, stride * width (63 != 64)");
  EXPECT_EQ(refusal([] { Matrix(3, 7, 7, 2, 32, array<int>(64), array<double>(64)); }),
            "Araios::EllMatrix: 7 entries do not fit 3 rows of 2 slots");
  EXPECT_EQ(refusal([] { Matrix(33, 7, 7, 2, 32, array<int>(64), array<double>(64)); }),
            "Araios::EllMatrix: stride must be at least the number of rows (32 < 33)");
  EXPECT_EQ(refusal([] { Matrix(3, 7, 5, 2, 32, array<int>(64), array<double>(64), array<int>(4)); }),
            "Araios::EllMatrix: length of row_lengths must be that of rows, or 0 (4 != 3)");
  EXPECT_EQ(refusal([] { Matrix(3, -7, 0, 0, 32, {}, {}); }), "Araios::EllMatrix: negative size 3 x -7");
  EXPECT_EQ(refusal([] { Matrix(3, 7, -1, 0, 32, {}, {}); }),
            "Araios::EllMatrix: negative width 0 or number of entries -1");
  EXPECT_EQ(refusal([] { EllMatrix<Pattern, int, int, Space>(3, 7, 5, 2, 32, array<int>(64), {}, array<int>(3)); }),
            "Araios::EllMatrix: a matrix without values cannot be padded by zero");
  EXPECT_EQ(refusal([] { Matrix(std::int64_t(1) << 31, 1, 0, 0, std::int64_t(1) << 31, {}, {}); }),
            "Araios::EllMatrix: number of rows: 2147483648 does not fit a 32-bit signed integer");
}

}  // namespace formats_ell_test
