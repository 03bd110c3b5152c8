// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// The header of a Matrix Market text: banner, comments, size line.

#include <Araios/io/matrix_market_header.hpp>
#include <Araios/io/read_error.hpp>
#include <Araios/io/text/lines.hpp>

#include <array>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace Araios::Impl {

/// A header, and the offsets of its lines and of the body.
struct ParsedHeader {
  MatrixMarketHeader header;
  std::int64_t banner = 0;     // offset of the banner
  std::int64_t size_line = 0;  // offset of the size line's first word
  std::int64_t body = 0;       // offset of the first line after it
};

inline std::string matrix_market_message(std::string const& caller, std::string const& source, std::int64_t line,
                                         std::string const& reason) {
  return caller + ": " + source + ": line " + std::to_string(line) + ": " + reason;
}
[[noreturn]] inline void matrix_market_fault(std::string const& caller, std::string const& source, std::int64_t line,
                                             std::string const& reason) {
  throw MatrixMarketError(matrix_market_message(caller, source, line, reason), line);
}

inline bool same_word(std::string_view word, std::string_view lower_case) {
  if (word.size() != lower_case.size()) return false;
  for (std::size_t i = 0; i < word.size(); ++i) {
    char const c = word[i];
    if ((c >= 'A' && c <= 'Z' ? static_cast<char>(c + ('a' - 'A')) : c) != lower_case[i]) return false;
  }
  return true;
}

/// Reads the header of a text line by line.
class HeaderParser {
 public:
  /// `complete`: the text is complete. Otherwise an end within the header is no error but an empty result.
  HeaderParser(std::string const& caller, std::string const& source, std::string_view text, bool complete)
      : caller_(caller), source_(source), text_(text), complete_(complete), p_(text.data()), end_(p_ + text.size()) {}

  std::optional<ParsedHeader> run() {
    // A byte order mark, which editors under Windows write, is not part of the text.
    if (text_.substr(0, 3) == "\xef\xbb\xbf") p_ += 3;
    if (!next_line(false)) {
      if (!complete_) return std::nullopt;
      fail(p_, "the text is empty; a Matrix Market file begins with %%MatrixMarket");
    }
    if (!line_is_whole()) return std::nullopt;
    banner();
    if (!next_line(true)) {
      if (!complete_) return std::nullopt;
      fail(p_, "the text ends before the size line");
    }
    if (!line_is_whole()) return std::nullopt;
    sizes();
    result_.body = p_ - text_.data();
    return result_;
  }

 private:
  [[noreturn]] void fail(char const* where, std::string const& reason) const {
    std::int64_t const offset = where - text_.data();
    // The end of the text is an empty line after the last line end; name the last line that is not empty.
    std::int64_t line = line_of(text_, offset);
    if (offset == static_cast<std::int64_t>(text_.size()) && offset > 0 && is_line_end(text_.back())) --line;
    matrix_market_fault(caller_, source_, line, reason);
  }
  std::string word_at(char const* where) const { return quoted_word(text_, where - text_.data()); }

  /// Goes to the next line that is not empty (with `comments`: and not a comment); false at the end of the text.
  bool next_line(bool comments) {
    for (;;) {
      while (p_ != end_ && (is_blank(*p_) || is_line_end(*p_))) ++p_;
      if (p_ == end_) return false;
      if (!comments || *p_ != '%') return true;
      for (; !at_line_end(p_, end_); ++p_)
        if (*p_ == '\0') fail(p_, "a NUL byte in a comment");
    }
  }
  bool line_is_whole() const {
    if (complete_) return true;
    char const* q = p_;
    while (!at_line_end(q, end_)) ++q;
    return q != end_;
  }
  std::string_view word() {
    p_ = skip_blanks(p_, end_);
    char const* const begin = p_;
    while (!at_line_end(p_, end_) && !is_blank(*p_)) ++p_;
    return {begin, static_cast<std::size_t>(p_ - begin)};
  }
  void end_of_line(char const* line) {
    p_ = skip_blanks(p_, end_);
    if (!at_line_end(p_, end_)) fail(p_, std::string(line) + " is followed by " + word_at(p_));
    if (p_ != end_ && *p_ == '\r') ++p_;
    if (p_ != end_ && *p_ == '\n') ++p_;
  }

  template <class Enum, std::size_t N>
  Enum choose(char const* what, std::array<std::pair<std::string_view, Enum>, N> const& words) {
    std::string_view const found = word();
    for (auto const& [name, value] : words)
      if (same_word(found, name)) return value;
    char const* const where = p_ - found.size();
    if (found.empty()) fail(where, std::string("the banner ends before ") + what);
    std::string choices;
    for (auto const& [name, value] : words) choices += (choices.empty() ? "" : ", ") + std::string(name);
    fail(where, std::string(what) + " in the banner is " + word_at(where) + ", not one of " + choices);
  }

