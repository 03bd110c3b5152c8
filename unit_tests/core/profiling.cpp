// SPDX-License-Identifier: Apache-2.0

#include <Araios/core/profiling.hpp>
#include <gtest/gtest.h>

#include <stdexcept>
#include <string>
#include <vector>

namespace core_profiling_test {

std::vector<std::string>& events() {
  static std::vector<std::string> all;
  return all;
}

struct Profiling : testing::Test {
  Profiling() {
    events().clear();
    Kokkos::Tools::Experimental::set_push_region_callback([](char const* name) { events().emplace_back(name); });
    Kokkos::Tools::Experimental::set_pop_region_callback([] { events().emplace_back("end"); });
  }
  ~Profiling() override {
    Kokkos::Tools::Experimental::set_push_region_callback(nullptr);
    Kokkos::Tools::Experimental::set_pop_region_callback(nullptr);
  }
};

TEST_F(Profiling, regions_nest) {
  {
    Araios::Impl::ScopedRegion const outer("Araios::outer");
    Araios::Impl::ScopedRegion const inner("Araios::inner");
  }
  EXPECT_EQ(events(), (std::vector<std::string>{"Araios::outer", "Araios::inner", "end", "end"}));
}

TEST_F(Profiling, an_exception_closes_the_region) {
  try {
    Araios::Impl::ScopedRegion const region("Araios::region");
    throw std::runtime_error("leave");
  } catch (std::runtime_error const&) {
    events().emplace_back("caught");
  }
  EXPECT_EQ(events(), (std::vector<std::string>{"Araios::region", "end", "caught"}));
}

}  // namespace core_profiling_test
