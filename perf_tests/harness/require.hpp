// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// Conditions of what is asked for.

#include "harness/table.hpp"

#include <cstdint>
#include <stdexcept>
#include <string>
#include <utility>

namespace Araios::Perf {

/// Throws std::invalid_argument with the concatenated parts unless `condition` holds.
template <class... Parts>
void require(bool condition, Parts const&... parts) {
  if (!condition) throw std::invalid_argument(join(parts...));
}

/// A number that the entries of matrices of `int` can have, or std::invalid_argument "<what>: ...".
inline int as_int(std::int64_t number, std::string const& what) {
  require(std::in_range<int>(number), what, ": ", number, " does not fit int");
  return static_cast<int>(number);
}

}  // namespace Araios::Perf
