// SPDX-License-Identifier: Apache-2.0

#include <Araios/triangles.hpp>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include "support/contract.hpp"
#include "support/contract_triangles.hpp"
#include "support/graphs.hpp"
#include "support/matrices.hpp"
#include "support/refusals.hpp"
#include "support/scale.hpp"

namespace graph_triangles_results_test {

using namespace Araios;
using namespace Araios::test;
using Exec = Kokkos::DefaultExecutionSpace;
using Space = Exec::memory_space;

std::vector<std::int64_t> of_vertices(std::vector<std::vector<std::int64_t>> const& triangles, std::size_t n) {
  std::vector<std::int64_t> counts(n);
  for (auto const& triangle : triangles)
    for (auto const v : triangle) ++counts[v];
  return counts;
}

/// counts(a) += 1, counts(b) += 1, counts(c) += 1.
struct CountAtVertices {
  Kokkos::View<std::int64_t*, Space> counts;
  KOKKOS_FUNCTION void operator()(std::int64_t a, std::int64_t b, std::int64_t c) const {
    Kokkos::atomic_add(&counts(a), std::int64_t(1));
    Kokkos::atomic_add(&counts(b), std::int64_t(1));
    Kokkos::atomic_add(&counts(c), std::int64_t(1));
  }
};

/// Compares all results of a graph with its triangles.
void compare_all(Adjacency const& adjacency) {
  Exec const exec;
  auto const n = adjacency.size();
  auto const expected = triangles_of(adjacency);
  auto const count = static_cast<std::int64_t>(expected.size());
  auto const vertices = of_vertices(expected, n);
  auto const A = to_csr<Space>(matrix_of(adjacency));
  auto const graph = orient(exec, A);

  for (auto const method :
       {TriangleMethod::automatic, TriangleMethod::merge, TriangleMethod::bisection, TriangleMethod::adaptive,
        TriangleMethod::hash, TriangleMethod::bitmap, TriangleMethod::mixed, TriangleMethod::radix_binning})
    ASSERT_EQ(count_triangles(exec, graph, {.method = method}), count) << static_cast<int>(method);
  ASSERT_EQ(count_triangles(exec, graph, {.method = TriangleMethod::radix_binning, .all_pairs = true}), count);
  ASSERT_EQ(to_vector(vertex_triangles(exec, graph)), vertices);

  Kokkos::View<std::int64_t*, Space> const called("called", n);
  for_each_triangle(exec, graph, CountAtVertices{called});
  exec.fence();
  ASSERT_EQ(to_vector(called), vertices);

  Kokkos::View<int* [3], Space> const list("list", static_cast<std::size_t>(count));
  ASSERT_EQ(list_triangles(exec, graph, list), count);
  auto const listed = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), list);
  std::vector<std::vector<std::int64_t>> found;
  for (std::int64_t t = 0; t < count; ++t) found.push_back({listed(t, 0), listed(t, 1), listed(t, 2)});
  std::sort(found.begin(), found.end());
  ASSERT_EQ(found, expected);

  auto const T = to_host(edge_triangles(exec, A));
  std::vector<std::vector<std::int64_t>> of_edges(n, std::vector<std::int64_t>(n));
  for (auto const& t : expected)
    for (auto const i : t)
      for (auto const j : t) ++of_edges[i][j];
  for (std::size_t i = 0; i < n; ++i)
    for (auto p = T.row_map[i]; p < T.row_map[i + 1]; ++p) ASSERT_EQ(T.values[p], of_edges[i][T.entries[p]]);
  ASSERT_EQ(T.entries, matrix_of(adjacency).entries);

  auto const local = to_vector(local_clustering(exec, A));
  double sum = 0;
  std::int64_t wedges = 0, not_isolated = 0;
  for (std::size_t v = 0; v < n; ++v) {
    auto const d = static_cast<std::int64_t>(adjacency[v].size());
    double const coefficient = d < 2 ? 0 : 2.0 * static_cast<double>(vertices[v]) / static_cast<double>(d * (d - 1));
    ASSERT_DOUBLE_EQ(local[v], coefficient);
    sum += coefficient;
    wedges += d * (d - 1) / 2;
    not_isolated += d > 0;
  }
  auto const all = clustering(exec, A);
  ASSERT_EQ(all.triangles, count);
  ASSERT_EQ(all.wedges, wedges);
  ASSERT_DOUBLE_EQ(all.transitivity, wedges == 0 ? 0 : 3.0 * static_cast<double>(count) / static_cast<double>(wedges));
  ASSERT_NEAR(all.average, n == 0 ? 0 : sum / static_cast<double>(n), 1e-12);
  ASSERT_NEAR(all.average_of_not_isolated, not_isolated == 0 ? 0 : sum / static_cast<double>(not_isolated), 1e-12);
}

