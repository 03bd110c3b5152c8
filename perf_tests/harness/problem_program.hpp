// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// The driver of the programs that measure problem after problem, which are no matrices of files.

#include "harness/matrix_program.hpp"

#include <Kokkos_Core.hpp>

#include <iostream>
#include <string>
#include <vector>

namespace Araios::Perf {

/// Starts Kokkos and prints the environment. For each problem, by its `word`, and each type of values calls
/// time(session, type, problem), which returns a Measured; prints a table and writes JSON lines of it.
///
/// Returns the exit status, which is 1 where results were wrong or missing.
template <class Program, class Problem, class Time>
int run_problems(Arguments& arguments, Program const& program, Report const& report,
                 std::vector<Problem> const& problems, Time const& time) {
  Kokkos::ScopeGuard const kokkos(arguments.kokkos_count(), arguments.kokkos.data());
  Environment const where = environment(program.common.machine, baseline_versions());
  print(std::cout, where);
  Session session(program.common);
  JsonFile json(program.common.json_file);
  std::vector<Line> lines;
  int failures = 0;
  for (Problem const& problem : problems)
    for (std::string const& type : program.types) {
      session.progress.prefix(problem.word + ": ");
      auto [sizes, outcome] = time(session, type, problem);
      session.progress.clear();
      failures += outcome.failures;
      report.compare(outcome.results);
      lines.push_back({{report.of_results, problem.word, type, std::move(sizes)}, std::move(outcome.results)});
      print(std::cout, report, lines.back());
      json.add(where, lines.back().what, lines.back().results);
    }
  session.progress.prefix("");
  finish(std::cout, report, lines, json, false);
  if (failures > 0)
    std::cerr << '\n' << report.program << ": " << failures << " wrong or missing results, see the remarks\n";
  return failures > 0 ? 1 : 0;
}

}  // namespace Araios::Perf
