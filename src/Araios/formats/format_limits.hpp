// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// How large a padded format may become before it is refused.

#include <Araios/core/checks.hpp>

#include <cstdint>
#include <limits>
#include <string>

namespace Araios {

/// What a conversion to a format with padding accepts. The size is known before anything of it is allocated. Negative
/// numbers, and NaN, are no limits: conversions refuse them.
struct FormatLimits {
  /// Slots (entries and padding) an entry of the matrix.
  double slots_per_entry = 3;
  /// A format of no more bytes than this is accepted whatever its padding.
  std::int64_t always_accepted_bytes = std::int64_t(1) << 20;
  /// A format of more bytes than this is refused in any case.
  std::int64_t bytes = std::numeric_limits<std::int64_t>::max();
};

namespace Impl {
/// Refuses limits that are no limits: negative ones, and NaN.
inline void check_format_limits(char const* function, FormatLimits const& limits) {
  check(limits.slots_per_entry >= 0, function, ": FormatLimits::slots_per_entry is ", limits.slots_per_entry);
  check(limits.always_accepted_bytes >= 0, function, ": FormatLimits::always_accepted_bytes is negative (",
        limits.always_accepted_bytes, ")");
  check(limits.bytes >= 0, function, ": FormatLimits::bytes is negative (", limits.bytes, ")");
}

/// Whether check_format_size accepts: for those to whom the culprit costs a kernel.
inline bool format_fits(FormatLimits const& limits, std::int64_t slots, std::int64_t nnz, std::int64_t bytes) {
  return bytes <= limits.bytes && (bytes <= limits.always_accepted_bytes ||
                                   static_cast<double>(slots) <= limits.slots_per_entry * static_cast<double>(nnz));
}

/// Refuses a format of more bytes than the limit, whatever it holds; `culprit` as for check_format_size.
inline void check_format_bytes(std::string const& function, FormatLimits const& limits, std::int64_t bytes,
                               std::string const& culprit) {
  check(bytes <= limits.bytes, function, ": ", bytes, " bytes are more than the limit of ", limits.bytes, "; ",
        culprit);
}

/// Refuses a format of `bytes` bytes in which `slots` places hold `nnz` entries; `culprit` says what makes it so large,
/// as "row 17 has 5000 entries".
inline void check_format_size(std::string const& function, FormatLimits const& limits, std::int64_t slots,
                              std::int64_t nnz, std::int64_t bytes, std::string const& culprit) {
  check_format_bytes(function, limits, bytes, culprit);
  check(bytes <= limits.always_accepted_bytes ||
            static_cast<double>(slots) <= limits.slots_per_entry * static_cast<double>(nnz),
        function, ": ", slots, " slots (", bytes, " bytes) for ", nnz, " entries are more than the limit of ",
        limits.slots_per_entry, " slots an entry; ", culprit);
}
}  // namespace Impl

}  // namespace Araios
