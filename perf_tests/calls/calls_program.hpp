// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// perf_calls between its command line and its parts.

#include "harness/matrix_source.hpp"
#include "harness/program.hpp"
#include "harness/progress.hpp"
#include "harness/report.hpp"

#include <string>
#include <vector>

namespace Araios::Perf {

struct CallsProgram {
  CommonOptions common;
  std::vector<std::string> types{"double"};
  std::vector<MatrixSource> sources;
  std::vector<std::string> operations{"spmv", "transpose"};
  /// Each figure is the median of as many batches of calls.
  int batches = 7;
  bool suite = false;

  bool wants(std::string const& operation) const { return contains(operations, operation); }
};

/// Names of the methods, which the parts, the tables and the JSON lines share.
namespace Calls {
inline constexpr char const* empty_kernel = "empty kernel";
inline constexpr char const* spmv = "spmv";
inline constexpr char const* spmv_workspace = "spmv, own workspace";
inline constexpr char const* spmv_plan = "spmv, plan";
inline constexpr char const* into = "transpose into";
inline constexpr char const* into_workspace = "transpose into, own workspace";
inline constexpr char const* as_new = "transpose new";
inline constexpr char const* cusparse_into = "csr2cscEx2";
inline constexpr char const* cusparse_as_new = "csr2cscEx2, arrays and buffer allocated in the call";
}  // namespace Calls

/// Collects the results of one run: a table a matrix at once, the tables of all matrices at the end.
class CallsReport {
 public:
  CallsReport(CallsProgram const& program, Environment const& environment);

  /// Computes the speed-ups, prints the table, appends the JSON lines.
  void add(Case const& what, std::vector<Result> results);
  /// Prints one row a matrix, and of each ratio the geometric mean and the worst matrix.
  void finish();

 private:
  CallsProgram const& program_;
  JsonFile json_;
  Environment const& environment_;
  std::vector<Line> lines_;
};

/// One row a matrix, by type of values and operation.
void print_calls_summary(std::ostream& out, std::vector<Line> const& lines);

/// The fastest of CSR_ALG1, CSR_ALG2 and COO_ALG1, by the time of a call; nullptr: none was measured.
Result const* best_cusparse_call(std::vector<Result> const& results);

/// One matrix with values of one type. `transposed` is empty unless transpositions are measured. Defined in
/// each_type/driver.cpp.
template <class Type>
std::vector<Result> time_calls(CallsProgram const& program, Progress& progress, Structure const& A,
                               TransposedStructure const& transposed);

}  // namespace Araios::Perf
