// SPDX-License-Identifier: Apache-2.0
#include "calls/calls_program.hpp"
#include "harness/table.hpp"

#include <ostream>

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

void compare(std::vector<Result>& results) {
  for (auto& result : results) {
    if (result.library != "Araios" || !result.measured()) continue;
    Result const* const other = baseline_of(results, result.method);
    if (other == nullptr) continue;
    result.speedups.emplace_back("cusparse", ratio(other->call, result.call));
    result.speedups.emplace_back("cusparse_host", ratio(other->host, result.host));
  }
}

void print_headline_of_calls(std::ostream& out, Line const& line) {
  auto const& what = line.what;
  out << '\n'
      << what.name << ": " << with_commas(what.sizes[0].second) << " x " << with_commas(what.sizes[1].second) << ", "
      << with_commas(what.sizes[2].second) << " entries, " << what.type << "\n\n";
}

/// Microseconds of a sample, and their spread.
Column time_of(char const* heading, Sample Result::* sample) {
  return {heading, [sample](Result const& result) { return microseconds(result.*sample); }};
}
Column spread_of(Sample Result::* sample) {
  return {"+-", [sample](Result const& result) { return percent((result.*sample).spread()); }};
}

}  // namespace

Result const* best_cusparse_call(std::vector<Result> const& results) {
  return fastest(results, "cuSPARSE", {"CSR_ALG1", "CSR_ALG2", "COO_ALG1"}, has_device, &Result::call);
}

Report calls_report() {
  using namespace Columns;
  return {.program = "perf_calls",
          .of_results = "perf_calls",
          .columns = {time_of("us", &Result::call), spread_of(&Result::call), time_of("host us", &Result::host),
                      spread_of(&Result::host), times("x cuSPARSE", "cusparse"),
                      times("x cuSPARSE, host", "cusparse_host"), workspace()},
          .footer =
              "us: microseconds a call of many back to back, until all are done; host: until the call returns; medians "
              "of batches, caches warm; +-: half the distance from the 10th to the 90th percentile\n"
              "cuSPARSE best: the least of CSR_ALG1, CSR_ALG2 and COO_ALG1, each with its analysis, descriptions and "
              "buffer made before",
          .compare = compare,
          .headline = print_headline_of_calls,
          .label_heading = "call",
          .overview = print_calls_summary};
}

}  // namespace Araios::Perf
