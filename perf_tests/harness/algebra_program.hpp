// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// What perf_multiply, perf_add, perf_kronecker and perf_closure share: the loop over matrices and types; the first three
/// also the matrices.

#include "baselines/versions.hpp"
#include "harness/command_line.hpp"
#include "harness/environment.hpp"
#include "harness/matrix_source.hpp"
#include "harness/program.hpp"
#include "harness/progress.hpp"
#include "harness/report.hpp"
#include "harness/results.hpp"
#include "harness/spaces.hpp"
#include "harness/suite.hpp"
#include "harness/table.hpp"

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <iostream>
#include <string>
#include <utility>
#include <vector>

namespace Araios::Perf {

/// The list of multiply_suite, the words of the command line, or one random matrix.
inline std::vector<MatrixSource> algebra_sources(MatrixOptions const& matrices, bool smoke) {
  if (!matrices.suite && matrices.words.empty())
    return {smoke ? random_source(2'000, 2'000, 20'000) : random_source(500'000, 500'000, 10'000'000)};
  return chosen_sources(matrices, smoke, multiply_suite);
}

/// What a program prints besides its tables.
struct AlgebraTexts {
  std::string name;     // of the program
  std::string of_case;  // of the results, to which those of the list add _suite
  std::string method;   // of Araios: the row of a matrix that is left out
  std::string footer;   // under the tables
};

/// Starts Kokkos; for each matrix and type times what make_case(matrix) gave by time(type, spaces, case), unless its
/// left_out says why not; prints a table, and writes the results, which have `results` and `failures`. With --suite
/// prints summary(out, lines). Returns the exit status.
template <class Program, class MakeCase, class Time, class SizesOf, class PrintTable, class PrintSummary>
int run_algebra_program(Arguments& arguments, Program const& program, AlgebraTexts const& texts,
                        MakeCase const& make_case, Time const& time, SizesOf const& sizes_of,
                        PrintTable const& print_table, PrintSummary const& print_summary) {
  Kokkos::ScopeGuard const kokkos(arguments.kokkos_count(), arguments.kokkos.data());
  Environment const where = environment(program.common.machine, baseline_versions());
  print(std::cout, where);
  Progress progress;
  Spaces spaces(program.common, progress);
  JsonFile json(program.common.json_file);
  std::vector<Line> lines;
  int failures = 0;
  for (std::size_t i = 0; i < program.sources.size(); ++i) {
    MatrixSource const& source = program.sources[i];
    progress.prefix(join("[", i + 1, "/", program.sources.size(), "] ", source.name(), ": "));
    progress.task(source.is_file() ? "reading" : "generating");
    auto const what = make_case(load_structure(source));
    for (std::string const& type : program.types) {
      decltype(time(type, spaces, what)) all;
      if (what.left_out.empty()) {
        all = time(type, spaces, what);
      } else {
        Result result;
        result.library = "Araios";
        result.method = texts.method;
        result.note = "skipped: " + what.left_out;
        all.results.push_back(result);
      }
      progress.clear();
      failures += all.failures;
      Case one{program.suite ? texts.of_case + "_suite" : texts.of_case, source.name(), type, sizes_of(what, all)};
      lines.push_back({std::move(one), std::move(all.results)});
      print_table(std::cout, lines.back());
      json.add(where, lines.back().what, lines.back().results);
    }
  }
  progress.prefix("");
  std::cout << '\n' << texts.footer << '\n';
  if (!json.name().empty()) std::cout << "written: " << json.name() << '\n';
  if (program.suite) print_summary(std::cout, lines);
  if (failures > 0)
    std::cerr << '\n' << texts.name << ": " << failures << " wrong or missing results, see the remarks\n";
  return failures > 0 ? 1 : 0;
}

}  // namespace Araios::Perf
