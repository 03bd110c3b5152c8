// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// Random values that are multiples of a power of two, so that they are the same on every processor.

#include <Araios/core/concepts.hpp>

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace Araios::Perf {

/// 64 random bits as a value: real and imaginary parts in [-1, 1) with every step of 2^-23 (float) or 2^-52 (double);
/// Pattern for Pattern.
template <ScalarType Scalar>
KOKKOS_FUNCTION constexpr Scalar random_value(std::uint64_t bits) {
  if constexpr (is_pattern_v<Scalar>) {
    return {};
  } else if constexpr (is_complex_v<Scalar>) {
    using Real = typename Scalar::value_type;
    return Scalar(random_value<Real>(bits), random_value<Real>((bits << 32) | (bits >> 32)));
  } else {
    static_assert(std::is_floating_point_v<Scalar>);
    constexpr int used = sizeof(Scalar) == 4 ? 24 : 53;
    constexpr auto half = std::int64_t(1) << (used - 1);
    return static_cast<Scalar>(static_cast<std::int64_t>(bits >> (64 - used)) - half) / static_cast<Scalar>(half);
  }
}

/// Bytes that one value occupies in memory: 0 for Pattern, whose sizeof is 1 by the rules of the language.
template <class Scalar>
inline constexpr std::size_t value_bytes_v = is_pattern_v<Scalar> ? 0 : sizeof(Scalar);

}  // namespace Araios::Perf
