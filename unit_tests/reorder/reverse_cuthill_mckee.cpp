// SPDX-License-Identifier: Apache-2.0

#include <Araios/generate/stencil.hpp>
#include <Araios/reorder.hpp>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <numeric>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "support/matrices.hpp"
#include "support/refusals.hpp"
#include "support/types.hpp"

namespace reorder_reverse_cuthill_mckee_test {

using namespace Araios;
using namespace Araios::test;
using Exec = Kokkos::DefaultExecutionSpace;
using Space = Exec::memory_space;

template <class Order>
bool is_permutation(Order const& order, std::int64_t n) {
  std::set<std::int64_t> const all(order.begin(), order.end());
  return static_cast<std::int64_t>(order.size()) == n && static_cast<std::int64_t>(all.size()) == n &&
         (n == 0 || (*all.begin() == 0 && *all.rbegin() == n - 1));
}

/// Greatest distance of an entry from the diagonal when row order[q] is row q.
template <class Matrix, class Order>
std::int64_t bandwidth(Matrix const& A, Order const& order) {
  std::vector<std::int64_t> place(order.size());
  for (std::size_t q = 0; q < order.size(); ++q) place[order[q]] = q;
  std::int64_t most = 0;
  for (std::int64_t i = 0; i < A.num_rows; ++i)
    for (auto p = A.row_map[i]; p < A.row_map[i + 1]; ++p)
      most = std::max(most, std::abs(place[i] - place[A.entries[p]]));
  return most;
}

/// A with its rows and columns in an order that has nothing to do with it.
HostCsr<double> shuffled(HostCsr<double> const& A, unsigned seed) {
  std::vector<int> place(A.num_rows);
  std::iota(place.begin(), place.end(), 0);
  std::shuffle(place.begin(), place.end(), std::mt19937_64(seed));
  std::vector<std::vector<std::int64_t>> rows(A.num_rows);
  for (std::int64_t i = 0; i < A.num_rows; ++i)
    for (int p = A.row_map[i]; p < A.row_map[i + 1]; ++p) rows[place[i]].push_back(place[A.entries[p]]);
  return from_rows<double, int, int>(rows, A.num_cols);
}

std::vector<int> order_of(HostCsr<double> const& A) {
  return to_vector(reverse_cuthill_mckee(Exec(), to_csr<Space>(A)));
}

TEST(ReverseCuthillMckee, finds_the_band_of_a_shuffled_grid) {
  struct Grid {
    std::int64_t nx, ny, nz, bound;
  };
  // A level of the search is a diagonal of the grid, of no more points than its shorter sides allow.
  for (auto const& [nx, ny, nz, bound] :
       {Grid{100, 1, 1, 1}, Grid{60, 20, 1, 21}, Grid{40, 40, 1, 41}, Grid{30, 8, 8, 80}}) {
    auto const grid = to_host(stencil_matrix<double>(Exec(), {.nx = nx, .ny = ny, .nz = nz}));
    auto const A = shuffled(grid, 1);
    auto const order = order_of(A);
    ASSERT_TRUE(is_permutation(order, A.num_rows));
    std::vector<int> natural(A.num_rows);
    std::iota(natural.begin(), natural.end(), 0);
    EXPECT_LE(bandwidth(A, order), bound) << nx << " x " << ny << " x " << nz;
    EXPECT_GT(bandwidth(A, natural), A.num_rows / 2) << "it was shuffled";
  }
}

TEST(ReverseCuthillMckee, by_hand) {
  // A path 3 - 0 - 4 - 1 - 2: the ends have degree 1, row 2 is the lesser.
  auto const path = from_rows<double, int, int>({{0, 4}, {1, 2}, {}, {0}, {1}}, 5);
  auto const order = order_of(path);
  EXPECT_EQ(bandwidth(path, order), 1);
  EXPECT_TRUE((order == std::vector<int>{2, 1, 4, 0, 3} || order == std::vector<int>{3, 0, 4, 1, 2}));
  // A star: from row 0 the others are two steps away, so it begins at the first of them; the centre follows.
  auto const star = from_rows<double, int, int>({{}, {}, {0, 1, 3, 4}, {}, {}}, 5);
  EXPECT_EQ(order_of(star), (std::vector<int>{4, 3, 0, 2, 1}));
}

TEST(ReverseCuthillMckee, every_component_and_lonely_rows) {
  // 0 - 5, 1 alone, 2 - 4 - 6, 3 with itself only.
  auto const A = from_rows<double, int, int>({{5}, {}, {4}, {3}, {6}, {}, {}}, 7);
  auto const order = order_of(A);
  ASSERT_TRUE(is_permutation(order, 7));
  EXPECT_EQ(bandwidth(A, order), 1);
  EXPECT_EQ(std::set<int>(order.begin() + 5, order.end()), (std::set<int>{0, 5})) << "the first component is last";
  EXPECT_EQ(order[4], 1);
  EXPECT_EQ(order[0], 3);
}

TEST(ReverseCuthillMckee, without_rows_or_entries) {
  EXPECT_TRUE(order_of(HostCsr<double>()).empty());
  auto const order = order_of(from_rows<double, int, int>(std::vector<std::vector<std::int64_t>>(4), 4));
  EXPECT_EQ(order, (std::vector<int>{3, 2, 1, 0}));
}

TEST(ReverseCuthillMckee, order_in_rows_and_duplicates_do_not_matter) {
  auto const rows = random_rows(800, 800, 4, Rows::uniform, false, 3);
  auto messy = rows;
  for (auto& row : messy) {
    std::reverse(row.begin(), row.end());
    row.insert(row.end(), row.begin(), row.end());
  }
  EXPECT_EQ(order_of(from_rows<double, int, int>(rows, 800)), order_of(from_rows<double, int, int>(messy, 800)));
}

TEST(ReverseCuthillMckee, refuses_what_is_not_square) {
  EXPECT_EQ(refusal([] { order_of(from_rows<double, int, int>({{1}}, 2)); }),
            "Araios::reverse_cuthill_mckee: the matrix must be square, since rows and columns have "
            "one order (1 x 2)");
}

template <class C>
struct ReverseCuthillMckeeTyped : testing::Test {};
TYPED_TEST_SUITE(ReverseCuthillMckeeTyped, AllCases, CaseName);

TYPED_TEST(ReverseCuthillMckeeTyped, is_a_permutation_and_always_the_same) {
  typename TypeParam::Exec const exec;
  for (auto const& [name, host] :
       small_matrices<typename TypeParam::Scalar, typename TypeParam::Ordinal, typename TypeParam::Offset>()) {
    if (host.num_rows != host.num_cols) continue;
    auto const A = to_csr<typename TypeParam::Space>(host);
    auto const order = to_vector(reverse_cuthill_mckee(exec, A));
    EXPECT_TRUE(is_permutation(order, host.num_rows)) << name;
    EXPECT_EQ(order, to_vector(reverse_cuthill_mckee(exec, A))) << name;
  }
}

}  // namespace reorder_reverse_cuthill_mckee_test
