// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// The driver of the programs that measure matrix after matrix, in one type of values after the other.

#include "baselines/versions.hpp"
#include "harness/environment.hpp"
#include "harness/matrix_source.hpp"
#include "harness/program.hpp"
#include "harness/progress.hpp"
#include "harness/registry.hpp"
#include "harness/report.hpp"
#include "harness/results.hpp"
#include "harness/spaces.hpp"
#include "harness/table.hpp"

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <cstdint>
#include <iostream>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace Araios::Perf {

/// What the command line asks of such a program.
struct MatrixProgram : Selection {
  CommonOptions common;
  std::vector<std::string> types{"double"};
  std::vector<MatrixSource> sources;
  bool suite = false;    // only what its summary needs is measured
  std::string csv_file;  // of --csv; empty: there is no such option
};

/// Adds the rows of libraries that are requested and not built: each a library and a method.
inline void add_not_built(Selection const& program, std::vector<std::pair<std::string, std::string>> const& rows,
                          std::vector<Result>& results) {
  for (auto const& [library, method] : rows)
    if (Library const& one = libraries().at(rank_of(library)); !one.is_built && program.wants_library(one.word))
      results.push_back(not_built(library, method));
}

/// What the program runs in, as long as Kokkos does.
struct Session {
  Progress progress;

  explicit Session(CommonOptions const& common) : common_(common) {}

  /// Made at the first call: it measures the bandwidth of copies.
  Spaces& spaces() {
    if (!spaces_) spaces_.emplace(common_, progress);
    return *spaces_;
  }

 private:
  CommonOptions const& common_;
  std::optional<Spaces> spaces_;
};

using Sizes = std::vector<std::pair<std::string, std::int64_t>>;
inline Sizes sizes_of(Structure const& A) { return {{"rows", A.num_rows()}, {"cols", A.num_cols()}, {"nnz", A.nnz()}}; }

/// The results for a matrix and a type, and the sizes that describe the case.
struct Measured {
  Sizes sizes;
  Outcome outcome;
};

/// Starts Kokkos and prints the environment. For each matrix calls prepare(session, source, A), and for each type
/// time(session, type, A, what that gave), which returns a list of Measured; prints a table and writes JSON lines of
/// each. `adjust` may change the environment.
///
/// Returns the exit status, which is 1 where results were wrong or missing.
template <class Prepare, class Time>
int run_matrices(Arguments& arguments, MatrixProgram const& program, Report const& report, Prepare const& prepare,
                 Time const& time, void (*adjust)(Environment&) = nullptr) {
  Kokkos::ScopeGuard const kokkos(arguments.kokkos_count(), arguments.kokkos.data());
  Environment where = environment(program.common.machine, baseline_versions());
  if (adjust != nullptr) adjust(where);
  print(std::cout, where);
  Session session(program.common);
  JsonFile json(program.common.json_file);
  std::vector<Line> lines;
  int failures = 0;
  for (std::size_t i = 0; i < program.sources.size(); ++i) {
    MatrixSource const& source = program.sources[i];
    session.progress.prefix(join("[", i + 1, "/", program.sources.size(), "] ", source.name(), ": "));
    session.progress.task(source.is_file() ? "reading" : "generating");
    Structure const A = load_structure(source);
    auto const prepared = prepare(session, source, A);
    for (std::string const& type : program.types) {
      std::vector<Measured> all = time(session, type, A, prepared);
      session.progress.clear();
      for (auto& [sizes, outcome] : all) {
        failures += outcome.failures;
        if (report.compare) report.compare(outcome.results);
        lines.push_back({{report.of_results + (program.suite ? "_suite" : ""), source.name(), type, std::move(sizes)},
                         std::move(outcome.results)});
        print(std::cout, report, lines.back());
        json.add(where, lines.back().what, lines.back().results);
      }
    }
  }
  session.progress.prefix("");
  finish(std::cout, report, lines, json, program.suite);
  if (failures > 0)
    std::cerr << '\n' << report.program << ": " << failures << " wrong or missing results, see the remarks\n";
  return failures > 0 ? 1 : 0;
}

/// Nothing to prepare.
inline constexpr auto unprepared = [](Session&, MatrixSource const&, Structure const&) { return 0; };

}  // namespace Araios::Perf
