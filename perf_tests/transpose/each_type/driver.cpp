// SPDX-License-Identifier: Apache-2.0
#include "harness/random_value.hpp"
#include "harness/types.hpp"
#include "transpose/transpose_case.hpp"

#include <Araios/generate/counter_random.hpp>

namespace Araios::Perf {

namespace {

// Values at random, also for files, whose own may all be equal: that would hide one that went to the wrong place.
template <class Scalar>
TransposeCase<Scalar> with_values(Structure const& A, TransposedStructure const& expected) {
  ValuesViewOf<Scalar, Kokkos::HostSpace> values, transposed;
  if constexpr (!is_pattern_v<Scalar>) {
    Host const host;
    values = allocate<decltype(values)>(host, "Araios::Perf::values", A.nnz());
    transposed = allocate<decltype(values)>(host, "Araios::Perf::expected::values", A.nnz());
    auto const from = expected.from;
    CounterRandom const random(1, 0);
    Kokkos::parallel_for("Araios::Perf::values", Araios::range(host, A.nnz()), [=](std::int64_t q) {
      values(q) = random_value<Scalar>(random(q));
      transposed(q) = random_value<Scalar>(random(from(q)));
    });
    host.fence();
  }
  Structure const& B = expected.matrix;
  return {HostMatrix<Scalar>(A.num_rows(), A.num_cols(), A.row_map, A.entries, values),
          HostMatrix<Scalar>(B.num_rows(), B.num_cols(), B.row_map, B.entries, transposed)};
}

template <class Scalar>
void time_on_device([[maybe_unused]] TransposeProgram const& program, [[maybe_unused]] Bench<Device>& bench,
                    [[maybe_unused]] TransposeCase<Scalar> const& what, [[maybe_unused]] std::vector<Result>& results) {
#ifdef ARAIOS_PERF_HAS_DEVICE
  TransposeOn<Device, Scalar> const on(program, bench, what, results);
  time_araios(on);
  time_plan(on);
#ifdef ARAIOS_HAVE_CUSPARSE
  time_cusparse(on);
#endif
#ifdef ARAIOS_HAVE_KOKKOS_KERNELS
  if (!program.suite) time_kokkos_kernels(on);
#endif
#endif
}

template <class Scalar>
void time_on_host(TransposeProgram const& program, Bench<Host>& bench, TransposeCase<Scalar> const& what,
                  std::vector<Result>& results) {
  TransposeOn<Host, Scalar> const on(program, bench, what, results);
  time_araios(on);
  time_plan(on);
#ifdef ARAIOS_HAVE_CXSPARSE
  time_cxsparse(on);
#else
  if (std::is_same_v<Scalar, double>) results.push_back(not_built("CXSparse", "cs_transpose"));
#endif
#ifdef ARAIOS_HAVE_KOKKOS_KERNELS
  if (!program.suite) time_kokkos_kernels(on);
#endif
}

}  // namespace

template <class Scalar>
std::vector<Result> time_all(TransposeProgram const& program, Spaces& spaces, Structure const& A,
                             TransposedStructure const& expected) {
  TransposeCase<Scalar> const what = with_values<Scalar>(A, expected);
  std::vector<Result> results;
  if (spaces.host) time_on_host(program, *spaces.host, what, results);
  if (spaces.device) time_on_device(program, *spaces.device, what, results);
#ifndef ARAIOS_HAVE_CUSPARSE
  if (!program.suite || spaces.device) results.push_back(not_built("cuSPARSE", "csr2cscEx2"));
#endif
#ifndef ARAIOS_HAVE_KOKKOS_KERNELS
  if (!program.suite) results.push_back(not_built("Kokkos Kernels", "transpose_matrix"));
#endif
  return results;
}

template std::vector<Result> time_all<PerfScalar>(TransposeProgram const&, Spaces&, Structure const&,
                                                  TransposedStructure const&);

}  // namespace Araios::Perf
