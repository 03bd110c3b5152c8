// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// From a Matrix Market text to the arrays of a CooMatrix.

#include <Araios/core/memory.hpp>
#include <Araios/formats/coo.hpp>
#include <Araios/io/impl/matrix_market_body.hpp>

#include <cstdint>
#include <string>
#include <vector>

namespace Araios::Impl {

/// Sentences for the faults of a Matrix Market body.
inline std::string describe_entry_fault(Wrong what, MatrixMarketHeader const& h, std::string const& word) {
  bool const array = h.format == MatrixMarketFormat::array;
  char const* const from_one = word == "\"0\"" ? "; indices count from 1" : "";
  switch (what) {
  case Wrong::row_not_integer:
    return "the row index is " + word + ", no integer";
  case Wrong::row_out_of_range:
    return "the row index " + word + " is not in 1 .. " + std::to_string(h.num_rows) + from_one;
  case Wrong::col_missing:
    return "the column index is missing";
  case Wrong::col_not_integer:
    return "the column index is " + word + ", no integer";
  case Wrong::col_out_of_range:
    return "the column index " + word + " is not in 1 .. " + std::to_string(h.num_cols) + from_one;
  case Wrong::value_missing:
    return "the value is missing";
  case Wrong::value_not_number:
    return "the value is " + word + ", no number of the banner's field";
  case Wrong::value_too_large:
    return "the value " + word + " is beyond the range of the type asked for or of the field";
  case Wrong::value_not_representable:
    return "the value " + word + " is none that the type asked for can hold";
  case Wrong::value_negative:
    return "the value " + word + " is negative, but the banner says unsigned";
  case Wrong::imaginary_missing:
    return "the imaginary part is missing";
  case Wrong::skew_diagonal:
    return "the diagonal of a skew-symmetric matrix is 0, not " + word;
  case Wrong::mirror_not_representable:
    return "the negative of " + word + " is none that the type asked for can hold";
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

/// The body of one text, for one type of matrix.
template <class Scalar, class Ordinal, class Offset>
class BodyReader {
 public:
  using Matrix = CooMatrix<Scalar, Ordinal, Offset, Kokkos::HostSpace>;

  BodyReader(HostExec const& exec, std::string const& caller, Text const& text, ParsedHeader const& head,
             ValueRules const& rules)
      : exec_(exec), caller_(caller), text_(text), head_(head), header_(head.header), rules_(rules) {}

  Matrix run() {
    refuse_sizes();
    if (header_.format == MatrixMarketFormat::coordinate) {
      CoordinateReader<Scalar, Ordinal> reader;
      reader.num_rows = static_cast<std::uint64_t>(header_.num_rows);
      reader.num_cols = static_cast<std::uint64_t>(header_.num_cols);
      read(reader);
    } else {
      ArrayReader<Scalar, Ordinal> reader;
      reader.num_rows = header_.num_rows;
      read(reader);
    }
    if (rules_.expand) expand();
    return Matrix(header_.num_rows, header_.num_cols, arrays_.rows, arrays_.cols, arrays_.values);
  }

 private:
  [[noreturn]] void fail_at(std::int64_t offset, std::string const& reason) const {
    matrix_market_fault(caller_, text_.source, line_of(text_.bytes, offset), reason);
  }
  [[noreturn]] void fail(Fault const& fault) const {
    fail_at(fault.offset, describe_entry_fault(fault.what, header_, quoted_word(text_.bytes, fault.offset)));
  }

  /// What the size line alone shows to be impossible; nothing has been allocated yet.
  void refuse_sizes() const {
    auto const fits_ordinal = [](std::int64_t n) { return std::in_range<Ordinal>(n); };
    if (!fits_ordinal(header_.num_rows) || !fits_ordinal(header_.num_cols))
      fail_at(head_.size_line, std::to_string(header_.num_rows) + " x " + std::to_string(header_.num_cols) +
                                   " does not fit the " + std::to_string(8 * sizeof(Ordinal)) +
                                   "-bit index type asked for");
    if (!std::in_range<Offset>(header_.num_stored))
      fail_at(head_.size_line, std::to_string(header_.num_stored) + " entries do not fit the " +
                                   std::to_string(8 * sizeof(Offset)) + "-bit offset type asked for");
    std::int64_t const left = text_.size() - head_.body;
    if (header_.num_stored > (left + 1) / shortest_line())
      fail_at(head_.size_line, std::to_string(header_.num_stored) +
                                   (header_.format == MatrixMarketFormat::array ? " values" : " entries") +
                                   " cannot stand in the " + std::to_string(left) +
                                   " bytes behind the size line; the text is cut off, or the size is wrong");
  }

  /// Bytes of "1 1", "1 1 1", "1 1 1 1", of an array "1", "1 1", each with a line end (which the last one need not have).
  std::int64_t shortest_line() const {
    std::int64_t const values = header_.format == MatrixMarketFormat::array ? 2 : 6;
    if (header_.field == MatrixMarketField::complex) return values + 2;
    return header_.field == MatrixMarketField::pattern ? values - 2 : values;
  }

  template <class Reader>
  void read(Reader reader) {
    reader.rules = rules_;
    auto const allocate_reader = [&](std::int64_t length) {
      arrays_ = CooArrays<Scalar, Ordinal>(exec_, "Araios::read_matrix_market", length);
      Reader storing = reader;
      storing.sink = arrays_.sink();
      return storing;
    };
    auto const wrong_count = [&](std::vector<Part> const&, std::int64_t) {
      // Reads once more without storing: a line that is wrong explains the number better than the number itself.
      Part whole;
      whole.begin = head_.body;
      whole.end = text_.size();
      whole.records = header_.num_stored;
      whole = read_part<PercentComments>(text_.bytes.data(), whole, reader);
      if (whole.fault.offset >= 0) fail(whole.fault);
      std::int64_t last = text_.size();
      while (last > 0 && (is_line_end(text_.bytes[last - 1]) || is_blank(text_.bytes[last - 1]))) --last;
      fail_at(last, "the text ends after " + std::to_string(whole.records) + " of the size line's " +
                        std::to_string(header_.num_stored) +
                        (header_.format == MatrixMarketFormat::array ? " values" : " entries"));
    };
    parts_ = read_lines<PercentComments>(exec_, "Araios::read_matrix_market", text_, head_.body, header_.num_stored,
                                         shortest_line(), allocate_reader, wrong_count);
    Fault const fault = first_fault(parts_);
    if (fault.offset >= 0) fail(fault);
  }

  /// Puts the mirror of every entry off the diagonal behind it.
  void expand() {
    std::int64_t mirrors = 0;
    std::vector<std::int64_t> shift;  // mirrors in front of each part
    for (Part const& part : parts_) {
      shift.push_back(mirrors);
      mirrors += part.mirrors;
    }
    if (mirrors == 0) return;
    std::int64_t const total = header_.num_stored + mirrors;
    if (!std::in_range<Offset>(total))
      fail_at(head_.size_line, std::to_string(total) + " entries with both triangles do not fit the " +
                                   std::to_string(8 * sizeof(Offset)) + "-bit offset type asked for");
    CooArrays<Scalar, Ordinal> const full(exec_, "Araios::read_matrix_market", total);
    EntrySink<Scalar, Ordinal> const in = arrays_.sink();
    EntrySink<Scalar, Ordinal> const out = full.sink();
    Part const* const parts = parts_.data();
    std::int64_t const* const shifts = shift.data();
    MatrixMarketSymmetry const symmetry = header_.symmetry;
    for_each_block(exec_, "Araios::read_matrix_market::expand", static_cast<std::int64_t>(parts_.size()),
                   [=](std::int64_t i) {
                     std::int64_t to = parts[i].first + shifts[i];
                     std::int64_t const end = parts[i].first + parts[i].records;
                     for (std::int64_t from = parts[i].first; from < end; ++from) {
                       Scalar value{};
                       if constexpr (!is_pattern_v<Scalar>) value = in.values[from];
                       out.store(to++, in.rows[from], in.cols[from], value);
                       if (in.rows[from] == in.cols[from]) continue;
                       Scalar mirrored{};
                       mirror(symmetry, value, mirrored);
                       out.store(to++, in.cols[from], in.rows[from], mirrored);
                     }
                   });
    arrays_ = full;
  }

  HostExec const& exec_;
  std::string const& caller_;
  Text const& text_;
  ParsedHeader const& head_;
  MatrixMarketHeader const& header_;
  ValueRules rules_;
  CooArrays<Scalar, Ordinal> arrays_;
  std::vector<Part> parts_;
};

}  // namespace Araios::Impl
