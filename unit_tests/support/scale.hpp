// SPDX-License-Identifier: Apache-2.0
//
// How large the large tests are.

#pragma once

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <stdexcept>
#include <string>

namespace Araios::test {

/// The factor on the sizes of large tests, from the environment variable ARAIOS_TEST_SCALE: "full" or unset 1,
/// "small" 1/100 (sanitizers, emulators), or a number in (0, 1].
inline double test_scale() {
  char const* const named = std::getenv("ARAIOS_TEST_SCALE");
  std::string const scale = named ? named : "full";
  if (scale.empty() || scale == "full") {
    return 1.0;
  }
  if (scale == "small") {
    return 0.01;
  }
  char* end = nullptr;
  double const factor = std::strtod(scale.c_str(), &end);
  if (end == scale.c_str() || *end != '\0' || !(factor > 0.0 && factor <= 1.0)) {
    throw std::invalid_argument("ARAIOS_TEST_SCALE is \"" + scale + "\", not full, small or a number in (0, 1]");
  }
  return factor;
}

/// Whether this is the scale of sanitizers and emulators.
inline bool is_small_scale() { return test_scale() <= 0.01; }

/// n at this scale, never below `at_least` (or n itself, where n is less).
inline std::int64_t scaled(std::int64_t n, std::int64_t at_least = 1) {
  return std::max(std::min(n, at_least), static_cast<std::int64_t>(static_cast<double>(n) * test_scale()));
}

}  // namespace Araios::test
