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
  std::map<std::string, std::string> versions;
  std::string commit;
  std::string flags;  // of the compiler, beyond those that Kokkos asks for
  std::string date;   // UTC, when the program began
};

/// Requires      Kokkos is initialised.
Environment environment(std::string const& machine, std::map<std::string, std::string> const& versions);

/// A few lines for people.
void print(std::ostream& out, Environment const& environment);

}  // namespace Araios::Perf
