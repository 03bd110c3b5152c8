// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// Unions, intersections and differences of Boolean vectors.

#include <Araios/core/aliasing.hpp>
#include <Araios/core/checks.hpp>
#include <Araios/core/execution.hpp>
#include <Araios/operations/bitmap/kernels.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>

namespace Araios::Impl::bitmap {

/// z := x op y, after its checks; `function` is the caller that a message names.
template <WordOp Op, class Exec, class X, class Y, class Z>
void combine(Exec const& exec, char const* function, X const& x, Y const& y, Z const& z) {
  check(x.length() == y.length() && x.length() == z.length(), function, ": lengths of x, y and z differ (", x.length(),
        ", ", y.length(), ", ", z.length(), ")");
  check_disjoint_or_same(function, z.words, "z", x.words, "x");
  check_disjoint_or_same(function, z.words, "z", y.words, "y");
  auto const in_x = words_within(x);
  auto const in_y = words_within(y);
  if (x.words.extent(0) > 0)
    Kokkos::parallel_for(function, range(exec, static_cast<std::int64_t>(x.words.extent(0))),
                         CombineWords<Op, decltype(in_x), decltype(in_y), decltype(z.words)>{in_x, in_y, z.words});
}

}  // namespace Araios::Impl::bitmap
