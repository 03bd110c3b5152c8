// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// What perf_factor asks of its types: command line, results, the check of factors.

#include "harness/matrix_program.hpp"
#include "harness/weighted_matrix.hpp"

#include <vector>

namespace Araios::Perf {

struct FactorProgram : MatrixProgram {
  double shift = 1e-3;  // of Laplacians
};

/// One matrix with values of one type. Registered by each_type/driver.cpp.
using TimeFactor = Outcome(FactorProgram const&, Spaces&, WeightedMatrix const&);

/// How far incomplete factors are from A on its pattern: the largest |(L U)_ij - a_ij| / ((|L| |U|)_ij + |a_ij|). `order`:
/// row q of the factors is row order[q] of A. Of IC(0), where U is the transpose of L, only j <= i, and entries of F above
/// the diagonal do not count. By plain loops: rows of F are sorted.
double factor_error(DoubleMatrix const& A, DoubleMatrix const& F, std::vector<int> const& order, bool cholesky);

Report factor_report();

}  // namespace Araios::Perf
