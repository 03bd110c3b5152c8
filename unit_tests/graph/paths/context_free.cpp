// SPDX-License-Identifier: Apache-2.0
//
// matrix_algorithm.hpp and tensor_algorithm.hpp: each result is compared with what is known, and both with each other.

#include <Araios/build.hpp>
#include <Araios/formats/validate/compressed.hpp>
#include <Araios/path_queries.hpp>
#include <gtest/gtest.h>

#include <cstdint>
#include <numeric>
#include <string>
#include <type_traits>
#include <vector>

#include "support/contract.hpp"
#include "support/contract_paths.hpp"
#include "support/path_reference.hpp"
#include "support/random_grammar.hpp"
#include "support/refusals.hpp"

namespace graph_context_free_test {

using namespace Araios;
using namespace Araios::test;
using Exec = Kokkos::DefaultExecutionSpace;
using Space = Exec::memory_space;

std::vector<ContextFreeMethod> const methods = {ContextFreeMethod::matrix, ContextFreeMethod::tensor};

template <class O = int, class F = int>
void expect_relation(HostGraph const& host, Grammar const& grammar, Relation const& expected, std::string const& what) {
  Exec const exec;
  auto const graph = build_labelled_graph<O, F>(exec, host.list());
  for (auto const method : methods) {
    ContextFreePathOptions const options{.method = method, .unknown_labels = UnknownLabels::no_edges};
    auto const R = context_free_path_query(exec, graph, grammar, options);
    static_assert(std::is_same_v<decltype(R), CsrMatrix<Pattern, O, F, Space> const>);
    EXPECT_EQ(R.num_rows(), host.num_vertices);
    EXPECT_EQ(R.num_cols(), host.num_vertices);
    validate(exec, R, {.order = Order::strict});
    EXPECT_EQ(relation_of(R), expected) << what << ", method " << static_cast<int>(method);
  }
}

template <class Case>
class ContextFreePathQueries : public testing::Test {};
TYPED_TEST_SUITE(ContextFreePathQueries, IndexPairs, );

TYPED_TEST(ContextFreePathQueries, of_random_grammars_and_graphs) {
  int with_pairs = 0;
  for (unsigned seed = 0; seed < 300; ++seed) {
    Grammar const grammar = random_grammar(seed);
    std::int64_t const n = 3 + seed % 13;
    HostGraph const host = random_graph(n, n + seed % 17, {"a", "b"}, seed + 100);
    auto const expected = reference_context_free(host, grammar);
    with_pairs += expected.size() > static_cast<std::size_t>(n);
    expect_relation<typename TypeParam::Ordinal, typename TypeParam::Offset>(host, grammar, expected,
                                                                             "seed " + std::to_string(seed));
  }
  EXPECT_GT(with_pairs, 100);
}

/// A cycle of p edges a, and one of q edges b, which share vertex 0.
HostGraph two_cycles(std::int64_t p, std::int64_t q) {
  HostGraph graph{p + q - 1};
  for (std::int64_t i = 0; i < p; ++i) graph.add(i, (i + 1) % p, "a");
  auto const b = [&](std::int64_t j) { return j % q == 0 ? 0 : p - 1 + j % q; };
  for (std::int64_t j = 0; j < q; ++j) graph.add(b(j), b(j + 1), "b");
  return graph;
}

TEST(ContextFreePathQuery, of_two_cycles_and_as_many_a_as_b) {
  Grammar const grammar = parse_grammar("S -> a S b | a b");
  for (auto const& [p, q] : std::vector<VertexPair>{{1, 1}, {2, 3}, {4, 6}, {5, 7}, {6, 6}, {9, 2}}) {
    // From vertex i of the first cycle n = -i (mod p) edges a lead to vertex 0, and from it n = j (mod q) edges b to
    // vertex j of the second cycle. Such n exist where the greatest common divisor of p and q divides i + j.
    Relation expected;
    for (std::int64_t i = 0; i < p; ++i)
      for (std::int64_t j = 0; j < q; ++j)
        if ((i + j) % std::gcd(p, q) == 0) expected.emplace(i, j == 0 ? 0 : p - 1 + j);
    expect_relation(two_cycles(p, q), grammar, expected, std::to_string(p) + ", " + std::to_string(q));
  }
}

TEST(ContextFreePathQuery, of_the_same_generation_in_a_tree) {
  int const depth = 5;
  HostGraph tree{(std::int64_t(1) << (depth + 1)) - 1};
  for (std::int64_t v = 1; v < tree.num_vertices; ++v) tree.add(v, (v - 1) / 2, "parent");
  Relation expected;  // all pairs of a level but the root
  for (int level = 1; level <= depth; ++level) {
    std::int64_t const first = (std::int64_t(1) << level) - 1;
    for (std::int64_t u = first; u <= 2 * first; ++u)
      for (std::int64_t v = first; v <= 2 * first; ++v) expected.emplace(u, v);
  }
  expect_relation(tree, parse_grammar("S -> parent S parent_r | parent parent_r"), expected, "tree");
}

TEST(ContextFreePathQuery, of_balanced_parentheses_in_a_line) {
  std::string const word = "(()())())(()((()))(";
  std::vector<std::string> labels;
  for (char const c : word) labels.push_back(c == '(' ? "open" : "close");
  Relation expected;
  for (std::size_t i = 0; i <= word.size(); ++i) {
    int height = 0;
    expected.emplace(i, i);
    for (std::size_t j = i; j < word.size(); ++j) {
      height += word[j] == '(' ? 1 : -1;
      if (height < 0) break;
      if (height == 0) expected.emplace(i, j + 1);
    }
  }
  expect_relation(line_graph(labels), parse_grammar("S -> S S | open S close | eps"), expected, "Dyck");
  expect_relation(line_graph(labels), parse_grammar("S -> open S close S |"), expected, "Dyck without S S");
}

TEST(ContextFreePathQuery, of_nested_parentheses_of_two_kinds) {
  // ([ ([ x ]) ]) with x in the middle: the words between equal depths.
  std::vector<std::string> labels;
  for (int k = 0; k < 20; ++k) labels.push_back(k % 2 == 0 ? "(" : "[");
  labels.push_back("x");
  for (int k = 20; k-- > 0;) labels.push_back(k % 2 == 0 ? ")" : "]");
  Relation expected;
  for (std::int64_t k = 0; k <= 20; ++k) expected.emplace(k, 41 - k);
  expect_relation(line_graph(labels), parse_grammar("S -> ( S ) | [ S ] | x"), expected, "nested");
}

TEST(ContextFreePathQuery, of_nothing) {
  Grammar const grammar = parse_grammar("S -> a S b | eps");
  expect_relation(HostGraph{0}, grammar, {}, "no vertices");
  expect_relation(HostGraph{2}, grammar, {{0, 0}, {1, 1}}, "no edges");
  expect_relation(HostGraph{2}, parse_grammar("S -> a S"), {}, "no word");
  HostGraph loop{1};
  loop.add(0, 0, "a");
  expect_relation(loop, parse_grammar("S -> S | T\nT -> S a | T T\nU -> eps"), {}, "no word, but rules");
}

TEST(ContextFreePathQuery, names_its_offset) {
  Exec const exec;
  HostGraph const host = two_cycles(5, 7);
  Grammar const grammar = parse_grammar("S -> a S b | a b");
  auto const graph = build_labelled_graph(exec, host.list());
  Workspace<Space> workspace;
  for (auto const method : methods) {
    auto const wide = context_free_path_query<std::int64_t>(exec, graph, grammar, {.method = method}, workspace);
    static_assert(std::is_same_v<decltype(wide), CsrMatrix<Pattern, int, std::int64_t, Space> const>);
    EXPECT_EQ(relation_of(wide), reference_context_free(host, grammar));
  }
  EXPECT_EQ(relation_of(context_free_path_query(exec, graph, grammar)), reference_context_free(host, grammar));
}

TEST(ContextFreePathQueryRefusals, name_what_is_wrong) {
  Exec const exec;
  auto const graph = build_labelled_graph(exec, two_cycles(2, 3).list());
  auto const grammar = parse_grammar("S -> a S b | a b");
  std::string const caller = "Araios::context_free_path_query: ";
  for (auto const method : methods) {
    ContextFreePathOptions const options{.method = method};
    EXPECT_EQ(refusal([&] { context_free_path_query(exec, graph, parse_grammar("S -> a c"), options); }),
              caller + "the graph has no label \"c\"; UnknownLabels::no_edges takes it as a label without edges");
    EXPECT_EQ(relation_of(context_free_path_query(exec, graph, parse_grammar("S -> a b\nT -> c"), options)),
              reference_context_free(two_cycles(2, 3), parse_grammar("S -> a b")))
        << "the start does not reach the label c";
    EXPECT_EQ(refusal([&] { context_free_path_query(exec, graph, Grammar{"T", grammar.rules}, options); }),
              caller + "the grammar has no rule for its start \"T\"");
  }
  EXPECT_EQ(refusal([&] { context_free_path_query(exec, graph, grammar, {.method = ContextFreeMethod(2)}); }),
            caller + "ContextFreeMethod has no enumerator 2");
  EXPECT_EQ(refusal([&] { context_free_path_query(exec, graph, grammar, {.unknown_labels = UnknownLabels(-1)}); }),
            caller + "UnknownLabels has no enumerator -1");
  auto const large = build_labelled_graph(exec, LabelledEdges(1 << 20));
  std::string text = "S ->";
  for (int k = 0; k < 2048; ++k) text += " a";
  EXPECT_EQ(refusal([&] {
              context_free_path_query(exec, large, parse_grammar(text), {.method = ContextFreeMethod::tensor});
            }),
            caller + "number of states times number of vertices: 2148532224 does not fit a 32-bit signed integer");
}

TEST(ContextFreePathQueryRefusals, name_rows_that_are_not_strictly_sorted) {
  Exec const exec;
  auto const grammar = parse_grammar("S -> a S b | a b");
  for (auto const& row : std::vector<std::vector<std::int64_t>>{{2, 1}, {1, 1}}) {
    auto const A = to_csr<Space>(from_rows<Pattern, int, int>({{}, row, {}}, 3));
    LabelledGraph<> const graph(3, {"a", "b"}, {A, A});
    for (auto const method : methods) {
      auto const said = refusal([&] { context_free_path_query(exec, graph, grammar, {.method = method}); });
      EXPECT_NE(said.find(": column "), std::string::npos) << said;
    }
  }
}

contract::Operations const operations{
    // two sums, a product, a difference, a sum
    contract::returns("context_free_path_query_by_matrices", contract::two_edge_graph,
                      [](contract::Data& d, auto& operand) {
                        return context_free_path_query(d.exec, operand, parse_grammar("S -> a b"), {}, d.workspace);
                      },
                      {.fences = 6, .no_operand = "a labelled graph is checked by its constructor"}),
    // two small matrices, a sum; the closure 12; block, difference, sum
    contract::returns("context_free_path_query_by_tensors", contract::two_edge_graph,
                      [](contract::Data& d, auto& operand) {
                        return context_free_path_query(d.exec, operand, parse_grammar("S -> a b"),
                                                       {.method = ContextFreeMethod::tensor}, d.workspace);
                      },
                      {.fences = 18, .no_operand = "a labelled graph is checked by its constructor"})};

}  // namespace graph_context_free_test
