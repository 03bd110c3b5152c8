// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "harness/difference.hpp"
#include "harness/time_checked.hpp"

#include <Araios/core/memory.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>
#include <limits>

namespace Araios::Perf {

/// Times `run`, which makes the elements of y, and checks it: the first and the last result by `first_wrong`, which
/// returns the position of a wrong element, or that of the end; and the bits of the last result against those of the
/// first, which `first` has room for. Before the runs that are checked y holds NaN, which beta = 0 must overwrite; for
/// others than Araios, of which some multiply with beta, it holds numbers.
template <class Exec, class Y, class Run, class FirstWrong>
void time_output(Bench<Exec>& bench, Result& result, std::int64_t bytes, Y const& y, Y const& first, Run const& run,
                 FirstWrong const& first_wrong) {
  using T = typename Y::non_const_value_type;
  Exec const& exec = bench.exec();
  auto const length = static_cast<std::int64_t>(y.extent(0));
  T const before(result.library == "Araios" ? std::numeric_limits<float>::quiet_NaN() : 1e30f);
  bool is_first = true;
  auto const check = [&](char const* when) {
    Araios::fill(exec, y, before);
    run();
    exec.fence();
    if (std::int64_t const wrong = first_wrong(); wrong < length)
      throw WrongResult(join(result.library, " ", result.method, " in ", result.space, ", ", when,
                             ": the result is wrong at position ", wrong));
    if (is_first)
      Kokkos::deep_copy(exec, first, y);
    else
      result.repeatable = first_difference(exec, y, first) == length;
    is_first = false;
  };
  time_checked(bench, result, bytes, run, check);
}

}  // namespace Araios::Perf
