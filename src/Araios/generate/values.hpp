// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// Integers as values of any scalar type, exactly, so that the result is the same on every processor.

#include <Araios/core/concepts.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>
#include <type_traits>

namespace Araios::Impl {

/// 64 random bits as a value: floating-point types in [-1, 1) with every step of 2^-23 (float) or 2^-52 (wider types),
/// integers in [0, 128), Pattern for Pattern.
template <ScalarType Scalar>
KOKKOS_FUNCTION constexpr Scalar value_from_bits(std::uint64_t bits) {
  if constexpr (is_pattern_v<Scalar>) {
    return {};
  } else if constexpr (is_complex_v<Scalar>) {
    using Real = typename Scalar::value_type;
    // Float parts use 24 bits each, so one 64-bit number gives both; parts of double overlap only in their low bits.
    return Scalar(value_from_bits<Real>(bits), value_from_bits<Real>((bits << 32) | (bits >> 32)));
  } else if constexpr (std::is_floating_point_v<Scalar>) {
    constexpr int used = sizeof(Scalar) == 4 ? 24 : 53;
    std::int64_t const integer = static_cast<std::int64_t>(bits >> (64 - used)) - (std::int64_t(1) << (used - 1));
    return static_cast<Scalar>(integer) * (Scalar(1) / static_cast<Scalar>(std::int64_t(1) << (used - 1)));
  } else {
    return static_cast<Scalar>(bits & 127);
  }
}

/// An integer as a value; Pattern for Pattern.
template <ScalarType Scalar>
KOKKOS_FUNCTION constexpr Scalar value_from_integer(int integer) {
  if constexpr (is_pattern_v<Scalar>)
    return {};
  else
    return static_cast<Scalar>(integer);
}

}  // namespace Araios::Impl
