// SPDX-License-Identifier: Apache-2.0
#include "harness/table.hpp"
#include "transpose/transpose_program.hpp"

#include <iostream>

namespace Araios::Perf {

namespace {

std::string label(Result const& result) {
  if (result.library == "Araios") return result.chosen.empty() ? result.method : result.method + " = " + result.chosen;
  if (result.library == "Kokkos Kernels" && result.method != "transpose_matrix") return "Kokkos Kernels + sort";
  return result.library == "Kokkos Kernels" ? result.library : result.library + " " + result.method;
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

void print_table(Line const& line) {
  print_headline(std::cout, line);
  Table table({"method", "space", "cold ms", "+-", "x serial", "x cuSPARSE", "x CXSparse", "GB/s", "of copy", "warm ms",
               "+-", "x cuSPARSE", "end to end ms", "+-", "x serial", "workspace", "B/entry"},
              2);
  for (auto const& result : line.results) {
    std::vector<std::string> row{label(result), result.space.empty() ? "-" : result.space};
    if (result.measured())
      for (std::string const& cell : figures(line.what, result)) row.push_back(cell);
    table.add(row, result.note);
  }
  table.drop_empty();
  table.print(std::cout);
  std::cout << std::flush;  // a run that is cut short leaves what it measured
}

}  // namespace

TransposeReport::TransposeReport(TransposeProgram const& program, Environment const& environment)
    : program_(program), environment_(environment), json_(program.common.json_file) {}

void TransposeReport::add(Case const& what, std::vector<Result> results) {
  Result const* const serial = find(results, "Araios", "serial", false);
  Result const* const cusparse = find(results, "cuSPARSE", "csr2cscEx2", true);
  Result const* const cxsparse = find(results, "CXSparse", "cs_transpose", false);
  for (auto& result : results) {
    add_speedup(result, "serial", serial);
    // A ratio between two devices would not compare methods.
    add_speedup(result, result.on_device ? "cusparse" : "cxsparse", result.on_device ? cusparse : cxsparse);
  }
  lines_.push_back({what, std::move(results)});
  print_table(lines_.back());
  json_.add(environment_, what, lines_.back().results);
}

void TransposeReport::finish() {
  auto const plain_label = [](Result result) {
    result.chosen.clear();
    return label(result);
  };
  write_csv(program_.csv_file, lines_, plain_label,
            {{"ms", [](Result const& result) { return milliseconds(result.flushed.median); }},
             {"speedup", [](Result const& result) { return speedup(result, "serial"); }}});
  print_footer(std::cout, program_.csv_file, json_);
  if (program_.suite) print_suite_summary(std::cout, lines_);
}

}  // namespace Araios::Perf
