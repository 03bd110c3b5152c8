// SPDX-License-Identifier: Apache-2.0
//
// What the tests of the padded formats share.

#pragma once

#include <Araios/formats/format_limits.hpp>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <limits>
#include <string>
#include <vector>

#include "support/matrices.hpp"

namespace Araios::test {

/// Accepts matrices of any shape.
inline constexpr FormatLimits no_limits{.slots_per_entry = std::numeric_limits<double>::infinity()};

/// The small matrices but for those that padding blows up beyond a million slots.
template <class Scalar, class Ordinal = int, class Offset = int>
std::vector<Named<Scalar, Ordinal, Offset>> paddable_matrices() {
  auto all = small_matrices<Scalar, Ordinal, Offset>();
  std::erase_if(all, [](auto const& named) {
    std::int64_t longest = 0;
    for (std::int64_t i = 0; i < named.matrix.num_rows; ++i)
      longest = std::max<std::int64_t>(longest, named.matrix.row_map[i + 1] - named.matrix.row_map[i]);
    return (named.matrix.num_rows + 31) / 32 * 32 * longest > 1000000;
  });
  return all;
}

/// Explicit zeros, -0.0, a NaN with bits of its own, duplicates and an empty row.
inline HostCsr<double> awkward_values() {
  auto host = from_rows<double, int, int>({{3, 1, 1}, {}, {0, 2}, {3}}, 4);
  host.values = {0.0, -0.0, 0.0, -0.0, 0.0, 0.0};
  std::uint64_t const bits = 0xfff8000000000123u;
  std::memcpy(&host.values[4], &bits, sizeof bits);
  return host;
}

}  // namespace Araios::test
