// SPDX-License-Identifier: Apache-2.0

#include <Araios/formats/validate/compressed.hpp>
#include <Araios/generate/kronecker_star.hpp>
#include <gtest/gtest.h>

#include <set>
#include <utility>
#include <vector>

#include "support/contract.hpp"
#include "support/matrices.hpp"
#include "support/refusals.hpp"
#include "support/scale.hpp"
#include "support/types.hpp"

namespace generate_kronecker_star_test {

using namespace Araios;
using namespace Araios::test;

constexpr StarLoop loops[] = {StarLoop::none, StarLoop::hub, StarLoop::last_leaf};

bool adjacent(std::int64_t m, StarLoop loop, std::int64_t x, std::int64_t y) {
  if (x == y) return (loop == StarLoop::hub && x == 0) || (loop == StarLoop::last_leaf && x == m);
  return x == 0 || y == 0;
}

/// Every pair of vertices, factor by factor, the last one fastest.
std::vector<std::vector<std::int64_t>> product(StarProductOptions const& options) {
  std::int64_t n = 1;
  for (std::int64_t const m : options.sizes) n *= m + 1;
  std::vector<std::vector<std::int64_t>> rows(n);
  for (std::int64_t i = 0; i < n; ++i)
    for (std::int64_t j = 0; j < n; ++j) {
      bool all = i != j;
      std::int64_t x = i, y = j;
      for (auto m = options.sizes.rbegin(); m != options.sizes.rend(); ++m) {
        all = all && adjacent(*m, options.loop, x % (*m + 1), y % (*m + 1));
        x /= *m + 1;
        y /= *m + 1;
      }
      if (all) rows[i].push_back(j);
    }
  return rows;
}

std::int64_t triangles(std::vector<std::vector<std::int64_t>> const& rows) {
  std::int64_t count = 0;
  std::vector<std::set<std::int64_t>> neighbours;
  for (auto const& row : rows) neighbours.emplace_back(row.begin(), row.end());
  for (std::int64_t i = 0; i < std::int64_t(rows.size()); ++i)
    for (std::int64_t const j : rows[i])
      for (std::int64_t const k : rows[i]) count += i < j && j < k && neighbours[j].contains(k);
  return count;
}

template <class C>
struct StarProduct : testing::Test {};
TYPED_TEST_SUITE(StarProduct, AllCases, CaseName);

TYPED_TEST(StarProduct, is_the_kronecker_product_without_its_loop) {
  using Scalar = typename TypeParam::Scalar;
  using Ordinal = typename TypeParam::Ordinal;
  using Offset = typename TypeParam::Offset;
  for (auto const& sizes : std::vector<std::vector<std::int64_t>>{
           {1}, {7}, {1, 1}, {3, 4}, {4, 3}, {1, 5, 2}, {3, 4, 5}, {2, 1, 2, 3}, {1, 1, 1, 1, 1, 1}})
    for (auto const loop : loops) {
      StarProductOptions const options{sizes, loop};
      auto const rows = product(options);
      auto const A = to_host(star_product_matrix<Scalar, Ordinal, Offset>(typename TypeParam::Exec(), options));
      auto const expected = from_rows<Scalar, Ordinal, Offset>(rows, std::int64_t(rows.size()));
      ASSERT_EQ(A.row_map, expected.row_map) << testing::PrintToString(sizes) << ", loop " << int(loop);
      ASSERT_EQ(A.entries, expected.entries) << testing::PrintToString(sizes) << ", loop " << int(loop);
      EXPECT_EQ(A.num_cols, expected.num_cols);
      EXPECT_EQ(star_product_triangles(options), triangles(rows)) << testing::PrintToString(sizes);
      if constexpr (!is_pattern_v<Scalar>) {
        EXPECT_EQ(A.values, std::vector<Scalar>(A.entries.size(), Scalar(1)));
      }
    }
}

using Exec = Kokkos::DefaultExecutionSpace;

struct Known {
  std::vector<std::int64_t> sizes;
  StarLoop loop;
  std::int64_t entries, triangles;
};

// Edges and triangles as the GraphChallenge files have them.
TEST(StarProductMatrix, of_graph_challenge_has_the_known_counts) {
  for (auto const& [sizes, loop, entries, triangles] :
       std::vector<Known>{{{3, 4, 5, 9}, StarLoop::none, 8640, 0},
                          {{3, 4, 5, 9}, StarLoop::hub, 13166, 9107},
                          {{3, 4, 5, 9}, StarLoop::last_leaf, 13166, 35},
                          {{16, 25}, StarLoop::hub, 1682, 400},
                          {{25, 81, 256}, StarLoop::hub, 4264568, 2102761},
                          {{3, 4, 5, 9, 16, 25}, StarLoop::hub, 22160060, 35882427}}) {
    EXPECT_EQ(star_product_triangles({sizes, loop}), triangles) << testing::PrintToString(sizes);
    if (entries > scaled(30'000'000)) continue;
    auto const A = star_product_matrix(Exec(), {sizes, loop});
    EXPECT_EQ(A.nnz(), entries) << testing::PrintToString(sizes);
    EXPECT_NO_THROW(validate(Exec(), A, {.order = Order::strict})) << testing::PrintToString(sizes);
  }
  EXPECT_EQ(star_product_triangles({{5, 9, 16, 25, 81}, StarLoop::hub}), 66758995);
  EXPECT_EQ(star_product_triangles({{16, 25, 81, 256}, StarLoop::hub}), 111802057);
  EXPECT_EQ(star_product_triangles({{3, 4, 5, 9, 16, 25, 81}, StarLoop::hub}), 8798274507);
}

TEST(StarProductMatrix, refuses_what_cannot_be) {
  EXPECT_EQ(refusal([] { star_product_matrix(Exec(), {}); }),
            "Araios::star_product_matrix: 0 stars are not in [1, 24]");
  EXPECT_EQ(refusal([] { star_product_matrix(Exec(), {{3, 0}}); }), "Araios::star_product_matrix: star of size 0");
  EXPECT_EQ(refusal([] { star_product_matrix(Exec(), {{3, 4, 5, 9, 16, 25, 81}, StarLoop::hub}); }),
            "Araios::star_product_matrix: 3612089942 entries, and the Offset of the result counts up to 2147483647; "
            "name a wider Offset, as std::int64_t");
  EXPECT_EQ(refusal([] { star_product_matrix(Exec(), {{100000, 100000}}); }),
            "Araios::star_product_matrix: number of vertices: 10000200001 does not fit a 32-bit signed integer");
  EXPECT_EQ(refusal([] { star_product_matrix(Exec(), {std::vector<std::int64_t>(5, 1 << 13)}); }),
            "Araios::star_product_matrix: number of vertices: 8193 * 4505799053312001 does not fit 64 bits");
}

contract::Operations const operations{
    contract::returns("star_product_matrix", [](contract::Data& d) { return star_product_matrix(d.exec, {{3, 4}}); },
                      {.no_operand = "it takes no matrix"})};

}  // namespace generate_kronecker_star_test
