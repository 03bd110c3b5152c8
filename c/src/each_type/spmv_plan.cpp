// SPDX-License-Identifier: Apache-2.0
/// \file
/// Plans of SpMV.

#include "../spmv.hpp"

#include <Araios/spmv_plan.hpp>

namespace araios_c {

namespace {
template <class S, class Index, class Exec>
using Plan = Araios::SpmvPlan<Exec, S, typename Index::Ordinal, typename Index::Offset>;
}  // namespace

template <class S, class Exec>
std::unique_ptr<araios_plan> make_spmv_plan(Exec const& exec, araios_spmv_plan_options const& options,
                                            MatrixBody const& A) {
  Araios::SpmvPlanOptions chosen;
  chosen.op = static_cast<Araios::Op>(options.op);
  chosen.method = static_cast<Araios::SpmvMethod>(options.method);
  if (options.expected_applications > 0) chosen.expected_applications = options.expected_applications;
  return with_index(A.index, [&](auto index) {
    using Index = decltype(index);
    auto const plan = std::make_shared<Plan<S, Index, Exec>>(exec, A.as<Csr<S, Index, Exec>>(), chosen);
    auto made = std::make_unique<araios_plan>();
    made->bytes = plan->bytes();
    made->reason = message(plan->method() == Araios::SpmvMethod::merge ? "merge: " : "rows: ", plan->reason());
    made->plan = plan;
    return made;
  });
}

template <class S, class Exec>
void update_spmv_plan(Exec const& exec, araios_plan& plan, MatrixBody const& A) {
  with_index(plan.matrix.index, [&](auto index) {
    using Index = decltype(index);
    static_cast<Plan<S, Index, Exec>*>(plan.plan.get())->update(exec, A.as<Csr<S, Index, Exec>>());
  });
}

template <class S, class Exec>
void multiply_with_plan(Exec const& exec, araios_plan const& plan, Factors const& factors, MatrixBody const& A,
                        Dense<Number<S>, Exec> const& x, Dense<Number<S>, Exec> const& y) {
  using T = Number<S>;
  with_index(plan.matrix.index, [&](auto index) {
    using Index = decltype(index);
    Araios::spmv(exec, *static_cast<Plan<S, Index, Exec> const*>(plan.plan.get()), factors.a<T>(),
                 A.as<Csr<S, Index, Exec>>(), x, factors.b<T>(), y);
  });
}

#define ARAIOS_C_INSTANTIATE(S, Exec)                                                                           \
  template std::unique_ptr<araios_plan> make_spmv_plan<S, Exec>(Exec const&, araios_spmv_plan_options const&,   \
                                                                MatrixBody const&);                             \
  template void update_spmv_plan<S, Exec>(Exec const&, araios_plan&, MatrixBody const&);                        \
  template void multiply_with_plan<S, Exec>(Exec const&, araios_plan const&, Factors const&, MatrixBody const&, \
                                            Dense<Number<S>, Exec> const&, Dense<Number<S>, Exec> const&);
ARAIOS_C_INSTANTIATE_UNIT

}  // namespace araios_c
