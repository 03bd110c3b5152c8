// SPDX-License-Identifier: Apache-2.0
#include "harness/types.hpp"
#include "triangular/triangular_case.hpp"

#include <Araios/triangular.hpp>

#include <optional>
#include <string>
#include <vector>

namespace Araios::Perf {

namespace {

using On = TriangularOn<PerfSpace, PerfScalar>;
using Plan = TriangularPlan<PerfSpace, PerfScalar, int, int>;

struct NamedMethod {
  char const* name;
  TriangularMethod method;
};
constexpr NamedMethod methods[] = {{"serial", TriangularMethod::serial},
                                   {"one_block", TriangularMethod::one_block},
                                   {"levels", TriangularMethod::levels},
                                   {"sync_free", TriangularMethod::sync_free}};
std::string name_of(TriangularMethod method) {
  for (NamedMethod const& one : methods)
    if (one.method == method) return one.name;
  return "";
}

/// A plan is made anew in each run of its set-up. A method that the space lacks for the system is left out.
template <class Layout>
void time_plan(On& on, Result& result, TriangularSystem const& system, TriangularMethod method) {
  if (on.leaves_out(system)) return;
  try {
    TriangularOptions const options{.triangle = system.upper ? Triangle::upper : Triangle::lower, .method = method};
    std::optional<Plan> plan;
    auto const make = [&] { plan.emplace(on.exec(), on.A, options); };
    make();
    if (method != TriangularMethod::automatic && plan->method() != method) return;
    if (method == TriangularMethod::automatic) result.chosen = name_of(plan->method());
    result.predicted = system.columns ? -1 : 1e-6 * plan->expected_us();
    result.workspace_bytes = plan->bytes();
    (system.upper ? on.all.levels_of_upper : on.all.levels_of_lower) = plan->levels();
    result.set_up = on.bench.set_up(make);
    TriangularVectors<On, Layout> const vectors(on, system);
    if (system.columns) {
      time_triangular(on, result, system, vectors, [&] { triangular_solve(on.exec(), *plan, vectors.b, vectors.x); });
    } else {
      auto const n = vectors.b.extent(0);
      Kokkos::View<PerfScalar const*, On::Space> const b(vectors.b.data(), n);
      Kokkos::View<PerfScalar*, On::Space> const x(vectors.x.data(), n);
      time_triangular(on, result, system, vectors, [&] { triangular_solve(on.exec(), *plan, b, x); });
    }
  } catch (std::exception const& refusal) {
    note_refusal(on.exec(), on.all, result, refusal);
  }
}

/// Methods but the automatic one on GPUs, where there are several; serial takes too long there.
std::vector<Candidate<On>> candidates() {
  std::vector<Candidate<On>> all;
  auto const add = [&](TriangularSystem const& system, std::string const& name, TriangularMethod method, auto layout,
                       std::string const& word) {
    all.emplace_back(
        "triangular", "Araios", system.name + name,
        [=](On& on, Result& result) { time_plan<decltype(layout)>(on, result, system, method); },
        Method::Options{.word = word, .place = static_cast<int>(all.size())});
  };
  using Left = Kokkos::LayoutLeft;
  for (TriangularSystem const& system : {lower_system, upper_system}) {
    add(system, "", TriangularMethod::automatic, Left(), "automatic");
    for (NamedMethod const& one : methods)
      if (Araios::is_gpu_v<PerfSpace> && one.method != TriangularMethod::serial)
        add(system, std::string(" ") + one.name, one.method, Left(), one.name);
  }
  add(lower_columns, ", left", TriangularMethod::automatic, Left(), "columns");
  add(lower_columns, ", right", TriangularMethod::automatic, Kokkos::LayoutRight(), "columns");
  return all;
}
std::vector<Candidate<On>> const all_candidates = candidates();

}  // namespace

}  // namespace Araios::Perf
