// SPDX-License-Identifier: Apache-2.0
#include "harness/random_value.hpp"
#include "harness/types.hpp"
#include "solve/solve_case.hpp"

#include <Araios/generate/counter_random.hpp>

#include <cstddef>

namespace Araios::Perf {

namespace {

using T = PerfScalar;
using Host = Kokkos::DefaultHostExecutionSpace;

/// b is 1; of Laplacians, whose solution for that CG finds at once, it is random.
SolveCase<T> make_case(WeightedMatrix const& weighted) {
  auto const& A = weighted.A;
  auto const rounded = allocate<DoubleVector>(Host(), "Araios::Perf::values", A.nnz());
  for (int p = 0; p < A.nnz(); ++p) rounded(p) = static_cast<double>(static_cast<T>(A.values(p)));
  auto const b = allocate<DoubleVector>(Host(), "Araios::Perf::b", A.num_rows());
  CounterRandom const random(3, 0);
  for (int i = 0; i < A.num_rows(); ++i)
    b(i) = weighted.is_laplacian ? static_cast<double>(random_value<T>(random(static_cast<std::uint64_t>(i)))) : 1;
  return {DoubleMatrix(A.num_rows(), A.num_cols(), A.row_map, A.entries, rounded), b, weighted.points};
}

/// An array of T where Exec works.
template <class Space>
Kokkos::View<T*, Space> on_space(Kokkos::View<double const*, Kokkos::HostSpace> const& from) {
  Kokkos::View<T*, Kokkos::HostSpace> const host("Araios::Perf::of_type", from.extent(0));
  for (std::size_t i = 0; i < from.extent(0); ++i) host(i) = static_cast<T>(from(i));
  Kokkos::View<T*, Space> const to("Araios::Perf::of_type", from.extent(0));
  Kokkos::deep_copy(to, host);
  return to;
}

Outcome time_solvers(SolveProgram const& program, Spaces& spaces, WeightedMatrix const& weighted) {
  SolveCase<T> const what = make_case(weighted);
  Outcome all;
  spaces.each([&]<class Exec>(Bench<Exec>& bench) {
    using Space = typename Exec::memory_space;
    auto const copied = copy_to<Space>(Structure(what.A.num_rows(), what.A.num_cols(), what.A.row_map, what.A.entries));
    SolveOn<Exec, T> on{program,
                        bench,
                        what,
                        all,
                        all.results,
                        CsrMatrix<T, int, int, Space>(copied.num_rows(), copied.num_cols(), copied.row_map,
                                                      copied.entries, on_space<Space>(what.A.values)),
                        on_space<Space>(what.b),
                        Kokkos::View<T*, Space>("Araios::Perf::x", what.b.extent(0))};
    run_candidates(program, "solve", on);
  });
  return all;
}

OfType<TimeSolve> const solvers_of_type(perf_type_name, time_solvers);

}  // namespace

}  // namespace Araios::Perf
