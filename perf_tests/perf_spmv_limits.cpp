// SPDX-License-Identifier: Apache-2.0
/// \file
/// Products of a matrix with more entries than an int counts, of which every element is checked exactly.
///
///   perf_spmv_limits                   2^26 rows of 32 entries and one of 2^20 + 32: 2^31 + 2^20 entries
///   perf_spmv_limits --rows 1048576    a smaller matrix of the same form
///
/// float values, int columns, 64-bit offsets, double vectors. Values and vectors are small whole numbers, so that every
/// sum is exact in any order: one wrong entry anywhere changes y. Exit status 1 when an element is wrong.

#include "harness/clock.hpp"
#include "harness/command_line.hpp"
#include "harness/program.hpp"
#include "harness/progress.hpp"
#include "harness/results.hpp"
#include "harness/spaces.hpp"
#include "harness/statistics.hpp"
#include "harness/table.hpp"

#include <Araios/convert.hpp>
#include <Araios/formats/csr.hpp>
#include <Araios/generate/counter_random.hpp>
#include <Araios/spmv.hpp>
#include <Araios/spmv_plan.hpp>

#include <CLI/CLI.hpp>
#include <Kokkos_Core.hpp>

#include <cstdint>
#include <iostream>
#include <vector>

namespace Araios::Perf {
namespace {

using Space = Device::memory_space;
using Matrix = CsrMatrix<float, int, std::int64_t, Space>;
using Vector = Kokkos::View<double*, Space>;

/// Square; every row has 32 entries at hashed places, places may repeat; the middle one has rows / 64 more.
struct LongMatrix {
  static constexpr std::int64_t length = 32;
  std::int64_t rows;

  KOKKOS_FUNCTION std::int64_t middle() const { return rows / 2; }
  KOKKOS_FUNCTION std::int64_t begin(std::int64_t i) const { return i * length + (i > middle() ? rows / 64 : 0); }
  KOKKOS_FUNCTION int column(std::int64_t p) const {
    return static_cast<int>(CounterRandom(1, 0)(p) % static_cast<std::uint64_t>(rows));
  }
  KOKKOS_FUNCTION int value(std::int64_t p) const { return static_cast<int>(CounterRandom(1, 1)(p) % 8) - 4; }
  KOKKOS_FUNCTION static int x(std::int64_t j) { return static_cast<int>(CounterRandom(1, 2)(j) % 16) - 8; }
};

ARAIOS_NOT_INLINED Matrix make(Device const& exec, LongMatrix const& what) {
  auto const A = allocate_csr<float, int, std::int64_t>(exec, "Araios::Perf::long", what.rows, what.begin(what.rows));
  auto const row_map = A.row_map;
  auto const entries = A.entries;
  auto const values = A.values;
  Kokkos::parallel_for(
      "Araios::Perf::long::rows", Araios::range(exec, what.rows + 1),
      KOKKOS_LAMBDA(std::int64_t i) { row_map(i) = what.begin(i); });
  Kokkos::parallel_for(
      "Araios::Perf::long::entries", Araios::range(exec, what.begin(what.rows)), KOKKOS_LAMBDA(std::int64_t p) {
        entries(p) = what.column(p);
        values(p) = static_cast<float>(what.value(p));
      });
  return Matrix(static_cast<int>(what.rows), static_cast<int>(what.rows), A);
}

ARAIOS_NOT_INLINED void make_x(Device const& exec, Vector const& x) {
  Kokkos::parallel_for(
      "Araios::Perf::long::x", Araios::range(exec, static_cast<std::int64_t>(x.extent(0))),
      KOKKOS_LAMBDA(std::int64_t j) { x(j) = LongMatrix::x(j); });
}

// Elements of y that are not what the formulas give; the arrays of the matrix are not looked at.
ARAIOS_NOT_INLINED std::int64_t faults(Device const& exec, LongMatrix const& what, Vector const& y) {
  std::int64_t count = 0;
  Kokkos::parallel_reduce(
      "Araios::Perf::long::check", Araios::range(exec, what.rows),
      KOKKOS_LAMBDA(std::int64_t i, std::int64_t& wrong) {
        std::int64_t sum = 0;
        for (std::int64_t p = what.begin(i); p < what.begin(i + 1); ++p)
          sum += what.value(p) * LongMatrix::x(what.column(p));
        wrong += y(i) != static_cast<double>(sum);
      },
      count);
  return count;
}

/// Times products with y and adds them to the table.
struct Measurement {
  Device const& exec;
  LongMatrix const& what;
  Vector const& y;
  int repeats;
  Progress& progress;
  Table& table;

