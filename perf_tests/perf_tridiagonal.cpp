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
#include "tridiagonal/tridiagonal_program.hpp"

#include <CLI/CLI.hpp>

#include <iostream>
#include <string>
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

int run(TridiagonalProgram const& program, std::vector<BandedProblem> const& problems) {
  Environment const where = environment(program.common.machine, baseline_versions());
  print(std::cout, where);
  Session session(program.common);
  JsonFile json(program.common.json_file);
  Report const report = tridiagonal_report();
  std::vector<Line> lines;
  int failures = 0;
  for (BandedProblem const& problem : problems)
    for (std::string const& type : program.types) {
      session.progress.prefix(problem.word + ": ");
      Outcome all = OfType<TimeTridiagonal>::all().at(type)(program, session.spaces(), problem);
      session.progress.clear();
      failures += all.failures;
      add_not_built(program, {{"cuSPARSE", BandedMethods::gtsv2}, {"LAPACK", "gtsv"}}, all.results);
      report.compare(all.results);
      lines.push_back({{report.of_results, problem.word, type, {{"rows", problem.n}, {"systems", problem.systems}}},
                       std::move(all.results)});
      print(std::cout, report, lines.back());
      json.add(where, lines.back().what, lines.back().results);
    }
  session.progress.prefix("");
  finish(std::cout, report, lines, json, false);
  if (failures > 0) std::cerr << "\nperf_tridiagonal: " << failures << " wrong or missing results, see the remarks\n";
  return failures > 0 ? 1 : 0;
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
  add_filter_option(app, program.filter);
  add_common_options(app, program.common, repeats);
  if (auto const status = parse(app, arguments)) return *status;
  finish_common_options(program.common, repeats);
  std::vector<BandedProblem> problems;
  for (auto const& word : program.words.empty() ? default_problems(program.common.smoke) : program.words)
    problems.push_back(parse_banded(word));
  Kokkos::ScopeGuard const kokkos(arguments.kokkos_count(), arguments.kokkos.data());
  return run(program, problems);
}

}  // namespace
}  // namespace Araios::Perf

int main(int argc, char** argv) {
  return Araios::Perf::run_program("perf_tridiagonal", argc, argv, Araios::Perf::main_with);
}
