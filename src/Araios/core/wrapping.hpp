// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// Sums, differences and products of numbers, where integers wrap: in C++ an overflow of signed ones is undefined.

#include <Kokkos_Core.hpp>

#include <type_traits>

namespace Araios::Impl {

/// R is an integer type whose overflow is undefined.
template <class R>
inline constexpr bool is_signed_integer = std::is_integral_v<R> && std::is_signed_v<R>;

/// a + b in the type of a + b.
template <class A, class B>
KOKKOS_FORCEINLINE_FUNCTION constexpr auto wrapping_sum(A const& a, B const& b) -> decltype(a + b) {
  using R = decltype(a + b);
  if constexpr (is_signed_integer<R>)
    return static_cast<R>(static_cast<std::make_unsigned_t<R>>(a) + static_cast<std::make_unsigned_t<R>>(b));
  else
    return a + b;
}
/// a - b in the type of a - b.
template <class A, class B>
KOKKOS_FORCEINLINE_FUNCTION constexpr auto wrapping_difference(A const& a, B const& b) -> decltype(a - b) {
  using R = decltype(a - b);
  if constexpr (is_signed_integer<R>)
    return static_cast<R>(static_cast<std::make_unsigned_t<R>>(a) - static_cast<std::make_unsigned_t<R>>(b));
  else
    return a - b;
}
/// a * b in the type of a * b.
template <class A, class B>
KOKKOS_FORCEINLINE_FUNCTION constexpr auto wrapping_product(A const& a, B const& b) -> decltype(a * b) {
  using R = decltype(a * b);
  if constexpr (is_signed_integer<R>)
    return static_cast<R>(static_cast<std::make_unsigned_t<R>>(a) * static_cast<std::make_unsigned_t<R>>(b));
  else
    return a * b;
}
/// -a in the type of -a.
template <class A>
KOKKOS_FORCEINLINE_FUNCTION constexpr auto wrapping_negative(A const& a) -> decltype(-a) {
  if constexpr (is_signed_integer<decltype(-a)>)
    return wrapping_difference(decltype(-a)(0), a);
  else
    return -a;
}

}  // namespace Araios::Impl
