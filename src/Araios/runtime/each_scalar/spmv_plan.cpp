// SPDX-License-Identifier: Apache-2.0
/// \file
/// Plans of SpMV.

#include <Araios/runtime/spmv_typed.hpp>
#include <Araios/spmv_plan.hpp>

namespace Araios::runtime {

namespace {
template <class S, class Index, class Exec>
using PlanOf = Araios::SpmvPlan<Exec, S, typename Index::Ordinal, typename Index::Offset>;
}  // namespace

template <class S, class Exec>
Plan make_spmv_plan(Exec const& exec, SpmvPlanChoice const& options, Matrix const& A) {
  Araios::SpmvPlanOptions chosen;
  chosen.op = options.op;
  chosen.method = options.method;
  chosen.determinism = options.determinism;
  if (options.expected_applications > 0) chosen.expected_applications = options.expected_applications;
  return with_index(A.index, [&](auto index) {
    using Index = decltype(index);
    auto const plan = std::make_shared<PlanOf<S, Index, Exec>>(exec, A.as<Csr<S, Index, Exec>>(), chosen);
    Plan made;
    made.bytes = plan->bytes();
    made.reason = message(plan->method() == SpmvMethod::merge ? "merge: " : "rows: ", plan->reason());
    made.plan = plan;
    return made;
  });
}

template <class S, class Exec>
void update_spmv_plan(Exec const& exec, Plan const& plan, Matrix const& A) {
  with_index(plan.matrix.index, [&](auto index) {
    using Index = decltype(index);
    plan.as<PlanOf<S, Index, Exec>>().update(exec, A.as<Csr<S, Index, Exec>>());
  });
}

template <class S, class Exec>
void multiply_with_plan(Exec const& exec, Plan const& plan, Coefficient alpha, Matrix const& A,
                        Dense<Number<S>, Exec> const& x, Coefficient beta, Dense<Number<S>, Exec> const& y) {
  using T = Number<S>;
  with_index(plan.matrix.index, [&](auto index) {
    using Index = decltype(index);
    Araios::spmv(exec, std::as_const(plan.as<PlanOf<S, Index, Exec>>()), alpha.as<T>(), A.as<Csr<S, Index, Exec>>(), x,
                 beta.as<T>(), y);
  });
}

#define ARAIOS_RUNTIME_INSTANTIATE(S, Exec)                                                       \
  template Plan make_spmv_plan<S, Exec>(Exec const&, SpmvPlanChoice const&, Matrix const&);       \
  template void update_spmv_plan<S, Exec>(Exec const&, Plan const&, Matrix const&);               \
  template void multiply_with_plan<S, Exec>(Exec const&, Plan const&, Coefficient, Matrix const&, \
                                            Dense<Number<S>, Exec> const&, Coefficient,           \
                                            Dense<Number<S>, Exec> const&);
ARAIOS_RUNTIME_INSTANTIATE_UNIT

}  // namespace Araios::runtime
