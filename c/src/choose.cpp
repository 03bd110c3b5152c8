// SPDX-License-Identifier: Apache-2.0
/// \file
/// The choice of a format.

#include "structured.hpp"

#include <Araios/choose_format.hpp>

#include <limits>

using namespace araios_c;

namespace {
araios_format_choice describe(Araios::FormatChoice const& choice) {
  araios_format_choice result{};
  result.format = format_of(choice.format);
  result.options.block_size = choice.block_size;
  // Eligible formats are within the bytes of CSR: padding needs no other limit.
  result.options.slots_per_entry = -1;
  result.options.sorting_window = choice.sorting_window == Araios::sell_sort_all ? -1 : choice.sorting_window;
  choice.reason.copy(result.reason, sizeof(result.reason) - 1);
  return result;
}
}  // namespace

araios_status araios_choose_format(araios_context* context, araios_choose_options const* options,
                                   araios_matrix const* A, araios_format_choice* choice) {
  return compute("araios_choose_format", context, [&](auto const& exec) {
    auto const a = matrix_input(*context, A, "A");
    require_pointer(choice, "choice");
    auto const given = options == nullptr ? araios_choose_options{} : *options;
    require_enumerator(given.op, ARAIOS_CONJUGATE_TRANSPOSE, "araios_op");
    require(given.expected_applications >= 0 && given.max_bytes >= 0, ARAIOS_INVALID_ARGUMENT,
            "expected_applications and max_bytes must not be negative");
    Araios::ChooseFormatOptions chosen;
    chosen.op = static_cast<Araios::Op>(given.op);
    chosen.repeatable = given.repeatable != 0;
    if (given.expected_applications > 0) chosen.expected_applications = given.expected_applications;
    if (given.max_bytes > 0) chosen.max_bytes = given.max_bytes;
    *choice = with_type(a.type, [&](auto t) {
      using S = typename decltype(t)::type;
      return describe(Araios::choose_format(exec, chosen, native<S, Index32>(exec, a)));
    });
  });
}
