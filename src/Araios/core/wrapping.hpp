// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// Sums, differences and products of numbers, where integers wrap: in C++ an overflow of signed ones is undefined.

#include <Kokkos_Core.hpp>

#include <type_traits>

namespace Araios {

namespace Impl {

/// R is an integer type whose overflow is undefined.
template <class R>
inline constexpr bool is_signed_integer = std::is_integral_v<R> && std::is_signed_v<R>;
}  // namespace Impl

/// a + b in the type of a + b; a sum of integers that does not fit wraps.
template <class A, class B>
KOKKOS_FORCEINLINE_FUNCTION constexpr auto wrapping_sum(A const& a, B const& b) -> decltype(a + b) {
  using R = decltype(a + b);
  if constexpr (Impl::is_signed_integer<R>)
    return static_cast<R>(static_cast<std::make_unsigned_t<R>>(a) + static_cast<std::make_unsigned_t<R>>(b));
  else
    return a + b;
}
/// a - b in the type of a - b; integers wrap.
template <class A, class B>
KOKKOS_FORCEINLINE_FUNCTION constexpr auto wrapping_difference(A const& a, B const& b) -> decltype(a - b) {
  using R = decltype(a - b);
  if constexpr (Impl::is_signed_integer<R>)
    return static_cast<R>(static_cast<std::make_unsigned_t<R>>(a) - static_cast<std::make_unsigned_t<R>>(b));
  else
    return a - b;
}
/// a * b in the type of a * b; integers wrap.
template <class A, class B>
KOKKOS_FORCEINLINE_FUNCTION constexpr auto wrapping_product(A const& a, B const& b) -> decltype(a * b) {
  using R = decltype(a * b);
  if constexpr (Impl::is_signed_integer<R>)
    return static_cast<R>(static_cast<std::make_unsigned_t<R>>(a) * static_cast<std::make_unsigned_t<R>>(b));
  else
    return a * b;
}
/// -a in the type of -a; the minimum of integers is its own negative.
template <class A>
KOKKOS_FORCEINLINE_FUNCTION constexpr auto wrapping_negative(A const& a) -> decltype(-a) {
  if constexpr (Impl::is_signed_integer<decltype(-a)>)
    return wrapping_difference(decltype(-a)(0), a);
  else
    return -a;
}

}  // namespace Araios
