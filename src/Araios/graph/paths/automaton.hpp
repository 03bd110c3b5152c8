// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// Finite automata over labels, and regular expressions as automata. grammar.hpp at the top has the texts.
///
/// An expression becomes Glushkov's automaton: one state for each occurrence of a label, and one to start from. It has
/// no empty transitions, and all transitions into a state have one label.
///
/// Source: Glushkov, Russian Mathematical Surveys 16 (1961).

#include <Araios/core/checks.hpp>
#include <Araios/graph/paths/text.hpp>

#include <cstddef>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace Araios {

/// A nondeterministic finite automaton without empty transitions, over the labels of a graph
///
/// It accepts a word where transitions with the labels of the word lead from a start state to a final state. States are
/// 0 .. num_states - 1. Transitions, start states and final states may be repeated.
struct Automaton {
  struct Transition {
    int from = 0;
    int to = 0;
    std::string label{};
  };
  int num_states = 0;
  std::vector<int> start_states{};
  std::vector<int> final_states{};
  std::vector<Transition> transitions{};
};

namespace Impl::paths {

/// The label of the transposed edges of a label.
inline std::string inverse_of(std::string_view label) { return std::string(label) + "_r"; }

/// Parses an expression by recursive descent. Positions 1, 2, ... are the occurrences of labels; 0 is the start.
class ExpressionParser {
 public:
  explicit ExpressionParser(std::string_view text) : cursor_("Araios::parse_regular_expression", text) {}

  Automaton parse() {
    Part const whole = alternatives(0);
    if (cursor_.is(")")) cursor_.fail(cursor_.at, "\")\" closes no parenthesis");
    Automaton result;
    result.num_states = static_cast<int>(labels_.size());
    result.start_states = {0};
    result.final_states = whole.last;
    if (whole.is_nullable) result.final_states.insert(result.final_states.begin(), 0);
    for (int const to : whole.first) result.transitions.push_back({0, to, label(to)});
    for (int from = 1; from < result.num_states; ++from)
      for (int const to : follow_[static_cast<std::size_t>(from)]) result.transitions.push_back({from, to, label(to)});
    return result;
  }

 private:
  /// A part of the expression: whether it has the empty word, and the positions that its words begin and end with.
  struct Part {
    bool is_nullable = false;
    std::vector<int> first{};
    std::vector<int> last{};
  };
  static constexpr int max_depth = 1000;
  static constexpr std::string_view operators = "()|*+?^";

  std::string const& label(int position) const { return labels_[static_cast<std::size_t>(position)]; }
  void connect(std::vector<int> const& from, std::vector<int> const& to) {
    for (int const p : from) follow_[static_cast<std::size_t>(p)].insert(to.begin(), to.end());
  }
  static void append(std::vector<int>& to, std::vector<int> const& from) {
    to.insert(to.end(), from.begin(), from.end());
  }

  Part alternatives(int depth) {
    Part all = sequence(depth);
    while (cursor_.take("|")) {
      Part const next = sequence(depth);
      all.is_nullable = all.is_nullable || next.is_nullable;
      append(all.first, next.first);
      append(all.last, next.last);
    }
    return all;
  }

  Part sequence(int depth) {
    Part all{true};
    for (bool is_empty = true;; is_empty = false) {
      cursor_.skip_blanks_and_line_ends();
      if (cursor_.at_end() || cursor_.is("|") || cursor_.is(")")) {
        if (is_empty) cursor_.fail(cursor_.at, "an expression is missing; \"eps\" is the empty word");
        return all;
      }
      Part const next = repetition(depth);
      connect(all.last, next.first);
      if (all.is_nullable) append(all.first, next.first);
      if (!next.is_nullable) all.last.clear();
      append(all.last, next.last);
      all.is_nullable = all.is_nullable && next.is_nullable;
    }
  }

  Part repetition(int depth) {
    Part part = atom(depth);
    for (;; cursor_.at++) {
      cursor_.skip_blanks_and_line_ends();
      bool const is_star = cursor_.is("*");
      if (!is_star && !cursor_.is("+") && !cursor_.is("?")) return part;
      if (!cursor_.is("?")) connect(part.last, part.first);
      if (!cursor_.is("+")) part.is_nullable = true;
    }
  }

  Part atom(int depth) {
    std::size_t const begin = cursor_.at;
    if (cursor_.take("(")) {
      if (depth == max_depth) cursor_.fail(begin, message("more than ", max_depth, " nested parentheses"));
      Part const inner = alternatives(depth + 1);
      if (!cursor_.take(")")) cursor_.fail(begin, "the parenthesis is not closed");
      return inner;
    }
    bool const is_inverse = cursor_.take("^");
    Symbol const symbol = cursor_.symbol(operators);
    if (symbol.name.empty())
      cursor_.fail(begin, message(is_inverse ? "expected a label after \"^\", found " : "expected a label, found ",
                                  cursor_.next_word()));
    if (symbol.is_empty_word()) {
      if (is_inverse) cursor_.fail(begin, "\"^\" is followed by the empty word, not by a label");
      return {true};
    }
    int const position = static_cast<int>(labels_.size());
    labels_.push_back(is_inverse ? inverse_of(symbol.name) : symbol.name);
    follow_.emplace_back();
    return {false, {position}, {position}};
  }

  Cursor cursor_;
  std::vector<std::string> labels_{1};
  std::vector<std::set<int>> follow_{1};
};

/// Throws where a state of the automaton is none, or a label is empty.
inline void check_automaton(char const* caller, Automaton const& automaton) {
  int const n = automaton.num_states;
  check(n >= 0, caller, ": the automaton has a negative number of states ", n);
  auto const check_state = [&](int state, char const* what, std::size_t k) {
    check(0 <= state && state < n, caller, ": ", what, " ", k, " of the automaton is ", state, ", not in [0, ", n, ")");
  };
  for (std::size_t k = 0; k < automaton.start_states.size(); ++k)
    check_state(automaton.start_states[k], "start state", k);
  for (std::size_t k = 0; k < automaton.final_states.size(); ++k)
    check_state(automaton.final_states[k], "final state", k);
  for (std::size_t k = 0; k < automaton.transitions.size(); ++k) {
    check_state(automaton.transitions[k].from, "the first state of transition", k);
    check_state(automaton.transitions[k].to, "the second state of transition", k);
    check(!automaton.transitions[k].label.empty(), caller, ": transition ", k, " of the automaton has no label");
  }
}

}  // namespace Impl::paths

}  // namespace Araios
