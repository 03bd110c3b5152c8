// SPDX-License-Identifier: Apache-2.0

#include <Araios/formats/hyb.hpp>
#include <gtest/gtest.h>

#include <cstdint>

#include "support/arrays.hpp"
#include "support/refusals.hpp"

namespace formats_hyb_test {

using namespace Araios;
using test::array;
using test::refusal;
using Space = Kokkos::DefaultExecutionSpace::memory_space;
using Matrix = HybMatrix<double, int, int, Space>;

Matrix::ell_type ell(std::int64_t num_rows = 3, std::int64_t num_cols = 7) {
  return Matrix::ell_type(num_rows, num_cols, 5, 2, 32, array<int>(64), array<double>(64));
}
Matrix::coo_type coo() { return Matrix::coo_type(3, 7, array<int>(4), array<int>(4), array<double>(4)); }

TEST(Hyb, default_is_empty) {
  Matrix const A;
  EXPECT_EQ(A.num_rows(), 0);
  EXPECT_EQ(A.num_cols(), 0);
  EXPECT_EQ(A.nnz(), 0);
  EXPECT_EQ(A.bytes(), 0);
}

TEST(Hyb, is_the_sum_of_its_parts) {
  auto const rows = array<int>(2);
  Matrix const A(ell(), coo(), rows, array<int>(3));
  EXPECT_EQ(A.num_rows(), 3);
  EXPECT_EQ(A.num_cols(), 7);
  EXPECT_EQ(A.nnz(), 9);
  EXPECT_EQ(A.overflow_rows.data(), rows.data());
  EXPECT_EQ(A.bytes(), 64 * 12 + 4 * 16 + 2 * 4 + 3 * 4);
  EXPECT_EQ(A.bytes(), (hyb_bytes<double, int, int>(3, 2, 4, 2)));
}

TEST(Hyb, without_a_list_needs_no_offsets) {
  Matrix::coo_type const nothing(3, 7, {}, {}, {});
  EXPECT_EQ(Matrix(ell(), nothing, {}, {}).nnz(), 5);
  EXPECT_EQ(Matrix(ell(), nothing, {}, array<int>(1)).nnz(), 5);
  EXPECT_EQ(refusal([&] { Matrix(ell(), nothing, {}, array<int>(2)); }),
            "Araios::HybMatrix: length of overflow_offsets, length of overflow_rows + 1 (2 != 1)");
  EXPECT_EQ(refusal([] { Matrix(ell(), coo(), array<int>(2), {}); }),
            "Araios::HybMatrix: length of overflow_offsets, length of overflow_rows + 1 (0 != 3)");
}

TEST(Hyb, refuses_sizes_that_disagree) {
  EXPECT_EQ(refusal([] { Matrix(ell(4), coo(), array<int>(2), array<int>(3)); }),
            "Araios::HybMatrix: rows of ell, rows of coo (4 != 3)");
  EXPECT_EQ(refusal([] { Matrix(ell(3, 8), coo(), array<int>(2), array<int>(3)); }),
            "Araios::HybMatrix: columns of ell, columns of coo (8 != 7)");
  EXPECT_EQ(refusal([] { Matrix(ell(), coo(), array<int>(2), array<int>(2)); }),
            "Araios::HybMatrix: length of overflow_offsets, length of overflow_rows + 1 (2 != 3)");
  EXPECT_EQ(refusal([] { Matrix(ell(), coo(), array<int>(5), array<int>(6)); }),
            "Araios::HybMatrix: 5 rows in overflow_rows, but coo has 4 entries");
  EXPECT_EQ(refusal([] { Matrix(ell(), coo(), array<int>(0), array<int>(1)); }),
            "Araios::HybMatrix: no row for the entries of coo (4 > 0)");
}

}  // namespace formats_hyb_test
