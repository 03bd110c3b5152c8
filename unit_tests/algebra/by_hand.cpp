// SPDX-License-Identifier: Apache-2.0
//
// Matrices of two billion rows, single differences, and refusals.

#include <Araios/algebra.hpp>
#include <Araios/convert.hpp>
#include <gtest/gtest.h>

#include <cstdint>
#include <vector>

#include "support/matrices.hpp"
#include "support/refusals.hpp"

namespace algebra_by_hand_test {

using namespace Araios;
using namespace Araios::test;
using Exec = Kokkos::DefaultExecutionSpace;
using Space = Exec::memory_space;
using Ints = std::vector<int>;
using List = CooMatrix<double, int, int, Space>;
using Rows = HypersparseMatrix<double, int, int, Space>;

constexpr int many = 2'000'000'000;

List list(std::int64_t m, std::int64_t n, Ints const& rows, Ints const& cols, std::vector<double> const& values) {
  return List(m, n, to_view<Space>(rows), to_view<Space>(cols), to_view<Space>(values));
}
void check(List const& A, std::int64_t m, std::int64_t n, Ints const& rows, Ints const& cols,
           std::vector<double> const& values) {
  EXPECT_EQ(A.num_rows(), m);
  EXPECT_EQ(A.num_cols(), n);
  EXPECT_EQ(to_vector(A.row_indices), rows);
  EXPECT_EQ(to_vector(A.col_indices), cols);
  EXPECT_EQ(to_vector(A.values), values);
}

TEST(AlgebraOfManyRows, costs_what_the_entries_cost) {
  Exec const exec;
  auto const A = list(many, many, {3, 3, many - 1}, {0, many - 1, 7}, {1, 2, 3});
  auto const B = list(many, many, {3, 40, many - 1}, {many - 1, 5, 8}, {10, 20, 30});
  auto const H = convert<Format::hypersparse>(exec, A);
  check(elementwise_add(exec, A, B), many, many, {3, 3, 40, many - 1, many - 1}, {0, many - 1, 5, 7, 8},
        {1, 12, 20, 3, 30});
  check(elementwise_multiply(exec, A, B), many, many, {3}, {many - 1}, {20});
  check(elementwise_difference(exec, A, H), many, many, {}, {}, {});
  check(elementwise_difference(exec, B, H), many, many, {40, many - 1}, {5, 8}, {20, 30});
  check(elementwise_xor(exec, A, B), many, many, {3, 40, many - 1, many - 1}, {0, 5, 7, 8}, {1, 20, 3, 30});
  check(transpose(exec, A), many, many, {0, 7, many - 1}, {3, many - 1, 3}, {1, 3, 2});
  auto const T = transpose(exec, H);
  EXPECT_EQ(to_vector(T.rows), (Ints{0, 7, many - 1}));
  EXPECT_EQ(T.bytes(), 4 * (3 + 4 + 3) + 3 * 8);
  check(submatrix(exec, A, {3, many}, {7, many}), many - 3, many - 7, {0, many - 4}, {many - 8, 0}, {2, 3});
  EXPECT_TRUE(equal(exec, A, H));
  EXPECT_FALSE(equal(exec, A, B));
  // A product with few columns, and a Kronecker product.
  auto const tall = list(many, 3, {5, 9, many - 1}, {1, 0, 2}, {2, 3, 4});
  auto const small = to_csr<Space>(from_rows<double, int, int>({{0, 1}, {1}, {}}, 2));
  check(multiply(exec, tall, small), many, 2, {5, 9, 9}, {1, 0, 1}, {6, 3, 6});
  auto const half = list(many / 2, 1, {1, many / 2 - 1}, {0, 0}, {5, 7});
  check(kronecker(exec, half, list(2, 1, {1}, {0}, {2})), many, 1, {3, many - 1}, {0, 0}, {10, 14});
}

TEST(AlgebraEquality, sees_every_difference) {
  Exec const exec;
  auto const A = list(9, 9, {1, 1, 4}, {0, 2, 8}, {1, 2, 3});
  auto const H = convert<Format::hypersparse>(exec, A);
  EXPECT_TRUE(equal(exec, H, list(9, 9, {1, 1, 4}, {0, 2, 8}, {1, 2, 3})));
  EXPECT_FALSE(equal(exec, H, list(9, 9, {1, 1, 5}, {0, 2, 8}, {1, 2, 3})));
  EXPECT_FALSE(equal(exec, H, list(9, 9, {1, 4, 4}, {0, 2, 8}, {1, 2, 3})));
  EXPECT_FALSE(equal(exec, H, list(9, 9, {1, 1, 4}, {0, 3, 8}, {1, 2, 3})));
  EXPECT_FALSE(equal(exec, H, list(9, 9, {1, 1, 4}, {0, 2, 8}, {1, 2.5, 3})));
  EXPECT_FALSE(equal(exec, H, list(9, 9, {1, 3, 4}, {0, 2, 8}, {1, 2, 3})));
  EXPECT_FALSE(equal(exec, H, list(9, 9, {1, 1}, {0, 2}, {1, 2})));
  EXPECT_FALSE(equal(exec, H, list(10, 9, {1, 1, 4}, {0, 2, 8}, {1, 2, 3})));
  EXPECT_TRUE(equal(exec, Rows(9, 9, {}, {}, {}, {}), list(9, 9, {}, {}, {})));
}

TEST(AlgebraRefusals, name_what_disagrees) {
  Exec const exec;
  auto const A = list(4, 5, {1, 3}, {0, 4}, {1, 2});
  auto const H = convert<Format::hypersparse>(exec, A);
  auto const square = list(4, 4, {1}, {0}, {1});
  EXPECT_EQ(refusal([&] { multiply(exec, H, H); }), "Araios::multiply: columns of A, rows of B (5 != 4)");
  EXPECT_EQ(refusal([&] { elementwise_add(exec, H, square); }),
            "Araios::elementwise_union: columns of the operands (5 != 4)");
  EXPECT_EQ(refusal([&] { elementwise_xor(exec, H, list(3, 5, {}, {}, {})); }),
            "Araios::elementwise_xor: rows of the operands (4 != 3)");
  EXPECT_EQ(refusal([&] { submatrix(exec, H, {0, 5}, {0, 5}); }),
            "Araios::submatrix: rows [0, 5) are not a range within [0, 4)");
  EXPECT_EQ(refusal([&] { submatrix(exec, H, {0, 4}, {0, 6}); }),
            "Araios::submatrix: cols [0, 6) are not a range within [0, 5)");
  EXPECT_EQ(refusal([&] { submatrix(exec, H, to_view<Space>(Ints{1, 4}), IndexRange{0, 5}); }),
            "Araios::submatrix: rows(1) = 4 is not in [0, 4)");
  auto const wide = convert<Format::hypersparse>(exec, list(many, 1, {0}, {0}, {1}));
  EXPECT_EQ(refusal([&] { kronecker(exec, wide, wide); }),
            "Araios::kronecker: number of rows: 2000000000 * 2000000000 does not fit the 32-bit Ordinal; name a wider "
            "one, as in kronecker<std::int64_t, std::int64_t>");
  auto const rows = to_view<Space>(Ints{0, 1});
  EXPECT_EQ(refusal([&] { contains(exec, H, rows, rows, Kokkos::View<int*, Space>("Araios::test::found", 3)); }),
            "Araios::contains: length of found, length of rows (3 != 2)");
  EXPECT_EQ(refusal([&] { contains(exec, A, rows, rows, rows); }),
            "Araios::contains: found and rows are the same array");
}

TEST(AlgebraRefusals, name_the_entry_that_is_out_of_order) {
  Exec const exec;
  auto const A = list(9, 5, {1, 7}, {0, 4}, {1, 2});
  auto const H = convert<Format::hypersparse>(exec, A);
  std::string const advice = "; entries of COO must be sorted by row and column, without duplicates";
  auto const unsorted = list(9, 5, {1, 7, 7}, {0, 4, 2}, {1, 2, 3});
  auto const twice = list(9, 5, {1, 7, 7}, {0, 4, 4}, {1, 2, 3});
  auto const rows = list(9, 5, {7, 1}, {0, 4}, {1, 2});
  EXPECT_EQ(refusal([&] { elementwise_add(exec, unsorted, H); }),
            "Araios::elementwise_union: first operand: position 2: entry (7, 2) follows (7, 4): not sorted" + advice);
  EXPECT_EQ(refusal([&] { elementwise_multiply(exec, H, twice); }),
            "Araios::elementwise_intersection: second operand: position 2: entry (7, 4) appears twice" + advice);
  EXPECT_EQ(refusal([&] { multiply(exec, rows, to_csr<Space>(from_rows<double, int, int>({{}, {}, {}, {}, {}}, 5))); }),
            "Araios::multiply: A: position 1: entry (1, 4) follows (7, 0): not sorted" + advice);
  EXPECT_EQ(refusal([&] { equal(exec, list(9, 5, {1, 7}, {0, 4}, {1, 2}), list(9, 5, {7, 1}, {0, 4}, {1, 2})); }),
            "Araios::equal: B: position 1: entry (1, 4) follows (7, 0): not sorted" + advice);
  // Rows of DCSR are named as the list names them.
  Rows const B(9, 5, to_view<Space>(Ints{2, 8}), to_view<Space>(Ints{0, 1, 3}), to_view<Space>(Ints{0, 4, 1}),
               to_view<Space>(std::vector<double>{1, 2, 3}));
  EXPECT_EQ(refusal([&] { elementwise_add(exec, H, B); }),
            "Araios::elementwise_union: second operand: row 8, position 2: column 1 follows column 4: not sorted; both "
            "operands must be sorted, without duplicates (see sum_duplicates)");
  auto const square = convert<Format::hypersparse>(exec, list(5, 9, {3}, {8}, {1}));
  EXPECT_EQ(refusal([&] { multiply(exec, square, B); }).rfind("Araios::multiply: ", 0), 0u);
  EXPECT_NE(refusal([&] { multiply(exec, square, B); }).find("row 8"), std::string::npos);
}

}  // namespace algebra_by_hand_test
