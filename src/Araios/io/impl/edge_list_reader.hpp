// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// From an edge list to the arrays of a CooMatrix.

#include <Araios/core/checks.hpp>
#include <Araios/formats/coo.hpp>
#include <Araios/io/impl/lines.hpp>
#include <Araios/io/impl/values.hpp>
#include <Araios/io/read_error.hpp>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace Araios {

/// What the vertices' numbers in the file are.
enum class EdgeListVertices {
  zero_based,
  one_based,
  compact  // names: any 64-bit integers; the vertices are numbered anew without gaps
};
/// Words of a line.
enum class EdgeListColumns {
  automatic,  // as the first line has them
  plain,      // two vertices
  weighted    // two vertices and a weight
};
enum class EdgeListShape { square, rectangular };

struct EdgeListReadOptions {
  EdgeListVertices vertices = EdgeListVertices::zero_based;
  EdgeListColumns columns = EdgeListColumns::automatic;
  EdgeListShape shape = EdgeListShape::square;
  ReadTooLarge too_large = ReadTooLarge::refuse;
  GzipLimits gzip{};
  /// Bytes of the text that a thread reads at a time. The result does not depend on it.
  std::int64_t block_bytes = std::int64_t(256) << 10;
};

/// What the file calls the vertices.
using EdgeListNames = Kokkos::View<std::int64_t*, Kokkos::HostSpace>;

