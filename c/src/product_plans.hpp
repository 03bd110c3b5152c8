// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// Plans of products: the entries are found once, for working matrices without values; values are computed for each
/// type.

#include "handles.hpp"

#include <Araios/runtime/typed.hpp>

#include <Araios/galerkin_plan.hpp>
#include <Araios/multiply_plan.hpp>

#include <vector>

namespace araios_c {

template <class Exec>
using MultiplyPlan = Araios::MultiplyPlan<Exec, int, std::int64_t>;
template <class Exec>
using GalerkinPlan = Araios::GalerkinPlan<Exec, int, std::int64_t>;

/// A matrix that a plan was made of: its arrays as they were given, and as they are computed with.
template <class Exec>
struct PlannedOperand {
  Matrix given;  ///< keeps the arrays alive
  void const* row_map = nullptr;
  void const* entries = nullptr;
  Working<Pattern, Exec> pattern;
};

/// A plan, what it was made of, and the entries of the product with the index type of the first operand.
template <class Plan, class Exec>
struct PlannedProduct {
  std::vector<PlannedOperand<Exec>> operands;
  Plan plan;
  Matrix structure;
};

/// values := those of A B by the plan; S is float or double.
template <class S, class Exec>
void planned_values(Exec const& exec, MultiplyPlan<Exec> const& plan, std::vector<Working<S, Exec>> const& operands,
                    Dense<S, Exec> const& values);
/// values := those of R A P by the plan; S is float or double.
template <class S, class Exec>
void planned_values(Exec const& exec, GalerkinPlan<Exec> const& plan, std::vector<Working<S, Exec>> const& operands,
                    Dense<S, Exec> const& values);

}  // namespace araios_c
