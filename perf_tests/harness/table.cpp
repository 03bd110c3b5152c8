// SPDX-License-Identifier: Apache-2.0
#include "harness/table.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <ostream>

namespace Araios::Perf {

void Table::drop_empty() {
  for (std::size_t c = header_.size(); c-- > left_;) {
    bool const used = std::any_of(rows_.begin(), rows_.end(),
                                  [&](Row const& row) { return c < row.cells.size() && row.cells[c] != "-"; });
    if (used) continue;
    header_.erase(header_.begin() + static_cast<std::ptrdiff_t>(c));
    for (auto& row : rows_)
      if (c < row.cells.size()) row.cells.erase(row.cells.begin() + static_cast<std::ptrdiff_t>(c));
  }
}

void Table::print(std::ostream& out) const {
  std::vector<std::size_t> width(header_.size());
  for (std::size_t c = 0; c < header_.size(); ++c) {
    width[c] = header_[c].size();
    for (auto const& row : rows_)
      if (c < row.cells.size()) width[c] = std::max(width[c], row.cells[c].size());
  }
  auto const print_row = [&](Row const& row) {
    std::string line;
    for (std::size_t c = 0; c < row.cells.size() && c < width.size(); ++c) {
      std::size_t const fill = width[c] - row.cells[c].size();
      if (c > 0) line.append(2, ' ');
      if (c >= left_) line.append(fill, ' ');
      line.append(row.cells[c]);
      if (c < left_) line.append(fill, ' ');
    }
    if (!row.remark.empty()) line.append(2, ' ').append(row.remark);
    line.erase(line.find_last_not_of(' ') + 1);
    out << line << '\n';
  };
  print_row({header_, {}});
  std::size_t total = 0;
  for (std::size_t w : width) total += w + 2;
  out << std::string(total < 2 ? 0 : total - 2, '-') << '\n';
  for (auto const& row : rows_) print_row(row);
}

std::string with_commas(std::int64_t number) {
  std::string digits = std::to_string(number);
  std::size_t const first = number < 0 ? 1 : 0;
  for (std::size_t at = digits.size(); at > first + 3;) {
    at -= 3;
    digits.insert(at, 1, ',');
  }
  return digits;
}

std::string three_digits(double number) {
  if (number == 0) return "0";
  double const magnitude = std::floor(std::log10(std::fabs(number)));
  // Rounding first: 9.996 has as many digits before the point as 10.
  double const unit = std::pow(10.0, magnitude - 2);
  double const rounded = std::round(number / unit) * unit;
  int const decimals = std::max(0, 2 - static_cast<int>(std::floor(std::log10(std::fabs(rounded) * (1 + 1e-12)))));
  char text[64];
  std::snprintf(text, sizeof text, "%.*f", decimals, rounded);
  return text;
}

std::string scientific(double number) {
  char text[32];
  std::snprintf(text, sizeof text, "%.1e", number);
  return text;
}

std::string milliseconds(double seconds) { return three_digits(1e3 * seconds); }

std::string percent(double fraction) {
  char text[32];
  std::snprintf(text, sizeof text, "%.1f%%", 100 * fraction);
  return text;
}

std::string bytes_text(std::int64_t bytes) {
  static char const* const units[] = {"B", "kB", "MB", "GB", "TB"};
  double value = static_cast<double>(bytes);
  std::size_t unit = 0;
  while (value >= 999.5 && unit + 1 < sizeof units / sizeof *units) {
    value /= 1000;
    ++unit;
  }
  return three_digits(value).append(" ").append(units[unit]);
}

std::string bytes_or_dash(std::int64_t bytes) { return bytes < 0 ? "-" : bytes_text(bytes); }

}  // namespace Araios::Perf
