// SPDX-License-Identifier: Apache-2.0

#include <Araios/build.hpp>
#include <Araios/formats/validate/compressed.hpp>
#include <Araios/simple_graph.hpp>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "support/contract.hpp"
#include "support/graphs.hpp"
#include "support/matrices.hpp"
#include "support/refusals.hpp"

namespace graph_simple_graph_test {

using namespace Araios;
using namespace Araios::test;
using Exec = Kokkos::DefaultExecutionSpace;
using Space = Exec::memory_space;

TEST(SimpleGraph, has_the_edges_of_any_matrix) {
  Exec const exec;
  for (unsigned seed = 0; seed < 20; ++seed) {
    auto const host = from_rows<double, int, int>(random_rows(60, 60, 4, Rows::uniform, true, seed), 60);
    auto const G = simple_graph(exec, to_csr<Space>(host));
    auto const expected = matrix_of(simple_adjacency(host));
    ASSERT_EQ(to_vector(G.row_map), expected.row_map);
    ASSERT_EQ(to_vector(G.entries), expected.entries);
    EXPECT_FALSE(find_not_simple(exec, G));
    require_simple(exec, G);
  }
}

TEST(SimpleGraph, shares_the_arrays_of_a_graph_that_is_simple) {
  Exec const exec;
  auto const A = to_csr<Space>(from_rows<double, int, int>({{1, 2}, {0}, {0}}, 3));
  EXPECT_EQ(simple_graph(exec, A).entries.data(), A.entries.data());
}

TEST(SimpleGraph, refusals_name_the_first_entry_that_is_wrong) {
  Exec const exec;
  auto const refused = [&](std::vector<std::vector<std::int64_t>> const& rows, std::int64_t columns) {
    return refusal([&] { require_simple(exec, to_csr<Space>(from_rows<Pattern, int, int>(rows, columns))); });
  };
  std::string const cure = "; simple_graph makes a simple graph of any";
  EXPECT_EQ(refused({{1}, {0, 1}, {2}}, 3), "Araios::require_simple: entry (1, 1) is a loop" + cure);
  EXPECT_EQ(refused({{1, 2}, {0}, {1}}, 3),
            "Araios::require_simple: entry (0, 2) has no entry (2, 0) in the other direction" + cure);
  EXPECT_NE(refused({{1, 1}, {0}}, 2).find("row 0, position 1: "), std::string::npos);
  EXPECT_EQ(refused({{1}}, 2), "Araios::find_not_simple: rows of A, columns of A (1 != 2)");
  EXPECT_EQ(refusal([&] { simple_graph(exec, to_csr<Space>(from_rows<Pattern, int, int>({{1}}, 2))); }),
            "Araios::simple_graph: rows of A, columns of A (1 != 2)");
}

contract::Operations const operations{contract::returns(
    "simple_graph", [](contract::Data& d) { return simple_graph(d.exec, identity_matrix(d.exec, 99), d.workspace); },
    {.fences = 2, .no_operand = "its operand is made by the call"})};

}  // namespace graph_simple_graph_test
