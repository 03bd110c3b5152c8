// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <type_traits>

namespace Araios::Perf {

/// A struct of this folder for a matrix on the host, which it may look at.
template <class Format, class HostMatrix>
Format make_format([[maybe_unused]] HostMatrix const& A) {
  if constexpr (std::is_constructible_v<Format, HostMatrix const&>)
    return Format(A);
  else
    return Format();
}

}  // namespace Araios::Perf
