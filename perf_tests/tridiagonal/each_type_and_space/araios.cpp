// SPDX-License-Identifier: Apache-2.0
#include "harness/types.hpp"
#include "tridiagonal/tridiagonal_case.hpp"

#include <Araios/core/workspace.hpp>
#include <Araios/tridiagonal.hpp>

#include <cstddef>

namespace Araios::Perf {

namespace {

using On = TridiagonalOn<PerfSpace, PerfScalar>;
using T = PerfScalar;
using ZeroPivot = Kokkos::View<std::int64_t, On::Space>;
using Vector = Kokkos::View<T*, On::Space, Kokkos::MemoryUnmanaged>;
template <class Layout>
using Batch = Kokkos::View<T**, Layout, On::Space, Kokkos::MemoryUnmanaged>;

/// The call that does not wait, as those of cuSPARSE. `diagonal` and `vector` make Views of arrays.
template <class Diagonal, class RightHandSide>
void solve_once(On const& on, TridiagonalOptions const& options, ZeroPivot const& zero_pivot,
                Workspace<On::Space>& workspace, Diagonal const& diagonal, RightHandSide const& vector) {
  auto const b = vector(on.b), x = vector(on.x);
  auto const& d = on.diagonals;
  TridiagonalMatrix const A{diagonal(d[0]), diagonal(d[1]), diagonal(d[2])};
  tridiagonal_solve(on.exec(), A, b, x, zero_pivot, options, workspace);
}

void solve_problem(On const& on, TridiagonalOptions const& options, ZeroPivot const& zero_pivot,
                   Workspace<On::Space>& workspace) {
  auto const n = static_cast<std::size_t>(on.problem.n), systems = static_cast<std::size_t>(on.problem.systems);
  auto const as_vector = [&](auto const& array) { return Vector(array.data(), n); };
  auto const as_columns = [&](auto const& array) { return Batch<Kokkos::LayoutLeft>(array.data(), n, systems); };
  auto const as_rows = [&](auto const& array) { return Batch<Kokkos::LayoutRight>(array.data(), n, systems); };
  auto const solve = [&](auto const& diagonal, auto const& vector) {
    solve_once(on, options, zero_pivot, workspace, diagonal, vector);
  };
  switch (on.problem.kind) {
  case BandedKind::single:
  case BandedKind::dominant:
    return solve(as_vector, as_vector);
  case BandedKind::columns:
    return solve(as_vector, as_columns);
  case BandedKind::strided:
    return solve(as_columns, as_columns);
  case BandedKind::interleaved:
    return solve(as_rows, as_rows);
  case BandedKind::pentadiagonal: {
    auto const& d = on.diagonals;
    PentadiagonalMatrix const A{as_rows(d[0]), as_rows(d[1]), as_rows(d[2]), as_rows(d[3]), as_rows(d[4])};
    return pentadiagonal_solve(on.exec(), A, as_rows(on.b), as_rows(on.x), zero_pivot, options, workspace);
  }
  }
}

template <Pivoting Method>
void time_araios(On& on, Result& result) {
  if (Method == Pivoting::none && on.problem.kind == BandedKind::single) return;  // it is not dominant
  ZeroPivot const zero_pivot("Araios::Perf::zero_pivot");
  Workspace<On::Space> workspace;
  time_banded(on, result, [&] { solve_problem(on, {.pivoting = Method}, zero_pivot, workspace); });
  result.workspace_bytes = workspace.peak_bytes();
}

Candidate<On> const scaled_partial("tridiagonal", "Araios", BandedMethods::scaled_partial,
                                   time_araios<Pivoting::scaled_partial>, {.word = "scaled_partial"});
Candidate<On> const none("tridiagonal", "Araios", BandedMethods::none, time_araios<Pivoting::none>,
                         {.word = "none", .place = 1});

}  // namespace

}  // namespace Araios::Perf
