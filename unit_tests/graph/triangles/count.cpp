// SPDX-License-Identifier: Apache-2.0

#include <Araios/generate.hpp>
#include <Araios/triangles.hpp>
#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <vector>

#include "support/contract.hpp"
#include "support/contract_triangles.hpp"
#include "support/graphs.hpp"
#include "support/matrices.hpp"
#include "support/refusals.hpp"

namespace graph_triangles_count_test {

using namespace Araios;
using namespace Araios::test;
using Exec = Kokkos::DefaultExecutionSpace;

std::vector<TriangleMethod> const all_methods = {
    TriangleMethod::automatic, TriangleMethod::merge,  TriangleMethod::bisection, TriangleMethod::adaptive,
    TriangleMethod::hash,      TriangleMethod::bitmap, TriangleMethod::mixed,     TriangleMethod::radix_binning};

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
    EXPECT_EQ(count_candidates(exec, graph, {.all_pairs = true}), row.candidates);
    EXPECT_EQ(count_candidates(exec, graph), row.oriented_candidates);
    for (auto const method : all_methods)
      EXPECT_EQ(count_triangles(exec, graph, {.method = method}), row.triangles) << static_cast<int>(method);
    EXPECT_EQ(count_triangles(exec, graph, {.method = TriangleMethod::radix_binning, .all_pairs = true}),
              row.triangles);
    EXPECT_EQ(count_triangles(exec, A), row.triangles);
    EXPECT_EQ(count_triangles(exec, A, {.method = TriangleMethod::hash}), row.triangles);
  }
}

TEST(ChooseTriangleMethod, says_why) {
  Exec const exec;
  auto const choose = [&](CsrMatrix<Pattern, int, int, Exec::memory_space> const& A) {
    return choose_triangle_method(exec, orient(exec, A));
  };
  // A king's moves: four neighbours above at most.
  auto const lattice = choose(stencil_matrix<Pattern>(exec, {.shape = StencilShape::box, .nx = 20, .ny = 20}));
  EXPECT_EQ(lattice.method, TriangleMethod::adaptive);
  EXPECT_EQ(lattice.reason, "no vertex has more neighbours above than a thread steps through");
  // Complete: row r has 799 - r neighbours above.
  auto const complete = choose(test::to_csr<Exec::memory_space>(test::matrix_of(test::random_graph(800, 1, 0, 1))));
  EXPECT_EQ(complete.method, TriangleMethod::mixed);
  EXPECT_EQ(complete.reason, "teams search in the long rows, threads in the others");
  if (Araios::is_gpu_v<Exec>) {
    auto const small = choose(test::to_csr<Exec::memory_space>(test::matrix_of(test::random_graph(80, 1, 0, 1))));
    EXPECT_EQ(small.method, TriangleMethod::adaptive);
    EXPECT_EQ(small.reason, "stepping through the few long rows takes less time than launches of teams");
  }
  auto const graph = orient(exec, stencil_matrix<Pattern>(exec, {.nx = 3, .ny = 3}));
  EXPECT_EQ(choose_triangle_method(exec, graph, {.method = TriangleMethod::hash}).reason, "requested by the options");
  EXPECT_NE(test::refusal([&] {
              choose_triangle_method(exec, graph, {.method = static_cast<TriangleMethod>(99)});
            }).find("choose_triangle_method: TriangleMethod"),
            std::string::npos);
}

contract::Operations const operations{
    contract::returns(
        "orient", contract::star_graph,
        [](contract::Data& d, auto& operand) { return orient(d.exec, operand, {.is_simple = true}, d.workspace); },
        {.fences = 1, .rows = contract::Refuses::both}),
    contract::returns(
        "count_triangles", contract::oriented_star_graph,
        [](contract::Data& d, auto& operand) { return count_triangles(d.exec, operand, {}, d.workspace); }),
    contract::returns("count_triangles_by_radix_binning", contract::oriented_star_graph,
                      [](contract::Data& d, auto& operand) {
                        return count_triangles(d.exec, operand, {.method = TriangleMethod::radix_binning}, d.workspace);
                      },
                      {.fences = 2}),
    contract::returns("count_candidates", contract::oriented_star_graph,
                      [](contract::Data& d, auto& operand) { return count_candidates(d.exec, operand); },
                      {.allocations = 0})};

}  // namespace graph_triangles_count_test
