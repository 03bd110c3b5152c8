// SPDX-License-Identifier: Apache-2.0
/// \file
/// Solves tridiagonal and pentadiagonal systems by Araios and by the libraries at hand, checks the backward error of
/// every row, and prints what each takes.
///
///   perf_tridiagonal                          the list by which the methods are judged
///   perf_tridiagonal single:N dominant:N      one system; dominant: methods without pivots can solve it
///   perf_tridiagonal columns:NxC              one matrix, C right-hand sides
///   perf_tridiagonal strided:NxS interleaved:NxS pentadiagonal:NxS
///                                             batches of S systems; the last one is interleaved, too
///
/// A wrong result has no times; the program goes on, and ends with status 1.

#include "harness/command_line.hpp"
#include "harness/problem_program.hpp"
#include "tridiagonal/tridiagonal_program.hpp"

#include <CLI/CLI.hpp>

#include <string>
#include <utility>
#include <vector>

namespace Araios::Perf {
namespace {

std::vector<std::string> default_problems(bool smoke) {
  if (smoke)
    return {"single:2000", "dominant:70", "columns:50x3", "strided:40x5", "interleaved:20x30", "pentadiagonal:20x9"};
  return {"single:1024",        "single:1048576",        "single:33554432",
          "dominant:1048576",   "dominant:33554432",     "columns:1048576x8",
          "strided:1024x16384", "interleaved:256x65536", "pentadiagonal:256x65536"};
}

int main_with(Arguments& arguments) {
  TridiagonalProgram program;
  int repeats = 0;
  CLI::App app("Solves tridiagonal and pentadiagonal systems");
  app.add_option("problems", program.words,
                 "single:N dominant:N columns:NxC strided:NxS interleaved:NxS pentadiagonal:NxS");
  add_type_option(app, program.types, OfType<TimeTridiagonal>::names());
  add_list_option(app, "--libraries", program.libraries, "with commas between them (default: all)",
                  {"araios", "cusparse", "lapack"});
  add_list_option(app, "--methods", program.methods, "of Araios, with commas between them (default: all)",
                  Method::words("tridiagonal"));
  add_filter_option(app, program);
  add_common_options(app, program.common, repeats);
  if (auto const status = parse(app, arguments)) return *status;
  finish_common_options(program.common, repeats);
  std::vector<BandedProblem> problems;
  for (auto const& word : program.words.empty() ? default_problems(program.common.smoke) : program.words)
    problems.push_back(parse_banded(word));
  return run_problems(arguments, program, tridiagonal_report(), problems,
                      [&](Session& session, std::string const& type, BandedProblem const& problem) {
                        Outcome all = OfType<TimeTridiagonal>::all().at(type)(program, session.spaces(), problem);
                        add_not_built(program, {{"cuSPARSE", BandedMethods::gtsv2}, {"LAPACK", "gtsv"}}, all.results);
                        return Measured{{{"rows", problem.n}, {"systems", problem.systems}}, std::move(all)};
                      });
}

}  // namespace
}  // namespace Araios::Perf

int main(int argc, char** argv) {
  return Araios::Perf::run_program("perf_tridiagonal", argc, argv, Araios::Perf::main_with);
}
