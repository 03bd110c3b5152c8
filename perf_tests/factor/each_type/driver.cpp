// SPDX-License-Identifier: Apache-2.0
#include "factor/factor_case.hpp"
#include "harness/types.hpp"

#include <numeric>
#include <vector>

namespace Araios::Perf {

namespace {

using T = PerfScalar;

Outcome time_factorizations(FactorProgram const& program, Spaces& spaces, WeightedMatrix const& weighted) {
  DoubleMatrix const& given = weighted.A;
  Kokkos::View<T*, Kokkos::HostSpace> const values("Araios::Perf::values", given.values.extent(0));
  for (int p = 0; p < given.nnz(); ++p) values(p) = static_cast<T>(given.values(p));
  CsrMatrix<T, int, int, Kokkos::HostSpace> const host(given.num_rows(), given.num_cols(), given.row_map, given.entries,
                                                       values);
  DoubleMatrix const as_double = on_host(host);
  std::vector<int> natural(static_cast<std::size_t>(given.num_rows()));
  std::iota(natural.begin(), natural.end(), 0);
  Outcome all;
  spaces.each([&]<class Exec>(Bench<Exec>& bench) {
    FactorOn<Exec, T> on{bench, all, all.results, as_double, natural, copy_to<typename Exec::memory_space>(host)};
    run_candidates(program, "factor", on);
  });
  return all;
}

OfType<TimeFactor> const factors_of_type(perf_type_name, time_factorizations);

}  // namespace

}  // namespace Araios::Perf
