// SPDX-License-Identifier: Apache-2.0
//
// Also the plain loop of one host thread.
#include "harness/random_value.hpp"
#include "harness/types.hpp"
#include "triangular/triangular_case.hpp"

#include <Araios/formats/copy.hpp>
#include <Araios/generate/counter_random.hpp>

#include <cstddef>
#include <cstdint>

namespace Araios::Perf {

namespace {

using T = PerfScalar;
using HostValues = Kokkos::View<T*, Kokkos::HostSpace>;

HostValues rounded(DoubleMatrix const& A) {
  HostValues const values("Araios::Perf::values", A.values.extent(0));
  for (std::size_t p = 0; p < values.extent(0); ++p) values(p) = static_cast<T>(A.values(p));
  return values;
}

/// The entries of a triangle, with the values of T.
DoubleMatrix triangle_of(DoubleMatrix const& A, bool upper) {
  auto const is_in = [&](int i, int j) { return upper ? j >= i : j <= i; };
  std::int64_t nnz = 0;
  for (int i = 0; i < A.num_rows(); ++i)
    for (int p = A.row_map(i); p < A.row_map(i + 1); ++p) nnz += is_in(i, A.entries(p));
  auto const made = allocate_csr<double, int, int>(Host(), "Araios::Perf::triangle", A.num_rows(), nnz);
  int q = 0;
  made.row_map(0) = 0;
  for (int i = 0; i < A.num_rows(); ++i) {
    for (int p = A.row_map(i); p < A.row_map(i + 1); ++p) {
      if (!is_in(i, A.entries(p))) continue;
      made.entries(q) = A.entries(p);
      made.values(q++) = static_cast<double>(static_cast<T>(A.values(p)));
    }
    made.row_map(i + 1) = q;
  }
  return {A.num_rows(), A.num_cols(), made};
}

template <class Space>
Kokkos::View<T*, Space> copied(HostValues const& values) {
  Kokkos::View<T*, Space> const to("Araios::Perf::copied", values.extent(0));
  Kokkos::deep_copy(to, values);
  return to;
}

TriangularOutcome time_triangles(TriangularProgram const& program, Spaces& spaces, WeightedMatrix const& weighted) {
  DoubleMatrix const& A = weighted.A;
  DoubleMatrix const lower = triangle_of(A, false), upper = triangle_of(A, true);
  HostValues const values = rounded(A), b("Araios::Perf::b", static_cast<std::size_t>(A.num_rows()));
  CounterRandom const random(4, 0);
  for (std::size_t i = 0; i < b.extent(0); ++i) b(i) = random_value<T>(random(i));
  TriangularOutcome all;
  spaces.each([&]<class Exec>(Bench<Exec>& bench) {
    using Space = typename Exec::memory_space;
    auto const places = copy_to<Space>(Structure(A.num_rows(), A.num_cols(), A.row_map, A.entries));
    TriangularOn<Exec, T> on{program,
                             bench,
                             all,
                             all.results,
                             lower,
                             upper,
                             CsrMatrix<T, int, int, Space>(places.num_rows(), places.num_cols(), places.row_map,
                                                           places.entries, copied<Space>(values)),
                             copied<Space>(b)};
    run_candidates(program, "triangular", on);
  });
  return all;
}
OfType<TimeTriangular> const triangles_of_type(perf_type_name, time_triangles);

using OnHost = TriangularOn<Host, T>;

template <TriangularSystem const& System>
void time_loop(OnHost& on, Result& result) {
  DoubleMatrix const& M = on.triangle(System);
  HostValues const values = rounded(M);
  int const n = M.num_rows();
  TriangularVectors<OnHost, Kokkos::LayoutLeft> const vectors(on, System);
  auto const x = vectors.x;
  time_triangular(on, result, System, vectors, [&] {
    for (int k = 0; k < n; ++k) {
      int const i = System.upper ? n - 1 - k : k;
      T sum = vectors.b(i, 0), diagonal = 0;
      for (int p = M.row_map(i); p < M.row_map(i + 1); ++p)
        if (int const j = M.entries(p); j == i)
          diagonal += values(p);
        else
          sum -= values(p) * x(j, 0);
      x(i, 0) = sum / diagonal;
    }
  });
}
Candidate<OnHost> const lower_loop("triangular", "std", lower_system.name, time_loop<lower_system>);
Candidate<OnHost> const upper_loop("triangular", "std", upper_system.name, time_loop<upper_system>, {.place = 1});

}  // namespace

}  // namespace Araios::Perf
