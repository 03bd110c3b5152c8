// SPDX-License-Identifier: Apache-2.0

#include <Araios/cliques.hpp>
#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <vector>

#include "support/contract.hpp"
#include "support/contract_triangles.hpp"
#include "support/graphs.hpp"
#include "support/matrices.hpp"
#include "support/refusals.hpp"

namespace graph_triangles_cliques_test {

using namespace Araios;
using namespace Araios::test;
using Exec = Kokkos::DefaultExecutionSpace;
using Space = Exec::memory_space;

/// Cliques that contain `clique`, whose vertices are less than the others of it.
std::int64_t count_from(Adjacency const& graph, std::vector<std::int64_t>& clique, std::size_t k) {
  if (clique.size() == k) return 1;
  std::int64_t count = 0;
  for (std::int64_t v = clique.empty() ? 0 : clique.back() + 1; v < static_cast<std::int64_t>(graph.size()); ++v) {
    bool is_adjacent = true;
    for (auto const u : clique) is_adjacent = is_adjacent && graph[v].contains(u);
    if (!is_adjacent) continue;
    clique.push_back(v);
    count += count_from(graph, clique, k);
    clique.pop_back();
  }
  return count;
}

TEST(CountCliques, equals_a_search) {
  Exec const exec;
  for (auto const& adjacency : {random_graph(0, 0, 0, 1), random_graph(60, 0.3, 0, 2), random_graph(100, 0.1, 3, 3),
                                random_graph(25, 0.8, 0, 4)}) {
    auto const graph = orient(exec, to_csr<Space>(matrix_of(adjacency)));
    for (int k = 3; k <= 8; ++k) {
      std::vector<std::int64_t> none;
      EXPECT_EQ(count_cliques(exec, k, graph), count_from(adjacency, none, static_cast<std::size_t>(k))) << "k = " << k;
    }
  }
}

TEST(CountCliques, of_a_complete_graph_are_binomial_coefficients) {
  Exec const exec;
  auto const A = to_csr<Space>(matrix_of(random_graph(30, 1, 0, 1)));
  EXPECT_EQ(count_cliques(exec, 3, A), 4060);
  EXPECT_EQ(count_cliques(exec, 4, A), 27405);
  EXPECT_EQ(count_cliques(exec, 5, A), 142506);
}

TEST(CountCliquesRefusals, name_what_is_wrong) {
  Exec const exec;
  auto const A = to_csr<Space>(matrix_of(random_graph(5, 1, 0, 1)));
  EXPECT_EQ(refusal([&] { count_cliques(exec, 9, A); }), "Araios::count_cliques: k is 9, not in [3, 8]");
}

contract::Operations const operations{
    contract::returns("count_cliques", contract::oriented_star_graph,
                      [](contract::Data& d, auto& operand) { return count_cliques(d.exec, 4, operand, d.workspace); })};

}  // namespace graph_triangles_cliques_test
