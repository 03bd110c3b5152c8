// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// The numbers that options and arguments may have: one table, and one check of it.

#include <Araios/core/checks.hpp>

#include <cstdint>
#include <limits>

namespace Araios::Impl {

/// The numbers that an option may have: `minimum` .. `maximum`.
struct OptionRange {
  char const* name;
  std::int64_t minimum;
  std::int64_t maximum = std::numeric_limits<std::int64_t>::max();
};

namespace option {
inline constexpr OptionRange max_iterations{"max_iterations", 0, std::int64_t(1) << 60};
inline constexpr OptionRange max_workspace_bytes{"max_workspace_bytes", 1};
/// The option of `transpose`: -1 is the default, and 0 allows no memory beyond the minimum.
inline constexpr OptionRange max_workspace_bytes_or_default{"max_workspace_bytes", -1};
inline constexpr OptionRange scan_trans_budget_bytes{"scan_trans_budget_bytes", 0};
inline constexpr OptionRange expected_applications{"expected_applications", 1};
inline constexpr OptionRange measured_applications{"measured_applications", 1, 1'000'000};
inline constexpr OptionRange max_bytes{"max_bytes", 0};
inline constexpr OptionRange bytes{"FormatLimits::bytes", 0};
inline constexpr OptionRange always_accepted_bytes{"FormatLimits::always_accepted_bytes", 0};
inline constexpr OptionRange distance{"distance", 1, 2};
inline constexpr OptionRange recolorings{"recolorings", 0, 100};
/// The options of block Jacobi and Chebyshev.
inline constexpr OptionRange block_size{"block_size", 1, 64};
inline constexpr OptionRange degree{"degree", 1, 64};
/// The options of multigrid.
inline constexpr OptionRange pre_sweeps{"pre_sweeps", 0, 64};
inline constexpr OptionRange post_sweeps{"post_sweeps", 0, 64};
/// The option of GMRES.
inline constexpr OptionRange restart{"restart", 1, 1024};
/// The options of triangular solves and of incomplete factorizations.
inline constexpr OptionRange sweeps{"sweeps", 0, 1000};
inline constexpr OptionRange solve_sweeps{"solve_sweeps", 0, 1000};
inline constexpr OptionRange capacity{"capacity", 0, std::int64_t(1) << 60};
/// The argument of `update_triangles`. Twice this number fits 64 bits.
inline constexpr OptionRange triangles{"triangles", 0, std::numeric_limits<std::int64_t>::max() / 2};
}  // namespace option

/// Throws std::invalid_argument "<function>: <name> is <value>; it must be ..." unless the range holds `value`.
inline void check_option(char const* function, OptionRange const& range, std::int64_t value) {
  if (value >= range.minimum && value <= range.maximum) return;
  if (range.maximum == std::numeric_limits<std::int64_t>::max())
    throw_message({function, ": ", range.name, " is ", value, "; it must be at least ", range.minimum});
  throw_message(
      {function, ": ", range.name, " is ", value, "; it must be in [", range.minimum, ", ", range.maximum, "]"});
}

}  // namespace Araios::Impl
