// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// perf_spmv between its command line and its parts.

#include "harness/matrix_source.hpp"
#include "harness/program.hpp"
#include "harness/report.hpp"
#include "harness/spaces.hpp"

#include <string>
#include <vector>

namespace Araios::Perf {

struct SpmvProgram {
  CommonOptions common;
  std::vector<std::string> types{"double"};
  std::string csv_file = "spmv.csv";
  std::string spy_folder;  // empty: no pictures
  std::vector<MatrixSource> sources;
  /// Of Araios: those of CSR, and formats. Empty: all but slow ones.
  std::vector<std::string> methods;
  /// Empty: all; in a suite without Kokkos Kernels, which its summary does not name.
  std::vector<std::string> libraries;
  std::vector<std::string> ops{"none", "transpose"};
  bool suite = false;

  bool wants(std::string const& method, bool slow = false) const {
    return methods.empty() ? !slow : contains(methods, method);
  }
  bool wants_library(std::string const& library) const {
    return libraries.empty() ? !suite || library != "kokkos_kernels" : contains(libraries, library);
  }
  /// Of the transposed products of formats only those that need no atomics: others are never the best.
  bool only_best_transposed() const { return suite && methods.empty(); }
  bool transposed() const { return contains(ops, "transpose"); }
  bool not_transposed() const { return contains(ops, "none"); }
};

/// Collects the results of one run: a table a matrix at once, the files at the end.
class SpmvReport {
 public:
  SpmvReport(SpmvProgram const& program, Environment const& environment);

  /// Computes the speed-ups, prints the table, appends the JSON lines.
  void add(Case const& what, std::vector<Result> results);
  /// Writes the CSV file. Of a suite prints the summary.
  void finish();

 private:
  SpmvProgram const& program_;
  Environment const& environment_;
  JsonFile json_;
  std::vector<Line> lines_;
};

/// Geometric means, and the worst of each figure, by type of values.
void print_spmv_summary(std::ostream& out, std::vector<Line> const& lines, bool smoke);

/// The fastest, caches flushed, of the three algorithms of cuSPARSE that products of CSR matrices are judged against:
/// CSR_ALG1, CSR_ALG2, COO_ALG1. `suffix` is " T" for transposed products. nullptr: none was measured.
Result const* best_of_cusparse(std::vector<Result> const& results, std::string const& suffix);

/// The fastest of the methods and formats of Araios, likewise.
Result const* best_of_ours(std::vector<Result> const& results, std::string const& suffix, bool on_device);

/// Whether a method's name says that its product is transposed, by the suffix " T".
bool is_transposed(Result const& result);

/// One matrix with values of one type. Defined in each_type/driver.cpp.
template <class Type>
std::vector<Result> time_products(SpmvProgram const& program, Spaces& spaces, Structure const& A);

}  // namespace Araios::Perf
