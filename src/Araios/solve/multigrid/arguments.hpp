// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// The checks of a hierarchy and of the options of its plan.

#include <Araios/core/checks.hpp>
#include <Araios/core/option_ranges.hpp>
#include <Araios/formats/check_operands.hpp>
#include <Araios/formats/csr.hpp>
#include <Araios/formats/pattern_guard.hpp>
#include <Araios/solve/multigrid/coarsest.hpp>
#include <Araios/solve/multigrid/options.hpp>

#include <cstddef>
#include <cstdint>

namespace Araios::Impl::multigrid {

inline void check_options(MultigridOptions const& options) {
  constexpr char const* function = "Araios::MultigridPlan";
  check_enumerator(options.cycle, MultigridCycle::w, "Araios::MultigridPlan: MultigridCycle");
  check_enumerator(options.smoother, MultigridSmoother::gauss_seidel, "Araios::MultigridPlan: MultigridSmoother");
  check_option(function, option::pre_sweeps, options.pre_sweeps);
  check_option(function, option::post_sweeps, options.post_sweeps);
  check(options.omega > 0 && options.omega < 2, function, ": omega is ", options.omega, "; it must be between 0 and 2");
  check_option(function, option::degree, options.degree);
  check(options.ratio > 1, function, ": ratio is ", options.ratio, "; it must be above 1");
}

/// Throws unless the matrices have the shapes of a hierarchy.
template <class Exec, class Matrix>
void check_hierarchy(Exec const& exec, MultigridHierarchy<Matrix> const& hierarchy) {
  constexpr char const* function = "Araios::MultigridPlan";
  std::size_t const levels = hierarchy.A.size();
  check(levels > 0, function, ": there is no level");
  check(hierarchy.P.size() == levels - 1 && hierarchy.R.size() == levels - 1, function, ": ", levels, " levels need ",
        levels - 1, " matrices P and R (", hierarchy.P.size(), " and ", hierarchy.R.size(), ")");
  auto const check_shape = [&](char const* name, std::size_t l, Matrix const& matrix, std::int64_t rows,
                               std::int64_t cols) {
    check(matrix.num_rows() == rows && matrix.num_cols() == cols, function, ": level ", l, ": ", name, " is ",
          matrix.num_rows(), " x ", matrix.num_cols(), "; it must be ", rows, " x ", cols);
    check_operands(exec, function, Operand(name, matrix));
  };
  for (std::size_t l = 0; l < levels; ++l) {
    auto const rows = static_cast<std::int64_t>(hierarchy.A[l].num_rows());
    check_shape("A", l, hierarchy.A[l], rows, rows);
    if (l + 1 == levels) break;
    auto const next = static_cast<std::int64_t>(hierarchy.A[l + 1].num_rows());
    check_shape("P", l, hierarchy.P[l], rows, next);
    check_shape("R", l, hierarchy.R[l], next, rows);
  }
  auto const coarsest = static_cast<std::int64_t>(hierarchy.A.back().num_rows());
  check(coarsest <= max_rows_of_coarsest, function, ": level ", levels - 1, ": the coarsest matrix has ", coarsest,
        " rows; it may have at most ", max_rows_of_coarsest, ", since it becomes dense");
}

/// Throws unless the matrices of `given` have the row_map and entries of those of level l.
template <class Level, class Matrix>
void check_same_arrays(MultigridHierarchy<Matrix> const& given, std::size_t l, Level const& level, bool is_coarsest) {
  constexpr char const* function = "Araios::MultigridPlan::update";
  auto const check_matrix = [&](char const* name, Matrix const& a, Matrix const& b) {
    check(have_same_pattern_arrays(a, b), function, ": level ", l, ": row_map and entries of ", name,
          " are not the arrays that the plan was made of");
  };
  check_matrix("A", given.A[l], level.A);
  if (is_coarsest) return;
  check_matrix("P", given.P[l], level.P);
  check_matrix("R", given.R[l], level.R);
}

}  // namespace Araios::Impl::multigrid
