// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// The methods and options of transposition.

#include <Araios/core/checks.hpp>
#include <Araios/core/option_ranges.hpp>
#include <Araios/core/workspace.hpp>

#include <cstdint>
#include <string_view>
#include <type_traits>

namespace Araios {

enum class TransposeMethod { automatic, serial, scan_trans, merge_trans, radix, bucket, symmetric, fused };

/// The name of the enumerator.
constexpr std::string_view name(TransposeMethod method) {
  switch (method) {
  case TransposeMethod::automatic:
    return "automatic";
  case TransposeMethod::serial:
    return "serial";
  case TransposeMethod::scan_trans:
    return "scan_trans";
  case TransposeMethod::merge_trans:
    return "merge_trans";
  case TransposeMethod::radix:
    return "radix";
  case TransposeMethod::bucket:
    return "bucket";
  case TransposeMethod::symmetric:
    return "symmetric";
  case TransposeMethod::fused:
    return "fused";
  }
  return "unknown";
}

/// Whether complex values are conjugated; real values and Pattern are not changed.
enum class Conjugate { no, yes };

struct TransposeOptions {
  TransposeMethod method = TransposeMethod::automatic;
  Conjugate conjugate = Conjugate::no;
  /// Maximum bytes of inter and intra of scan_trans, which throws where it needs more.
  std::int64_t scan_trans_budget_bytes = std::int64_t(4) << 30;
  /// Bytes of workspace that bucket and symmetric on a CUDA GPU may take where they are then faster; where they need
  /// more in any case, they take that. -1: 16 bytes per entry of A.
  std::int64_t max_workspace_bytes = -1;
};
template <>
inline constexpr bool Impl::may_leave_out_v<TransposeOptions> = true;

/// A method, and the reason for it.
struct TransposeChoice {
  TransposeMethod method;
  std::string_view reason;
};

namespace Impl::transpose {
/// TransposePlan specialises it.
template <class T>
struct IsTransposePlan : std::false_type {};

/// Throws when an option is out of range.
inline void check_transpose_options(TransposeOptions const& options) {
  check_enumerator(options.method, TransposeMethod::fused, "Araios::transpose: TransposeMethod");
  check_enumerator(options.conjugate, Conjugate::yes, "Araios::transpose: Conjugate");
  check_option("Araios::transpose", option::scan_trans_budget_bytes, options.scan_trans_budget_bytes);
  check_option("Araios::transpose", option::max_workspace_bytes_or_default, options.max_workspace_bytes);
}
}  // namespace Impl::transpose

}  // namespace Araios
