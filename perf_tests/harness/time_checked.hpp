// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "harness/bench.hpp"
#include "harness/results.hpp"
#include "harness/table.hpp"

#include <Araios/core/workspace.hpp>
#include <Araios/testing/count_allocations.hpp>

#include <algorithm>
#include <cstdint>
#include <exception>
#include <string>

namespace Araios::Perf {

/// What is thrown for a result that is not what it must be.
inline WrongResult wrong_result(Result const& result, char const* when, std::string const& what) {
  return WrongResult(join(result.library, " ", result.method, " in ", result.space, ", ", when, ": ", what));
}

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

/// A run that takes its memory anew. Of Araios it notes what that was, result included.
template <class Exec, class Run>
void run_with_new_memory(Exec const& exec, Result& result, Run const& run) {
  release_instance_workspaces(exec);
  std::int64_t const before = bytes_allocated();
  run();
  exec.fence();
  if (result.library == "Araios") result.peak_bytes = bytes_allocated() - before;
}

/// Takes the figures from a result, and notes why: that it was wrong, or what the library refused.
///
/// Throws        where the device is lost.
template <class Exec>
void note_refusal(Exec const& exec, Outcome& all, Result& result, std::exception const& why) {
  bool const is_wrong = dynamic_cast<WrongResult const*>(&why) != nullptr;
  result.flushed = result.warm = {};
  result.note = join(is_wrong ? "wrong result, " : "no result: ", why.what());
  std::replace(result.note.begin(), result.note.end(), '\n', ' ');
  if (is_wrong || result.library == "Araios") ++all.failures;
  exec.fence();
}

/// `time_checked`, or note_refusal.
template <class Exec, class Run, class Check, class Reset = Nothing>
void time_or_note(Bench<Exec>& bench, Outcome& all, Result& result, std::int64_t bytes, Run const& run,
                  Check const& check, Reset const& reset = {}) {
  try {
    time_checked(bench, result, bytes, run, check, reset);
  } catch (std::exception const& refusal) {
    note_refusal(bench.exec(), all, result, refusal);
  }
  reset();
}

}  // namespace Araios::Perf
