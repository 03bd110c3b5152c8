// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// perf_spmm between its command line and its parts.

#include "harness/matrix_source.hpp"
#include "harness/program.hpp"
#include "harness/report.hpp"
#include "harness/spaces.hpp"

#include <string>
#include <utility>
#include <vector>

namespace Araios::Perf {

struct SpmmProgram {
  CommonOptions common;
  std::vector<std::string> types{"double"};
  std::string csv_file = "spmm.csv";
  std::vector<MatrixSource> sources;
  std::vector<int> columns{1, 3, 5, 32, 33, 64};
  std::vector<std::string> layouts{"right", "left"};
  /// Empty: all; in a suite without Kokkos Kernels, which its summary does not name.
  std::vector<std::string> libraries;
  bool suite = false;

  bool wants_layout(std::string const& layout) const { return contains(layouts, layout); }
  bool wants_library(std::string const& library) const {
    return libraries.empty() ? !suite || library != "kokkos_kernels" : contains(libraries, library);
  }
};

/// The results of one matrix for each number of columns. Defined in each_type/driver.cpp.
template <class Type>
std::vector<std::pair<int, std::vector<Result>>> time_spmm(SpmmProgram const& program, Spaces& spaces,
                                                           Structure const& A);

/// The fastest of cuSPARSE's algorithms for CSR with X and Y of a layout, caches flushed; nullptr: none was measured.
Result const* best_csr_of_cusparse(std::vector<Result> const& results, std::string const& layout);

/// Geometric mean and least ratio of ours to that, for each type, number of columns and layout.
void print_spmm_summary(std::ostream& out, std::vector<Line> const& lines);

}  // namespace Araios::Perf
