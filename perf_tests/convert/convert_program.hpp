// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// perf_convert between its command line and its parts.

#include "harness/matrix_program.hpp"

#include <string>
#include <vector>

namespace Araios::Perf {

/// The name of a candidate that converts to a format and back: of both rows, for --filter.
inline std::string both_ways(std::string const& format) { return "csr to " + format + ", " + format + " to csr"; }

/// One matrix with values of one type. Registered by each_type/driver.cpp.
using TimeConversions = std::vector<Result>(MatrixProgram const&, Spaces&, Structure const&);

}  // namespace Araios::Perf
