// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "harness/difference.hpp"
#include "harness/time_checked.hpp"

#include <Araios/core/memory.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>
#include <functional>
#include <limits>

namespace Araios::Perf {

/// The check of a `run` that makes the elements of y: the first and the last result by `first_wrong`, which returns the
/// position of a wrong element, or that of the end; and the bits of the last result against those of the first, which
/// `first` has room for. Before the runs that are checked y holds NaN, which beta = 0 must overwrite; for others than
/// Araios, of which some multiply with beta, it holds numbers. What it gets must outlive it.
template <class Exec, class Y, class Run, class FirstWrong>
std::function<void(char const*)> check_of_output(Exec const& exec, Result& result, Y const& y, Y const& first,
                                                 Run const& run, FirstWrong const& first_wrong) {
  return [&, is_first = true](char const* when) mutable {
    using T = typename Y::non_const_value_type;
    auto const length = static_cast<std::int64_t>(y.extent(0));
    Araios::fill(exec, y, T(result.library == "Araios" ? std::numeric_limits<float>::quiet_NaN() : 1e30f));
    run();
    exec.fence();
    if (std::int64_t const wrong = first_wrong(); wrong < length)
      throw wrong_result(result, when, join("the result is wrong at position ", wrong));
    if (is_first)
      Kokkos::deep_copy(exec, first, y);
    else
      result.repeatable = first_difference(exec, y, first) == length;
    is_first = false;
  };
}

/// Times such a `run`.
template <class Exec, class Y, class Run, class FirstWrong>
void time_output(Bench<Exec>& bench, Result& result, std::int64_t bytes, Y const& y, Y const& first, Run const& run,
                 FirstWrong const& first_wrong) {
  time_checked(bench, result, bytes, run, check_of_output(bench.exec(), result, y, first, run, first_wrong));
}

}  // namespace Araios::Perf
