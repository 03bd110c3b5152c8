// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// perf_spmm between its command line and its parts.

#include "harness/matrix_program.hpp"

#include <string>
#include <utility>
#include <vector>

namespace Araios::Perf {

struct SpmmProgram : MatrixProgram {
  std::vector<int> columns{1, 3, 5, 32, 33, 64};
  std::vector<std::string> layouts{"right", "left"};

  bool wants_layout(std::string const& layout) const { return contains(layouts, layout); }
};

/// The results of one matrix for each number of columns. Registered by each_type/driver.cpp.
using TimeSpmm = std::vector<std::pair<int, std::vector<Result>>>(SpmmProgram const&, Spaces&, Structure const&);

}  // namespace Araios::Perf
