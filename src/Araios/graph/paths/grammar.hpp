// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// Context-free grammars over the labels of a graph, and the parser of their texts.

#include <Araios/core/checks.hpp>
#include <Araios/graph/paths/text.hpp>

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace Araios {

/// A context-free grammar
///
/// Non-terminals are the symbols on left sides; all other symbols are labels. An empty right side is the empty word.
struct Grammar {
  struct Rule {
    std::string left{};
    std::vector<std::string> right{};
  };
  std::string start{};
  std::vector<Rule> rules{};
};

namespace Impl::paths {

class GrammarParser {
 public:
  explicit GrammarParser(std::string_view text) : cursor_("Araios::parse_grammar", text) {}

  Grammar parse() {
    Grammar grammar;
    for (cursor_.skip_blanks_and_line_ends(); !cursor_.at_end(); cursor_.skip_blanks_and_line_ends()) {
      if (cursor_.is("#"))
        cursor_.skip_line();
      else
        rules(grammar);
    }
    if (grammar.rules.empty()) cursor_.fail(cursor_.at, "the grammar has no rule");
    grammar.start = grammar.rules.front().left;
    return grammar;
  }

 private:
  void rules(Grammar& grammar) {
    std::size_t const begin = cursor_.at;
    Symbol const left = symbol();
    if (left.name.empty())
      cursor_.fail(begin, message("expected the left side of a rule, found ", cursor_.next_word()));
    if (left.is_empty_word()) cursor_.fail(begin, "the left side of a rule is the empty word");
    cursor_.skip_blanks();
    if (!cursor_.take("->"))
      cursor_.fail(cursor_.at, message("expected \"->\" after the left side of a rule, found ", cursor_.next_word()));
    do grammar.rules.push_back({left.name, right_side()});
    while (cursor_.take("|"));
  }

  std::vector<std::string> right_side() {
    std::vector<std::string> names;
    bool has_empty_word = false;
    for (;;) {
      cursor_.skip_blanks();
      if (cursor_.is("#")) cursor_.skip_line();
      if (cursor_.at_line_end() || cursor_.is("|")) return names;
      std::size_t const begin = cursor_.at;
      if (cursor_.is("->")) cursor_.fail(begin, "a second \"->\" in a rule; each rule has a line of its own");
      Symbol const next = symbol();
      if (has_empty_word || (next.is_empty_word() && !names.empty()))
        cursor_.fail(begin, "\"eps\", the empty word, must be the only symbol of an alternative");
      has_empty_word = next.is_empty_word();
      if (!has_empty_word) names.push_back(next.name);
    }
  }

  Symbol symbol() { return cursor_.symbol("|", "->"); }

  Cursor cursor_;
};

/// Throws where a grammar has no rule for its start, or a symbol without a name.
inline void check_grammar(char const* caller, Grammar const& grammar) {
  bool has_start = false;
  for (std::size_t k = 0; k < grammar.rules.size(); ++k) {
    auto const& rule = grammar.rules[k];
    bool is_named = !rule.left.empty();
    for (auto const& name : rule.right) is_named = is_named && !name.empty();
    check(is_named, caller, ": rule ", k, " of the grammar has a symbol without a name");
    has_start = has_start || rule.left == grammar.start;
  }
  check(has_start, caller, ": the grammar has no rule for its start \"", grammar.start, "\"");
}

}  // namespace Impl::paths

}  // namespace Araios
