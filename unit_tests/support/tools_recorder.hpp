// SPDX-License-Identifier: Apache-2.0
//
// What Kokkos Tools see of a piece of code: kernels, allocations, fences.

#pragma once

#include <Kokkos_Core.hpp>

#include <cstdint>
#include <string>
#include <vector>

namespace Araios::test {

/// Records from its construction to its end. One at a time: the callbacks of Kokkos Tools are global.
class ToolsRecorder {
 public:
  struct Kernel {
    std::string label;
    std::uint32_t device;
  };
  struct Record {
    std::vector<Kernel> kernels;
    std::vector<std::string> allocations;
    std::vector<std::string> fences;
    std::vector<std::string> copies;
    int open_regions = 0;
  };

  ToolsRecorder() {
    record() = {};
    namespace tools = Kokkos::Tools::Experimental;
    auto const kernel = [](char const* label, std::uint32_t device, std::uint64_t* id) {
      *id = 0;
      record().kernels.push_back({label, device});
    };
    tools::set_begin_parallel_for_callback(kernel);
    tools::set_begin_parallel_reduce_callback(kernel);
    tools::set_begin_parallel_scan_callback(kernel);
    // Kokkos 4.6 reports an "allocation" of no bytes for every team that asks for no second level of scratch.
    tools::set_allocate_data_callback(
        [](Kokkos::Tools::SpaceHandle, char const* label, void const*, std::uint64_t size) {
          if (size > 0) record().allocations.push_back(label);
        });
    tools::set_begin_fence_callback([](char const* label, std::uint32_t, std::uint64_t* id) {
      *id = 0;
      // Kokkos fences by itself around a tool's callbacks, and to copy the header of a new allocation.
      std::string const name = label;
      if (name.find("Tool") == std::string::npos && name.find("SharedAllocation") == std::string::npos)
        record().fences.push_back(name);
    });
    tools::set_begin_deep_copy_callback([](Kokkos::Tools::SpaceHandle, char const* to, void const*,
                                           Kokkos::Tools::SpaceHandle, char const*, void const*,
                                           std::uint64_t) { record().copies.push_back(to); });
    tools::set_push_region_callback([](char const*) { ++record().open_regions; });
    tools::set_pop_region_callback([] { --record().open_regions; });
  }
  ~ToolsRecorder() {
    namespace tools = Kokkos::Tools::Experimental;
    tools::set_begin_parallel_for_callback(nullptr);
    tools::set_begin_parallel_reduce_callback(nullptr);
    tools::set_begin_parallel_scan_callback(nullptr);
    tools::set_allocate_data_callback(nullptr);
    tools::set_begin_fence_callback(nullptr);
    tools::set_begin_deep_copy_callback(nullptr);
    tools::set_push_region_callback(nullptr);
    tools::set_pop_region_callback(nullptr);
  }
  ToolsRecorder(ToolsRecorder const&) = delete;
  ToolsRecorder& operator=(ToolsRecorder const&) = delete;

  static Record& record() {
    static Record instance;
    return instance;
  }
};

}  // namespace Araios::test
