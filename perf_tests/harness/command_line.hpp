// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// Options that every program has.

#include "harness/program.hpp"

#include <CLI/CLI.hpp>

#include <limits>

namespace Araios::Perf {

/// `repeats` is 0 unless it is given.
inline void add_common_options(CLI::App& app, CommonOptions& options, int& repeats) {
  app.footer("Options that begin with --kokkos- are handed to Kokkos, for example the number of threads.");
  app.add_option("--repeats", repeats, "of each figure (default 30, fewer where a run takes long)")
      ->check(CLI::Range(1, 1'000'000));
  app.add_option("--seconds", options.protocol.seconds,
                 "after which no further repeat of a figure is begun; 5 are made unless they take 10 s")
      ->check(CLI::NonNegativeNumber)
      ->capture_default_str();
  app.add_option("--space", options.space, "where to run: all, device or host")
      ->check(CLI::IsMember({"all", "device", "host"}))
      ->capture_default_str();
  app.add_option("--json", options.json_file, "file to which one JSON object a result is appended");
  app.add_option("--machine", options.machine, "name of the machine, for the JSON lines (default: its GPU or CPU)");
  app.add_flag("--smoke", options.smoke, "everything once, small and quick: the figures mean nothing");
}

inline void finish_common_options(CommonOptions& options, int repeats) {
  if (options.smoke) options.protocol = {1, 2, 2, 0.0, 10.0};
  if (repeats == 0) return;
  // A number that was asked for is made, whatever the time.
  options.protocol.repeats = options.protocol.least = repeats;
  options.protocol.patience = std::numeric_limits<double>::infinity();
}

}  // namespace Araios::Perf
