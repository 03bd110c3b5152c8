// SPDX-License-Identifier: Apache-2.0
/// \file
/// What `automatic` transposition must withstand rather than how fast it is.
///
///   perf_transpose_limits --large                2^31 + 2^20 entries, 64-bit offsets, checked entry by entry
///   perf_transpose_limits --repeat-check 1000    that many runs on a power law and a dense column, one bit pattern
///
/// Without an option both, the second a thousand times. Exit status 1 at the first wrong bit.

#include "harness/command_line.hpp"
#include "harness/program.hpp"
#include "transpose_limits/limits.hpp"

#include <CLI/CLI.hpp>
#include <Kokkos_Core.hpp>

#include <cstdint>
#include <iostream>
#include <string>
#include <vector>

namespace Araios::Perf {
namespace {

int main_with(Arguments& arguments) {
  bool large = false;
  bool smoke = false;
  int repeats = 5;
  std::int64_t runs = 0;
  std::int64_t unit = 2'098'176;  // 2^31 + 2^20 entries
  std::vector<std::string> matrices{"rmat:20:16000000", "dense_column:1000000"};
  CLI::App app("What transposition must withstand: more entries than an int counts, and a thousand repetitions");
  app.add_flag("--large", large, "transpose more than 2^31 entries, made and checked on the device");
  app.add_option("--unit", unit, "the matrix of --large has 1024 times as many entries")
      ->check(CLI::Range(std::int64_t(32), std::int64_t(50'000'000)))
      ->capture_default_str();
  app.add_option("--repeats", repeats, "of the time of --large")->check(CLI::Range(1, 1000))->capture_default_str();
  app.add_option("--repeat-check", runs, "transpose each of --matrices so often, and compare all bits")
      ->check(CLI::Range(1, 1'000'000));
  app.add_option("--matrices", matrices, "for --repeat-check")
      ->delimiter(',')
      ->allow_extra_args(false)
      ->capture_default_str();
  app.add_flag("--smoke", smoke, "everything once, small and quick");
  if (auto const status = parse(app, arguments)) return *status;
  if (!large && runs == 0) large = true, runs = 1000;
  if (smoke) {
    unit = 96;
    runs = runs > 0 ? 20 : 0;
    matrices = {"rmat:10:16000", "dense_column:1000"};
  }
  Kokkos::ScopeGuard const kokkos(arguments.kokkos_count(), arguments.kokkos.data());
  Progress progress;
  if (runs > 0)
    for (std::string const& matrix : matrices) check_repeatable(matrix, runs, progress);
  if (large) transpose_large(unit, repeats, progress);
  return 0;
}

}  // namespace
}  // namespace Araios::Perf

int main(int argc, char** argv) {
  return Araios::Perf::run_program("perf_transpose_limits", argc, argv, Araios::Perf::main_with);
}
