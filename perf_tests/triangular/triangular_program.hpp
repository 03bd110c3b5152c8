// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// What perf_triangular asks of its types: command line, results, names of methods.

#include "harness/matrix_program.hpp"
#include "harness/weighted_matrix.hpp"

#include <cstdint>
#include <string>

namespace Araios::Perf {

struct TriangularProgram : MatrixProgram {
  double shift = 1e-3;  // of Laplacians
  std::int64_t columns = 32;
};

struct TriangularOutcome : Outcome {
  std::int64_t levels_of_lower = -1, levels_of_upper = -1;  // < 0: not known
};

/// One matrix with values of one type. Registered by each_type/driver.cpp.
using TimeTriangular = TriangularOutcome(TriangularProgram const&, Spaces&, WeightedMatrix const&);

/// The systems: a triangle, and one right-hand side or several, in the layout of B and X. Their names begin the methods.
struct TriangularSystem {
  char const* name;
  bool upper, columns;
};
inline constexpr TriangularSystem lower_system{"lower", false, false}, upper_system{"upper", true, false},
    lower_columns{"lower, columns", false, true};

Report triangular_report();

}  // namespace Araios::Perf
