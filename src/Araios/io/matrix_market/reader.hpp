// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// Reads a Matrix Market text into the arrays of a CooMatrix.

#include <Araios/core/memory.hpp>
#include <Araios/formats/coo.hpp>
#include <Araios/io/matrix_market/body.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace Araios::Impl {

/// Sentences for the violations in a Matrix Market body.
inline std::string describe_entry_fault(Wrong what, MatrixMarketHeader const& h, std::string const& word) {
  bool const array = h.format == MatrixMarketFormat::array;
  char const* const from_one = word == "\"0\"" ? "; indices count from 1" : "";
  switch (what) {
  case Wrong::row_not_integer:
    return "the row index is " + word + ", not an integer";
  case Wrong::row_out_of_range:
    return "the row index " + word + " is not in 1 .. " + std::to_string(h.num_rows) + from_one;
  case Wrong::col_missing:
    return "the column index is missing";
  case Wrong::col_not_integer:
    return "the column index is " + word + ", not an integer";
  case Wrong::col_out_of_range:
    return "the column index " + word + " is not in 1 .. " + std::to_string(h.num_cols) + from_one;
  case Wrong::value_missing:
    return "the value is missing";
  case Wrong::value_not_number:
    return "the value is " + word + ", not a number of the banner's field";
  case Wrong::value_too_large:
    return "the value " + word + " is beyond the range of the value type or of the banner's field";
  case Wrong::value_not_representable:
    return "the value " + word + " is not representable in the value type";
  case Wrong::integer_too_large:
    return "the integer " + word + " is beyond the range of 64 bits";
  case Wrong::integer_not_exact:
    return "the integer " + word + " is not representable in the floating-point type";
  case Wrong::value_negative:
    return "the value " + word + " is negative, but the banner says unsigned";
  case Wrong::imaginary_missing:
    return "the imaginary part is missing";
  case Wrong::skew_diagonal:
    return "the diagonal of a skew-symmetric matrix is 0, not " + word;
  case Wrong::hermitian_diagonal:
    return "the diagonal of a hermitian matrix is real; the entry with the real part " + word + " is not";
  case Wrong::transposed_not_representable:
    return "the negative of " + word + " is not representable in the value type";
  case Wrong::trailing:
    return std::string(array ? "the value" : "the entry") + " is followed by " + word;
  case Wrong::nul_byte:
    return "a NUL byte";
  case Wrong::too_many:
    return "more than the " + std::to_string(h.num_stored) + (array ? " values" : " entries") + " of the size line";
  case Wrong::nothing:
    break;
  }
  return "unreadable";
}

/// Reads one text, piece by piece, for one type of matrix.
template <class Scalar, class Ordinal, class Offset>
class MatrixReader {
 public:
  using Matrix = CooMatrix<Scalar, Ordinal, Offset, Kokkos::HostSpace>;
  /// Chooses the treatment of values; throws where the requested type cannot hold the field that the header announces.
  using ChooseRules = std::function<ValueRules(Text const&, ParsedHeader const&)>;

  MatrixReader(HostExec const& exec, std::string const& caller, ChooseRules choose_rules)
      : exec_(exec), caller_(caller), choose_rules_(std::move(choose_rules)) {}

  Taken parse(Text const& text) {
    std::int64_t body = 0;
    if (!head_) {
      head_ = HeaderParser(caller_, text.source, text.bytes, text.complete).run();
      if (!head_) return Taken::more;
      rules_ = choose_rules_(text, *head_);
      size_line_ = line_of(text.bytes, head_->size_line);
      refuse_sizes(text);
      body = head_->body;
    }
    if (header().format == MatrixMarketFormat::coordinate) {
      CoordinateReader<Scalar, Ordinal> reader;
      reader.num_rows = static_cast<std::uint64_t>(header().num_rows);
      reader.num_cols = static_cast<std::uint64_t>(header().num_cols);
      read(text, body, reader);
    } else {
      ArrayReader<Scalar, Ordinal> reader;
      reader.num_rows = header().num_rows;
      read(text, body, reader);
    }
    if (!text.complete) note_last_line(text);
    return Taken::read;
  }

