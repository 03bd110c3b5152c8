// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// Labelled graphs as texts: an edge for each line.

#include <Araios/core/checks.hpp>
#include <Araios/graph/paths/labelled_graph.hpp>
#include <Araios/io/read_error.hpp>
#include <Araios/io/read_options.hpp>
#include <Araios/io/text/input.hpp>
#include <Araios/io/text/lines.hpp>
#include <Araios/io/text/numbers.hpp>

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <limits>
#include <string>
#include <string_view>
#include <utility>

namespace Araios {

/// Thrown by the readers of labelled edges for an invalid text.
class LabelledEdgesError : public ReadError {
 public:
  using ReadError::ReadError;
};

/// What the words of a line are.
enum class LabelledEdgeColumns { tail_head_label, tail_label_head };

struct LabelledEdgesReadOptions {
  LabelledEdgeColumns columns = LabelledEdgeColumns::tail_head_label;
  /// The minimum number of vertices; a text may name more.
  std::int64_t min_vertices = 0;
  GzipLimits gzip{};
  /// Bytes of a pipe, a device or a file of unknown size; one that has more is refused.
  std::int64_t max_stream_bytes = default_max_stream_bytes;
};

namespace Impl::paths {

/// Reads the lines of pieces of a text, one after the other.
class LabelledEdgesParser {
 public:
  LabelledEdgesParser(TextSource const& source, LabelledEdgesReadOptions const& options)
      : source_(source), columns_(options.columns), edges_(options.min_vertices) {
    check_enumerator(options.columns, LabelledEdgeColumns::tail_label_head,
                     (source.caller + ": LabelledEdgeColumns").c_str());
  }

  Taken parse(Text const& text) {
    char const* p = text.bytes.data();
    char const* const end = p + text.bytes.size();
    if (!begun_ && text.bytes.starts_with("\xef\xbb\xbf")) p += 3;  // a byte order mark is no part of the text
    begun_ = true;
    text_ = &text;
    for (; p != end; ++p) {
      p = skip_blanks(p, end);
      if (!at_line_end(p, end) && *p != '#') p = read_line(p, end);
      while (!at_line_end(p, end)) ++p;
      if (p == end) break;
    }
    return Taken::read;
  }
  LabelledEdges take() { return std::move(edges_); }

 private:
  char const* read_line(char const* p, char const* end) {
    std::int64_t const tail = vertex(p, end, "the tail");
    bool const has_commas = pass_separator(p, end);
    auto const pass_second = [&] {
      bool const is_comma = pass_separator(p, end);
      if (is_comma != has_commas && !at_line_end(p, end))
        fail(p, "words are separated by commas and by blanks in one line");
    };
    std::int64_t head = 0;
    std::string_view name;
    if (columns_ == LabelledEdgeColumns::tail_head_label) {
      head = vertex(p, end, "the head");
      pass_second();
      name = label(p, end, has_commas);
    } else {
      name = label(p, end, has_commas);
      pass_second();
      head = vertex(p, end, "the head");
    }
    p = skip_blanks(p, end);
    if (!at_line_end(p, end)) fail(p, "the edge is followed by " + word(p));
    edges_.add(tail, head, name);
    return p;
  }

  std::int64_t vertex(char const*& p, char const* end, std::string const& what) const {
    char const* const begin = p;
    if (at_line_end(p, end)) fail(p, what + " is missing");
    std::uint64_t magnitude = 0;
    bool negative = false;
    std::int64_t value = 0;
    Parsed const parsed = parse_integer(p, end, magnitude, negative);
    bool const is_whole = at_line_end(p, end) || is_blank(*p) || *p == ',';
    if (parsed == Parsed::nothing || (parsed != Parsed::too_large && !is_whole))
      fail(begin, what + " is " + word(begin) + ", not an integer");
    if (parsed == Parsed::too_large || !integer_as(magnitude, negative, value) || value < 0 ||
        value == std::numeric_limits<std::int64_t>::max())
      fail(begin, what + " " + word(begin) + " is not in 0 .. 2^63 - 2");
    return value;
  }

  std::string_view label(char const*& p, char const* end, bool has_commas) const {
    char const* const begin = p;
    while (!at_line_end(p, end) && !is_blank(*p) && !(has_commas && *p == ',')) ++p;
    if (p == begin) fail(p, "the label is missing");
    return {begin, static_cast<std::size_t>(p - begin)};
  }

  /// Passes blanks and at most one comma; whether there is one.
  static bool pass_separator(char const*& p, char const* end) {
    p = skip_blanks(p, end);
    if (at_line_end(p, end) || *p != ',') return false;
    p = skip_blanks(p + 1, end);
    return true;
  }

  std::string word(char const* p) const { return quoted_word(text_->bytes, p - text_->bytes.data()); }
  [[noreturn]] void fail(char const* p, std::string const& reason) const {
    std::int64_t const offset = p - text_->bytes.data();
    std::int64_t const line = text_->lines_before + line_of(text_->bytes, offset);
    char const* begin = p;
    while (begin != text_->bytes.data() && !is_line_end(begin[-1])) --begin;
    throw LabelledEdgesError(source_.title() + ": line " + std::to_string(line) + ", column " +
                                 std::to_string(p - begin + 1) + ": " + reason,
                             line);
  }

  TextSource const& source_;
  LabelledEdgeColumns columns_;
  LabelledEdges edges_;
  bool begun_ = false;
  Text const* text_ = nullptr;
};

/// The edges of a file; `read_labelled_edges` says what holds.
inline LabelledEdges read_edges(std::filesystem::path const& file, LabelledEdgesReadOptions const& options) {
  TextSource const source{HostExec(), "Araios::read_labelled_edges", file.string(), std::int64_t(256) << 10};
  return read_named(source, [&] {
    LabelledEdgesParser parser(source, options);
    parse_file(source, file, {options.gzip, options.max_stream_bytes},
               [&](Text const& text) { return parser.parse(text); });
    return parser.take();
  });
}

/// The edges of bytes in memory.
inline LabelledEdges parse_edges(std::string_view bytes, LabelledEdgesReadOptions const& options) {
  TextSource const source{HostExec(), "Araios::parse_labelled_edges", "text in memory", std::int64_t(256) << 10};
  return read_named(source, [&] {
    LabelledEdgesParser parser(source, options);
    parse_bytes(source, bytes, options.gzip, [&](Text const& text) { return parser.parse(text); });
    return parser.take();
  });
}

}  // namespace Impl::paths

}  // namespace Araios
