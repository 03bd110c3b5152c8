// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// What perf_batched asks of its types: command line, problems, results.

#include "harness/matrix_program.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace Araios::Perf {

/// Systems with the pattern of a 5-point stencil on 8 x (n / 8) points.
struct BatchedProblem {
  std::string word;
  std::int64_t n = 0;  // rows of a system
  std::int64_t systems = 0;
};

/// ROWSxSYSTEMS
///
/// Throws        std::invalid_argument for another word, for rows that are no multiple of 8 or more than 1,024, and for
///               sizes that do not fit int.
BatchedProblem parse_batched(std::string const& word);

struct BatchedProgram : Selection {
  CommonOptions common;
  std::vector<std::string> types{"double"};
  std::vector<std::string> words;
  std::int64_t loop = 1000;  // systems that a loop of single solves has
  double rtol = 1e-8;
};

/// One problem with values of one type. Registered by each_type/driver.cpp.
using TimeBatched = Outcome(BatchedProgram const&, Spaces&, BatchedProblem const&);

/// Methods, as results name them.
namespace BatchedMethods {
inline constexpr char one_by_one[] = ", one by one";
inline constexpr char dense[] = "getrfBatched, getrsBatched";
inline constexpr int max_rows_of_dense = 64;
}  // namespace BatchedMethods

Report batched_report();

}  // namespace Araios::Perf
