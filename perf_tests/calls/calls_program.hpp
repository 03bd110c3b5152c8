// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// perf_calls between its command line and its parts.

#include "harness/matrix_program.hpp"

#include <string>
#include <vector>

namespace Araios::Perf {

struct CallsProgram : MatrixProgram {
  std::vector<std::string> operations{"spmv", "transpose"};
  /// Each figure is the median of as many batches of calls.
  int batches = 7;

  bool measures(std::string const& operation) const { return contains(operations, operation); }
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

/// One matrix with values of one type. `transposed` is empty unless transpositions are measured. Registered by
/// each_type/driver.cpp.
using TimeCalls = std::vector<Result>(CallsProgram const&, Progress&, Structure const& A,
                                      TransposedStructure const& transposed);

}  // namespace Araios::Perf
