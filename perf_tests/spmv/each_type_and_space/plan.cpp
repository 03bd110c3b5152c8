// SPDX-License-Identifier: Apache-2.0
#include "harness/types.hpp"
#include "spmv/spmv_case.hpp"

#include <Araios/spmv_plan.hpp>

#include <optional>

namespace Araios::Perf {

namespace {

// Products of CSR with what a plan knows of the matrix; its analysis, and the transpose that it makes, are the set-up.
template <Determinism Level, class On>
void time_plan(On& on, Result const& named) {
  using T = typename On::Vector;
  for_each_op(on, named, [&](Result& result, auto const& operands, bool transposed) {
    SpmvPlanOptions options;
    options.op = transposed ? Op::transpose : Op::none;
    options.determinism = Level;
    Workspace<typename On::Space> workspace;
    std::optional<SpmvPlan<typename On::Exec, typename On::Scalar, int, int>> plan;
    on.bench.progress().task(join("Araios ", result.method, " on ", result.space));
    result.set_up = on.bench.set_up([&] { plan.emplace(on.exec(), on.A, options, workspace); }, [&] { plan.reset(); });
    result.workspace_bytes = plan->bytes();
    result.chosen = plan->method() == SpmvMethod::rows ? "rows" : "merge";
    time_product(on, operands, result, [&] { spmv(on.exec(), *plan, T(1), on.A, operands.x, T(0), operands.y); });
  });
}

using PlanOn = SpmvOn<PerfSpace, PerfType>;
Candidate<PlanOn> const csr_plan("spmv", "Araios", "csr plan", time_plan<Determinism::run_to_run, PlanOn>,
                                 {.word = "plan"});
Candidate<PlanOn> const csr_plan_space_to_space("spmv", "Araios", "csr plan space_to_space",
                                                time_plan<Determinism::space_to_space, PlanOn>,
                                                {.word = "plan_space_to_space"});

}  // namespace

}  // namespace Araios::Perf
