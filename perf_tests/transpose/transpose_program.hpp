// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// perf_transpose between its command line and its parts.

#include "harness/program.hpp"
#include "harness/progress.hpp"
#include "harness/results.hpp"

#include <cstdint>
#include <fstream>
#include <string>
#include <vector>

namespace Araios::Perf {

/// A matrix to be generated, or the name of a file to be read.
struct MatrixSource {
  std::string file;
  std::int64_t num_rows = 0;
  std::int64_t num_cols = 0;
  std::int64_t nnz = 0;

  /// File names lose their folder and the endings .gz and .mtx.
  std::string name() const;
};

struct TransposeProgram {
  CommonOptions common;
  std::string type = "double";
  std::string csv_file = "timing_analysis.csv";
  std::vector<MatrixSource> sources;
};

/// Collects the results of one run: a table a matrix at once, the files at the end.
class TransposeReport {
 public:
  TransposeReport(TransposeProgram const& program, Environment const& environment);

  /// Computes the speed-ups, prints the table, appends the JSON lines.
  void add(Case const& what, std::vector<Result> results);
  /// Writes the CSV file: one line a matrix, a time and a speed-up for each method.
  void finish();

 private:
  TransposeProgram const& program_;
  Environment const& environment_;
  std::ofstream json_;
  std::vector<std::string> columns_;  // of methods, in the order of their first appearance
  struct Line {
    Case what;
    std::vector<Result> results;
  };
  std::vector<Line> lines_;
};

/// Every matrix of the program with values of one type. Defined in each_type/driver.cpp.
template <class Scalar>
void transpose_all(TransposeProgram const& program, Progress& progress, TransposeReport& report);

}  // namespace Araios::Perf
