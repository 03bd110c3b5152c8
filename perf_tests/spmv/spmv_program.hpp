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

  /// Whether transposed products of formats are left out where they need atomics: these are never the best.
  bool only_best_transposed() const { return suite && methods.empty(); }
  bool transposed() const { return contains(ops, "transpose"); }
  bool not_transposed() const { return contains(ops, "none"); }
};

Report spmv_report(SpmvProgram const& program);

/// The fastest, caches flushed, of the methods and formats of Araios. `suffix` is " T" for transposed products. nullptr:
/// none was measured.
Result const* best_of_ours(std::vector<Result> const& results, std::string const& suffix, bool on_device);

/// One matrix with values of one type. Registered by each_type/driver.cpp.
using TimeSpmv = std::vector<Result>(SpmvProgram const&, Spaces&, Structure const&);

}  // namespace Araios::Perf
