// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// perf_spmv between its command line and its parts.

#include "harness/matrix_program.hpp"

#include <string>
#include <vector>

namespace Araios::Perf {

struct SpmvProgram : MatrixProgram {
  std::string spy_folder;  // empty: no pictures
  std::vector<std::string> ops{"none", "transpose"};

  /// Of the transposed products of formats only those that need no atomics: others are never the best.
  bool only_best_transposed() const { return suite && methods.empty(); }
  bool transposed() const { return contains(ops, "transpose"); }
  bool not_transposed() const { return contains(ops, "none"); }
};

Report spmv_report(SpmvProgram const& program);

/// Geometric means, and the worst of each figure, by type of values.
void print_spmv_summary(std::ostream& out, std::vector<Line> const& lines, bool smoke);

/// The fastest, caches flushed, of the algorithms of cuSPARSE that products of CSR matrices are judged against. `suffix`
/// is " T" for transposed products. nullptr: none was measured.
Result const* best_of_cusparse(std::vector<Result> const& results, std::string const& suffix);

/// The fastest of the methods and formats of Araios, likewise.
Result const* best_of_ours(std::vector<Result> const& results, std::string const& suffix, bool on_device);

/// Whether a method's name says that its product is transposed, by the suffix " T".
bool is_transposed(Result const& result);

/// One matrix with values of one type. Registered by each_type/driver.cpp.
using TimeSpmv = std::vector<Result>(SpmvProgram const&, Spaces&, Structure const&);

}  // namespace Araios::Perf
