// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// One line of figures, and how it is written down.

#include "harness/environment.hpp"
#include "harness/statistics.hpp"

#include <Araios/core/execution.hpp>

#include <cstdint>
#include <iosfwd>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace Araios::Perf {

/// What was measured: a program, an input and a type, with the sizes that describe the input.
struct Case {
  std::string program;
  std::string name;
  std::string type;
  std::vector<std::pair<std::string, std::int64_t>> sizes;
};

/// How one implementation did on a case. With a note and no figure: why it was not measured.
struct Result {
  std::string library;  // "Araios", or the name of a baseline
  std::string method;
  std::string chosen;  // the method that an automatic one stands for
  std::string space;   // name of the execution space; "host" for code without Kokkos
  bool on_device = false;
  std::string note;
  Sample flushed;                     // caches flushed before each repeat
  Sample warm;                        // nothing between repeats
  Sample end_to_end;                  // with transfers, allocation of output and workspace
  Sample set_up;                      // what is done once for a matrix: analysis, conversion
  Sample call;                        // one of many calls back to back, caches warm
  Sample host;                        // until such a call returns
  double predicted = -1;              // seconds that choose_format expects; < 0: it did not look
  std::int64_t bytes = 0;             // that must be moved, by the formula of the operation
  double copy_bandwidth = 0;          // bytes per second, measured in this run in the same space
  std::int64_t workspace_bytes = -1;  // < 0: not known
  std::int64_t matrix_bytes = -1;     // that the format takes; < 0: not said
  std::int64_t peak_bytes = -1;       // allocated by a call with new memory, result included; < 0: not known
  std::optional<bool> repeatable;     // whether the last run gave the bits of the first
  std::vector<std::pair<std::string, double>> speedups;
  std::vector<std::pair<std::string, double>> ratios;   // to what else was measured, by names of the program
  std::vector<std::pair<std::string, double>> numbers;  // what else it has: iterations, a residual, colours

  bool measured() const { return flushed.repeats > 0 || call.repeats > 0; }
};

/// One of its `numbers`; nothing where it has none of that name.
std::optional<double> number_of(Result const& result, std::string const& name);

/// The results of one problem. `failures`: wrong results of any library, and what Araios did not compute.
struct Outcome {
  std::vector<Result> results;
  int failures = 0;
};

/// Without figures yet.
template <class Exec>
Result result_in(std::string const& library, std::string const& method) {
  Result result;
  result.library = library;
  result.method = method;
  result.space = Exec::name();
  result.on_device = Araios::is_gpu_v<Exec>;
  return result;
}

/// The row of a library that this program was built without.
inline Result not_built(std::string const& library, std::string const& method) {
  Result result;
  result.library = library;
  result.method = method;
  result.note = "not built";
  return result;
}

/// A checked result that is not what it must be. Ends the program: no figure is printed beside a wrong result.
struct WrongResult : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// One JSON object on one line.
void write_json_line(std::ostream& out, Environment const& environment, Case const& what, Result const& result);

/// `field`, quoted where commas, quotes or line ends ask for it.
std::string csv_field(std::string const& field);

}  // namespace Araios::Perf
