// SPDX-License-Identifier: Apache-2.0

#include <Araios/formats/bsr.hpp>
#include <Araios/formats/copy.hpp>
#include <gtest/gtest.h>

#include <cstdint>
#include <type_traits>
#include <vector>

#include "support/arrays.hpp"
#include "support/matrices.hpp"
#include "support/refusals.hpp"

namespace formats_bsr_test {

using namespace Araios;
using namespace Araios::test;
using Exec = Kokkos::DefaultExecutionSpace;
using Space = Exec::memory_space;
using Host = Kokkos::HostSpace;
using Matrix = BsrMatrix<double, int, int, Space>;

using Words = std::uint32_t;

TEST(Bsr, default_is_empty) {
  Matrix const A;
  EXPECT_EQ(A.num_rows(), 0);
  EXPECT_EQ(A.num_cols(), 0);
  EXPECT_EQ(A.nnz(), 0);
  EXPECT_EQ(A.num_blocks(), 0);
  EXPECT_EQ(A.block_size(), 1);
  EXPECT_EQ(A.bytes(), 0);
}

TEST(Bsr, shares_the_arrays_and_knows_their_bytes) {
  auto const values = array<double>(5 * 9);
  Matrix const A(6, 12, 3, 3, 45, array<int>(3), array<int>(5), {}, values);
  EXPECT_EQ(A.values.data(), values.data());
  EXPECT_EQ(A.num_rows(), 6);
  EXPECT_EQ(A.num_cols(), 12);
  EXPECT_EQ(A.nnz(), 45);
  EXPECT_EQ(A.block_size(), 3);
  EXPECT_EQ(A.num_block_rows(), 2);
  EXPECT_EQ(A.num_blocks(), 5);
  EXPECT_FALSE(A.has_holes());
  EXPECT_EQ(A.bytes(), 3 * 4 + 5 * 4 + 45 * 8);
  EXPECT_EQ((bsr_bytes<double, int, int>(6, 3, 5, false)), A.bytes());
  BsrMatrix<Pattern, int, std::int64_t, Space> const P(6, 12, 3, 3, 40, array<std::int64_t>(3), array<int>(5),
                                                       array<Words>(2));
  EXPECT_TRUE(P.has_holes());
  EXPECT_EQ(P.bytes(), 3 * 8 + 5 * 4 + 2 * 4);
  EXPECT_EQ((bsr_bytes<Pattern, int, std::int64_t>(6, 3, 5, true)), P.bytes());
}

TEST(Bsr, refuses_blocks_that_are_not_square_or_do_not_cut_the_matrix) {
  auto const make = [](std::int64_t m, std::int64_t n, std::int64_t b, std::int64_t c) {
    return refusal([=] { Matrix(m, n, b, c, 0, {}, {}, {}, {}); });
  };
  EXPECT_EQ(make(6, 12, 2, 3), "Araios::BsrMatrix: blocks of 2 x 3 are not square; only square blocks are "
                               "supported (take 2 x 2 or 3 x 3)");
  EXPECT_EQ(make(6, 12, 0, 0), "Araios::BsrMatrix: blocks must have at least one row, not 0");
  EXPECT_EQ(make(7, 12, 3, 3), "Araios::BsrMatrix: the rows must be a multiple of the block size (7 is not of 3)");
  EXPECT_EQ(make(6, 13, 3, 3), "Araios::BsrMatrix: the columns must be a multiple of the block size (13 is not of 3)");
}

TEST(Bsr, refuses_lengths_that_disagree) {
  auto const make = [](std::int64_t nnz, std::int64_t map, std::int64_t words, std::int64_t values) {
    return refusal(
        [=] { Matrix(6, 12, 3, 3, nnz, array<int>(map), array<int>(5), array<Words>(words), array<double>(values)); });
  };
  EXPECT_EQ(make(45, 2, 0, 45), "Araios::BsrMatrix: length of row_map must be block rows + 1 (2 != 2 + 1)");
  EXPECT_EQ(make(45, 3, 0, 44), "Araios::BsrMatrix: length of values, elements of the blocks (44 != 45)");
  EXPECT_EQ(make(44, 3, 0, 45), "Araios::BsrMatrix: without a mask every element of a block is an entry (44 != 45)");
  EXPECT_EQ(make(46, 3, 2, 45), "Araios::BsrMatrix: more entries than elements of the blocks (46 > 45)");
  EXPECT_EQ(make(44, 3, 1, 45), "Araios::BsrMatrix: length of present, words for the elements of the blocks (1 != 2)");
  EXPECT_EQ(make(-1, 3, 2, 45), "Araios::BsrMatrix: negative size 6 x 12 with -1 entries");
}

TEST(Bsr, allocate_bsr_gives_a_labelled_allocation_of_the_right_lengths) {
  auto const arrays = allocate_bsr<float, int, std::int64_t>(Exec(), "Araios::test", 6, 3, 5, true);
  EXPECT_EQ(arrays.row_map.extent(0), 3u);
  EXPECT_EQ(arrays.entries.extent(0), 5u);
  EXPECT_EQ(arrays.present.extent(0), 2u);
  EXPECT_EQ(arrays.values.extent(0), 45u);
  EXPECT_EQ(arrays.present.label(), "Araios::test");
  EXPECT_EQ((allocate_bsr<float, int, int>(Exec(), "Araios::test", 6, 3, 5, false).present.extent(0)), 0u);
}

TEST(Bsr, blocks_without_a_row_have_no_size) {
  EXPECT_EQ(refusal([] { (void)bsr_bytes<double, int, int>(6, 0, 5, false); }),
            "Araios::bsr_bytes: blocks must have at least one row, not 0");
  EXPECT_EQ(refusal([] { (void)bsr_bytes<double, int, int>(6, -1, 5, false); }),
            "Araios::bsr_bytes: blocks must have at least one row, not -1");
  EXPECT_EQ(refusal([] { allocate_bsr<double, int, int>(Exec(), "Araios::test", 6, 0, 5, false); }),
            "Araios::allocate_bsr: blocks must have at least one row, not 0");
}

TEST(Bsr, copies_have_arrays_of_their_own) {
  BsrMatrix<double const, int, int, Space> const A(
      2, 4, 2, 2, 7, to_view<Space>(std::vector<int>{0, 2}), to_view<Space>(std::vector<int>{0, 1}),
      to_view<Space>(std::vector<Words>{0xf7}), to_view<Space>(std::vector<double>{1, 2, 3, 4, 5, 6, 7, 8}));
  auto const C = copy(Exec(), A);
  static_assert(std::is_same_v<decltype(C), Matrix const>);
  Exec().fence();
  auto const D = copy_to<Host>(C);
  EXPECT_NE(C.values.data(), A.values.data());
  EXPECT_EQ(D.block_size(), 2);
  EXPECT_EQ(D.nnz(), 7);
  EXPECT_EQ(D.num_cols(), 4);
  EXPECT_EQ(to_vector(D.row_map), (std::vector<int>{0, 2}));
  EXPECT_EQ(to_vector(D.entries), (std::vector<int>{0, 1}));
  EXPECT_EQ(to_vector(D.present), (std::vector<Words>{0xf7}));
  EXPECT_EQ(to_vector(D.values), (std::vector<double>{1, 2, 3, 4, 5, 6, 7, 8}));
}

}  // namespace formats_bsr_test