  template <class Run>
  void operator()(char const* method, std::int64_t matrix_bytes, Run const& run,
                  Workspace<Space> const& workspace) const {
    Stopwatch<Device> stopwatch(exec);
    std::vector<double> seconds;
    for (int k = 0; k <= repeats; ++k) {  // the first allocates the workspace, and is not timed
      progress.task(join(method, ", run ", k));
      Araios::fill(exec, y, 0.5);
      stopwatch.start();
      run();
      double const one = stopwatch.stop();
      if (k > 0) seconds.push_back(one);
      if (k > 0 && k < repeats) continue;
      if (auto const wrong = faults(exec, what, y); wrong > 0)
        throw WrongResult(join(method, ", run ", k, ": ", with_commas(wrong), " elements of y are wrong"));
    }
    double const median = summarize(seconds).median;
    double const bytes = static_cast<double>(matrix_bytes) + 16.0 * static_cast<double>(what.rows);
    table.add({method, milliseconds(median), three_digits(1e-9 * bytes / median), bytes_text(workspace.peak_bytes())},
              "");
  }
};

int main_with(Arguments& arguments) {
  std::int64_t rows = std::int64_t(1) << 26;
  int repeats = 5;
  bool smoke = false;
  CLI::App app("Products of a matrix with more entries than an int counts, checked exactly");
  app.add_option("--rows", rows, "of which the matrix has 32 entries each, and a 64th more in the middle one")
      ->check(CLI::Range(std::int64_t(64), std::int64_t(1) << 30))
      ->capture_default_str();
  app.add_option("--repeats", repeats, "of each time")->check(CLI::Range(1, 1000))->capture_default_str();
  app.add_flag("--smoke", smoke, "everything once, small and quick");
  if (auto const status = parse(app, arguments)) return *status;
  if (smoke) rows = 1'000;

  Kokkos::ScopeGuard const kokkos(arguments.kokkos_count(), arguments.kokkos.data());
  Device const exec;
  Progress progress;
  LongMatrix const what{rows};
  progress.task("generating " + with_commas(what.begin(rows)) + " entries");
  Matrix const A = make(exec, what);
  Vector const x = allocate<Vector>(exec, "Araios::Perf::long::x", rows);
  Vector const y = allocate<Vector>(exec, "Araios::Perf::long::y", rows);
  make_x(exec, x);
  std::cout << with_commas(rows) << " rows, " << with_commas(static_cast<std::int64_t>(A.nnz()))
            << " entries, float values, int columns, 64-bit offsets, double vectors, " << Device::name() << '\n';

  Table table({"method", "ms", "GB/s", "workspace"}, 1);
  Measurement const time{exec, what, y, repeats, progress, table};
  auto const time_format = [&](char const* method, auto const& X, SpmvOptions const& options = {}) {
    Workspace<Space> workspace;
    time(method, X.bytes(), [&] { spmv(exec, 1.0, X, x, 0.0, y, options, workspace); }, workspace);
  };
  time_format("csr rows", A, {Op::none, SpmvMethod::rows});
  time_format("csr merge", A, {Op::none, SpmvMethod::merge});
  {
    Workspace<Space> workspace;
    SpmvPlan<Device, float, int, std::int64_t> const plan(exec, A, SpmvPlanOptions{}, workspace);
    time("csr plan", A.bytes(), [&] { spmv(exec, plan, 1.0, A, x, 0.0, y); }, workspace);
  }
  time_format("coo", convert<Format::coo>(exec, A));
  progress.clear();
  table.print(std::cout);
  std::cout << "every element of y is right\n";
  return 0;
}

}  // namespace
}  // namespace Araios::Perf

int main(int argc, char** argv) {
  return Araios::Perf::run_program("perf_spmv_limits", argc, argv, Araios::Perf::main_with);
}
