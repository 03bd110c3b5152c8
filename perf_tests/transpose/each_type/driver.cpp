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

std::vector<Result> time_transpositions(TransposeProgram const& program, Spaces& spaces, Structure const& A,
                                        TransposedStructure const& expected) {
  TransposeCase<PerfScalar> const what = with_values<PerfScalar>(A, expected);
  std::vector<Result> results;
  spaces.each([&](auto& bench) {
    TransposeOn on(program, bench, what, results);
    run_candidates(program, "transpose", on);
  });
  if (std::is_same_v<PerfScalar, double> && spaces.host)
    add_not_built(program, {{"CXSparse", "cs_transpose"}}, results);
  if (!program.suite || spaces.device) add_not_built(program, {{"cuSPARSE", "csr2cscEx2"}}, results);
  if (!program.suite) add_not_built(program, {{"Kokkos Kernels", "transpose_matrix"}}, results);
  return results;
}

OfType<TimeTranspose> const transpositions_of_type(perf_type_name, time_transpositions);

}  // namespace

}  // namespace Araios::Perf
