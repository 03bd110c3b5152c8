// SPDX-License-Identifier: Apache-2.0
/// \file
/// Solves batches of small systems of one pattern by Araios in one launch, by a loop of its single solves, and, as dense
/// matrices, by cuBLAS; checks the residual of every system, and prints what each takes.
///
///   perf_batched                     100,000 systems of 64, 128, 256 and 512 rows; 1,000 of each on a host alone
///   perf_batched 64x100000 256x1000  ROWSxSYSTEMS
///
/// The pattern is that of a 5-point stencil on 8 x (rows / 8) points. The values of each system are its own: symmetric,
/// with a dominant diagonal. A wrong result has no times; the program goes on, and ends with status 1.

#include "batched/batched_program.hpp"
#include "harness/command_line.hpp"
#include "harness/problem_program.hpp"

#include <CLI/CLI.hpp>

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace Araios::Perf {
namespace {

std::vector<std::string> default_problems(CommonOptions const& common) {
  if (common.smoke) return {"16x5", "64x3", "128x3"};
  std::string const systems = common.on_device() ? "x100000" : "x1000";
  return {"64" + systems, "128" + systems, "256" + systems, "512" + systems};
}

int main_with(Arguments& arguments) {
  BatchedProgram program;
  int repeats = 0;
  CLI::App app("Solves batches of small systems");
  app.add_option("problems", program.words, "ROWSxSYSTEMS; the rows are a multiple of 8");
  add_type_option(app, program.types, OfType<TimeBatched>::names());
  add_list_option(app, "--libraries", program.libraries, "with commas between them (default: all)",
                  {"araios", "cublas"});
  add_list_option(app, "--methods", program.methods, "of Araios, with commas between them (default: all)",
                  Method::words("batched"));
  add_filter_option(app, program);
  app.add_option("--loop", program.loop, "systems that a loop of single solves has; its times are scaled")
      ->check(CLI::Range(std::int64_t(1), std::int64_t(1'000'000)))
      ->capture_default_str();
  app.add_option("--rtol", program.rtol, "a solution has ||b - A x|| <= rtol ||b||; float: at least 1e-4")
      ->check(CLI::Range(1e-15, 0.5))
      ->capture_default_str();
  add_common_options(app, program.common, repeats);
  if (auto const status = parse(app, arguments)) return *status;
  finish_common_options(program.common, repeats);
  std::vector<BatchedProblem> problems;
  for (auto const& word : program.words.empty() ? default_problems(program.common) : program.words)
    problems.push_back(parse_batched(word));
  return run_problems(arguments, program, batched_report(), problems,
                      [&](Session& session, std::string const& type, BatchedProblem const& problem) {
                        Outcome all = OfType<TimeBatched>::all().at(type)(program, session.spaces(), problem);
                        add_not_built(program, {{"cuBLAS", BatchedMethods::dense}}, all.results);
                        return Measured{{{"rows", problem.n}, {"systems", problem.systems}}, std::move(all)};
                      });
}

}  // namespace
}  // namespace Araios::Perf

int main(int argc, char** argv) {
  return Araios::Perf::run_program("perf_batched", argc, argv, Araios::Perf::main_with);
}
