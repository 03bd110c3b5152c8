// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// Reads an edge list into the arrays of a CooMatrix.

#include <Araios/core/checks.hpp>
#include <Araios/formats/coo.hpp>
#include <Araios/io/edge_list/compact.hpp>
#include <Araios/io/edge_list_options.hpp>
#include <Araios/io/read_error.hpp>
#include <Araios/io/text/input.hpp>
#include <Araios/io/text/lines.hpp>
#include <Araios/io/text/values.hpp>

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace Araios::Impl {

/// The comments of SNAP, and of the collections that follow Matrix Market.
struct HashComments {
  static bool begins_comment(char c) { return c == '#' || c == '%'; }
};

/// Reads "row col" or "row col weight", vertices between `minimum` and `maximum`, and stores them minus `base`.
template <class Scalar, class Index, bool Weighted>
struct EdgeReader {
  EntrySink<Scalar, Index> sink;
  std::int64_t minimum = 0;
  std::int64_t maximum = 0;
  std::int64_t base = 0;
  bool infinity = false;
  std::int64_t at = 0;
  std::int64_t max_row = -1;
  std::int64_t max_col = -1;

  void begin(std::int64_t first) { at = first; }
  void finish(Part& part) const {
    part.max_row = max_row;
    part.max_col = max_col;
  }
  Wrong vertex(char const*& p, char const* end, Wrong not_integer, Wrong out_of_range, std::int64_t& v) const {
    char const* const start = p;
    std::uint64_t magnitude = 0;
    bool negative = false;
    if (!parse_plain_index(p, end, magnitude)) {
      Parsed const parsed = parse_integer(p, end, magnitude, negative);
      if (parsed == Parsed::nothing) return not_integer;
      if (parsed == Parsed::too_large) return out_of_range;
    }
    bool const whole = at_line_end(p, end) || is_blank(*p);
    if (whole && integer_as(magnitude, negative, v) && v >= minimum && v <= maximum) {
      v -= base;
      return Wrong::nothing;
    }
    p = start;
    return whole ? out_of_range : not_integer;
  }
  Wrong operator()(char const*& p, char const* end) {
    std::int64_t row = 0;
    std::int64_t col = 0;
    Wrong wrong = vertex(p, end, Wrong::row_not_integer, Wrong::row_out_of_range, row);
    if (wrong != Wrong::nothing) return wrong;
    p = skip_blanks(p, end);
    if (at_line_end(p, end)) return Wrong::col_missing;
    wrong = vertex(p, end, Wrong::col_not_integer, Wrong::col_out_of_range, col);
    if (wrong != Wrong::nothing) return wrong;
    typename RealOf<Scalar>::type weight(1);
    if constexpr (Weighted) {
      p = skip_blanks(p, end);
      if (at_line_end(p, end)) return Wrong::value_missing;
      wrong = read_real(p, end, infinity || is_pattern_v<Scalar>, weight);
      if (wrong != Wrong::nothing) return wrong;
    }
    max_row = std::max(max_row, row);
    max_col = std::max(max_col, col);
    Scalar value{};
    if constexpr (!is_pattern_v<Scalar>) value = Scalar(weight);
    sink.store(at++, row, col, value);
    return Wrong::nothing;
  }
};

/// Reads the lines of an edge list, piece by piece, into the vertices of the file minus the base.
template <class Scalar, class Index, class Offset>
class EdgeLines {
 public:
  EdgeLines(TextSource const& source, EdgeListReadOptions const& options) : source_(source), options_(options) {}

  Taken parse(Text const& text) {
    std::int64_t start = 0;
    if (!begun_ && text.bytes.substr(0, 3) == "\xef\xbb\xbf") start = 3;  // a byte order mark is no part of the text
    begun_ = true;
    // The position after the comments at the beginning of such a file, so that their lines are not counted as edges.
    char const* const begin = text.bytes.data();
    char const* const end = begin + text.bytes.size();
    start = next_record<HashComments>(begin + start, end) - begin;
    if (start == text.size() && !text.complete) return Taken::read;
    if (!weighted_) weighted_ = is_weighted(begin + start, end);
    *weighted_ ? read<true>(text, start) : read<false>(text, start);
    return Taken::read;
  }

  /// Moves out the edges of all pieces, one array after the other, so that the pieces of only one are held with it.
  CooArrays<Scalar, Index> edges() {
    if (pieces_.size() == 1) return pieces_.front();
    using Edges = CooArrays<Scalar, Index>;
    Edges all;
    all.rows = join(&Edges::rows, "Araios::read_edge_list::row_indices");
    all.cols = join(&Edges::cols, "Araios::read_edge_list::col_indices");
    if constexpr (!is_pattern_v<Scalar>) all.values = join(&Edges::values, "Araios::read_edge_list::values");
    return all;
  }
  std::int64_t max_row() const { return max_row_; }
  std::int64_t max_col() const { return max_col_; }

 private:
  std::string describe(Wrong what, std::string const& word, std::int64_t minimum, std::int64_t maximum) const {
    std::string const range = " is not in " + std::to_string(minimum) + " .. " + std::to_string(maximum);
    switch (what) {
    case Wrong::row_not_integer:
      return "the first vertex is " + word + ", not an integer";
    case Wrong::row_out_of_range:
      return "the first vertex " + word + range;
    case Wrong::col_missing:
      return "the second vertex is missing";
    case Wrong::col_not_integer:
      return "the second vertex is " + word + ", not an integer";
    case Wrong::col_out_of_range:
      return "the second vertex " + word + range;
    case Wrong::value_missing:
      return "the weight is missing; lines are \"vertex vertex weight\"";
    case Wrong::value_not_number:
      return "the weight is " + word + ", not a number";
    case Wrong::value_too_large:
      return "the weight " + word + " is beyond the range of the value type";
    case Wrong::value_not_representable:
      return "the weight " + word + " is not representable in the value type";
    case Wrong::trailing:
      return "the edge is followed by " + word;
    case Wrong::nul_byte:
      return "a NUL byte";
    default:
      break;
    }
    return "unreadable";
  }

  /// Joins one array of all pieces, which release theirs from the last to the first, so that an allocator can free
  /// their memory early.
  template <class View>
  View join(View CooArrays<Scalar, Index>::* member, char const* label) {
    auto const all = allocate<View>(source_.exec, label, count_);
    std::int64_t end = count_;
    for (auto piece = pieces_.rbegin(); piece != pieces_.rend(); ++piece) {
      View& part = (*piece).*member;
      end -= static_cast<std::int64_t>(part.extent(0));
      std::copy_n(part.data(), part.extent(0), all.data() + end);
      part = View();
    }
    return all;
  }

  /// Whether the lines have weights; p is at the first.
  bool is_weighted(char const* p, char const* end) const {
    if (options_.columns != EdgeListColumns::automatic) return options_.columns == EdgeListColumns::weighted;
    int words = 0;
    while (words < 3 && !at_line_end(p, end)) {
      ++words;
      while (!at_line_end(p, end) && !is_blank(*p)) ++p;
      p = skip_blanks(p, end);
    }
    return words == 3;
  }

  template <bool Weighted>
  void read(Text const& text, std::int64_t start) {
    EdgeReader<Scalar, Index, Weighted> reader;
    bool const compact = options_.vertices == EdgeListVertices::compact;
    reader.base = options_.vertices == EdgeListVertices::one_based ? 1 : 0;
    // The number of vertices is one more than the last of them, and must fit as well.
    reader.minimum = compact ? std::numeric_limits<std::int64_t>::min() : reader.base;
    reader.maximum = compact ? std::numeric_limits<std::int64_t>::max()
                             : std::int64_t(std::numeric_limits<Index>::max()) - (reader.base == 1 ? 0 : 1);
    reader.infinity = options_.too_large == ReadTooLarge::infinity;
    CooArrays<Scalar, Index> arrays;
    auto const allocate_reader = [&](std::int64_t length) {
      if (!std::in_range<Offset>(count_ + length))
        throw EdgeListError(source_.title() + ": " + std::to_string(count_ + length) + " lines do not fit the " +
                            std::to_string(8 * sizeof(Offset)) + "-bit offset type; read with a wider one");
      arrays = CooArrays<Scalar, Index>(source_.exec, "Araios::read_edge_list", length);
      EdgeReader<Scalar, Index, Weighted> storing = reader;
      storing.sink = arrays.sink();
      return storing;
    };
    std::vector<Part> const parts =
        read_lines<HashComments>(source_.exec, "Araios::read_edge_list", text, start, {}, Weighted ? 6 : 4,
                                 allocate_reader, [](std::vector<Part> const&, std::int64_t) {});
    TextFault const fault = first_fault(parts);
    if (fault.offset >= 0) {
      std::int64_t const line = text.lines_before + line_of(text.bytes, fault.offset);
      std::string const word = quoted_word(text.bytes, fault.offset);
      throw EdgeListError(source_.title() + ": line " + std::to_string(line) + ": " +
                              describe(fault.what, word, reader.minimum, reader.maximum),
                          line);
    }
    for (Part const& part : parts) {
      max_row_ = std::max(max_row_, part.max_row);
      max_col_ = std::max(max_col_, part.max_col);
    }
    count_ += arrays.size();
    pieces_.push_back(arrays);
  }

  TextSource const& source_;
  EdgeListReadOptions const& options_;
  bool begun_ = false;
  std::optional<bool> weighted_;
  std::vector<CooArrays<Scalar, Index>> pieces_;
  std::int64_t count_ = 0;
  std::int64_t max_row_ = -1;
  std::int64_t max_col_ = -1;
};

/// Makes a matrix from the text that `feed` passes to the parser that it is given.
template <class Scalar, class Ordinal, class Offset, class Feed>
CooMatrix<Scalar, Ordinal, Offset, Kokkos::HostSpace>
edges_from_text(TextSource const& source, EdgeListReadOptions const& options, EdgeListNames* names, Feed const& feed) {
  auto const refuse = [&](auto value, auto last, char const* name) {
    check_enumerator(value, last, (source.caller + ": " + name).c_str());
  };
  refuse(options.vertices, EdgeListVertices::compact, "EdgeListVertices");
  refuse(options.columns, EdgeListColumns::weighted, "EdgeListColumns");
  refuse(options.shape, EdgeListShape::rectangular, "EdgeListShape");
  refuse(options.too_large, ReadTooLarge::infinity, "ReadTooLarge");
  check(options.vertices != EdgeListVertices::compact || options.shape == EdgeListShape::square, source.caller,
        ": compact vertices need a square shape: rows and columns share one numbering");
  return read_named(source, [&] {
    if (options.vertices == EdgeListVertices::compact) {
      EdgeLines<Scalar, std::int64_t, Offset> lines(source, options);
      feed([&](Text const& text) { return lines.parse(text); });
      CooArrays<Scalar, std::int64_t> const named = lines.edges();
      return CompactEdges<Scalar, Ordinal, Offset>(source, named).matrix(names);
    }
    EdgeLines<Scalar, Ordinal, Offset> lines(source, options);
    feed([&](Text const& text) { return lines.parse(text); });
    CooArrays<Scalar, Ordinal> const arrays = lines.edges();
    std::int64_t rows = lines.max_row() + 1;
    std::int64_t cols = lines.max_col() + 1;
    if (options.shape == EdgeListShape::square) rows = cols = std::max(rows, cols);
    if (names != nullptr) *names = EdgeListNames();
    return CooMatrix<Scalar, Ordinal, Offset, Kokkos::HostSpace>(rows, cols, arrays.rows, arrays.cols, arrays.values);
  });
}

}  // namespace Araios::Impl
