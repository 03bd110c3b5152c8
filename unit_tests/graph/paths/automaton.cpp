// SPDX-License-Identifier: Apache-2.0

#include <Araios/grammar.hpp>
#include <gtest/gtest.h>

#include <random>
#include <set>
#include <string>
#include <vector>

#include "support/refusals.hpp"

namespace graph_automaton_test {

using namespace Araios;
using Araios::test::refusal;

/// Whether the automaton accepts a word of labels, by the set of states that it can be in.
bool accepts(Automaton const& automaton, std::vector<std::string> const& word) {
  std::set<int> states(automaton.start_states.begin(), automaton.start_states.end());
  for (auto const& label : word) {
    std::set<int> next;
    for (auto const& transition : automaton.transitions)
      if (transition.label == label && states.contains(transition.from)) next.insert(transition.to);
    states = next;
  }
  for (int const q : automaton.final_states)
    if (states.contains(q)) return true;
  return false;
}

using Words = std::set<std::string>;
constexpr std::size_t max_length = 5;

/// An expression over the labels a, b and c, and its words of at most max_length labels, by the meaning of operators.
struct Expression {
  std::string text;
  Words words;
};

Words concatenation(Words const& first, Words const& second) {
  Words all;
  for (auto const& u : first)
    for (auto const& v : second)
      if (u.size() + v.size() <= max_length) all.insert(u + v);
  return all;
}
Words repeated(Words const& once) {
  Words all = once;
  for (std::size_t before = 0; before != all.size();) {
    before = all.size();
    all.merge(concatenation(all, once));
  }
  return all;
}
Words with_empty_word(Words words) {
  words.insert("");
  return words;
}

Expression random_expression(std::mt19937& random, int operators) {
  if (operators == 0) {
    std::string const label(1, "abc"[random() % 3]);
    return {label, {label}};
  }
  if (random() % 5 < 2) {
    int const split = static_cast<int>(random() % static_cast<unsigned>(operators));
    Expression const left = random_expression(random, split);
    Expression const right = random_expression(random, operators - 1 - split);
    if (random() % 2 == 0) return {"(" + left.text + ") (" + right.text + ")", concatenation(left.words, right.words)};
    Words all = left.words;
    all.insert(right.words.begin(), right.words.end());
    return {"(" + left.text + " | " + right.text + ")", all};
  }
  Expression const inner = random_expression(random, operators - 1);
  std::string const text = "(" + inner.text + ")";
  switch (random() % 3) {
  case 0:
    return {text + "*", with_empty_word(repeated(inner.words))};
  case 1:
    return {text + "+", repeated(inner.words)};
  default:
    return {text + "?", with_empty_word(inner.words)};
  }
}

/// Compares all words over a, b and c of at most max_length labels.
void expect_language(Expression const& expression) {
  Automaton const automaton = parse_regular_expression(expression.text);
  std::vector<std::string> words = {""};
  for (std::size_t k = 0; k < words.size(); ++k) {
    std::string const word = words[k];
    std::vector<std::string> labels;
    for (char const c : word) labels.emplace_back(1, c);
    ASSERT_EQ(accepts(automaton, labels), expression.words.contains(word)) << expression.text << ", word " << word;
    if (word.size() < max_length)
      for (char const c : {'a', 'b', 'c'}) words.push_back(word + c);
  }
}

TEST(RegularExpression, has_the_words_of_its_operators) {
  std::mt19937 random(1);
  for (int k = 0; k < 200; ++k) expect_language(random_expression(random, static_cast<int>(random() % 10)));
}

TEST(RegularExpression, binds_operators_as_documented) {
  Words const a = {"a"}, b = {"b"}, c = {"c"};
  auto const either = [](Words one, Words const& other) {
    one.insert(other.begin(), other.end());
    return one;
  };
  expect_language({"a b", {"ab"}});
  expect_language({"a|b c", either(a, {"bc"})});
  expect_language({"a b*", concatenation(a, with_empty_word(repeated(b)))});
  expect_language({"a+ b?", concatenation(repeated(a), with_empty_word(b))});
  expect_language({"a|b*c", either(a, concatenation(with_empty_word(repeated(b)), c))});
  expect_language({"(a|b)c", {"ac", "bc"}});
  expect_language({"a ? | b +\n", either(with_empty_word(a), repeated(b))});
  expect_language({"a**", with_empty_word(repeated(a))});
}

TEST(RegularExpression, is_an_automaton_without_empty_transitions) {
  Automaton const automaton = parse_regular_expression("a (b | c)*");
  EXPECT_EQ(automaton.num_states, 4);
  EXPECT_EQ(automaton.start_states, std::vector<int>{0});
  EXPECT_EQ(automaton.final_states, (std::vector<int>{1, 2, 3}));
  EXPECT_EQ(automaton.transitions.size(), 7u);
  // All transitions into a state have one label.
  for (auto const& one : automaton.transitions)
    for (auto const& other : automaton.transitions)
      if (one.to == other.to) {
        EXPECT_EQ(one.label, other.label);
      }
}

TEST(RegularExpression, has_inverse_quoted_and_empty_labels) {
  EXPECT_TRUE(accepts(parse_regular_expression("^knows+"), {"knows_r", "knows_r"}));
  EXPECT_FALSE(accepts(parse_regular_expression("^knows+"), {"knows"}));
  EXPECT_TRUE(accepts(parse_regular_expression("\"a | b\" ^\"(\""), {"a | b", "(_r"}));
  EXPECT_TRUE(accepts(parse_regular_expression("\"eps\""), {"eps"}));
  EXPECT_FALSE(accepts(parse_regular_expression("\"eps\""), {}));
  Automaton const empty = parse_regular_expression("eps");
  EXPECT_TRUE(accepts(empty, {}));
  EXPECT_FALSE(accepts(empty, {"eps"}));
  EXPECT_EQ(empty.num_states, 1);
  Automaton const some = parse_regular_expression("a (eps | b) (eps)*");
  EXPECT_TRUE(accepts(some, {"a"}));
  EXPECT_TRUE(accepts(some, {"a", "b"}));
  EXPECT_TRUE(accepts(parse_regular_expression("http://a#b,c\n\tx"), {"http://a#b,c", "x"}));
  EXPECT_EQ(inverse_label("a"), "a_r");
}

TEST(RegularExpressionRefusals, name_line_and_column) {
  auto const said = [](std::string const& text) { return refusal([&] { parse_regular_expression(text); }); };
  std::string const caller = "Araios::parse_regular_expression: ";
  std::string const missing = "an expression is missing; \"eps\" is the empty word";
  EXPECT_EQ(said(""), caller + "line 1, column 1: " + missing);
  EXPECT_EQ(said("a | "), caller + "line 1, column 5: " + missing);
  EXPECT_EQ(said("a ()"), caller + "line 1, column 4: " + missing);
  EXPECT_EQ(said("a b)"), caller + "line 1, column 4: \")\" closes no parenthesis");
  EXPECT_EQ(said("a\n (b\n c"), caller + "line 2, column 2: the parenthesis is not closed");
  EXPECT_EQ(said("*a"), caller + "line 1, column 1: expected a label, found \"*a\"");
  EXPECT_EQ(said("a ^(b c)"), caller + "line 1, column 3: expected a label after \"^\", found \"(b\"");
  EXPECT_EQ(said("^eps"), caller + "line 1, column 1: \"^\" is followed by the empty word, not by a label");
  EXPECT_EQ(said("a \"b"), caller + "line 1, column 3: a quotation mark is not closed in its line");
  EXPECT_EQ(said("\"\""), caller + "line 1, column 1: a name is empty");
  EXPECT_EQ(said(std::string(1001, '(') + "a" + std::string(1001, ')')),
            caller + "line 1, column 1001: more than 1000 nested parentheses");
  EXPECT_TRUE(accepts(parse_regular_expression(std::string(1000, '(') + "a" + std::string(1000, ')')), {"a"}));
}

}  // namespace graph_automaton_test
