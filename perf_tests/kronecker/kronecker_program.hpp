// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// perf_kronecker between its command line and its parts.

#include "harness/matrix_source.hpp"
#include "harness/program.hpp"
#include "harness/report.hpp"
#include "harness/spaces.hpp"

#include <cstdint>
#include <iosfwd>
#include <string>
#include <vector>

namespace Araios::Perf {

struct KroneckerProgram {
  CommonOptions common;
  std::vector<std::string> types;
  std::vector<MatrixSource> sources;
  std::vector<std::string> libraries;  // empty: all
  std::int64_t factor = 8;             // rows and columns of the first factor
  std::int64_t max_entries = 500'000'000;
  bool suite = false;

  bool wants_library(std::string const& library) const { return libraries.empty() || contains(libraries, library); }
};

/// A small first factor with three entries a row, and the second. `left_out`: why it is not measured; empty where it is.
struct KroneckerCase {
  Structure A, B;
  std::string left_out;
};
KroneckerCase make_kronecker_case(KroneckerProgram const& program, Structure const& given);

/// The results of one matrix and type. `failures`: wrong results, and products that Araios did not make.
struct KroneckerResults {
  std::vector<Result> results;
  int failures = 0;
};

/// Defined in each_type/driver.cpp.
template <class Type>
KroneckerResults time_kronecker(KroneckerProgram const& program, Spaces& spaces, KroneckerCase const& what);

void print_kronecker_table(std::ostream& out, Line const& line);

}  // namespace Araios::Perf
