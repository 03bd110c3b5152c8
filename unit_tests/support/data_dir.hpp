// SPDX-License-Identifier: Apache-2.0
//
// Where the real matrices are.

#pragma once

#include <cstdlib>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "support/scale.hpp"

namespace Araios::test {

/// The folder of the real data: the environment variable ARAIOS_DATA_DIR, or else (where it exists) the folder
/// shared/data beside or inside the repository that the tests were configured from; nothing when there is none.
inline std::optional<std::filesystem::path> data_dir() {
  std::vector<std::filesystem::path> candidates;
  if (char const* named = std::getenv("ARAIOS_DATA_DIR")) {
    candidates.emplace_back(named);
  } else {
#ifdef ARAIOS_REPOSITORY_DIR
    std::filesystem::path const repository = ARAIOS_REPOSITORY_DIR;
    candidates.push_back(repository.parent_path() / "shared" / "data");
    candidates.push_back(repository / "shared" / "data");
#endif
  }
  for (auto const& candidate : candidates) {
    std::error_code ignored;
    if (std::filesystem::is_directory(candidate, ignored)) {
      return candidate;
    }
  }
  return std::nullopt;
}

/// A file of the real data by its name below that folder, as "matrices/wing.mtx.gz"; nothing when it is not there, or
/// larger than 100 kB where large tests are small ones.
///
///     auto const file = data_file("matrices/wing.mtx.gz");
///     if (!file) GTEST_SKIP() << no_data("matrices/wing.mtx.gz");
inline std::optional<std::filesystem::path> data_file(std::string const& name) {
  auto const folder = data_dir();
  std::error_code ignored;
  if (!folder || !std::filesystem::exists(*folder / name, ignored)) {
    return std::nullopt;
  }
  bool const is_large = std::filesystem::file_size(*folder / name) > 100'000;
  return is_large && is_small_scale() ? std::nullopt : std::optional(*folder / name);
}

/// What a test that needs `name` says when it is skipped.
inline std::string no_data(std::string const& name) {
  return "NOT TESTED: the data file " + name +
         " is not here, or too large for ARAIOS_TEST_SCALE=small; set ARAIOS_DATA_DIR to the folder that has it";
}

}  // namespace Araios::test
