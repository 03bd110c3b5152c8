// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// The semirings and operators that are known at run time.

#include <Araios/core/semiring.hpp>
#include <Araios/runtime/types.hpp>

namespace Araios::runtime {

/// Addition and multiplication of a product.
enum class SemiringType { plus_times, min_plus, max_plus, max_times, or_and, plus_pair };

/// Longest paths: the greatest of sums. Minus infinity is no path.
struct MaxPlus : Araios::SemiringOf<Araios::Max, Araios::Annihilated<Araios::Plus, Araios::Max>> {};

/// f(Semiring{}) for semirings of real numbers other than plus-times.
template <class F>
decltype(auto) with_semiring(SemiringType semiring, F const& f) {
  switch (semiring) {
  case SemiringType::min_plus:
    return f(Araios::MinPlus{});
  case SemiringType::max_plus:
    return f(MaxPlus{});
  case SemiringType::max_times:
    return f(Araios::MaxTimes{});
  default:
    return f(Araios::OrAnd{});
  }
}

}  // namespace Araios::runtime
