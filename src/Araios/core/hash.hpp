// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// Hash functions of integers, and the multiplier of multiplicative hashing.

#include <Kokkos_Core.hpp>

#include <cstdint>

namespace Araios::Impl {

/// 2^64 divided by the golden ratio, made odd: the upper bits of a product with it depend on all bits of the other factor.
inline constexpr std::uint64_t golden_ratio_64 = 0x9e3779b97f4a7c15u;
/// A prime near 2^32 divided by the golden ratio, for products of 32 bits.
inline constexpr std::uint32_t golden_ratio_32 = 0x9e3779b1u;

/// A permutation of the numbers of 64 bits, of which each bit depends on all bits of z
///
/// Source        Steele, Lea and Flood, Fast splittable pseudorandom number generators, OOPSLA 2014 (variant 13).
KOKKOS_INLINE_FUNCTION constexpr std::uint64_t mixed_bits(std::uint64_t z) {
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return z ^ (z >> 31);
}

/// A permutation of the numbers of 32 bits, of which each bit depends on all bits of x
///
/// Source        Wellons, Prospecting for Hash Functions, 2018 (lowbias32).
KOKKOS_INLINE_FUNCTION constexpr std::uint32_t mixed_bits(std::uint32_t x) {
  x = (x ^ (x >> 16)) * 0x7feb352du;
  x = (x ^ (x >> 15)) * 0x846ca68bu;
  return x ^ (x >> 16);
}

}  // namespace Araios::Impl
