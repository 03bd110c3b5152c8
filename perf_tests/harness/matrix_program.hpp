// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// What programs do that measure matrix after matrix, in one type of values after the other.
///
/// A Program has `common`, `types`, `sources` and `suite`, as SpmvProgram; a Report has `add` and `finish`, as
/// SpmvReport.

#include "baselines/versions.hpp"
#include "harness/environment.hpp"
#include "harness/matrix_source.hpp"
#include "harness/program.hpp"
#include "harness/progress.hpp"
#include "harness/results.hpp"
#include "harness/table.hpp"

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <iostream>
#include <string>
#include <utility>
#include <vector>

namespace Araios::Perf {

/// The types that were built, by the map of their functions.
template <class Functions>
std::vector<std::string> type_names(Functions const& functions) {
  std::vector<std::string> names;
  for (auto const& [name, function] : functions) names.push_back(name);
  return names;
}

/// For each matrix calls prepare(source, A), then time(type, A, what that gave) for each type; reports the results as
/// those of the program `name`.
template <class Program, class Report, class Prepare, class Time>
void measure_matrices(Program const& program, char const* name, Progress& progress, Report& report,
                      Prepare const& prepare, Time const& time) {
  for (std::size_t i = 0; i < program.sources.size(); ++i) {
    MatrixSource const& source = program.sources[i];
    progress.prefix(join("[", i + 1, "/", program.sources.size(), "] ", source.name(), ": "));
    progress.task(source.is_file() ? "reading" : "generating");
    Structure const A = load_structure(source);
    auto const prepared = prepare(source, A);
    for (std::string const& type : program.types) {
      std::vector<Result> results = time(type, A, prepared);
      progress.clear();
      report.add({program.suite ? join(name, "_suite") : std::string(name),
                  source.name(),
                  type,
                  {{"rows", A.num_rows()}, {"cols", A.num_cols()}, {"nnz", A.nnz()}}},
                 std::move(results));
    }
  }
  progress.prefix("");
}

/// Starts Kokkos, says where it runs, calls measure(program, progress, report) and finishes the report.
template <class Report, class Program, class Measure>
int run_measurements(Arguments& arguments, Program const& program, Measure const& measure) {
  Kokkos::ScopeGuard const kokkos(arguments.kokkos_count(), arguments.kokkos.data());
  Environment const where = environment(program.common.machine, baseline_versions());
  print(std::cout, where);
  Progress progress;
  Report report(program, where);
  measure(program, progress, report);
  report.finish();
  return 0;
}

}  // namespace Araios::Perf
