// SPDX-License-Identifier: Apache-2.0

#include <Araios/grammar.hpp>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "support/refusals.hpp"

namespace graph_grammar_test {

using namespace Araios;
using Araios::test::refusal;

/// The rules, one after the other, with symbols in brackets.
std::string written(Grammar const& grammar) {
  std::string text = grammar.start + ":";
  for (auto const& rule : grammar.rules) {
    text += " [" + rule.left + "]";
    for (auto const& symbol : rule.right) text += "[" + symbol + "]";
  }
  return text;
}

TEST(Grammar, is_read_line_by_line) {
  EXPECT_EQ(written(parse_grammar("S -> a S b | a b")), "S: [S][a][S][b] [S][a][b]");
  EXPECT_EQ(written(parse_grammar("# comment\n\n  S->a\r\nT ->S  T#x # comment\n")), "S: [S][a] [T][S][T#x]");
  EXPECT_EQ(written(parse_grammar("S -> a |\nS ->\nS -> eps | eps")), "S: [S][a] [S] [S] [S] [S]");
  EXPECT_EQ(written(parse_grammar("S -> # nothing\nS -> \"a | b\" \"eps\" \"->\"a_r")),
            "S: [S] [S][a | b][eps][->][a_r]");
}

TEST(GrammarRefusals, name_line_and_column) {
  auto const said = [](std::string const& text) { return refusal([&] { parse_grammar(text); }); };
  std::string const caller = "Araios::parse_grammar: ";
  EXPECT_EQ(said(""), caller + "line 1, column 1: the grammar has no rule");
  EXPECT_EQ(said("# only\n"), caller + "line 2, column 1: the grammar has no rule");
  EXPECT_EQ(said("S -> a\n  S b"),
            caller + "line 2, column 5: expected \"->\" after the left side of a rule, found \"b\"");
  EXPECT_EQ(said("S"),
            caller + "line 1, column 2: expected \"->\" after the left side of a rule, found the end of the text");
  EXPECT_EQ(said("S -> a\n| b"), caller + "line 2, column 1: expected the left side of a rule, found \"|\"");
  EXPECT_EQ(said("eps -> a"), caller + "line 1, column 1: the left side of a rule is the empty word");
  EXPECT_EQ(said("S -> a T -> b"),
            caller + "line 1, column 10: a second \"->\" in a rule; each rule has a line of its own");
  EXPECT_EQ(said("S -> a eps"),
            caller + "line 1, column 8: \"eps\", the empty word, must be the only symbol of an alternative");
  EXPECT_EQ(said("S -> eps a"),
            caller + "line 1, column 10: \"eps\", the empty word, must be the only symbol of an alternative");
  EXPECT_EQ(said("S -> \"a"), caller + "line 1, column 6: a quotation mark is not closed in its line");
}

}  // namespace graph_grammar_test
