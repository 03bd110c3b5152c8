// SPDX-License-Identifier: Apache-2.0
#ifdef ARAIOS_HAVE_KOKKOS_KERNELS
#include "baselines/kokkos_kernels_sptrsv.hpp"
#include "harness/types.hpp"
#include "triangular/triangular_case.hpp"

#include <Araios/formats/copy.hpp>

#include <cstddef>
#include <optional>

namespace Araios::Perf {

namespace {

using On = TriangularOn<PerfSpace, PerfScalar>;
using Sptrsv = KokkosKernelsSptrsv<PerfSpace, PerfScalar>;

/// The triangle as a matrix of its own, which is made before times are taken.
Sptrsv::Matrix matrix_of(DoubleMatrix const& M) {
  auto const places = copy_to<On::Space>(
      CsrMatrix<Pattern, int, int, Kokkos::HostSpace>(M.num_rows(), M.num_cols(), M.row_map, M.entries));
  Kokkos::View<PerfScalar*, On::Space> const values("Araios::Perf::values", M.values.extent(0));
  auto const host = Kokkos::create_mirror_view(values);
  for (std::size_t p = 0; p < host.extent(0); ++p) host(p) = static_cast<PerfScalar>(M.values(p));
  Kokkos::deep_copy(values, host);
  return {M.num_rows(), M.num_cols(), places.row_map, places.entries, values};
}

template <TriangularSystem const& System>
void time_sptrsv(On& on, Result& result) {
  auto const M = matrix_of(on.triangle(System));
  std::optional<Sptrsv> solver;
  result.set_up = on.bench.set_up([&] { solver.emplace(on.exec(), M, System.upper); });
  TriangularVectors<On, Kokkos::LayoutLeft> const vectors(on, System);
  auto const n = vectors.b.extent(0);
  Kokkos::View<PerfScalar*, On::Space> const b(vectors.b.data(), n), x(vectors.x.data(), n);
  time_triangular(on, result, System, vectors, [&] { (*solver)(b, x); });
}

Candidate<On> const lower("triangular", "Kokkos Kernels", lower_system.name, time_sptrsv<lower_system>);
Candidate<On> const upper("triangular", "Kokkos Kernels", upper_system.name, time_sptrsv<upper_system>, {.place = 1});

}  // namespace

}  // namespace Araios::Perf
#endif
