// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// Languages of path queries: regular expressions over labels, context-free grammars, and their normal form.

#include <Araios/graph/paths/automaton.hpp>
#include <Araios/graph/paths/grammar.hpp>
#include <Araios/graph/paths/normal_form.hpp>

#include <string>
#include <string_view>

namespace Araios {

/// The label of the transposed edges of a label: `inverse_label("a")` is "a_r".
inline std::string inverse_label(std::string_view label) { return Impl::paths::inverse_of(label); }

/// The automaton of a regular expression over labels
///
///     a b         a, then b. Blanks and line ends separate labels
///     a | b       a or b; binds weaker than a sequence
///     a* a+ a?    a any number of times; once or more; at most once
///     ^a          an edge with the label a, backward: the label a_r
///     (a | b) c   parentheses
///     eps         the empty word
///     "a b"       a label of any characters but line ends and quotation marks
///
/// Cost          a state for each label in the text and one more; at most the square of that of transitions. On the
///               host.
/// Throws        std::invalid_argument with line and column, counted from 1, where the text is no expression.
/// Source        Glushkov, Russian Mathematical Surveys 16 (1961).
inline Automaton parse_regular_expression(std::string_view text) { return Impl::paths::ExpressionParser(text).parse(); }

/// The grammar of a text
///
///     # one line for each rule, alternatives separated by |
///     S -> a S b | a b
///     T -> eps               the empty word; also nothing, as in "T ->" and "T -> a |"
///     U -> "a | b" x_r       a name of any characters but line ends and quotation marks; x backward
///
/// The start is the left side of the first rule. A left side may have several lines. Symbols are separated by blanks;
/// "#" begins a comment where a symbol could begin, and is a character of a symbol elsewhere.
///
/// Cost          linear in the text, on the host.
/// Throws        std::invalid_argument with line and column, counted from 1, where the text is no grammar.
inline Grammar parse_grammar(std::string_view text) { return Impl::paths::GrammarParser(text).parse(); }

/// The weak Chomsky normal form of a grammar
///
/// Cost          on the host; the rules of A -> B are copied, so at most the square of the number of symbols of rules.
/// Throws        std::invalid_argument when the start has no rule, or a symbol has no name.
/// Source        Lange and Leiss, Informatica Didactica 8 (2009): pairs first, then A -> B, which keeps the size small.
inline NormalForm normal_form(Grammar const& grammar) {
  Impl::paths::check_grammar("Araios::normal_form", grammar);
  return Impl::paths::NormalFormBuilder(grammar).build();
}

}  // namespace Araios
