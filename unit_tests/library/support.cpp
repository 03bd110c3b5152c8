// SPDX-License-Identifier: Apache-2.0
//
// The helpers of the tests themselves.

#include "support/data_dir.hpp"
#include "support/scale.hpp"

#include <Kokkos_Core.hpp>
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <string>

#include <unistd.h>

namespace library_support_test {

using namespace Araios::test;

/// Sets an environment variable for the life of the object.
class ScopedEnvironment {
 public:
  ScopedEnvironment(char const* name, char const* value) : name_(name) {
    if (char const* old = std::getenv(name)) {
      old_ = old;
    }
    setenv(name, value, 1);
  }
  ~ScopedEnvironment() {
    if (old_) {
      setenv(name_, old_->c_str(), 1);
    } else {
      unsetenv(name_);
    }
  }
  ScopedEnvironment(ScopedEnvironment const&) = delete;
  ScopedEnvironment& operator=(ScopedEnvironment const&) = delete;

 private:
  char const* name_;
  std::optional<std::string> old_;
};

TEST(TestSupport, KokkosIsInitialized) { EXPECT_TRUE(Kokkos::is_initialized()); }

TEST(TestSupport, ScaleFull) {
  ScopedEnvironment const scale("ARAIOS_TEST_SCALE", "full");
  EXPECT_EQ(scaled(20'000'000), 20'000'000);
}

TEST(TestSupport, ScaleSmallKeepsTheLeast) {
  ScopedEnvironment const scale("ARAIOS_TEST_SCALE", "small");
  EXPECT_EQ(scaled(20'000'000), 200'000);
  EXPECT_EQ(scaled(5'000, 2'000), 2'000);
  EXPECT_EQ(scaled(500, 2'000), 500);
}

TEST(TestSupport, ScaleRefusesWords) {
  for (char const* wrong : {"tiny", "0", "2", "0.5x", "nan"}) {
    ScopedEnvironment const scale("ARAIOS_TEST_SCALE", wrong);
    EXPECT_THROW(test_scale(), std::invalid_argument) << wrong;
  }
}

TEST(TestSupport, DataDirFollowsTheEnvironment) {
  auto const folder = std::filesystem::path(testing::TempDir()) / ("araios_data_dir_" + std::to_string(getpid()));
  std::filesystem::create_directories(folder / "matrices");
  std::ofstream(folder / "matrices" / "a.mtx") << "x";
  ScopedEnvironment const data("ARAIOS_DATA_DIR", folder.c_str());
  EXPECT_EQ(data_dir(), folder);
  EXPECT_EQ(data_file("matrices/a.mtx"), folder / "matrices" / "a.mtx");
  EXPECT_EQ(data_file("matrices/b.mtx"), std::nullopt);
  std::filesystem::remove_all(folder);
  EXPECT_EQ(data_dir(), std::nullopt);
}

}  // namespace library_support_test