TEST(Triangles, of_graphs_with_every_triangle_known) {
  compare_all(random_graph(0, 0, 0, 1));
  compare_all(random_graph(1, 0, 0, 1));
  compare_all(random_graph(50, 0, 0, 1));
  compare_all(random_graph(40, 1, 0, 1));      // complete
  compare_all(random_graph(300, 0.02, 0, 2));  // short rows
  compare_all(random_graph(200, 0.4, 0, 3));   // long rows
  compare_all(random_graph(250, 0.03, 3, 4));  // both, and vertices of degree n - 1
}

/// The graph with loops, repeated entries, and some edges in one direction only.
HostCsr<double, int, int> with_dirt(Adjacency const& graph, unsigned seed) {
  std::mt19937 random(seed);
  auto const n = static_cast<std::int64_t>(graph.size());
  std::vector<std::vector<std::int64_t>> rows(graph.size());
  for (std::int64_t i = 0; i < n; ++i) {
    if (random() % 4 == 0) rows[i].push_back(i);
    for (auto const j : graph[i]) {
      if (i > j) continue;
      auto const kind = random() % 4;  // one direction, the other, both, several times
      if (kind != 1) rows[i].push_back(j);
      if (kind != 0) rows[j].push_back(i);
      if (kind == 3) rows[i].push_back(j);
    }
    std::shuffle(rows[i].begin(), rows[i].end(), random);
  }
  return from_rows<double, int, int>(rows, n);
}

