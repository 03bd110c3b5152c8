// SPDX-License-Identifier: Apache-2.0
#ifdef ARAIOS_HAVE_CUSPARSE
#include "baselines/cusparse_triangular.hpp"
#include "harness/types.hpp"
#include "triangular/triangular_case.hpp"

#include <optional>
#include <string>

namespace Araios::Perf {

namespace {

using T = PerfScalar;
using On = TriangularOn<Device, T>;
using Vector = Kokkos::View<T*, Kokkos::CudaSpace>;

/// `describe` makes the solver, whose buffer is allocated then; its analysis is timed apart.
template <class Solver, class Vectors, class Describe>
void time_solves(On& on, Result& result, TriangularSystem const& system, Vectors const& vectors,
                 Describe const& describe) {
  try {
    std::optional<Solver> solver;
    result.set_up = on.bench.set_up([&] { solver->analyse(); }, [&] { describe(solver); });
    result.workspace_bytes = solver->buffer_bytes();
    time_triangular(on, result, system, vectors, [&] { (*solver)(); });
  } catch (CusparseError const& refusal) {
    note_refusal(on.exec(), on.all, result, refusal);
  }
}

template <TriangularSystem const& System>
void time_spsv(On& on, Result& result) {
  CusparseHandle const handle(on.exec());
  TriangularVectors<On, Kokkos::LayoutLeft> const vectors(on, System);
  auto const n = vectors.b.extent(0);
  time_solves<CusparseSpsv<T>>(on, result, System, vectors, [&](auto& solver) {
    solver.emplace(on.exec(), handle, on.A, CusparseTriangle{System.upper}, Vector(vectors.b.data(), n),
                   Vector(vectors.x.data(), n));
  });
}

template <class Layout>
void time_spsm(On& on, Result& result) {
  if (on.leaves_out(lower_columns)) return;
  CusparseHandle const handle(on.exec());
  TriangularVectors<On, Layout> const vectors(on, lower_columns);
  time_solves<CusparseSpsm<T, Layout>>(on, result, lower_columns, vectors, [&](auto& solver) {
    solver.emplace(on.exec(), handle, on.A, CusparseTriangle{lower_columns.upper}, vectors.b, vectors.x);
  });
}

std::string const columns = lower_columns.name;
Candidate<On> const lower("triangular", "cuSPARSE", lower_system.name, time_spsv<lower_system>);
Candidate<On> const upper("triangular", "cuSPARSE", upper_system.name, time_spsv<upper_system>, {.place = 1});
Candidate<On> const left("triangular", "cuSPARSE", columns + ", left", time_spsm<Kokkos::LayoutLeft>, {.place = 2});
Candidate<On> const right("triangular", "cuSPARSE", columns + ", right", time_spsm<Kokkos::LayoutRight>, {.place = 3});

}  // namespace

}  // namespace Araios::Perf
#endif
