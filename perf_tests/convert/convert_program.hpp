// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// perf_convert between its command line and its parts.

#include "harness/matrix_program.hpp"

#include <string>
#include <vector>

namespace Araios::Perf {

struct ConvertProgram : MatrixProgram {
  std::string csv_file = "convert.csv";
  std::vector<std::string> formats;  // empty: all but the slow ones

  bool wants(std::string const& format, bool slow = false) const {
    return formats.empty() ? !slow : contains(formats, format);
  }
};

/// One matrix with values of one type. Registered by each_type/driver.cpp.
using TimeConversions = std::vector<Result>(ConvertProgram const&, Spaces&, Structure const&);

}  // namespace Araios::Perf
