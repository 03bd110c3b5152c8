// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// The two forms that the algorithms need: weak Chomsky normal form, and a recursive automaton.

#include <Araios/core/checks.hpp>
#include <Araios/graph/paths/grammar.hpp>

#include <compare>
#include <cstddef>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace Araios {

/// A grammar in weak Chomsky normal form: rules A -> B C, A -> label and A -> empty word, for any A
///
/// Non-terminal 0 is the start. New non-terminals have the names of the symbols that they replace. Those that the
/// start does not reach are dropped. Rules are sorted, without duplicates.
struct NormalForm {
  struct Pair {
    int left = 0;
    int first = 0;
    int second = 0;
    auto operator<=>(Pair const&) const = default;  // NOLINT(modernize-use-nullptr): 0 of its result
  };
  struct Terminal {
    int left = 0;
    std::string label{};
    auto operator<=>(Terminal const&) const = default;  // NOLINT(modernize-use-nullptr): as above
  };
  std::vector<std::string> nonterminals{};
  std::vector<Pair> pairs{};
  std::vector<Terminal> terminals{};
  std::vector<int> empty{};
};

namespace Impl::paths {

using Word = std::vector<std::string>;

inline std::set<std::string> left_sides(Grammar const& grammar) {
  std::set<std::string> all;
  for (auto const& rule : grammar.rules) all.insert(rule.left);
  return all;
}

/// The steps: right sides are cut into pairs, equal suffixes being shared; A -> B is replaced by the rules of B.
class NormalFormBuilder {
 public:
  explicit NormalFormBuilder(Grammar const& grammar) : left_sides_(left_sides(grammar)) {
    (void)nonterminal({grammar.start});
    for (auto const& rule : grammar.rules) add_rule(nonterminal({rule.left}), rule.right);
  }

  NormalForm build() const {
    // closed[A]: A, and all B with A -> B -> ...
    auto const size = rules_.size();
    std::vector<std::vector<int>> closed(size);
    for (std::size_t a = 0; a < size; ++a)
      closed[a] = reached(static_cast<int>(a), [&](int b, auto const& visit) {
        for (int const c : rules_[static_cast<std::size_t>(b)].units) visit(c);
      });
    auto const each_pair = [&](int a, auto const& use) {
      for (int const b : closed[static_cast<std::size_t>(a)])
        for (auto const& [first, second] : rules_[static_cast<std::size_t>(b)].pairs) use(first, second);
    };
    std::vector<int> const kept = reached(0, [&](int a, auto const& visit) {
      each_pair(a, [&](int first, int second) {
        visit(first);
        visit(second);
      });
    });
    std::vector<int> number(size, -1);
    for (std::size_t k = 0; k < kept.size(); ++k) number[static_cast<std::size_t>(kept[k])] = static_cast<int>(k);
    auto const number_of = [&](int a) { return number[static_cast<std::size_t>(a)]; };

    NormalForm form;
    std::set<NormalForm::Pair> pairs;
    std::set<NormalForm::Terminal> terminals;
    for (int const a : kept) {
      form.nonterminals.push_back(names_[static_cast<std::size_t>(a)]);
      each_pair(a, [&](int first, int second) { pairs.insert({number_of(a), number_of(first), number_of(second)}); });
      bool is_nullable = false;
      for (int const b : closed[static_cast<std::size_t>(a)]) {
        auto const& rules = rules_[static_cast<std::size_t>(b)];
        for (auto const& label : rules.labels) terminals.insert({number_of(a), label});
        is_nullable = is_nullable || rules.has_empty_word;
      }
      if (is_nullable) form.empty.push_back(number_of(a));
    }
    form.pairs.assign(pairs.begin(), pairs.end());
    form.terminals.assign(terminals.begin(), terminals.end());
    return form;
  }

 private:
  struct Rules {
    std::vector<std::pair<int, int>> pairs{};
    std::vector<std::string> labels{};
    std::vector<int> units{};
    bool has_empty_word = false;
  };

