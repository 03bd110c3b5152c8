// SPDX-License-Identifier: Apache-2.0
#include "harness/table.hpp"
#include "transpose/transpose_program.hpp"

#include <algorithm>
#include <cctype>
#include <iostream>
#include <stdexcept>

namespace Araios::Perf {

namespace {

// Where both were measured: how many times as long `other` took.
void add_speedup(Result& result, std::string const& over, Result const* other) {
  if (other == nullptr || !result.measured()) return;
  result.speedups.emplace_back(over, other->flushed.median / result.flushed.median);
  result.speedups.emplace_back(over + "_warm", other->warm.median / result.warm.median);
  if (other->end_to_end.repeats > 0 && result.end_to_end.repeats > 0)
    result.speedups.emplace_back(over + "_end_to_end", other->end_to_end.median / result.end_to_end.median);
}

std::string speedup(Result const& result, std::string const& over) {
  for (auto const& [name, ratio] : result.speedups)
    if (name == over) return three_digits(ratio);
  return "-";
}

std::string label(Result const& result) {
  if (result.library == "Araios") return result.chosen.empty() ? result.method : result.method + " = " + result.chosen;
  if (result.library == "Kokkos Kernels" && result.method != "transpose_matrix") return "Kokkos Kernels + sort";
  return result.library == "Kokkos Kernels" ? result.library : result.library + " " + result.method;
}

// "Kokkos Kernels + sort" on "Cuda" as "kokkos_kernels_sort_cuda".
std::string column_name(Result const& result) {
  Result plain = result;
  plain.chosen.clear();
  std::string name;
  for (char c : label(plain) + " " + result.space) {
    bool const letter = std::isalnum(static_cast<unsigned char>(c)) != 0;
    if (letter)
      name += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    else if (!name.empty() && name.back() != '_')
      name += '_';
  }
  while (!name.empty() && name.back() == '_') name.pop_back();
  return name;
}

// The cells of a row behind its method and space.
std::vector<std::string> figures(Case const& what, Result const& result) {
  double const rate = static_cast<double>(result.bytes) / result.flushed.median;
  auto const nnz = static_cast<double>(what.sizes[2].second);
  bool const whole = result.end_to_end.repeats > 0;
  bool const workspace = result.workspace_bytes >= 0;
  return {milliseconds(result.flushed.median),
          percent(result.flushed.spread()),
          speedup(result, "serial"),
          speedup(result, "cusparse"),
          speedup(result, "cxsparse"),
          three_digits(1e-9 * rate),
          percent(rate / result.copy_bandwidth),
          milliseconds(result.warm.median),
          percent(result.warm.spread()),
          speedup(result, "cusparse_warm"),
          whole ? milliseconds(result.end_to_end.median) : "-",
          whole ? percent(result.end_to_end.spread()) : "-",
          speedup(result, "serial_end_to_end"),
          workspace ? bytes_text(result.workspace_bytes) : "-",
          workspace && nnz > 0 ? three_digits(static_cast<double>(result.workspace_bytes) / nnz) : "-"};
}

void print_table(Case const& what, std::vector<Result> const& results) {
  std::cout << '\n'
            << what.name << ": " << with_commas(what.sizes[0].second) << " x " << with_commas(what.sizes[1].second)
            << ", " << with_commas(what.sizes[2].second) << " entries, " << what.type;
  std::vector<std::string> spaces;
  for (auto const& result : results) {
    if (!result.measured() || std::find(spaces.begin(), spaces.end(), result.space) != spaces.end()) continue;
    if (spaces.empty()) std::cout << ", " << bytes_text(result.bytes) << " at least";
    spaces.push_back(result.space);
    std::cout << "; copy on " << result.space << " " << three_digits(1e-9 * result.copy_bandwidth) << " GB/s";
  }
  std::cout << "\n\n";
  std::vector<std::string> const header{"method",        "space", "cold ms",  "+-",        "x serial", "x cuSPARSE",
                                        "x CXSparse",    "GB/s",  "of copy",  "warm ms",   "+-",       "x cuSPARSE",
                                        "end to end ms", "+-",    "x serial", "workspace", "B/entry"};
  std::vector<std::vector<std::string>> rows;
  std::vector<bool> used(header.size(), false);  // a column without a figure is left out
  for (auto const& result : results) {
    rows.push_back({label(result), result.space.empty() ? "-" : result.space});
    if (result.measured()) {
      for (std::string const& cell : figures(what, result)) rows.back().push_back(cell);
    }
    for (std::size_t column = 0; column < rows.back().size(); ++column)
      if (column < 2 || rows.back()[column] != "-") used[column] = true;
  }
  auto const only_used = [&](std::vector<std::string> const& cells) {
    std::vector<std::string> kept;
    for (std::size_t column = 0; column < cells.size(); ++column)
      if (used[column]) kept.push_back(cells[column]);
    return kept;
  };
  Table table(only_used(header), 2);
  for (std::size_t row = 0; row < rows.size(); ++row) table.add(only_used(rows[row]), results[row].note);
  table.print(std::cout);
  std::cout << std::flush;  // a run that is cut short leaves what it measured
}

}  // namespace

Result const* find(std::vector<Result> const& results, std::string const& library, std::string const& method,
                   bool on_device) {
  for (auto const& result : results)
    if (result.library == library && result.method == method && result.on_device == on_device && result.measured())
      return &result;
  return nullptr;
}

TransposeReport::TransposeReport(TransposeProgram const& program, Environment const& environment)
    : program_(program), environment_(environment) {
  if (program.common.json_file.empty()) return;
  json_.open(program.common.json_file, std::ios::app);
  if (!json_) throw std::runtime_error("cannot write " + program.common.json_file);
}

void TransposeReport::add(Case const& what, std::vector<Result> results) {
  Result const* const serial = find(results, "Araios", "serial", false);
  Result const* const cusparse = find(results, "cuSPARSE", "csr2cscEx2", true);
  Result const* const cxsparse = find(results, "CXSparse", "cs_transpose", false);
  for (auto& result : results) {
    add_speedup(result, "serial", serial);
    // A ratio between two devices would not compare methods.
    add_speedup(result, result.on_device ? "cusparse" : "cxsparse", result.on_device ? cusparse : cxsparse);
  }
  print_table(what, results);
  for (auto const& result : results) {
    if (json_.is_open()) write_json_line(json_, environment_, what, result);
    std::string const name = column_name(result);
    if (std::find(columns_.begin(), columns_.end(), name) == columns_.end()) columns_.push_back(name);
  }
  if (json_.is_open() && !json_.flush()) throw std::runtime_error("cannot write " + program_.common.json_file);
  lines_.push_back({what, std::move(results)});
}

void TransposeReport::finish() {
  std::ofstream csv(program_.csv_file);
  csv << "name,m,n,nnz";
  for (auto const& column : columns_) csv << ',' << column << "_ms," << column << "_speedup";
  csv << '\n';
  for (auto const& [what, results] : lines_) {
    csv << csv_field(what.name);
    for (auto const& [name, size] : what.sizes) csv << ',' << size;
    for (auto const& column : columns_) {
      auto const at = std::find_if(results.begin(), results.end(),
                                   [&](Result const& result) { return column_name(result) == column; });
      bool const measured = at != results.end() && at->measured();
      csv << ',' << (measured ? milliseconds(at->flushed.median) : "") << ','
          << (measured && speedup(*at, "serial") != "-" ? speedup(*at, "serial") : "");
    }
    csv << '\n';
  }
  if (!csv.flush()) throw std::runtime_error("cannot write " + program_.csv_file);
  std::cout
      << "\ntimes: medians in milliseconds; cold: caches flushed before each run; +-: half the distance from the 10th"
         " to the 90th percentile\nwritten: "
      << program_.csv_file;
  if (json_.is_open()) std::cout << ", " << program_.common.json_file;
  std::cout << '\n';
  if (program_.suite) print_suite_summary(std::cout, lines_);
}

}  // namespace Araios::Perf