TEST(Triangles, of_10000_random_graphs_and_of_the_same_with_dirt_and_other_numbers) {
  Exec const exec;
  std::mt19937 random(7);
  // Each takes some hundred launches, which cost most with threads; a serial build has all 10,000.
  auto const graphs = static_cast<unsigned>(Araios::is_gpu_v<Exec>   ? 500
                                            : exec.concurrency() > 1 ? scaled(2'000, 500)
                                                                     : scaled(10'000, 500));
  for (unsigned seed = 0; seed < graphs; ++seed) {
    auto const n = static_cast<std::int64_t>(random() % 30);
    auto const graph = random_graph(n, static_cast<double>(random() % 100) / 100, n > 0 ? random() % 3 % n : 0, seed);
    auto const count = static_cast<std::int64_t>(triangles_of(graph).size());
    auto const A = to_csr<Space>(matrix_of(graph));
    ASSERT_EQ(count_triangles(exec, A), count) << "graph " << seed;
    ASSERT_EQ(count_triangles(exec, to_csr<Space>(with_dirt(graph, seed))), count) << "graph " << seed;
    ASSERT_EQ(count_triangles(exec, to_csr<Space>(matrix_of(permuted(graph, seed)))), count) << "graph " << seed;
    auto const method = static_cast<TriangleMethod>(seed % 8);
    ASSERT_EQ(count_triangles(exec, orient(exec, A, {.is_simple = true}), {.method = method}), count)
        << "graph " << seed << ", method " << static_cast<int>(method);
  }
}

TEST(TrianglesRefusals, name_what_is_wrong) {
  Exec const exec;
  auto const A = to_csr<Space>(matrix_of(random_graph(20, 0.5, 0, 1)));
  auto const graph = orient(exec, A);
  auto const rectangular = to_csr<Space>(from_rows<Pattern, int, int>({{0, 2}, {1}}, 3));
  EXPECT_EQ(refusal([&] { orient(exec, rectangular); }), "Araios::orient: rows of A, columns of A (2 != 3)");
  EXPECT_NE(refusal([&] { count_triangles(exec, graph, {.all_pairs = true}); }).find("all_pairs needs"),
            std::string::npos);
  EXPECT_NE(refusal([&] { count_triangles(exec, A, {.all_pairs = true}); }).find("all_pairs needs"), std::string::npos);
  EXPECT_NE(refusal([&] {
              count_triangles(exec, graph, {.method = TriangleMethod::radix_binning, .max_workspace_bytes = 1000});
            }).find("radix_binning in 1000 bytes: 20 vertices need"),
            std::string::npos);
  Kokkos::View<int* [3], Space> const list("list", 1);
  EXPECT_NE(refusal([&] { list_triangles(exec, graph, list); }).find("1 rows of triangles are fewer than the"),
            std::string::npos);
  Kokkos::View<int*, Space> const supports("supports", 3);
  EXPECT_NE(refusal([&] { edge_supports(exec, graph, supports); }).find("length of supports, edges (3 != "),
            std::string::npos);
  // Matrices of which is_simple is not true: a loop, one direction, rows out of order, duplicates.
  std::vector<std::vector<std::vector<std::int64_t>>> const not_simple{
      {{0, 1}, {0}}, {{1}, {}}, {{2, 1}, {0}, {0}}, {{1, 1}, {0, 0}}};
  for (auto const& rows : not_simple) {
    auto const B = to_csr<Space>(from_rows<Pattern, int, int>(rows, static_cast<std::int64_t>(rows.size())));
    ValidationScope const scope;
    std::string const sentence = refusal([&] { orient(exec, B, {.is_simple = true}); });
    EXPECT_EQ(sentence.rfind("Araios::orient: operand A: ", 0), 0u) << sentence;
    EXPECT_NE(sentence.find("options.is_simple"), std::string::npos) << sentence;
  }
}

struct IgnoreTriangle {
  KOKKOS_FUNCTION void operator()(std::int64_t, std::int64_t, std::int64_t) const {}
};

contract::Operations const operations{
    contract::writes("edge_supports", contract::oriented_star_graph,
                     [](contract::Data& d, auto& operand) {
                       edge_supports(d.exec, operand,
                                     Kokkos::subview(d.result.entries,
                                                     std::pair<std::int64_t, std::int64_t>(0, operand.num_edges())),
                                     d.workspace);
                     }),
    contract::writes(
        "local_clustering", contract::oriented_star_graph,
        [](contract::Data& d, auto& operand) { local_clustering(d.exec, operand, d.part(120), d.workspace); }),
    contract::writes("for_each_triangle", contract::oriented_star_graph,
                     [](contract::Data& d, auto& operand) { for_each_triangle(d.exec, operand, IgnoreTriangle{}); },
                     {.no_output = "it calls a function of the caller, which here writes nothing"}),
    contract::returns("vertex_triangles", contract::oriented_star_graph,
                      [](contract::Data& d, auto& operand) { return vertex_triangles(d.exec, operand, d.workspace); }),
    contract::returns("edge_triangles", contract::star_graph,
                      [](contract::Data& d, auto& operand) { return edge_triangles(d.exec, operand, d.workspace); },
                      {.fences = 2}),
    contract::returns("list_triangles", contract::oriented_star_graph,
                      [](contract::Data& d, auto& operand) {
                        return list_triangles(
                            d.exec, operand,
                            allocate_table<Kokkos::View<int**, Space>>(d.exec, "Araios::test::list", 287, 3),
                            d.workspace);
                      },
                      {.fences = 1}),
    contract::returns("clustering", contract::oriented_star_graph,
                      [](contract::Data& d, auto& operand) { return clustering(d.exec, operand, d.workspace); },
                      {.fences = 1})};

}  // namespace graph_triangles_results_test
