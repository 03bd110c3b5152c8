// SPDX-License-Identifier: Apache-2.0

#include <Araios/convert.hpp>
#include <Araios/formats/copy.hpp>
#include <Araios/generate/kronecker_star.hpp>
#include <Araios/io/matrix_market.hpp>
#include <Araios/triangles.hpp>
#include <Araios/truss.hpp>
#include <gtest/gtest.h>

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "support/contract.hpp"
#include "support/contract_triangles.hpp"
#include "support/data_dir.hpp"
#include "support/graphs.hpp"
#include "support/matrices.hpp"
#include "support/refusals.hpp"

namespace graph_truss_test {

using namespace Araios;
using namespace Araios::test;
using Exec = Kokkos::DefaultExecutionSpace;
using Space = Exec::memory_space;

/// The k-truss: edges of too few triangles are removed one by one.
Adjacency reference_truss(Adjacency graph, std::int64_t k) {
  for (bool changed = true; changed;) {
    changed = false;
    for (std::int64_t a = 0; a < static_cast<std::int64_t>(graph.size()); ++a)
      for (auto const b : std::set<std::int64_t>(graph[a])) {
        std::int64_t common = 0;
        for (auto const c : graph[a]) common += graph[b].contains(c);
        if (common >= k - 2) continue;
        graph[a].erase(b);
        graph[b].erase(a);
        changed = true;
      }
  }
  return graph;
}

TEST(Truss, equals_the_removal_of_edges_one_by_one) {
  Exec const exec;
  for (auto const& graph : {random_graph(0, 0, 0, 1), random_graph(12, 1, 0, 1), random_graph(80, 0.1, 0, 2),
                            random_graph(60, 0.3, 0, 3), random_graph(90, 0.06, 4, 4)}) {
    auto const A = to_csr<Space>(matrix_of(graph));
    auto const numbers = to_host(truss_numbers(exec, A));
    for (std::int64_t k = 2; k < 15; ++k) {
      auto const expected = reference_truss(graph, k);
      auto const T = to_host(k_truss(exec, k, A));
      ASSERT_EQ(T.row_map, matrix_of(expected).row_map) << "k = " << k;
      ASSERT_EQ(T.entries, matrix_of(expected).entries) << "k = " << k;
      for (std::int64_t i = 0; i < numbers.num_rows; ++i)
        for (auto p = numbers.row_map[i]; p < numbers.row_map[i + 1]; ++p)
          ASSERT_EQ(numbers.values[p] >= k, expected[i].contains(numbers.entries[p])) << "k = " << k;
    }
    EXPECT_EQ(k_truss(exec, std::int64_t(1) << 40, A).nnz(), 0);
  }
}

/// Edges of the 3-, 4- and 5-truss, and of the last truss that has any, which an independent program computed.
struct Known {
  std::string graph;
  std::vector<std::int64_t> edges;
  std::int64_t last, edges_of_last;
};

void compare(Known const& known, CsrMatrix<Pattern, int, int, Space> const& A) {
  Exec const exec;
  auto const N = to_host(truss_numbers(exec, A));
  std::map<std::int64_t, std::int64_t> of_number;
  for (auto const number : N.values) ++of_number[number];
  auto const edges_from = [&](std::int64_t k) {
    std::int64_t sum = 0;
    for (auto const& [number, count] : of_number) sum += number >= k ? count / 2 : 0;
    return sum;
  };
  for (std::size_t i = 0; i < known.edges.size(); ++i)
    EXPECT_EQ(edges_from(static_cast<std::int64_t>(i) + 3), known.edges[i]) << known.graph << ", k = " << i + 3;
  EXPECT_EQ(of_number.rbegin()->first, known.last) << known.graph;
  EXPECT_EQ(edges_from(known.last), known.edges_of_last) << known.graph;
}

TEST(Truss, of_theory_graphs_is_known) {
  Exec const exec;
  compare({"Theory-3-4-5-9-B1k", {6043, 1780, 1780, 1780, 836, 356}, 10, 176},
          star_product_matrix<Pattern>(exec, {{3, 4, 5, 9}, StarLoop::hub}));
  compare({"Theory-25-81-B1k", {2131, 0, 0}, 3, 2131}, star_product_matrix<Pattern>(exec, {{25, 81}, StarLoop::hub}));
}

TEST(Truss, of_real_graphs_is_known) {
  int compared = 0;
  for (Known const& known :
       {Known{"p2p-Gnutella04", {2422, 18, 0}, 4, 18}, Known{"p2p-Gnutella08", {3391, 725, 44}, 5, 44},
        Known{"p2p-Gnutella31", {5388, 90, 0}, 4, 90}, Known{"karate", {67, 25, 14}, 5, 14},
        Known{"as20000102", {6357, 2323, 1205}, 10, 179}, Known{"ca-GrQc", {12878, 9756, 7012}, 44, 946}}) {
    auto const file = data_file("matrices/" + known.graph + ".mtx.gz");
    if (!file) continue;
    auto const coo = read_matrix_market<Pattern, int, int>(*file, {.into_pattern = ReadIntoPattern::drop});
    compare(known, copy_to<Space>(convert<Format::csr>(Kokkos::DefaultHostExecutionSpace(), coo)));
    ++compared;
  }
  if (compared == 0) GTEST_SKIP() << no_data("matrices/p2p-Gnutella04.mtx.gz");
}

TEST(TrussRefusals, name_what_is_wrong) {
  Exec const exec;
  auto const A = to_csr<Space>(matrix_of(random_graph(20, 0.5, 0, 1)));
  EXPECT_EQ(refusal([&] { k_truss(exec, 1, A); }), "Araios::k_truss: k is 1, less than 2");
  Kokkos::View<int*, Space> const numbers("numbers", 3);
  EXPECT_NE(refusal([&] { truss_numbers(exec, orient(exec, A), numbers); }).find("length of numbers, edges (3 != "),
            std::string::npos);
}

contract::Operations const operations{
    // orient 2, two rounds, select
    contract::returns("k_truss", contract::star_graph,
                      [](contract::Data& d, auto& operand) { return k_truss(d.exec, 3, operand, d.workspace); },
                      {.fences = 5})};

}  // namespace graph_truss_test
