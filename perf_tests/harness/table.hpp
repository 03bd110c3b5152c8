// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// Tables for people.

#include <cstddef>
#include <cstdint>
#include <iosfwd>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

namespace Araios::Perf {

/// Columns as wide as their widest cell; the first `left` columns are aligned left, the others right.
class Table {
 public:
  Table(std::vector<std::string> header, std::size_t left) : header_(std::move(header)), left_(left) {}
  /// A row, which may be shorter than the header. A remark follows its last cell and widens no column.
  void add(std::vector<std::string> cells, std::string remark = {}) {
    rows_.push_back({std::move(cells), std::move(remark)});
  }
  /// Leaves out the columns, but for the first `left`, in which every row has "-" or nothing.
  void drop_empty();
  void print(std::ostream& out) const;

 private:
  struct Row {
    std::vector<std::string> cells;
    std::string remark;
  };
  std::vector<std::string> header_;
  std::size_t left_;
  std::vector<Row> rows_;
};

/// The parts, one after the other.
template <class... Parts>
std::string join(Parts const&... parts) {
  std::ostringstream text;
  (text << ... << parts);
  return text.str();
}

/// 12345678 as "12,345,678".
std::string with_commas(std::int64_t number);
/// Three significant digits, never an exponent: "0.0123", "1.23", "123", "1230".
std::string three_digits(double number);
/// Two digits and an exponent: "1.2e-09".
std::string scientific(double number);
/// Seconds as milliseconds, three significant digits.
std::string milliseconds(double seconds);
/// 0.031 as "3.1%".
std::string percent(double fraction);
/// Bytes with a decimal unit: "164 MB".
std::string bytes_text(std::int64_t bytes);
/// The same, and "-" for a negative number: not measured.
std::string bytes_or_dash(std::int64_t bytes);

}  // namespace Araios::Perf
