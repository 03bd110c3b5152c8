// SPDX-License-Identifier: Apache-2.0
/// \file
/// Runs every primitive, and what CUB, Thrust, Kokkos and the standard library offer in its place, on the same data;
/// checks each result, and prints what each takes.
///
///   perf_primitives          arrays of 10,000, 1,000,000 and 10,000,000 elements
///   perf_primitives n ...    others

#include "harness/command_line.hpp"
#include "harness/report.hpp"
#include "harness/spaces.hpp"
#include "harness/table.hpp"
#include "primitives/primitive_case.hpp"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <iostream>

namespace Araios::Perf {
namespace {

struct PrimitivesProgram : Selection {
  CommonOptions common;
  std::vector<std::int64_t> sizes;
};

void print_table(Problem const& problem, std::vector<Result> const& results) {
  std::cout << '\n'
            << problem.name << ": " << with_commas(problem.n) << " elements, " << bytes_text(problem.bytes)
            << " at least\n\n";
  Table table({"library", "method", "space", "cold ms", "+-", "x std", "x CUB", "GB/s", "of copy", "warm ms", "+-",
               "x CUB", "workspace"},
              3);
  for (auto const& result : results) {
    double const rate = static_cast<double>(result.bytes) / result.flushed.median;
    table.add({result.library, result.method, result.space, milliseconds(result.flushed.median),
               percent(result.flushed.spread()), speedup(result, "std"), speedup(result, "cub"),
               three_digits(1e-9 * rate), percent(rate / result.copy_bandwidth), milliseconds(result.warm.median),
               percent(result.warm.spread()), speedup(result, "cub_warm"),
               result.workspace_bytes < 0 ? "-" : bytes_text(result.workspace_bytes)});
  }
  table.print(std::cout);
}

void add_speedups(std::vector<Result>& results) {
  auto const add = [&](std::string const& over, auto const& is_baseline, bool same_device) {
    auto const base = std::find_if(results.begin(), results.end(), is_baseline);
    if (base == results.end()) return;
    Result const baseline = *base;
    for (auto& result : results) {
      if (same_device && result.on_device != baseline.on_device) continue;
      result.speedups.emplace_back(over, baseline.flushed.median / result.flushed.median);
      result.speedups.emplace_back(over + "_warm", baseline.warm.median / result.warm.median);
    }
  };
  add("std", [](Result const& result) { return result.library == "std"; }, false);
  add("cub", [](Result const& result) { return result.library == "CUB" || result.library == "Thrust"; }, true);
}

void run(PrimitivesProgram const& program) {
  auto const& common = program.common;
  Environment const where = environment(common.machine, {});
  print(std::cout, where);
  JsonFile json(common.json_file);
  Progress progress;
  Spaces spaces(common, progress);
  for (std::int64_t const n : program.sizes) {
    progress.task(join("making the problems of ", n, " elements"));
    for (auto const& problem : make_problems(n)) {
      std::vector<Result> results;
      spaces.each([&](auto& bench) {
        PrimitiveOn on(problem, bench, results);
        run_candidates(program, problem.primitive(), on);
      });
      add_speedups(results);
      progress.clear();
      print_table(problem, results);
      json.add(where, {"perf_primitives", problem.name, "int", {{"n", n}}}, results);
    }
  }
}

int main_with(Arguments& arguments) {
  PrimitivesProgram program;
  int repeats = 0;
  CLI::App app("Times the primitives of Araios and what other libraries offer in their place");
  app.add_option("sizes", program.sizes, "numbers of elements (default: 10000 1000000 10000000)")
      ->check(CLI::Range(std::int64_t(1), std::int64_t(1'000'000'000)));
  add_filter_option(app, program);
  add_common_options(app, program.common, repeats);
  if (auto const status = parse(app, arguments)) return *status;
  finish_common_options(program.common, repeats);
  if (program.sizes.empty())
    program.sizes = program.common.smoke ? std::vector<std::int64_t>{20'000}
                                         : std::vector<std::int64_t>{10'000, 1'000'000, 10'000'000};
  Kokkos::ScopeGuard const kokkos(arguments.kokkos_count(), arguments.kokkos.data());
  run(program);
  return 0;
}

}  // namespace
}  // namespace Araios::Perf

int main(int argc, char** argv) {
  return Araios::Perf::run_program("perf_primitives", argc, argv, Araios::Perf::main_with);
}
