// SPDX-License-Identifier: Apache-2.0

#include <Araios/grammar.hpp>
#include <gtest/gtest.h>

#include <map>
#include <set>
#include <string>
#include <vector>

#include "support/path_reference.hpp"
#include "support/random_grammar.hpp"
#include "support/refusals.hpp"

namespace graph_normal_form_test {

using namespace Araios;
using namespace Araios::test;

/// The normal form, as a grammar whose non-terminals have numbers for names.
Grammar as_grammar(NormalForm const& form) {
  auto const name = [](int a) { return "<" + std::to_string(a) + ">"; };
  Grammar grammar{name(0), {}};
  for (auto const& [left, first, second] : form.pairs)
    grammar.rules.push_back({name(left), {name(first), name(second)}});
  for (auto const& [left, label] : form.terminals) grammar.rules.push_back({name(left), {label}});
  for (int const a : form.empty) grammar.rules.push_back({name(a), {}});
  for (std::size_t a = 0; a < form.nonterminals.size(); ++a)  // even without a rule it is no label
    grammar.rules.push_back({name(static_cast<int>(a)), {name(static_cast<int>(a))}});
  return grammar;
}

TEST(NormalForm, cuts_right_sides_into_pairs) {
  NormalForm const form = normal_form(parse_grammar("S -> a S b | a b"));
  EXPECT_EQ(form.nonterminals, (std::vector<std::string>{"S", "a", "S b", "b"}));
  using Pair = NormalForm::Pair;
  EXPECT_EQ(form.pairs, (std::vector<Pair>{{0, 1, 2}, {0, 1, 3}, {2, 0, 3}}));
  using Terminal = NormalForm::Terminal;
  EXPECT_EQ(form.terminals, (std::vector<Terminal>{{1, "a"}, {3, "b"}}));
  EXPECT_TRUE(form.empty.empty());
}

TEST(NormalForm, has_no_rules_of_one_nonterminal_and_none_that_the_start_does_not_reach) {
  NormalForm const form = normal_form(parse_grammar("S -> A\nA -> B | S\nB -> c | eps | A\nD -> S d"));
  EXPECT_EQ(form.nonterminals, std::vector<std::string>{"S"});
  EXPECT_TRUE(form.pairs.empty());
  EXPECT_EQ(form.terminals, (std::vector<NormalForm::Terminal>{{0, "c"}}));
  EXPECT_EQ(form.empty, std::vector<int>{0});
}

TEST(NormalForm, shares_equal_remainders) {
  NormalForm const form = normal_form(parse_grammar("S -> a b c d | x b c d | b c d"));
  // S, the four labels and x, "b c d" and "c d".
  EXPECT_EQ(form.nonterminals.size(), 8u);
  EXPECT_EQ(form.pairs.size(), 5u);
}

TEST(NormalForm, has_the_language_of_the_grammar) {
  for (unsigned seed = 0; seed < 200; ++seed) {
    Grammar const grammar = random_grammar(seed);
    NormalForm const form = normal_form(grammar);
    for (auto const& [left, first, second] : form.pairs)
      for (int const a : {left, first, second}) {
        EXPECT_GE(a, 0);
        EXPECT_LT(a, static_cast<int>(form.nonterminals.size()));
      }
    HostGraph const graph = random_graph(8, 14, {"a", "b"}, seed);
    EXPECT_EQ(reference_context_free(graph, as_grammar(form)), reference_context_free(graph, grammar)) << seed;
  }
}

TEST(NormalForm, holds_long_right_sides) {
  std::string text = "S ->";
  for (int k = 0; k < 500; ++k) text += k % 2 == 0 ? " a" : " b";
  NormalForm const form = normal_form(parse_grammar(text));
  EXPECT_EQ(form.pairs.size(), 499u);
  EXPECT_EQ(form.terminals.size(), 2u);
}

TEST(NormalFormRefusals, name_what_is_wrong) {
  EXPECT_EQ(refusal([] { normal_form({}); }), "Araios::normal_form: the grammar has no rule for its start \"\"");
  EXPECT_EQ(refusal([] { normal_form({"T", {{"S", {"a"}}}}); }),
            "Araios::normal_form: the grammar has no rule for its start \"T\"");
  EXPECT_EQ(refusal([] { normal_form({"S", {{"S", {"a"}}, {"S", {"a", ""}}}}); }),
            "Araios::normal_form: rule 1 of the grammar has a symbol without a name");
}

TEST(RecursiveAutomaton, has_a_state_for_each_remainder) {
  auto const automaton = Impl::paths::RecursiveAutomatonBuilder(parse_grammar("S -> a S b | a b\nT -> S")).build();
  EXPECT_EQ(automaton.num_states, 4);
  ASSERT_EQ(automaton.nonterminals.size(), 1u) << "the start does not reach T";
  EXPECT_EQ(automaton.nonterminals[0].transitions.size(), 1u);
  EXPECT_EQ(automaton.labels.at("a").size(), 2u);
  EXPECT_EQ(automaton.labels.at("b").size(), 2u);
  EXPECT_FALSE(automaton.nonterminals[0].is_nullable);
}

}  // namespace graph_normal_form_test
