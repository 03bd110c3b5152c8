// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "harness/bench.hpp"
#include "harness/program.hpp"

#include <optional>

namespace Araios::Perf {

/// The spaces that are measured in, with what each needs once for all matrices and types.
struct Spaces {
  std::optional<Bench<Device>> device;
  std::optional<Bench<Host>> host;

  Spaces(CommonOptions const& common, Progress& progress) {
    if (common.on_device()) device.emplace(Device(), common.protocol, common.smoke, progress);
    if (common.on_host()) host.emplace(Host(), common.protocol, common.smoke, progress);
  }

  /// time(bench) in each of them. Where the device is the host, it is not instantiated twice.
  template <class Time>
  void each(Time const& time) {
    if (host) time(*host);
#ifdef ARAIOS_PERF_HAS_DEVICE
    if (device) time(*device);
#endif
  }
};

}  // namespace Araios::Perf
