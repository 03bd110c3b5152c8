// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// perf_transpose between its command line and its parts.

#include "harness/matrix_program.hpp"
#include "transpose/methods.hpp"

#include <string>
#include <vector>

namespace Araios::Perf {

struct TransposeProgram : MatrixProgram {
  /// A suite without --methods measures `automatic`, and on a device `automatic_8_bytes` and `plan`.
  bool measures(std::string const& method, bool on_device) const {
    if (!on_device && method == automatic_8_bytes) return false;  // hosts take less in any case
    if (!suite || !methods.empty()) return true;
    return method == "automatic" || (on_device && (method == "plan" || method == automatic_8_bytes));
  }
  /// A suite asks for these on the host only, where one baseline allocates in every call.
  bool end_to_end(bool on_device) const { return !suite || !on_device; }
};

/// One matrix with values of one type. Registered by each_type/driver.cpp.
using TimeTranspose = std::vector<Result>(TransposeProgram const&, Spaces&, Structure const&,
                                          TransposedStructure const& expected);

}  // namespace Araios::Perf
