// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// Where and with what a figure was measured.

#include <iosfwd>
#include <map>
#include <string>

namespace Araios::Perf {

/// Written into every line of results. A figure without it proves nothing.
struct Environment {
  std::string machine;  // a name given by whoever measures; never looked up
  std::string cpu;
  std::string gpu;  // empty without one
  std::string device_space;
  std::string host_space;
  int host_threads = 0;
  std::string allocator;  // of the device's memory; empty where Kokkos has its default, cudaMalloc
  std::map<std::string, std::string> versions;
  std::string commit;
  std::string flags;  // of the compiler, beyond those that Kokkos asks for
  std::string date;   // UTC, when the program began
};

/// Requires      Kokkos is initialised.
Environment environment(std::string const& machine, std::map<std::string, std::string> const& versions);

/// From now on what is freed on the device stays with the process, for the next allocation, and `where` says so.
/// Without it the pool of cudaMallocAsync gives its free memory back to the driver whenever the program waits.
///
/// Throws        std::invalid_argument unless Kokkos allocates from that pool.
void keep_freed_memory(Environment& where);

/// A few lines for people.
void print(std::ostream& out, Environment const& environment);

}  // namespace Araios::Perf
