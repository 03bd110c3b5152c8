// SPDX-License-Identifier: Apache-2.0

#include <Araios/build.hpp>
#include <Araios/formats/validate/compressed.hpp>
#include <Araios/path_queries.hpp>
#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <type_traits>
#include <vector>

#include "support/contract.hpp"
#include "support/contract_paths.hpp"
#include "support/path_reference.hpp"
#include "support/refusals.hpp"

namespace graph_regular_test {

using namespace Araios;
using namespace Araios::test;
using Exec = Kokkos::DefaultExecutionSpace;
using Space = Exec::memory_space;

std::vector<std::int64_t> all_vertices(HostGraph const& graph) {
  std::vector<std::int64_t> all;
  all.reserve(static_cast<std::size_t>(graph.num_vertices));
  for (std::int64_t v = 0; v < graph.num_vertices; ++v) all.push_back(v);
  return all;
}

template <class Case>
class RegularPathQueries : public testing::Test {};
TYPED_TEST_SUITE(RegularPathQueries, IndexPairs, );

TYPED_TEST(RegularPathQueries, equal_a_search_over_vertices_and_states) {
  using O = typename TypeParam::Ordinal;
  using F = typename TypeParam::Offset;
  Exec const exec;
  std::vector<std::string> const expressions = {"a",        "a b",    "a | b",         "a*",           "(a b)*",
                                                "a+ b? c*", "^a b",   "(a | ^b)+",     "a (b | c)* a", "eps",
                                                "(a a a)*", "^a c_r", "a_r_r b | eps", "(a|b|c|^a)*"};
  std::size_t num_pairs = 0;
  for (unsigned seed = 0; seed < 4; ++seed) {
    std::int64_t const n = 10 + 20 * seed;
    HostGraph const host = random_graph(n, n + n / 2, {"a", "b", "c"}, seed);
    auto const graph = build_labelled_graph<O, F>(exec, host.list());
    std::vector<O> const sources = {static_cast<O>(n - 1), 3, 3, 0};
    for (std::string const& expression : expressions) {
      Automaton const automaton = parse_regular_expression(expression);
      auto const all = reference_regular(host, automaton, all_vertices(host));
      auto const R = regular_path_query(exec, graph, automaton);
      static_assert(std::is_same_v<decltype(R), CsrMatrix<Pattern, O, F, Space> const>);
      validate(exec, R, {.order = Order::strict});
      EXPECT_EQ(relation_of(R), relation_of(all)) << expression << ", seed " << seed;
      num_pairs += R.nnz();

      std::vector<std::set<std::int64_t>> selected;
      selected.reserve(sources.size());
      for (O const v : sources) selected.push_back(all[static_cast<std::size_t>(v)]);
      auto const S = regular_path_query(exec, graph, automaton, to_view<Space>(sources));
      EXPECT_EQ(S.num_rows(), 4);
      EXPECT_EQ(S.num_cols(), n);
      EXPECT_EQ(relation_of(S), relation_of(selected)) << expression << ", seed " << seed;
    }
  }
  EXPECT_GT(num_pairs, 1000u);
}

TEST(RegularPathQuery, of_automata_that_come_from_no_expression) {
  Exec const exec;
  HostGraph const host = random_graph(40, 60, {"a", "b"}, 5);
  auto const graph = build_labelled_graph(exec, host.list());
  std::vector<Automaton> const automata = {
      {},
      {1, {0}, {0}, {}},
      {1, {}, {0}, {{0, 0, "a"}}},
      {2, {0}, {}, {{0, 1, "a"}}},
      {3, {0, 2, 0}, {1, 1, 2}, {{0, 1, "a"}, {0, 1, "a"}, {1, 0, "b"}, {1, 2, "b_r"}, {2, 2, "a"}, {2, 1, "b"}}},
  };
  for (std::size_t k = 0; k < automata.size(); ++k)
    EXPECT_EQ(relation_of(regular_path_query(exec, graph, automata[k])),
              relation_of(reference_regular(host, automata[k], all_vertices(host))))
        << "automaton " << k;
}

TEST(RegularPathQuery, of_long_paths_and_long_rows) {
  Exec const exec;
  HostGraph star = line_graph(std::vector<std::string>(300, "a"));
  for (std::int64_t v = 0; v < 301; ++v) star.add(300, v, "b");
  auto const graph = build_labelled_graph(exec, star.list());
  auto const sources = to_view<Space>(std::vector<int>{250});
  auto const R = regular_path_query(exec, graph, parse_regular_expression("a* b (a a)+"), sources);
  Relation expected;
  for (std::int64_t v = 2; v < 301; ++v) expected.emplace(0, v);
  EXPECT_EQ(relation_of(R), expected);
}

TEST(RegularPathQuery, of_nothing) {
  Exec const exec;
  auto const expression = parse_regular_expression("a* | b");
  RegularPathOptions const options{.unknown_labels = UnknownLabels::no_edges};
  auto const none = regular_path_query(exec, LabelledGraph<>(), expression, options);
  EXPECT_EQ(none.num_rows(), 0);
  EXPECT_EQ(none.num_cols(), 0);
  auto const graph = build_labelled_graph(exec, LabelledEdges(4));
  EXPECT_EQ(relation_of(regular_path_query(exec, graph, expression, options)),
            (Relation{{0, 0}, {1, 1}, {2, 2}, {3, 3}}));
  auto const R = regular_path_query(exec, graph, expression, Kokkos::View<int*, Space>(), options);
  EXPECT_EQ(R.num_rows(), 0);
  EXPECT_EQ(R.num_cols(), 4);
}

TEST(RegularPathQuery, names_its_offset_and_takes_sources_of_any_type) {
  Exec const exec;
  HostGraph const host = random_graph(50, 90, {"a", "b"}, 9);
  auto const graph = build_labelled_graph(exec, host.list());
  auto const automaton = parse_regular_expression("a* b a*");
  Workspace<Space> workspace;
  auto const wide = regular_path_query<std::int64_t>(exec, graph, automaton, {}, workspace);
  static_assert(std::is_same_v<decltype(wide), CsrMatrix<Pattern, int, std::int64_t, Space> const>);
  EXPECT_EQ(relation_of(wide), relation_of(regular_path_query(exec, graph, automaton)));
  auto const sources = to_view<Space>(std::vector<std::int64_t>{7, 8});
  EXPECT_EQ(relation_of(regular_path_query(exec, graph, automaton, sources, {}, workspace)),
            relation_of(reference_regular(host, automaton, {7, 8})));
}

TEST(RegularPathQueryRefusals, name_what_is_wrong) {
  Exec const exec;
  auto const graph = build_labelled_graph(exec, random_graph(5, 9, {"a"}, 1).list());
  auto const said = [&](Automaton const& automaton, std::vector<int> const& sources) {
    return refusal([&] { regular_path_query(exec, graph, automaton, to_view<Space>(sources)); });
  };
  auto const a = parse_regular_expression("a");
  std::string const caller = "Araios::regular_path_query: ";
  EXPECT_EQ(said(a, {0, 5, -1}), caller + "sources(1) = 5 is not in [0, 5)");
  EXPECT_EQ(said(a, {-1}), caller + "sources(0) = -1 is not in [0, 5)");
  EXPECT_EQ(said(parse_regular_expression("a ^b"), {0}),
            caller + "the graph has no label \"b_r\"; UnknownLabels::no_edges takes it as a label without edges");
  EXPECT_EQ(said({-1, {}, {}, {}}, {0}), caller + "the automaton has a negative number of states -1");
  EXPECT_EQ(said({1, {0, 1}, {}, {}}, {0}), caller + "start state 1 of the automaton is 1, not in [0, 1)");
  EXPECT_EQ(said({1, {}, {-1}, {}}, {0}), caller + "final state 0 of the automaton is -1, not in [0, 1)");
  EXPECT_EQ(said({1, {}, {}, {{2, 0, "a"}}}, {0}),
            caller + "the first state of transition 0 of the automaton is 2, not in [0, 1)");
  EXPECT_EQ(said({1, {}, {}, {{0, 1, "a"}}}, {0}),
            caller + "the second state of transition 0 of the automaton is 1, not in [0, 1)");
  EXPECT_EQ(said({1, {}, {}, {{0, 0, ""}}}, {0}), caller + "transition 0 of the automaton has no label");
  EXPECT_EQ(said({1 << 30, {}, {}, {}}, {0, 1, 2}),
            caller + "number of states times number of sources: 3221225472 does not fit a 32-bit signed integer");
  EXPECT_EQ(refusal([&] { regular_path_query(exec, graph, a, {.unknown_labels = UnknownLabels(7)}); }),
            caller + "UnknownLabels has no enumerator 7");
}

TEST(RegularPathQueryRefusals, name_rows_that_are_not_strictly_sorted) {
  Exec const exec;
  auto const a = parse_regular_expression("a");
  for (auto const& row : std::vector<std::vector<std::int64_t>>{{2, 1}, {1, 1}}) {
    LabelledGraph<> const graph(3, {"a"}, {to_csr<Space>(from_rows<Pattern, int, int>({{}, row, {}}, 3))});
    EXPECT_NE(refusal([&] { regular_path_query(exec, graph, a); }).find("row 1, position 1: column 1 "),
              std::string::npos);
  }
}

contract::Operations const operations{
    // the sources, four small matrices; steps of 8, 8 and 4; the final states
    contract::returns("regular_path_query", contract::two_edge_graph,
                      [](contract::Data& d, auto& operand) {
                        return regular_path_query(d.exec, operand, parse_regular_expression("a b"), d.some_indices, {},
                                                  d.workspace);
                      },
                      {.fences = 27, .no_operand = "a labelled graph is checked by its constructor"}),
    contract::returns("regular_path_query_of_all", contract::two_edge_graph,
                      [](contract::Data& d, auto& operand) {
                        return regular_path_query(d.exec, operand, parse_regular_expression("a b"), {}, d.workspace);
                      },
                      {.fences = 26, .no_operand = "a labelled graph is checked by its constructor"})};

}  // namespace graph_regular_test
