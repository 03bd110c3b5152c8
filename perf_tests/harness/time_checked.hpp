// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "harness/bench.hpp"
#include "harness/results.hpp"

#include <cstdint>

namespace Araios::Perf {

/// Checks `run`, times it, and checks it again. `check(when)` runs it once and throws WrongResult; `reset`, which is
/// not timed, comes before each timed run.
template <class Exec, class Run, class Check, class Reset = Nothing>
void time_checked(Bench<Exec>& bench, Result& result, std::int64_t bytes, Run const& run, Check const& check,
                  Reset const& reset = {}) {
  bench.progress().task(result.library + " " + result.method + " on " + result.space);
  check("first run");
  result.bytes = bytes;
  result.copy_bandwidth = bench.copy_bandwidth();
  result.flushed = bench.flushed(run, reset);
  result.warm = bench.warm(run, reset);
  check("after the timed runs");
}

}  // namespace Araios::Perf
