// SPDX-License-Identifier: Apache-2.0
//
// Grammars of every kind: recursive on both sides, with empty words, with symbols that have no word.

#pragma once

#include <Araios/grammar.hpp>

#include <random>
#include <string>

namespace Araios::test {

/// Non-terminals S, A, B and labels a, b; right sides of up to 4 symbols. Each non-terminal has a rule.
inline Grammar random_grammar(unsigned seed) {
  std::mt19937 random(seed);
  Grammar grammar{"S", {{"A", {"a"}}, {"B", {"b", "B"}}}};
  if (seed % 2 == 0) grammar.rules.push_back({"B", {"b"}});
  std::string const symbols = "aabbSAB";
  auto const num_rules = 2 + random() % 4;
  for (unsigned k = 0; k < num_rules; ++k) {
    Grammar::Rule rule{std::string(1, k == 0 ? 'S' : "SAB"[random() % 3]), {}};
    auto const length = random() % 10 == 0 ? 0 : 1 + random() % 4;
    for (unsigned i = 0; i < length; ++i) rule.right.emplace_back(1, symbols[random() % symbols.size()]);
    grammar.rules.push_back(rule);
  }
  return grammar;
}

}  // namespace Araios::test