  /// The matrix, after all pieces have been parsed.
  Matrix matrix() {
    if (rules_.expand) {
      shorten(exec_, label() + "::row_indices", arrays_.rows, filled_);
      shorten(exec_, label() + "::col_indices", arrays_.cols, filled_);
      shorten(exec_, label() + "::values", arrays_.values, filled_);
    }
    return Matrix(header().num_rows, header().num_cols, arrays_.rows, arrays_.cols, arrays_.values);
  }
  MatrixMarketHeader const& header() const { return head_->header; }

 private:
  using Arrays = CooArrays<Scalar, Ordinal>;

  static std::string label() { return "Araios::read_matrix_market"; }
  bool is_array() const { return header().format == MatrixMarketFormat::array; }
  char const* entries() const { return is_array() ? " values" : " entries"; }

  [[noreturn]] void fail(Text const& text, TextFault const& fault) const {
    std::int64_t const line = text.lines_before + line_of(text.bytes, fault.offset);
    std::string const reason = describe_entry_fault(fault.what, header(), quoted_word(text.bytes, fault.offset));
    if (fault.what == Wrong::integer_too_large)
      throw MatrixMarketOverflow(matrix_market_message(caller_, text.source, line, reason), line);
    matrix_market_fault(caller_, text.source, line, reason);
  }
  [[noreturn]] void fail_sizes(Text const& text, std::string const& reason) const {
    matrix_market_fault(caller_, text.source, size_line_, reason);
  }

  /// Refuses sizes that the size line alone shows to be impossible; before anything is allocated.
  void refuse_sizes(Text const& text) const {
    MatrixMarketHeader const& h = header();
    if (!std::in_range<Ordinal>(h.num_rows) || !std::in_range<Ordinal>(h.num_cols))
      fail_sizes(text, std::to_string(h.num_rows) + " x " + std::to_string(h.num_cols) + " does not fit the " +
                           std::to_string(8 * sizeof(Ordinal)) + "-bit index type; read with a wider one");
    if (!std::in_range<Offset>(h.num_stored))
      fail_sizes(text, std::to_string(h.num_stored) + " entries do not fit the " + std::to_string(8 * sizeof(Offset)) +
                           "-bit offset type; read with a wider one");
    std::int64_t const left = text.max_size - head_->body;
    if (h.num_stored > (left + 1) / shortest_line())
      fail_sizes(text, std::to_string(h.num_stored) + entries() + " do not fit the " + std::to_string(left) +
                           " bytes after the size line" +
                           (text.complete ? "; the text is cut off, or the size is wrong"
                                          : " that options.gzip or options.max_stream_bytes allow"));
  }

  /// Bytes of "1 1", "1 1 1", "1 1 1 1", of an array "1", "1 1", each with a line end (which the last one need not
  /// have).
  std::int64_t shortest_line() const {
    std::int64_t const values = is_array() ? 2 : 6;
    if (header().field == MatrixMarketField::complex) return values + 2;
    return header().field == MatrixMarketField::pattern ? values - 2 : values;
  }

  template <class Reader>
  void read(Text const& text, std::int64_t body, Reader reader) {
    std::int64_t const left = header().num_stored - stored_;
    RecordRange const range{stored_, text.complete ? left : 0, left};
    reader.rules = rules_;
    Arrays triangle;
    auto const allocate_reader = [&](std::int64_t length) {
      Reader storing = reader;
      if (rules_.expand) {
        triangle = Arrays(exec_, label(), length);
        storing.sink = triangle.sink(stored_);
      } else {
        if (!allocated_) arrays_ = Arrays(exec_, label(), header().num_stored);
        allocated_ = true;
        storing.sink = arrays_.sink();
      }
      return storing;
    };
    auto const wrong_count = [&](std::vector<Part> const&, std::int64_t) {
      // Reads once more without storing: a wrong line explains the wrong number better than the number itself.
      Part whole;
      whole.begin = body;
      whole.end = text.size();
      whole.first = stored_;
      whole.records = left;
      whole = read_part<PercentComments>(text.bytes.data(), whole, reader);
      if (whole.fault.offset >= 0) fail(text, whole.fault);
      std::int64_t const last = end_of_content(text.bytes);
      std::int64_t const line = last > 0 ? text.lines_before + line_of(text.bytes, last) : last_line_;
      matrix_market_fault(caller_, text.source, line,
                          "the text ends after " + std::to_string(stored_ + whole.records) + " of the size line's " +
                              std::to_string(header().num_stored) + entries());
    };
    std::vector<Part> const parts =
        read_lines<PercentComments>(exec_, label(), text, body, range, shortest_line(), allocate_reader, wrong_count);
    TextFault const fault = first_fault(parts);
    if (fault.offset >= 0) fail(text, fault);
    if (rules_.expand) expand(text, parts, triangle);
    for (Part const& part : parts) stored_ += part.records;
  }

