// SPDX-License-Identifier: Apache-2.0
#include "convert/convert_case.hpp"
#include "harness/product_case.hpp"
#include "harness/types.hpp"

namespace Araios::Perf {

namespace {

std::vector<Result> time_conversions(MatrixProgram const& program, Spaces& spaces, Structure const& structure) {
  auto const A = with_random_values<PerfScalar>(structure);
  std::vector<Result> results;
  spaces.each([&]<class Exec>(Bench<Exec>& bench) {
    auto on = convert_on<Exec, PerfType>(program, bench, results, A);
    run_candidates(program, "convert", on);
  });
  return results;
}

OfType<TimeConversions> const conversions_of_type(perf_type_name, time_conversions);

}  // namespace

}  // namespace Araios::Perf
