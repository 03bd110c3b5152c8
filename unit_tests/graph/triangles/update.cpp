// SPDX-License-Identifier: Apache-2.0

#include <Araios/build.hpp>
#include <Araios/triangles.hpp>
#include <Araios/update_triangles.hpp>
#include <gtest/gtest.h>

#include <cstdint>
#include <random>
#include <string>

#include "support/contract.hpp"
#include "support/contract_triangles.hpp"
#include "support/graphs.hpp"
#include "support/matrices.hpp"
#include "support/refusals.hpp"

namespace graph_triangles_update_test {

using namespace Araios;
using namespace Araios::test;
using Exec = Kokkos::DefaultExecutionSpace;
using Space = Exec::memory_space;

TEST(UpdateTriangles, equals_counting_anew) {
  Exec const exec;
  std::mt19937 random(3);
  for (unsigned seed = 0; seed < 30; ++seed) {
    std::int64_t const n = 1 + static_cast<std::int64_t>(random() % 60);
    auto graph = random_graph(n, 0.2, n > 5 ? 2 : 0, seed);
    auto const G = to_csr<Space>(matrix_of(graph));
    auto const before = count_triangles(exec, G);
    // Some edges of the graph and some that it has not, in one direction, with loops and repeated entries.
    auto const removed = from_rows<double, int, int>(random_rows(n, n, 2, Rows::uniform, true, seed), n);
    auto const added = from_rows<Pattern, int, int>(random_rows(n, n, 3, Rows::uniform, true, seed + 100), n);
    auto const after = update_triangles(exec, G, before, to_csr<Space>(removed), to_csr<Space>(added));
    std::int64_t lost = 0;
    auto const leaving = simple_adjacency(removed), entering = simple_adjacency(added);
    for (auto const& t : triangles_of(graph))
      lost += leaving[t[0]].contains(t[1]) || leaving[t[0]].contains(t[2]) || leaving[t[1]].contains(t[2]);
    for (std::size_t v = 0; v < graph.size(); ++v) {
      for (auto const u : leaving[v]) graph[v].erase(u);
      for (auto const u : entering[v]) graph[v].insert(u);
    }
    EXPECT_EQ(after.lost, lost);
    EXPECT_EQ(after.triangles, before - after.lost + after.gained);
    EXPECT_EQ(after.triangles, static_cast<std::int64_t>(triangles_of(graph).size())) << "graph " << seed;
    auto const expected = matrix_of(graph);
    ASSERT_EQ(to_vector(after.graph.row_map), expected.row_map);
    ASSERT_EQ(to_vector(after.graph.entries), expected.entries);
  }
}

TEST(UpdateTrianglesRefusals, name_what_is_wrong) {
  Exec const exec;
  auto const G = to_csr<Space>(matrix_of(random_graph(5, 1, 0, 1)));
  auto const other = to_csr<Space>(matrix_of(random_graph(4, 1, 0, 1)));
  EXPECT_EQ(refusal([&] { update_triangles(exec, G, 10, other, G); }),
            "Araios::update_triangles: rows of removed, rows of G (4 != 5)");
  EXPECT_EQ(refusal([&] { update_triangles(exec, G, 10, G, other); }),
            "Araios::update_triangles: rows of added, rows of G (4 != 5)");
}

contract::Operations const operations{contract::returns(
    "update_triangles", contract::star_graph,
    [](contract::Data& d, auto& operand) {
      return update_triangles(d.exec, operand, 287, operand, identity_matrix(d.exec, 120), d.workspace);
    },
    {.fences = 5, .rows = contract::Refuses::both})};

}  // namespace graph_triangles_update_test
