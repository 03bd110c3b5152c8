// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// perf_convert between its command line and its parts.

#include "harness/matrix_source.hpp"
#include "harness/program.hpp"
#include "harness/report.hpp"
#include "harness/spaces.hpp"

#include <string>
#include <vector>

namespace Araios::Perf {

struct ConvertProgram {
  CommonOptions common;
  std::vector<std::string> types{"double"};
  std::string csv_file = "convert.csv";
  std::vector<MatrixSource> sources;
  std::vector<std::string> formats;    // empty: all but the slow ones
  std::vector<std::string> libraries;  // empty: all
  bool suite = false;

  bool wants(std::string const& format, bool slow = false) const {
    return formats.empty() ? !slow : contains(formats, format);
  }
  bool wants_library(std::string const& library) const { return libraries.empty() || contains(libraries, library); }
};

/// One matrix with values of one type. Defined in each_type/driver.cpp.
template <class Type>
std::vector<Result> time_conversions(ConvertProgram const& program, Spaces& spaces, Structure const& A);

}  // namespace Araios::Perf
