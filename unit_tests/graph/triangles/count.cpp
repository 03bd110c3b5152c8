// SPDX-License-Identifier: Apache-2.0

#include <Araios/generate.hpp>
#include <Araios/triangles.hpp>
#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <vector>

#include "support/matrices.hpp"
#include "support/throws.hpp"

namespace graph_triangles_count_test {

using namespace Araios;
using Exec = Kokkos::DefaultExecutionSpace;

std::vector<TriangleMethod> const all_methods = {TriangleMethod::automatic, TriangleMethod::merge,
                                                 TriangleMethod::bisection, TriangleMethod::adaptive,
                                                 TriangleMethod::hash,      TriangleMethod::bitmap,
                                                 TriangleMethod::mixed,     TriangleMethod::radix_binning};

/// A row of Table I of the paper: entries, pairs of all neighbours, triangles; and pairs of neighbours of higher rank.
struct Theory {
  std::vector<std::int64_t> sizes;
  StarLoop loop;
  std::int64_t entries, candidates, triangles, oriented_candidates;
};

// The paper prints 36 triangles for Theory-3-4-B1k, three times the right number.
std::vector<Theory> const table_1 = {
    {{3, 4}, StarLoop::none, 48, 96, 0, 12},
    {{3, 4, 5}, StarLoop::none, 480, 3360, 0, 270},
    {{16, 25}, StarLoop::none, 1600, 87600, 0, 3000},
    {{3, 4, 5, 9}, StarLoop::none, 8640, 319680, 0, 16470},
    {{3, 4}, StarLoop::hub, 62, 225, 12, 24},
    {{3, 4, 5}, StarLoop::hub, 692, 10830, 287, 614},
    {{16, 25}, StarLoop::hub, 1682, 105620, 400, 3400},
    {{3, 4}, StarLoop::last_leaf, 62, 138, 1, 17},
    {{3, 4, 5}, StarLoop::last_leaf, 692, 5339, 7, 568},
    {{16, 25}, StarLoop::last_leaf, 1682, 88943, 1, 2922},
    {{3, 4, 5, 9}, StarLoop::last_leaf, 13166, 522804, 35, 31037},
    {{3, 4, 5, 9}, StarLoop::hub, 13166, 1223427, 9107, 42032},
    {{25, 81}, StarLoop::none, 8100, 2154600, 0, 24300},
    {{25, 81}, StarLoop::hub, 8312, 2378865, 2025, 26325},
    {{25, 81}, StarLoop::last_leaf, 8312, 2165433, 1, 24407},
};

TEST(CountTriangles, of_table_1_by_every_method) {
  Exec const exec;
  for (auto const& row : table_1) {
    auto const A = star_product_matrix<Pattern>(exec, {row.sizes, row.loop});
    SCOPED_TRACE(std::to_string(row.entries) + " entries");
    EXPECT_EQ(A.nnz(), row.entries);
    auto const graph = orient(exec, A);
    EXPECT_EQ(graph.num_edges(), row.entries / 2);
    EXPECT_EQ(count_candidates(exec, true, graph), row.candidates);
    EXPECT_EQ(count_candidates(exec, false, graph), row.oriented_candidates);
    for (auto const method : all_methods)
      EXPECT_EQ(count_triangles(exec, {.method = method}, graph), row.triangles) << static_cast<int>(method);
    EXPECT_EQ(count_triangles(exec, {.method = TriangleMethod::radix_binning, .all_pairs = true}, graph),
              row.triangles);
    EXPECT_EQ(count_triangles(exec, A), row.triangles);
  }
}

}  // namespace graph_triangles_count_test