namespace Impl {

/// SNAP's comments, and those of the collections that follow Matrix Market.
struct HashComments {
  static bool begins_comment(char c) { return c == '#' || c == '%'; }
};

/// Reads "row col" or "row col weight", vertices between `least` and `most`, and stores them minus `base`.
template <class Scalar, class Index, bool Weighted>
struct EdgeReader {
  EntrySink<Scalar, Index> sink;
  std::int64_t least = 0;
  std::int64_t most = 0;
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
    if (whole && integer_as(magnitude, negative, v) && v >= least && v <= most) {
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

template <class Scalar, class Ordinal, class Offset>
class EdgeListReader {
 public:
  using Matrix = CooMatrix<Scalar, Ordinal, Offset, Kokkos::HostSpace>;

  EdgeListReader(HostExec const& exec, std::string const& caller, Text const& text, EdgeListReadOptions const& options)
      : exec_(exec), caller_(caller), text_(text), options_(options) {
    check(options.vertices != EdgeListVertices::compact || options.shape == EdgeListShape::square, caller,
          ": compact vertices need a square shape; rows and columns are numbered together");
    if (text.bytes.substr(0, 3) == "\xef\xbb\xbf") start_ = 3;  // a byte order mark is no part of the text
  }

  Matrix run(EdgeListNames* names) {
    if (options_.vertices == EdgeListVertices::compact) return compact(names);
    CooArrays<Scalar, Ordinal> const arrays = read<Ordinal>();
    std::int64_t rows = 0;
    std::int64_t cols = 0;
    for (Part const& part : parts_) {
      rows = std::max(rows, part.max_row + 1);
      cols = std::max(cols, part.max_col + 1);
    }
    if (options_.shape == EdgeListShape::square) rows = cols = std::max(rows, cols);
    if (names != nullptr) *names = EdgeListNames();
    return Matrix(rows, cols, arrays.rows, arrays.cols, arrays.values);
  }

 private:
  [[noreturn]] void fail(std::int64_t offset, std::string const& reason) const {
    std::int64_t const line = line_of(text_.bytes, offset);
    throw EdgeListError(caller_ + ": " + text_.source + ": line " + std::to_string(line) + ": " + reason, line);
  }

  std::string describe(Wrong what, std::string const& word, std::int64_t least, std::int64_t most) const {
    std::string const range = " is not in " + std::to_string(least) + " .. " + std::to_string(most);
    switch (what) {
    case Wrong::row_not_integer:
      return "the first vertex is " + word + ", no integer";
    case Wrong::row_out_of_range:
      return "the first vertex " + word + range;
    case Wrong::col_missing:
      return "the second vertex is missing";
    case Wrong::col_not_integer:
      return "the second vertex is " + word + ", no integer";
    case Wrong::col_out_of_range:
      return "the second vertex " + word + range;
    case Wrong::value_missing:
      return "the weight is missing; lines are \"vertex vertex weight\"";
    case Wrong::value_not_number:
      return "the weight is " + word + ", no number";
    case Wrong::value_too_large:
      return "the weight " + word + " is beyond the range of the type asked for";
    case Wrong::value_not_representable:
      return "the weight " + word + " is none that the type asked for can hold";
    case Wrong::trailing:
      return "the edge is followed by " + word;
    case Wrong::nul_byte:
      return "a NUL byte";
    default:
      break;
    }
    return "unreadable";
  }

  /// Whether the lines have weights.
  bool weighted() const {
    if (options_.columns != EdgeListColumns::automatic) return options_.columns == EdgeListColumns::weighted;
    char const* const end = text_.bytes.data() + text_.bytes.size();
    char const* p = next_record<HashComments>(text_.bytes.data() + start_, end);
    int words = 0;
    while (words < 3 && !at_line_end(p, end)) {
      ++words;
      while (!at_line_end(p, end) && !is_blank(*p)) ++p;
      p = skip_blanks(p, end);
    }
    return words == 3;
  }

  template <class Index>
  CooArrays<Scalar, Index> read() {
    return weighted() ? read_columns<Index, true>() : read_columns<Index, false>();
  }

  template <class Index, bool Weighted>
  CooArrays<Scalar, Index> read_columns() {
    EdgeReader<Scalar, Index, Weighted> reader;
    bool const compact = options_.vertices == EdgeListVertices::compact;
    reader.base = options_.vertices == EdgeListVertices::one_based ? 1 : 0;
    // The number of vertices is one more than the last of them, and must fit as well.
    reader.least = compact ? std::numeric_limits<std::int64_t>::min() : reader.base;
    reader.most = compact ? std::numeric_limits<std::int64_t>::max()
                          : std::int64_t(std::numeric_limits<Index>::max()) - (reader.base == 1 ? 0 : 1);
    reader.infinity = options_.too_large == ReadTooLarge::infinity;
    CooArrays<Scalar, Index> arrays;
    auto const allocate_reader = [&](std::int64_t length) {
      if (!std::in_range<Offset>(length))
        throw EdgeListError(caller_ + ": " + text_.source + ": " + std::to_string(length) + " lines do not fit the " +
                            std::to_string(8 * sizeof(Offset)) + "-bit offset type asked for");
      arrays = CooArrays<Scalar, Index>(exec_, "Araios::read_edge_list", length);
      EdgeReader<Scalar, Index, Weighted> storing = reader;
      storing.sink = arrays.sink();
      return storing;
    };
    parts_ = read_lines<HashComments>(exec_, "Araios::read_edge_list", text_, first_line(), -1, Weighted ? 6 : 4,
                                      allocate_reader, [](std::vector<Part> const&, std::int64_t) {});
    Fault const fault = first_fault(parts_);
    if (fault.offset >= 0)
      fail(fault.offset, describe(fault.what, quoted_word(text_.bytes, fault.offset), reader.least, reader.most));
    return arrays;
  }

  /// Behind the comments that such a file begins with, so that their lines are not taken for edges.
  std::int64_t first_line() const {
    char const* const begin = text_.bytes.data();
    char const* const end = begin + text_.bytes.size();
    return next_record<HashComments>(begin + start_, end) - begin;
  }

  /// Numbers the different vertices in ascending order.
  Matrix compact(EdgeListNames* names) {
    CooArrays<Scalar, std::int64_t> const named = read<std::int64_t>();
    auto const edges = static_cast<std::int64_t>(named.rows.extent(0));
    using Names = EdgeListNames;
    std::int64_t low = std::numeric_limits<std::int64_t>::max();
    std::int64_t high = std::numeric_limits<std::int64_t>::min();
    for (std::int64_t k = 0; k < edges; ++k) {
      low = std::min({low, named.rows(k), named.cols(k)});
      high = std::max({high, named.rows(k), named.cols(k)});
    }
    Names found;
    std::int64_t vertices = 0;
    // Unsigned, because the distance of two 64-bit numbers may need 64 bits.
    std::uint64_t const span = edges == 0 ? 0 : static_cast<std::uint64_t>(high) - static_cast<std::uint64_t>(low);
    CooArrays<Scalar, Ordinal> arrays;
    arrays.rows = allocate<decltype(arrays.rows)>(exec_, "Araios::read_edge_list::row_indices", edges);
    arrays.cols = allocate<decltype(arrays.cols)>(exec_, "Araios::read_edge_list::col_indices", edges);
    arrays.values = named.values;
    if (edges > 0 && span / 16 < static_cast<std::uint64_t>(edges)) {
      // A table from the name to the number: first a mark for the names that occur, then their scan.
      auto const size = static_cast<std::int64_t>(span) + 1;
      auto const table = allocate<Names>(exec_, "Araios::read_edge_list::vertex_table", size);
      fill(exec_, table, 0);
      exec_.fence();
      for (std::int64_t k = 0; k < edges; ++k) table(named.rows(k) - low) = table(named.cols(k) - low) = 1;
      for (std::int64_t i = 0; i < size; ++i) vertices += table(i);
      refuse_vertices(vertices);
      found = allocate<Names>(exec_, "Araios::read_edge_list::names", vertices);
      std::int64_t number = 0;
      for (std::int64_t i = 0; i < size; ++i) {
        if (table(i) == 0) continue;
        found(number) = low + i;
        table(i) = number++;
      }
      renumber(named, arrays, [table, low](std::int64_t name) { return table(name - low); });
    } else if (edges > 0) {
      auto const all = allocate<Names>(exec_, "Araios::read_edge_list::sorted_names", 2 * edges);
      std::copy_n(named.rows.data(), edges, all.data());
      std::copy_n(named.cols.data(), edges, all.data() + edges);
      std::sort(all.data(), all.data() + 2 * edges);
      vertices = std::unique(all.data(), all.data() + 2 * edges) - all.data();
      refuse_vertices(vertices);
      found = allocate<Names>(exec_, "Araios::read_edge_list::names", vertices);
      std::copy_n(all.data(), vertices, found.data());
      std::int64_t const* const first = found.data();
      renumber(named, arrays, [first, vertices](std::int64_t name) {
        return std::lower_bound(first, first + vertices, name) - first;
      });
    }
    if (names != nullptr) *names = found;
    return Matrix(vertices, vertices, arrays.rows, arrays.cols, arrays.values);
  }

  void refuse_vertices(std::int64_t vertices) const {
    if (!std::in_range<Ordinal>(vertices))
      throw EdgeListError(caller_ + ": " + text_.source + ": " + std::to_string(vertices) +
                          " vertices do not fit the " + std::to_string(8 * sizeof(Ordinal)) +
                          "-bit index type asked for");
  }

  template <class Number>
  void renumber(CooArrays<Scalar, std::int64_t> const& named, CooArrays<Scalar, Ordinal> const& arrays,
                Number const& number) const {
    Part const* const parts = parts_.data();
    for_each_block(exec_, "Araios::read_edge_list::renumber", static_cast<std::int64_t>(parts_.size()),
                   [=](std::int64_t i) {
                     std::int64_t const end = parts[i].first + parts[i].records;
                     for (std::int64_t k = parts[i].first; k < end; ++k) {
                       arrays.rows(k) = static_cast<Ordinal>(number(named.rows(k)));
                       arrays.cols(k) = static_cast<Ordinal>(number(named.cols(k)));
                     }
                   });
  }

  HostExec const& exec_;
  std::string const& caller_;
  Text const& text_;
  EdgeListReadOptions const& options_;
  std::int64_t start_ = 0;
  std::vector<Part> parts_;
};

}  // namespace Impl
}  // namespace Araios
