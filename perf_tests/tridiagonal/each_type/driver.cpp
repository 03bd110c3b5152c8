// SPDX-License-Identifier: Apache-2.0
#include "harness/types.hpp"
#include "tridiagonal/tridiagonal_case.hpp"

#include <cstddef>
#include <stdexcept>
#include <type_traits>

#ifdef ARAIOS_HAVE_LAPACK
extern "C" {
void sgtsv_(int const* n, int const* nrhs, float* dl, float* d, float* du, float* b, int const* ldb, int* info);
void dgtsv_(int const* n, int const* nrhs, double* dl, double* d, double* du, double* b, int const* ldb, int* info);
}
#endif

namespace Araios::Perf {

namespace {

using T = PerfScalar;

#ifdef ARAIOS_HAVE_LAPACK
template <class Number>
int gtsv(int n, int columns, Number* dl, Number* d, Number* du, Number* b) {
  int info = 0;
  if constexpr (std::is_same_v<Number, float>)
    sgtsv_(&n, &columns, dl, d, du, b, &n, &info);
  else
    dgtsv_(&n, &columns, dl, d, du, b, &n, &info);
  return info;
}

/// One call for each matrix. It writes into all arrays, and its lower diagonal begins with that of row 1.
void time_gtsv(TridiagonalOn<Host, T>& on, Result& result) {
  BandedProblem const& problem = on.problem;
  if (problem.is_interleaved()) return;
  WrittenCopies const copies(on, true);
  auto const n = static_cast<std::size_t>(problem.n);
  auto const calls = static_cast<std::size_t>(problem.is_batch() ? problem.systems : 1);
  int const columns = static_cast<int>(problem.is_batch() ? 1 : problem.systems);
  auto const run = [&] {
    for (std::size_t s = 0; s < calls; ++s) {
      int const info =
          gtsv(static_cast<int>(n), columns, copies.diagonals[0].data() + s * n + 1, copies.diagonals[1].data() + s * n,
               copies.diagonals[2].data() + s * n, on.x.data() + s * n);
      if (info != 0) throw std::runtime_error(join("gtsv: info = ", info));
    }
  };
  time_banded(on, result, run, copies);
}
Candidate<TridiagonalOn<Host, T>> const lapack("tridiagonal", "LAPACK", "gtsv", time_gtsv);
#endif

Outcome time_systems(TridiagonalProgram const& program, Spaces& spaces, BandedProblem const& problem) {
  Outcome all;
  spaces.each([&]<class Exec>(Bench<Exec>& bench) {
    TridiagonalOn<Exec, T> on(problem, bench, all);
    run_candidates(program, "tridiagonal", on);
  });
  return all;
}

OfType<TimeTridiagonal> const systems_of_type(perf_type_name, time_systems);

}  // namespace

}  // namespace Araios::Perf
