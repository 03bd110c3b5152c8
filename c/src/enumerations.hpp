// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// The enumerations of the C header as those of C++, which have the same values: enumerations.cpp checks each.

#include <Araios/formats/format.hpp>
#include <Araios/formats/validate/compressed.hpp>
#include <Araios/operations/color/options.hpp>
#include <Araios/operations/spmv/options.hpp>
#include <Araios/runtime/borrowed.hpp>
#include <Araios/runtime/operations.hpp>
#include <Araios/runtime/plan.hpp>
#include <Araios/runtime/semirings.hpp>
#include <Araios/runtime/structured.hpp>

#include <araios.h>
#include <optional>

namespace araios_c {

/// of(enumerator of one) is that of the other. Of a value that is no enumerator it is none, either.
#define ARAIOS_C_SAME(C, Cpp)                                             \
  constexpr Cpp of(C enumerator) { return static_cast<Cpp>(enumerator); } \
  constexpr C of(Cpp enumerator) { return static_cast<C>(enumerator); }
ARAIOS_C_SAME(araios_status, Araios::runtime::ErrorKind)
ARAIOS_C_SAME(araios_type, Araios::runtime::ValueType)
ARAIOS_C_SAME(araios_index, Araios::runtime::IndexType)
ARAIOS_C_SAME(araios_space, Araios::runtime::Space)
ARAIOS_C_SAME(araios_ownership, Araios::runtime::Ownership)
ARAIOS_C_SAME(araios_trust, Araios::runtime::Trust)
ARAIOS_C_SAME(araios_semiring, Araios::runtime::SemiringType)
ARAIOS_C_SAME(araios_operator, Araios::runtime::Operator)
ARAIOS_C_SAME(araios_duplicates, Araios::runtime::Duplicates)
ARAIOS_C_SAME(araios_plan_kind, Araios::runtime::PlanKind)
ARAIOS_C_SAME(araios_order, Araios::Order)
ARAIOS_C_SAME(araios_op, Araios::Op)
ARAIOS_C_SAME(araios_spmv_method, Araios::SpmvMethod)
ARAIOS_C_SAME(araios_determinism, Araios::Determinism)
#undef ARAIOS_C_SAME

/// A format; nothing for ARAIOS_FORMAT_DEFAULT, which is before the first.
constexpr std::optional<Araios::Format> of(araios_format format) {
  if (format == ARAIOS_FORMAT_DEFAULT) return std::nullopt;
  return static_cast<Araios::Format>(format - 1);
}
constexpr araios_format of(Araios::Format format) { return static_cast<araios_format>(static_cast<int>(format) + 1); }

inline Araios::runtime::FormatOptions of(araios_format_options const& options) {
  return {options.block_size,      options.chunk,       options.sorting_window,
          options.slots_per_entry, options.packet_rows, options.natural_order != 0};
}
inline Araios::ColorOptions of(araios_color_options const& options) {
  Araios::ColorOptions how;
  if (options.distance != 0) how.distance = options.distance;
  if (options.by_hash != 0) how.order = Araios::ColorOrder::by_hash;
  if (options.recolorings != 0) how.recolorings = options.recolorings == -1 ? 0 : options.recolorings;
  return how;
}

}  // namespace araios_c
