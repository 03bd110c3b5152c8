// SPDX-License-Identifier: Apache-2.0
#include "harness/types.hpp"
#include "spmv/spmv_case.hpp"

#include <Araios/spmv_plan.hpp>

#include <optional>

namespace Araios::Perf {

// Products of CSR with what a plan knows of the matrix; its analysis, and the transpose that it makes, are the set-up.
template <class Exec, class Type>
void time_plan(SpmvOn<Exec, Type> const& on) {
  using T = typename Type::Vector;
  if (!on.program.wants("plan")) return;
  for_each_op(on, [&](std::string const& suffix, auto const& operands, bool transposed) {
    Result result = on.result("Araios", "csr plan" + suffix);
    SpmvPlanOptions options;
    options.op = transposed ? Op::transpose : Op::none;
    Workspace<typename Exec::memory_space> workspace;
    std::optional<SpmvPlan<Exec, typename Type::Scalar, int, int>> plan;
    on.bench.progress().task(join("Araios csr plan", suffix, " on ", Exec::name()));
    result.set_up = on.bench.set_up([&] { plan.emplace(on.exec(), on.A, options, workspace); }, [&] { plan.reset(); });
    result.workspace_bytes = plan->bytes();
    result.chosen = plan->method() == SpmvMethod::rows ? "rows" : "merge";
    time_product(on, operands, result, [&] { spmv(on.exec(), *plan, T(1), on.A, operands.x, T(0), operands.y); });
    on.results.push_back(result);
  });
}

template void time_plan<PerfSpace, PerfType>(SpmvOn<PerfSpace, PerfType> const&);

}  // namespace Araios::Perf
