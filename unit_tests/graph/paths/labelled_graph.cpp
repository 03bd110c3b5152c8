// SPDX-License-Identifier: Apache-2.0

#include <Araios/build.hpp>
#include <Araios/formats/validate/compressed.hpp>
#include <Araios/labelled_graph.hpp>
#include <gtest/gtest.h>

#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "support/contract.hpp"
#include "support/contract_paths.hpp"
#include "support/path_reference.hpp"
#include "support/refusals.hpp"

namespace graph_labelled_graph_test {

using namespace Araios;
using namespace Araios::test;
using Exec = Kokkos::DefaultExecutionSpace;
using Space = Exec::memory_space;

template <class Case>
class LabelledGraphs : public testing::Test {};
TYPED_TEST_SUITE(LabelledGraphs, IndexPairs, );

TYPED_TEST(LabelledGraphs, are_built_from_edges_in_any_order) {
  using O = typename TypeParam::Ordinal;
  using F = typename TypeParam::Offset;
  Exec const exec;
  HostGraph host = random_graph(300, 4000, {"a", "b", "c"}, 1);
  for (std::int64_t v = 0; v < 300; ++v) host.add(7, v, "c");  // a long row
  LabelledEdges edges(400);
  auto const list = host.list();
  for (std::int64_t e = list.num_edges(); e-- > 0;)  // backward, and each twice
    for (int twice = 0; twice < 2; ++twice)
      edges.add(list.tails()[e], list.heads()[e], list.labels()[list.label_numbers()[e]]);
  auto const graph = build_labelled_graph<O, F>(exec, edges);
  EXPECT_EQ(graph.num_vertices(), 400);
  EXPECT_EQ(edges.num_edges(), 2 * list.num_edges());
  EXPECT_EQ(graph.num_edges(), list.num_edges());
  EXPECT_EQ(graph.labels(), (std::vector<std::string>{"c", "b", "a"}));
  for (auto const& [label, relation] : host.edges) {
    auto const A = label_matrix(exec, graph, label);
    validate(exec, A, {.order = Order::strict});
    EXPECT_EQ(relation_of(A), relation) << label;
  }
}

TEST(LabelledGraph, has_inverse_labels) {
  Exec const exec;
  HostGraph host{5};
  host.add(0, 1, "a");
  host.add(1, 4, "a");
  host.add(2, 3, "b");
  host.add(0, 0, "b_r");  // a label of its own
  auto const graph = build_labelled_graph(exec, host.list());
  EXPECT_EQ(relation_of(label_matrix(exec, graph, "a_r")), (Relation{{1, 0}, {4, 1}}));
  EXPECT_EQ(relation_of(label_matrix(exec, graph, "a_r_r")), (Relation{{0, 1}, {1, 4}}));
  EXPECT_EQ(relation_of(label_matrix(exec, graph, "b_r")), (Relation{{0, 0}}));
  EXPECT_EQ(relation_of(label_matrix(exec, graph, "b_r_r")), (Relation{{0, 0}}));
  EXPECT_EQ(graph.find("a"), 0);
  EXPECT_EQ(graph.find("a_r"), -1);
  EXPECT_EQ(refusal([&] { label_matrix(exec, graph, "c_r"); }), "Araios::label_matrix: the graph has no label \"c_r\"");
  EXPECT_EQ(refusal([&] { label_matrix(exec, graph, "_r"); }), "Araios::label_matrix: the graph has no label \"_r\"");
}

TEST(LabelledGraph, may_be_empty) {
  Exec const exec;
  LabelledGraph<> const nothing;
  EXPECT_EQ(nothing.num_vertices(), 0);
  EXPECT_EQ(nothing.num_edges(), 0);
  EXPECT_EQ(build_labelled_graph(exec, LabelledEdges()).num_vertices(), 0);
  auto const graph = build_labelled_graph(exec, LabelledEdges(3));
  EXPECT_EQ(graph.num_vertices(), 3);
  EXPECT_TRUE(graph.labels().empty());
}

TEST(LabelledGraphRefusals, name_what_is_wrong) {
  Exec const exec;
  using Graph = LabelledGraph<int, int, Space>;
  auto const I = identity_matrix(exec, 3);
  EXPECT_EQ(refusal([&] { Graph(-1, {}, {}); }), "Araios::LabelledGraph: negative number of vertices -1");
  EXPECT_EQ(refusal([&] { Graph(3, {"a", "b"}, {I}); }),
            "Araios::LabelledGraph: number of labels, number of matrices (2 != 1)");
  EXPECT_EQ(refusal([&] { Graph(3, {"a", ""}, {I, I}); }), "Araios::LabelledGraph: label 1 is empty");
  EXPECT_EQ(refusal([&] { Graph(3, {"a", "a"}, {I, I}); }),
            "Araios::LabelledGraph: label 1, \"a\", repeats an earlier one");
  EXPECT_EQ(refusal([&] { Graph(4, {"a"}, {I}); }),
            "Araios::LabelledGraph: the matrix of \"a\" is 3 x 3; the graph has 4 vertices");
  EXPECT_EQ(refusal([&] { LabelledEdges(-2); }), "Araios::LabelledEdges: negative number of vertices -2");
  LabelledEdges edges;
  EXPECT_EQ(refusal([&] { edges.add(0, -1, "a"); }), "Araios::LabelledEdges: the edge (0, -1) has a negative vertex");
  EXPECT_EQ(refusal([&] { edges.add(0, 1, ""); }), "Araios::LabelledEdges: the edge (0, 1) has an empty label");
  EXPECT_EQ(refusal([&] { edges.add(0, std::numeric_limits<std::int64_t>::max(), "a"); }),
            "Araios::LabelledEdges: the vertex 9223372036854775807 is too large");
  EXPECT_EQ(edges.num_edges(), 0);
  edges.add(0, std::int64_t(1) << 31, "a");
  EXPECT_EQ(refusal([&] { build_labelled_graph(exec, edges); }),
            "Araios::build_labelled_graph: number of vertices: 2147483649 does not fit a 32-bit signed integer");
}

contract::Operations const operations{
    // the copy, and one for each label; none for a list by rows on a host
    contract::returns(
        "build_labelled_graph",
        [](contract::Data& d) { return build_labelled_graph(d.exec, contract::two_edges(), d.workspace); },
        {.fences = is_gpu_v<Exec> ? 3 : 1, .no_operand = "a labelled graph is checked by its constructor"}),
    contract::returns(
        "label_matrix", contract::two_edge_graph,
        [](contract::Data& d, auto& operand) { return label_matrix(d.exec, operand, "a_r", d.workspace); },
        {.no_operand = "a labelled graph is checked by its constructor"})};

}  // namespace graph_labelled_graph_test
