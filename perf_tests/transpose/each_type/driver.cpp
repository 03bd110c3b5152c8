// SPDX-License-Identifier: Apache-2.0
#include "harness/product_case.hpp"
#include "harness/types.hpp"
#include "transpose/transpose_case.hpp"

namespace Araios::Perf {

namespace {

std::vector<Result> time_transpositions(TransposeProgram const& program, Spaces& spaces, Structure const& A,
                                        TransposedStructure const& expected) {
  auto const with_values = with_random_values<PerfScalar>(A);
  TransposeCase<PerfScalar> const what{with_values, transposed_values(with_values, expected)};
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