  /// The non-terminal of a word that is not empty; its rule is made with it. No recursion: words may be long.
  int nonterminal(Word const& word) {
    auto const found = numbers_.find(word);
    if (found != numbers_.end()) return found->second;
    int const first = number(word);
    if (word.size() == 1) {
      if (!left_sides_.contains(word[0])) rules_[static_cast<std::size_t>(first)].labels.push_back(word[0]);
      return first;
    }
    int left = first;
    for (std::size_t k = 1; k < word.size(); ++k) {
      Word const suffix(word.begin() + static_cast<std::ptrdiff_t>(k), word.end());
      bool const is_new = suffix.size() > 1 && !numbers_.contains(suffix);
      int const second = is_new ? number(suffix) : nonterminal(suffix);
      int const head = nonterminal({word[k - 1]});
      rules_[static_cast<std::size_t>(left)].pairs.emplace_back(head, second);
      if (!is_new) break;
      left = second;
    }
    return first;
  }
  int number(Word const& word) {
    int const next = static_cast<int>(rules_.size());
    numbers_.emplace(word, next);
    rules_.emplace_back();
    std::string name = word[0];
    for (std::size_t k = 1; k < word.size(); ++k) name += " " + word[k];
    names_.push_back(name);
    return next;
  }

  void add_rule(int left, Word const& right) {
    if (right.empty()) {
      rules_[static_cast<std::size_t>(left)].has_empty_word = true;
    } else if (right.size() == 1 && !left_sides_.contains(right[0])) {
      rules_[static_cast<std::size_t>(left)].labels.push_back(right[0]);
    } else if (right.size() == 1) {
      int const unit = nonterminal(right);
      rules_[static_cast<std::size_t>(left)].units.push_back(unit);
    } else {
      int const first = nonterminal({right[0]});
      int const second = nonterminal(Word(right.begin() + 1, right.end()));
      rules_[static_cast<std::size_t>(left)].pairs.emplace_back(first, second);
    }
  }

  /// `from`, and all that each_next reaches from it, each once, in the order in which they are found.
  template <class EachNext>
  std::vector<int> reached(int from, EachNext const& each_next) const {
    std::vector<bool> seen(rules_.size());
    std::vector<int> order;
    auto const visit = [&](int a) {
      if (seen[static_cast<std::size_t>(a)]) return;
      seen[static_cast<std::size_t>(a)] = true;
      order.push_back(a);
    };
    visit(from);
    for (std::size_t k = 0; k < order.size(); ++k) each_next(order[k], visit);
    return order;
  }

  std::set<std::string> left_sides_;
  std::map<Word, int> numbers_;
  std::vector<Rules> rules_;
  std::vector<std::string> names_;
};

/// An automaton for each non-terminal, in which a non-terminal is a label as others are. A state is the suffix of a
/// right side that remains to be read: equal suffixes are one state, and all automata share the final state, at which
/// nothing remains.
struct RecursiveAutomaton {
  using Transitions = std::vector<std::pair<int, int>>;
  struct Nonterminal {
    int start_state = 0;
    bool is_nullable = false;  // by a rule of its own
    Transitions transitions{};
  };
  int num_states = 0;
  int final_state = 0;
  std::vector<Nonterminal> nonterminals{};  // the first is the start
  std::map<std::string, Transitions> labels{};
};

class RecursiveAutomatonBuilder {
 public:
  explicit RecursiveAutomatonBuilder(Grammar const& grammar) {
    std::set<std::string> const left = left_sides(grammar);
    std::map<std::string, std::vector<Word const*>> right_sides;
    for (auto const& rule : grammar.rules) right_sides[rule.left].push_back(&rule.right);
    result_.final_state = state({});
    (void)nonterminal(grammar.start);
    for (std::size_t a = 0; a < names_.size(); ++a) {
      for (Word const* const right : right_sides[names_[a]]) {
        if (right->empty()) result_.nonterminals[a].is_nullable = true;
        int from = result_.nonterminals[a].start_state;
        for (std::size_t k = 0; k < right->size(); ++k) {
          auto const& symbol = (*right)[k];
          int const to = state(Word(right->begin() + static_cast<std::ptrdiff_t>(k) + 1, right->end()));
          if (left.contains(symbol))
            result_.nonterminals[nonterminal(symbol)].transitions.emplace_back(from, to);
          else
            result_.labels[symbol].emplace_back(from, to);
          from = to;
        }
      }
    }
  }
  RecursiveAutomaton build() const { return result_; }

 private:
  int state(Word const& suffix) {
    auto const [at, is_new] = states_.try_emplace(suffix, result_.num_states);
    if (is_new) ++result_.num_states;
    return at->second;
  }
  std::size_t nonterminal(std::string const& name) {
    auto const [at, is_new] = numbers_.try_emplace(name, names_.size());
    if (is_new) {
      names_.push_back(name);
      result_.nonterminals.push_back({result_.num_states++, false, {}});
    }
    return at->second;
  }

  RecursiveAutomaton result_;
  std::map<Word, int> states_;
  std::map<std::string, std::size_t> numbers_;
  std::vector<std::string> names_;
};

}  // namespace Impl::paths

}  // namespace Araios
