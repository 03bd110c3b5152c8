// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// perf_transpose between its command line and its parts.

#include "harness/matrix_source.hpp"
#include "harness/program.hpp"
#include "harness/report.hpp"
#include "harness/spaces.hpp"
#include "transpose/methods.hpp"

#include <string>
#include <vector>

namespace Araios::Perf {

struct TransposeProgram {
  CommonOptions common;
  std::vector<std::string> types{"double"};
  std::string csv_file = "timing_analysis.csv";
  std::vector<MatrixSource> sources;
  /// Of Araios, and `plan`. Empty: all of them; in a suite `automatic`, and on a device `automatic_8_bytes` and `plan`.
  std::vector<std::string> methods;
  /// Only what the suite's figures need is measured.
  bool suite = false;

  bool wants(std::string const& method, bool on_device) const {
    if (!on_device && method == automatic_8_bytes) return false;  // hosts take less in any case
    if (methods.empty())
      return !suite || method == "automatic" || (on_device && (method == "plan" || method == automatic_8_bytes));
    return contains(methods, method);
  }
  /// A suite asks for these on the host only, where one baseline allocates in every call.
  bool end_to_end(bool on_device) const { return !suite || !on_device; }
};

/// The names that TransposeProgram::methods may hold.
std::vector<std::string> transpose_method_names();

/// Collects the results of one run: a table a matrix at once, the files at the end.
class TransposeReport {
 public:
  TransposeReport(TransposeProgram const& program, Environment const& environment);

  /// Computes the speed-ups, prints the table, appends the JSON lines.
  void add(Case const& what, std::vector<Result> results);
  /// Writes the CSV file: one line a matrix, a time and a speed-up for each method. Of a suite prints the summary.
  void finish();

 private:
  TransposeProgram const& program_;
  Environment const& environment_;
  JsonFile json_;
  std::vector<Line> lines_;
};

/// Geometric means, and the worst of each figure, by type of values: of the sixteen matrices that the bars refer to, then
/// of those that were added.
void print_suite_summary(std::ostream& out, std::vector<Line> const& lines);

/// One matrix with values of one type. Defined in each_type/driver.cpp.
template <class Scalar>
std::vector<Result> time_all(TransposeProgram const& program, Spaces& spaces, Structure const& A,
                             TransposedStructure const& expected);

}  // namespace Araios::Perf
