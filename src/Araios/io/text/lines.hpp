// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// Texts with one record per line, read by several threads. A part is the range of lines that one thread reads.
///
/// A part is independent of the others if the position of its first record among all records is known. Line ends are
/// counted first; in a file without blank lines and comments that count is the position of every record, and one pass
/// over the text is enough. Where a part finds other lines, the records are counted exactly and the pass is repeated.

#include <Araios/io/text/numbers.hpp>
#include <Araios/io/text/text.hpp>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

namespace Araios::Impl {

/// The kinds of violations in a line; `describe` has the sentences.
enum class Wrong : std::uint8_t {
  nothing,
  row_not_integer,
  row_out_of_range,
  col_missing,
  col_not_integer,
  col_out_of_range,
  value_missing,
  value_not_number,
  value_too_large,
  value_not_representable,
  integer_too_large,
  integer_not_exact,
  value_negative,
  imaginary_missing,
  skew_diagonal,
  hermitian_diagonal,
  transposed_not_representable,
  trailing,
  nul_byte,
  too_many
};

/// A violation and its position: the offset of the first wrong character; offset < 0: no violation.
struct TextFault {
  std::int64_t offset = -1;
  Wrong what = Wrong::nothing;
};

/// The line number of `offset`, from 1. "\n", "\r\n" and a lone "\r" end a line.
inline std::int64_t line_of(std::string_view text, std::int64_t offset) {
  std::int64_t line = 1;
  for (std::int64_t i = 0; i < offset; ++i) {
    char const c = text[static_cast<std::size_t>(i)];
    if (c == '\n') ++line;
    if (c == '\r' && (i + 1 == static_cast<std::int64_t>(text.size()) || text[static_cast<std::size_t>(i) + 1] != '\n'))
      ++line;
  }
  return line;
}

/// The word at `offset`, for a message: in quotes, shortened, without control characters.
inline std::string quoted_word(std::string_view text, std::int64_t offset) {
  char const* const end = text.data() + text.size();
  char const* p = text.data() + offset;
  if (at_line_end(p, end)) return p == end ? "the end of the text" : "the end of the line";
  std::string word = "\"";
  for (int n = 0; !at_line_end(p, end) && !is_blank(*p); ++p, ++n) {
    if (n == 32) {
      word += "...";
      break;
    }
    auto const c = static_cast<unsigned char>(*p);
    if (c >= 0x20 && c < 0x7f) {
      word += *p;
    } else {
      static constexpr char digits[] = "0123456789abcdef";
      word += std::string("\\x") + digits[c >> 4] + digits[c & 15];
    }
  }
  return word + "\"";
}

/// A part of a text, and the results of its reader.
struct Part {
  std::int64_t begin = 0;
  std::int64_t end = 0;
  std::int64_t first = 0;               // position of its first record
  std::int64_t records = 0;             // number of its records: by line ends, later as read
  std::int64_t transposed_entries = 0;  // of a matrix: entries whose transposed entry is not in the text
  std::int64_t max_row = -1;            // of an edge list: the largest vertices, counted from 0
  std::int64_t max_col = -1;
  TextFault fault{};
};

/// Splits the lines from `body` on into parts near the boundaries of blocks; first and records are those of line ends.
inline std::vector<Part> cut_at_lines(Text const& text, std::int64_t body) {
  std::int64_t const size = text.size();
  std::int64_t const block = text.block_bytes;
  auto const blocks = static_cast<std::int64_t>(text.newlines.size()) - 1;
  std::int64_t const first_block = body / block;
  char const* const data = text.bytes.data();
  // From the last block to the first: a block without a line end is added to the part of the next one.
  std::int64_t border = size;
  std::int64_t border_newlines = text.newlines.back();
  std::int64_t const unfinished = size > body && data[size - 1] != '\n' ? 1 : 0;
  std::vector<Part> parts;
  for (std::int64_t b = blocks - 1; b >= first_block; --b) {
    Part part;
    part.end = border;
    std::int64_t const end_newlines = border_newlines;
    if (b == first_block) {
      border = body;
      border_newlines = text.newlines[b] + count_newlines(data + b * block, data + body);
    } else if (data[b * block - 1] == '\n') {
      border = b * block;
      border_newlines = text.newlines[b];
    } else if (text.newlines[b + 1] > text.newlines[b]) {
      auto const* const found = static_cast<char const*>(
          std::memchr(data + b * block, '\n', static_cast<std::size_t>(std::min(block, size - b * block))));
      border = found + 1 - data;
      border_newlines = text.newlines[b] + 1;
    }
    part.begin = border;
    part.records = end_newlines - border_newlines + (part.end == size && part.begin < size ? unfinished : 0);
    if (part.begin < part.end) parts.push_back(part);
  }
  std::reverse(parts.begin(), parts.end());
  return parts;
}

/// Sets `first` of each part, starting with `before`; returns the sum of the records.
inline std::int64_t number_records(std::vector<Part>& parts, std::int64_t before) {
  std::int64_t sum = 0;
  for (Part& part : parts) {
    part.first = before + sum;
    sum += part.records;
  }
  return sum;
}

/// The first violation in the order of the text.
inline TextFault first_fault(std::vector<Part> const& parts) {
  for (Part const& part : parts)
    if (part.fault.offset >= 0) return part.fault;
  return {};
}

/// Skips blanks, empty lines and comment lines from p on; stops at a record, at `end`, or at a NUL byte.
template <class Style>
char const* next_record(char const* p, char const* end) {
  for (;;) {
    while (p != end && (is_blank(*p) || is_line_end(*p))) ++p;
    if (p == end || !Style::begins_comment(*p)) return p;
    while (!at_line_end(p, end) && *p != '\0') ++p;
  }
}

/// Number of records in [p, end), valid or not.
template <class Style>
std::int64_t count_records(char const* p, char const* end) {
  std::int64_t count = 0;
  while ((p = next_record<Style>(p, end)) != end) {
    ++count;
    while (!at_line_end(p, end)) ++p;
  }
  return count;
}

/// Reads the records of a part from the text in memory
///
/// Reader        Reader: begin(first) is called before the record of that position; `Wrong operator()(char const*& p,
///               char const* end)` reads a record that begins at p and leaves p after its last word, or at the wrong
///               word; finish(Part&) stores its counts.
template <class Style, class Reader>
Part read_part(char const* text, Part part, Reader reader) {
  char const* p = text + part.begin;
  char const* const end = text + part.end;
  std::int64_t found = 0;
  reader.begin(part.first);
  auto const fault = [&](Wrong what) { part.fault = {p - text, what}; };
  while ((p = next_record<Style>(p, end)) != end) {
    if (found == part.records) {
      fault(*p == '\0' ? Wrong::nul_byte : Wrong::too_many);
      break;
    }
    Wrong const wrong = reader(p, end);
    if (wrong != Wrong::nothing) {
      fault(p != end && *p == '\0' ? Wrong::nul_byte : wrong);
      break;
    }
    p = skip_blanks(p, end);
    if (!at_line_end(p, end)) {
      fault(*p == '\0' ? Wrong::nul_byte : Wrong::trailing);
      break;
    }
    ++found;
  }
  part.records = found;
  reader.finish(part);
  return part;
}

/// The allowed number of records in a piece of text.
struct RecordRange {
  std::int64_t before = 0;  // records in earlier pieces
  std::int64_t minimum = 0;
  std::int64_t maximum = std::numeric_limits<std::int64_t>::max();
};

/// All records of the lines from `body` on
///
/// `shortest`    bytes of the shortest record with its line end.
/// `allocate`    (number of records) -> Reader that stores them. Called at most twice, and never with a number that
///               `range` or the length of the text excludes.
/// `wrong_count` (parts, number of records) throws; called when `range` does not allow the number.
/// Gives         the parts; `fault` of one of them is set when a record is wrong.
template <class Style, class Allocate, class WrongCount>
std::vector<Part> read_lines(HostExec const& exec, std::string const& label, Text const& text, std::int64_t body,
                             RecordRange const& range, std::int64_t shortest, Allocate const& allocate,
                             WrongCount const& wrong_count) {
  char const* const data = text.bytes.data();
  std::vector<Part> parts = cut_at_lines(text, body);
  auto const n = static_cast<std::int64_t>(parts.size());
  Part* const each = parts.data();
  std::int64_t total = number_records(parts, range.before);
  auto const allowed = [&] { return total >= range.minimum && total <= range.maximum; };
  if (allowed() && total <= (text.size() - body + 1) / shortest) {
    std::vector<Part> found = parts;
    Part* const result = found.data();
    auto const reader = allocate(total);
    for_each_block(exec, label + "::lines", n, text.size(),
                   [=](std::int64_t i) { result[i] = read_part<Style>(data, each[i], reader); });
    bool good = true;
    for (std::int64_t i = 0; i < n; ++i)
      good = good && result[i].fault.offset < 0 && result[i].records == each[i].records;
    if (good) return found;
  }
  for_each_block(exec, label + "::count_records", n, text.size(), [=](std::int64_t i) {
    each[i].records = count_records<Style>(data + each[i].begin, data + each[i].end);
  });
  total = number_records(parts, range.before);
  if (!allowed()) {
    wrong_count(parts, total);
    return parts;
  }
  auto const reader = allocate(total);
  for_each_block(exec, label + "::lines", n, text.size(),
                 [=](std::int64_t i) { each[i] = read_part<Style>(data, each[i], reader); });
  return parts;
}

}  // namespace Araios::Impl
