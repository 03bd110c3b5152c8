// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// What the parsers of regular expressions and grammars share: a position in a text, and messages that name it.

#include <Araios/core/checks.hpp>
#include <Araios/io/text/lines.hpp>
#include <Araios/io/text/numbers.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace Araios::Impl::paths {

/// The word for the empty word in expressions and grammars.
inline constexpr std::string_view empty_word = "eps";

/// The symbol of a text: its name; in quotes it is a name whatever it is made of.
struct Symbol {
  std::string name;
  bool quoted = false;
  bool is_empty_word() const { return !quoted && name == empty_word; }
};

/// A position in a text that is parsed from its beginning to its end.
class Cursor {
 public:
  Cursor(char const* caller, std::string_view text) : caller_(caller), text_(text) {}

  std::size_t at = 0;

  bool at_end() const { return at == text_.size(); }
  bool at_line_end() const { return at_end() || is_line_end(text_[at]); }
  bool is(std::string_view word) const { return text_.substr(at, word.size()) == word; }
  /// Passes the word, where it is next.
  bool take(std::string_view word) {
    if (!is(word)) return false;
    at += word.size();
    return true;
  }

  void skip_blanks() {
    while (!at_end() && is_blank(text_[at])) ++at;
  }
  void skip_blanks_and_line_ends() {
    while (!at_end() && (is_blank(text_[at]) || is_line_end(text_[at]))) ++at;
  }
  void skip_line() {
    while (!at_line_end()) ++at;
  }

  /// The symbol that is next: in quotes, or up to a blank, a quotation mark, one of `ends`, or the word `stop`.
  Symbol symbol(std::string_view ends, std::string_view stop = {}) {
    std::size_t const begin = at;
    if (take("\"")) {
      while (!at_line_end() && text_[at] != '"') ++at;
      std::string const name(text_.substr(begin + 1, at - begin - 1));
      if (!take("\"")) fail(begin, "a quotation mark is not closed in its line");
      if (name.empty()) fail(begin, "a name is empty");
      return {name, true};
    }
    while (!at_line_end() && !is_blank(text_[at]) && text_[at] != '"' &&
           ends.find(text_[at]) == std::string_view::npos && (stop.empty() || !is(stop)))
      ++at;
    return {std::string(text_.substr(begin, at - begin)), false};
  }

  /// What is next, for a message.
  std::string next_word() const { return quoted_word(text_, static_cast<std::int64_t>(at)); }

  /// Throws std::invalid_argument with the line and the column of `where`, both counted from 1.
  [[noreturn]] void fail(std::size_t where, std::string const& reason) const {
    std::size_t begin = where;
    while (begin > 0 && !is_line_end(text_[begin - 1])) --begin;
    throw_message({caller_, ": line ", line_of(text_, static_cast<std::int64_t>(where)), ", column ", where - begin + 1,
                   ": ", reason});
  }

 private:
  char const* caller_;
  std::string_view text_;
};

}  // namespace Araios::Impl::paths
