// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// The semirings of the C interface.

#include "types.hpp"

#include <Araios/core/semiring.hpp>

namespace araios_c {

/// Longest paths: the greatest of sums. Minus infinity is no path.
struct MaxPlus : Araios::SemiringOf<Araios::Max, Araios::Annihilated<Araios::Plus, Araios::Max>> {};

/// f(Semiring{}) for semirings of real numbers other than plus-times.
template <class F>
decltype(auto) with_semiring(araios_semiring semiring, F const& f) {
  switch (semiring) {
  case ARAIOS_MIN_PLUS:
    return f(Araios::MinPlus{});
  case ARAIOS_MAX_PLUS:
    return f(MaxPlus{});
  case ARAIOS_MAX_TIMES:
    return f(Araios::MaxTimes{});
  default:
    return f(Araios::OrAnd{});
  }
}

}  // namespace araios_c
