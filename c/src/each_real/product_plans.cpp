// SPDX-License-Identifier: Apache-2.0
/// \file
/// The values of products by plans.

#include "../handles.hpp"

#include "../product_plans.hpp"

namespace araios_c {

template <class S, class Exec>
void planned_values(Exec const& exec, MultiplyPlan<Exec> const& plan, std::vector<Working<S, Exec>> const& operands,
                    Dense<S, Exec> const& values) {
  plan.multiply_values(exec, operands[0], operands[1], values);
}

template <class S, class Exec>
void planned_values(Exec const& exec, GalerkinPlan<Exec> const& plan, std::vector<Working<S, Exec>> const& operands,
                    Dense<S, Exec> const& values) {
  plan.multiply_values(exec, operands[0], operands[1], operands[2], values);
}

#define ARAIOS_RUNTIME_INSTANTIATE(S, Exec)                                                                           \
  template void planned_values<S, Exec>(Exec const&, MultiplyPlan<Exec> const&, std::vector<Working<S, Exec>> const&, \
                                        Dense<S, Exec> const&);                                                       \
  template void planned_values<S, Exec>(Exec const&, GalerkinPlan<Exec> const&, std::vector<Working<S, Exec>> const&, \
                                        Dense<S, Exec> const&);
ARAIOS_RUNTIME_INSTANTIATE_UNIT

}  // namespace araios_c
