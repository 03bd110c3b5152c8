// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// The sentences that say how a matrix differs from the pattern of a TransposePlan.

#include <Araios/core/checks.hpp>
#include <Araios/operations/transpose/plan/kernels.hpp>

#include <optional>
#include <string>

namespace Araios::Impl::transpose {

/// That A has another pattern: `parts` say what differs.
template <class... Parts>
std::string other_pattern(Parts const&... parts) {
  return message("Araios::transpose: the pattern of A differs from that of the plan: ", parts...);
}

/// The sentence of a difference that a comparison has found, or nothing. nnz is that of the plan.
template <class Offset>
std::optional<std::string> difference_sentence(TransposePatternDifference const& found, Offset nnz) {
  using Kind = TransposePatternDifference::Kind;
  switch (found.kind) {
  case Kind::none:
    break;
  case Kind::row_map:
    return other_pattern("its row_map does not begin at 0, decreases, or does not end at ", nnz, ", first at position ",
                         found.position);
  case Kind::column:
    return other_pattern("the column of entry ", found.position);
  case Kind::row:
    return other_pattern("the row of entry ", found.position);
  }
  return {};
}

}  // namespace Araios::Impl::transpose