  void banner() {
    char const* const start = p_;
    result_.banner = start - text_.data();
    std::string_view const mark = word();
    // Files with one percent sign exist and are accepted.
    if (!same_word(mark, "%%matrixmarket") && !same_word(mark, "%matrixmarket"))
      fail(start, "the banner %%MatrixMarket is missing; found " + word_at(start));
    std::string_view const object = word();
    if (same_word(object, "vector"))
      fail(p_ - object.size(),
           "the object is a vector; only a matrix can be read (as n by 1, with a size line \"n 1 ...\")");
    if (!same_word(object, "matrix"))
      fail(p_ - object.size(), "the object in the banner is " + word_at(p_ - object.size()) + ", not matrix");
    using Format = MatrixMarketFormat;
    using Field = MatrixMarketField;
    using Symmetry = MatrixMarketSymmetry;
    MatrixMarketHeader& h = result_.header;
    h.format = choose("the format", std::array<std::pair<std::string_view, Format>, 2>{
                                        {{"coordinate", Format::coordinate}, {"array", Format::array}}});
    char const* const field = skip_blanks(p_, end_);
    h.field = choose("the field",
                     std::array<std::pair<std::string_view, Field>, 7>{{{"real", Field::real},
                                                                        {"double", Field::real},
                                                                        {"integer", Field::integer},
                                                                        {"unsigned-integer", Field::unsigned_integer},
                                                                        {"unsigned", Field::unsigned_integer},
                                                                        {"complex", Field::complex},
                                                                        {"pattern", Field::pattern}}});
    char const* const symmetry = skip_blanks(p_, end_);
    h.symmetry =
        choose("the symmetry",
               std::array<std::pair<std::string_view, Symmetry>, 4>{{{"general", Symmetry::general},
                                                                     {"symmetric", Symmetry::symmetric},
                                                                     {"skew-symmetric", Symmetry::skew_symmetric},
                                                                     {"hermitian", Symmetry::hermitian}}});
    if (h.field == Field::pattern) {
      if (h.format == Format::array) fail(field, "an array has values; its field cannot be pattern");
      if (h.symmetry == Symmetry::skew_symmetric || h.symmetry == Symmetry::hermitian)
        fail(symmetry, "a pattern is general or symmetric; it has no signs to be " + word_at(symmetry));
    }
    // Real files with this symmetry exist, also in the test suites of other readers; they mean symmetric.
    if (h.symmetry == Symmetry::hermitian && h.field != Field::complex && h.field != Field::real)
      fail(symmetry, "hermitian needs the field complex (or real, as symmetric), not " + word_at(field));
    end_of_line("the banner");
  }

  std::int64_t size(char const* what) {
    p_ = skip_blanks(p_, end_);
    if (at_line_end(p_, end_)) fail(p_, std::string("the size line lacks the ") + what);
    char const* const start = p_;
    std::uint64_t magnitude = 0;
    bool negative = false;
    Parsed const parsed = parse_integer(p_, end_, magnitude, negative);
    bool const ends = parsed != Parsed::ok || at_line_end(p_, end_) || is_blank(*p_);
    if (parsed == Parsed::nothing || !ends)
      fail(start, std::string("the ") + what + " is " + word_at(start) + ", not an integer");
    if (negative && magnitude != 0) fail(start, std::string("the ") + what + " is negative: " + word_at(start));
    if (parsed == Parsed::too_large || magnitude > static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max()))
      fail(start, std::string("the ") + what + " does not fit 64 bits: " + word_at(start));
    return static_cast<std::int64_t>(magnitude);
  }

  void sizes() {
    MatrixMarketHeader& h = result_.header;
    char const* const start = p_;
    result_.size_line = start - text_.data();
    h.num_rows = size("number of rows");
    h.num_cols = size("number of columns");
    if (h.format == MatrixMarketFormat::coordinate) h.num_stored = size("number of entries");
    end_of_line("the size line");
    bool const general = h.symmetry == MatrixMarketSymmetry::general;
    if (!general && h.num_rows != h.num_cols)
      fail(start, "the banner says symmetric, skew-symmetric or hermitian, but the matrix is rectangular: " +
                      std::to_string(h.num_rows) + " x " + std::to_string(h.num_cols));
    if (h.format == MatrixMarketFormat::array) h.num_stored = array_length(start);
  }

  /// The number of values of an array: all, or the lower triangle with or without the diagonal.
  std::int64_t array_length(char const* where) const {
    MatrixMarketHeader const& h = result_.header;
    std::int64_t const m = h.num_rows, n = h.num_cols;
    constexpr std::int64_t maximum = std::numeric_limits<std::int64_t>::max();
    if (h.symmetry == MatrixMarketSymmetry::general) {
      if (n != 0 && m > maximum / n) fail(where, too_many_values());
      return m * n;
    }
    if (n >= std::int64_t(1) << 32) fail(where, too_many_values());
    std::int64_t const strict = n == 0 ? 0 : (n % 2 == 0 ? n / 2 * (n - 1) : (n - 1) / 2 * n);
    return h.symmetry == MatrixMarketSymmetry::skew_symmetric ? strict : strict + n;
  }
  std::string too_many_values() const {
    return "an array of " + std::to_string(result_.header.num_rows) + " x " + std::to_string(result_.header.num_cols) +
           " values cannot be counted in 64 bits";
  }

  std::string const& caller_;
  std::string const& source_;
  std::string_view text_;
  bool complete_;
  char const* p_;
  char const* end_;
  ParsedHeader result_;
};

}  // namespace Araios::Impl
