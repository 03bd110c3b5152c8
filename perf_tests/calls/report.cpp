// SPDX-License-Identifier: Apache-2.0
#include "calls/calls_program.hpp"
#include "harness/table.hpp"

#include <iostream>

namespace Araios::Perf {

namespace {

std::string microseconds(Sample const& sample) { return three_digits(1e6 * sample.median); }

Result const* find_call(std::vector<Result> const& results, char const* library, char const* method) {
  return find(results, library, method, has_device);
}

// What a method of ours is compared with: cuSPARSE's way to the same end.
Result const* baseline_of(std::vector<Result> const& results, std::string const& method) {
  if (method == Calls::into || method == Calls::into_workspace)
    return find_call(results, "cuSPARSE", Calls::cusparse_into);
  if (method == Calls::as_new) return find_call(results, "cuSPARSE", Calls::cusparse_as_new);
  return best_cusparse_call(results);
}

void print_table(Line const& line) {
  auto const& [what, results] = line;
  std::cout << '\n'
            << what.name << ": " << with_commas(what.sizes[0].second) << " x " << with_commas(what.sizes[1].second)
            << ", " << with_commas(what.sizes[2].second) << " entries, " << what.type << "\n\n";
  Table table({"call", "space", "us", "+-", "host us", "+-", "x cuSPARSE", "x cuSPARSE, host", "workspace"}, 2);
  for (auto const& result : results) {
    std::vector<std::string> row{result.library + " " + result.method, result.space.empty() ? "-" : result.space};
    if (result.measured())
      for (std::string const& cell :
           {microseconds(result.call), percent(result.call.spread()), microseconds(result.host),
            percent(result.host.spread()), speedup(result, "cusparse"), speedup(result, "cusparse_host"),
            result.workspace_bytes < 0 ? std::string("-") : bytes_text(result.workspace_bytes)})
        row.push_back(cell);
    table.add(row, result.note);
  }
  table.drop_empty();
  table.print(std::cout);
  std::cout << std::flush;  // a run that is cut short leaves what it measured
}

}  // namespace

Result const* best_cusparse_call(std::vector<Result> const& results) {
  Result const* best = nullptr;
  for (char const* method : {"CSR_ALG1", "CSR_ALG2", "COO_ALG1"})
    if (auto const* const result = find_call(results, "cuSPARSE", method))
      if (best == nullptr || result->call.median < best->call.median) best = result;
  return best;
}

CallsReport::CallsReport(CallsProgram const& program, Environment const& environment)
    : program_(program), json_(program.common.json_file), environment_(environment) {}

void CallsReport::add(Case const& what, std::vector<Result> results) {
  for (auto& result : results) {
    if (result.library != "Araios" || !result.measured()) continue;
    Result const* const other = baseline_of(results, result.method);
    if (other == nullptr) continue;
    result.speedups.emplace_back("cusparse", ratio(other->call, result.call));
    result.speedups.emplace_back("cusparse_host", ratio(other->host, result.host));
  }
  lines_.push_back({what, std::move(results)});
  print_table(lines_.back());
  json_.add(environment_, what, lines_.back().results);
}

void CallsReport::finish() {
  print_calls_summary(std::cout, lines_);
  std::cout << "\nus: microseconds a call of many back to back, until all are done; host: until the call returns; "
               "medians of batches, caches warm; +-: half the distance from the 10th to the 90th percentile\n"
               "cuSPARSE best: the least of CSR_ALG1, CSR_ALG2 and COO_ALG1, each with its analysis, descriptions and "
               "buffer made before\n";
  if (!json_.name().empty()) std::cout << "written: " << json_.name() << '\n';
}

}  // namespace Araios::Perf