  /// Appends the entries of a piece, each off the diagonal followed by its transposed entry.
  void expand(Text const& text, std::vector<Part> const& parts, Arrays const& triangle) {
    std::vector<std::int64_t> shift;  // transposed entries before each part
    std::int64_t total = filled_ + triangle.size();
    for (Part const& part : parts) {
      shift.push_back(total - filled_ - triangle.size());
      total += part.transposed_entries;
    }
    if (!std::in_range<Offset>(total))
      fail_sizes(text, std::to_string(total) + " entries with both triangles do not fit the " +
                           std::to_string(8 * sizeof(Offset)) + "-bit offset type; read with a wider one");
    if (!allocated_) {
      if (text.complete && total == triangle.size()) {
        arrays_ = triangle;
        filled_ = total;
        return;
      }
      arrays_ = Arrays(exec_, label(), text.complete ? total : max_expanded());
      allocated_ = true;
    }
    EntrySink<Scalar, Ordinal> const in = triangle.sink();
    EntrySink<Scalar, Ordinal> const out = arrays_.sink();
    Part const* const each = parts.data();
    std::int64_t const* const shifts = shift.data();
    std::int64_t const stored = stored_;
    std::int64_t const filled = filled_;
    MatrixMarketSymmetry const symmetry = header().symmetry;
    for_each_block(exec_, label() + "::expand", static_cast<std::int64_t>(parts.size()), text.size(),
                   [=](std::int64_t i) {
                     std::int64_t const begin = each[i].first - stored;
                     std::int64_t to = filled + begin + shifts[i];
                     for (std::int64_t from = begin; from < begin + each[i].records; ++from) {
                       Scalar value{};
                       if constexpr (!is_pattern_v<Scalar>) value = in.values[from];
                       out.store(to++, in.rows[from], in.cols[from], value);
                       if (in.rows[from] == in.cols[from]) continue;
                       Scalar transposed{};
                       transposed_value(symmetry, value, transposed);
                       out.store(to++, in.cols[from], in.rows[from], transposed);
                     }
                   });
    filled_ = total;
  }

  /// The maximum number of entries with their transposed entries, before the diagonal of a coordinate file is known.
  std::int64_t max_expanded() const {
    MatrixMarketHeader const& h = header();
    bool const with_diagonal = is_array() && h.symmetry != MatrixMarketSymmetry::skew_symmetric;
    return 2 * h.num_stored - (with_diagonal ? h.num_rows : 0);
  }

  static std::int64_t end_of_content(std::string_view text) {
    std::size_t last = text.size();
    while (last > 0 && (is_line_end(text[last - 1]) || is_blank(text[last - 1]))) --last;
    return static_cast<std::int64_t>(last);
  }
  /// Stores the last line so far that is not empty.
  void note_last_line(Text const& text) {
    std::int64_t const last = end_of_content(text.bytes);
    if (last > 0)
      last_line_ =
          1 + text.lines_before + text.lines - count_line_ends(text.bytes.substr(static_cast<std::size_t>(last)));
  }

  HostExec const& exec_;
  std::string const& caller_;
  ChooseRules choose_rules_;
  std::optional<ParsedHeader> head_;
  ValueRules rules_;
  std::int64_t size_line_ = 0;  // its line number
  std::int64_t last_line_ = 0;
  bool allocated_ = false;
  Arrays arrays_;
  std::int64_t stored_ = 0;  // entries read
  std::int64_t filled_ = 0;  // filled elements of arrays_, where transposed entries are added
};

}  // namespace Araios::Impl
