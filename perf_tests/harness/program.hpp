// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// What the main functions of the programs share.

#include "harness/results.hpp"

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <exception>
#include <iostream>
#include <string>
#include <type_traits>
#include <vector>

namespace Araios::Perf {

using Device = Kokkos::DefaultExecutionSpace;
using Host = Kokkos::DefaultHostExecutionSpace;
inline constexpr bool has_device = !std::is_same_v<Device, Host>;
#if defined(KOKKOS_ENABLE_CUDA) || defined(KOKKOS_ENABLE_HIP) || defined(KOKKOS_ENABLE_SYCL)
#define ARAIOS_PERF_HAS_DEVICE  // for what must not even be instantiated twice
static_assert(has_device, "a Kokkos with a GPU back end is used with that as its default execution space");
#endif

#ifdef ARAIOS_PERF_SPACE
/// The space that a file of a folder each_type_and_space, or of formats, is compiled for: the build defines
/// ARAIOS_PERF_SPACE as Device or Host.
using PerfSpace = ARAIOS_PERF_SPACE;
#endif

/// Whether `one` is among `all`, as what an option names among what there is.
inline bool contains(std::vector<std::string> const& all, std::string const& one) {
  return std::find(all.begin(), all.end(), one) != all.end();
}

/// The command line in two parts: options that begin with --kokkos- are Kokkos' own.
struct Arguments {
  std::vector<char*> program;
  std::vector<char*> kokkos;

  Arguments(int argc, char** argv) {
    for (int i = 0; i < argc; ++i) {
      bool const to_kokkos = std::string(argv[i]).rfind("--kokkos-", 0) == 0;
      if (i == 0 || !to_kokkos) program.push_back(argv[i]);
      if (i == 0 || to_kokkos) kokkos.push_back(argv[i]);
    }
    kokkos_count_ = static_cast<int>(kokkos.size());
    kokkos.push_back(nullptr);
  }
  int program_count() const { return static_cast<int>(program.size()); }
  int& kokkos_count() { return kokkos_count_; }

 private:
  int kokkos_count_;
};

/// The main function of every program: what it throws becomes one line and exit status 1.
inline int run_program(char const* name, int argc, char** argv, int (*main_with)(Arguments&)) {
  try {
    Arguments arguments(argc, argv);
    return main_with(arguments);
  } catch (std::exception const& error) {
    std::cerr << "\n" << name << ": " << error.what() << '\n';
    return 1;
  }
}

/// Options that every program has.
struct CommonOptions {
  Protocol protocol;
  bool smoke = false;
  std::string space = "all";
  std::string machine;
  std::string json_file;

  bool on_device() const { return has_device && space != "host"; }
  bool on_host() const { return space != "device"; }
};

}  // namespace Araios::Perf
