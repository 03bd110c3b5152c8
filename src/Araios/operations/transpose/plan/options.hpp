// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// The options of a TransposePlan.

#include <Araios/core/checks.hpp>
#include <Araios/core/option_ranges.hpp>
#include <Araios/operations/transpose/options.hpp>

#include <cstdint>

namespace Araios {

/// How closely a plan checks the pattern of a matrix before it transposes its values. Shape and number of entries are
/// always compared.
enum class PatternCheck {
  none,     ///< no further check: the caller guarantees it
  sampled,  ///< nothing more when row_map and entries are the very arrays that were analysed; else 4096 entries, spread
            ///< over the matrix, and all of them where there are no more. A pattern with few differences may pass
  full  ///< every element of row_map and entries, also of the arrays that were analysed: they may have been changed.
        ///< While a CUDA graph is captured, as `sampled`
};

/// What a plan does by default: the cheap check, in every build.
inline constexpr PatternCheck default_pattern_check = PatternCheck::sampled;

/// Bytes per element of the permutation.
enum class PositionWidth {
  automatic,  ///< 4 where k < 2^32, else 8
  offset      ///< the bytes of Offset; for tests of the wide path with small matrices
};

struct TransposePlanOptions {
  /// The method of the analysis; all give the same plan.
  TransposeMethod method = TransposeMethod::automatic;
  PatternCheck check = default_pattern_check;
  PositionWidth positions = PositionWidth::automatic;
  /// As in TransposeOptions.
  std::int64_t scan_trans_budget_bytes = TransposeOptions{}.scan_trans_budget_bytes;
};
template <>
inline constexpr bool Impl::may_leave_out_v<TransposePlanOptions> = true;

/// Options of a transposition with a plan, whose method is that of the plan.
struct TransposeValuesOptions {
  Conjugate conjugate = Conjugate::no;
};

/// Options of a comparison with the pattern of a plan.
struct PatternCheckOptions {
  PatternCheck check = PatternCheck::full;
};

namespace Impl::transpose {
/// Throws when an option is out of range.
inline void check_transpose_plan_options(TransposePlanOptions const& options) {
  check_enumerator(options.method, TransposeMethod::fused, "Araios::TransposePlan: TransposeMethod");
  check_enumerator(options.check, PatternCheck::full, "Araios::TransposePlan: PatternCheck");
  check_enumerator(options.positions, PositionWidth::offset, "Araios::TransposePlan: PositionWidth");
  check_option("Araios::TransposePlan", option::scan_trans_budget_bytes, options.scan_trans_budget_bytes);
}
}  // namespace Impl::transpose

}  // namespace Araios
