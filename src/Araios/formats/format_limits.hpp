// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// Limits on the size of a padded format.

#include <Araios/core/checks.hpp>
#include <Araios/core/option_ranges.hpp>

#include <cmath>
#include <cstdint>
#include <limits>
#include <string>

namespace Araios {

/// The limits of a conversion to a format with padding. The size is known before any of it is allocated. Conversions
/// reject negative limits and NaN.
struct FormatLimits {
  /// Slots (entries and padding) per entry of the matrix.
  double slots_per_entry = 3;
  /// A format of at most this number of bytes is accepted, whatever its padding.
  std::int64_t always_accepted_bytes = std::int64_t(1) << 20;
  /// A format of more bytes than this is always rejected.
  std::int64_t bytes = std::numeric_limits<std::int64_t>::max();
};

namespace Impl {
/// Throws for negative limits and NaN.
inline void check_format_limits(char const* function, FormatLimits const& limits) {
  check(limits.slots_per_entry >= 0, function, ": FormatLimits::slots_per_entry is ", limits.slots_per_entry,
        "; it must be at least 0");
  check_option(function, option::always_accepted_bytes, limits.always_accepted_bytes);
  check_option(function, option::bytes, limits.bytes);
}

/// Whether so many slots are within the limit, which may be infinite.
inline bool padding_fits(FormatLimits const& limits, std::int64_t slots, std::int64_t nnz) {
  return std::isinf(limits.slots_per_entry) ||
         static_cast<double>(slots) <= limits.slots_per_entry * static_cast<double>(nnz);
}

/// Whether check_format_size accepts; for callers that need a kernel to find the `culprit`.
inline bool format_fits(FormatLimits const& limits, std::int64_t slots, std::int64_t nnz, std::int64_t bytes) {
  return bytes <= limits.bytes && (bytes <= limits.always_accepted_bytes || padding_fits(limits, slots, nnz));
}

/// Throws for a format of more bytes than the limit, whatever it holds; `culprit` as for check_format_size.
inline void check_format_bytes(std::string const& function, FormatLimits const& limits, std::int64_t bytes,
                               std::string const& culprit) {
  check(bytes <= limits.bytes, function, ": ", bytes, " bytes are more than the limit of ", limits.bytes, "; ",
        culprit);
}

/// Throws for a format beyond the limits, of `bytes` bytes with `slots` slots for `nnz` entries; `culprit` names the
/// cause, such as "row 17 has 5000 entries".
inline void check_format_size(std::string const& function, FormatLimits const& limits, std::int64_t slots,
                              std::int64_t nnz, std::int64_t bytes, std::string const& culprit) {
  check_format_bytes(function, limits, bytes, culprit);
  check(bytes <= limits.always_accepted_bytes || padding_fits(limits, slots, nnz), function, ": ", slots, " slots (",
        bytes, " bytes) for ", nnz, " entries are more than the limit of ", limits.slots_per_entry,
        " slots per entry; ", culprit);
}
}  // namespace Impl

}  // namespace Araios
