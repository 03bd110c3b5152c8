// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// Passes over the vectors of a level, between products and sweeps.

#include <Araios/core/arithmetic.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>

namespace Araios::Impl::multigrid {

/// t := b - t
template <class B, class X>
struct SubtractFrom {
  B b;
  X t;
  KOKKOS_FUNCTION void operator()(std::int64_t i) const { t(i) = difference(b(i), t(i)); }
};
/// x := x + d
template <class X>
struct AddTo {
  X d, x;
  KOKKOS_FUNCTION void operator()(std::int64_t i) const { x(i) = sum(x(i), d(i)); }
};
/// x := x + omega D^-1 (b - q), where q is A x; the first time x := omega D^-1 b.
template <class Diagonal, class B, class X, class Real>
struct JacobiSweep {
  Diagonal diagonal;
  B b;
  X q, x;
  Real omega;
  bool is_first;
  KOKKOS_FUNCTION void operator()(std::int64_t i) const {
    using T = typename X::non_const_value_type;
    T const left = is_first ? T(b(i)) : difference(T(b(i)), T(q(i)));
    T const step = scaled(diagonal(i, left), omega);
    x(i) = is_first ? step : sum(T(x(i)), step);
  }
};

}  // namespace Araios::Impl::multigrid
