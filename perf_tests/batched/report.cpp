// SPDX-License-Identifier: Apache-2.0
#include "batched/batched_program.hpp"
#include "harness/require.hpp"
#include "harness/table.hpp"

#include <ostream>
#include <regex>
#include <string>
#include <vector>

namespace Araios::Perf {

BatchedProblem parse_batched(std::string const& word) {
  std::smatch part;
  require(std::regex_match(word, part, std::regex("([0-9]{1,4})x([0-9]{1,10})")), "'", word, "' is not ROWSxSYSTEMS");
  BatchedProblem const problem{word, std::stoll(part[1]), std::stoll(part[2])};
  require(problem.n % 8 == 0 && problem.n >= 8 && problem.n <= 1024, word,
          ": the rows must be a multiple of 8, up to 1024");
  require(problem.systems >= 1, word, ": there is no system");
  (void)as_int(problem.systems, word);
  return problem;
}

namespace {

void compare(std::vector<Result>& results) {
  for (Result& result : results) {
    if (result.library != "Araios" || result.method.ends_with(BatchedMethods::one_by_one)) continue;
    add_speedup(result, "loop", find(results, "Araios", result.method + BatchedMethods::one_by_one, result.on_device));
    if (result.on_device) add_speedup(result, "cublas", find(results, "cuBLAS", BatchedMethods::dense, true));
  }
}

void print_headline_of_batch(std::ostream& out, Line const& line) {
  out << '\n'
      << with_commas(size_of(line, "systems")) << " systems of " << with_commas(size_of(line, "rows")) << " rows, "
      << line.what.type << "\n\n";
}

}  // namespace

Report batched_report() {
  using namespace Columns;
  Column const iterations{"iterations", [](Result const& result) {
                            auto const number = number_of(result, "iterations");
                            return number ? three_digits(*number) : std::string("-");
                          }};
  Column const residual{"residual", [](Result const& result) {
                          auto const number = number_of(result, "residual");
                          return number ? scientific(*number) : std::string("-");
                        }};
  return {.program = "perf_batched",
          .of_results = "perf_batched",
          .columns = {cold(), cold_spread(), times("x loop", "loop"), times("x cuBLAS", "cublas"), rate(), of_copy(),
                      warm(), warm_spread(), times("x loop", "loop_warm"), times("x cuBLAS", "cublas_warm"), iterations,
                      residual, workspace("memory")},
          .footer =
              "times: medians in milliseconds, of all systems; cold: caches flushed before each run; GB/s: values, b "
              "and x read once, x and the status written once; x: times as long as ours took the loop of single solves "
              "with one plan, scaled from the systems that it had, and the dense factorization of cuBLAS; iterations: "
              "the mean of the systems; residual: the largest ||b - A x|| / ||b||; memory: of dense matrices, of the "
              "plan",
          .compare = compare,
          .headline = print_headline_of_batch};
}

}  // namespace Araios::Perf
