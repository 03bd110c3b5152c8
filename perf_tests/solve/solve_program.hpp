// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// What perf_solve asks of its types: command line, results, names of methods.

#include "harness/matrix_program.hpp"
#include "harness/weighted_matrix.hpp"

#include <cstdint>

namespace Araios::Perf {

struct SolveProgram : MatrixProgram {
  std::int64_t iterations = 200;         // by which the time of one is measured
  std::int64_t max_iterations = 20'000;  // of a solution
  int runs = 0;                          // of which the bits are compared
  double rtol = 1e-8;
  double shift = 1e-3;  // of Laplacians
};

/// One matrix with values of one type. Registered by each_type/driver.cpp.
using TimeSolve = Outcome(SolveProgram const&, Spaces&, WeightedMatrix const&);

/// Methods, as results name them.
namespace SolveMethods {
inline constexpr char cg[] = "cg";
inline constexpr char cg_jacobi[] = "cg, Jacobi";
inline constexpr char cg_ilu[] = "cg, ILU(0)";
inline constexpr char cg_ilu_by_color[] = "cg, ILU(0) by colour";
inline constexpr char cg_ic[] = "cg, IC(0)";
inline constexpr char cg_ic_by_color[] = "cg, IC(0) by colour";
inline constexpr char cg_multigrid[] = "cg, multigrid, ";  // and its smoother
inline constexpr char loop[] = ", cuBLAS";
inline constexpr char graph[] = ", cuBLAS, graph of 10";
}  // namespace SolveMethods

Report solve_report();

}  // namespace Araios::Perf
