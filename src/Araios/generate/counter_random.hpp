// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// Counter-based random bits: number i of a stream is a function of (seed, stream, i) alone.
///
/// So every element of a matrix is computed independently, in any order, by any number of threads, with the same
/// result, and since all arithmetic is on integers, also on every processor. The mixing function is the finaliser of
/// SplitMix64 (Steele, Lea and Flood, OOPSLA 2014), whose sequence from one seed is exactly this function of a counter.

#include <Araios/core/hash.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>

namespace Araios {

/// A stream of 64-bit numbers, each computed from its index.
class CounterRandom {
 public:
  /// Streams of one seed with different indices are independent of each other.
  KOKKOS_FUNCTION constexpr CounterRandom(std::uint64_t seed, std::uint64_t stream)
      : key_(Impl::mixed_bits(Impl::mixed_bits(seed + Impl::golden_ratio_64) + stream * Impl::golden_ratio_64)) {}

  /// Number `index` of the stream: 64 random bits.
  KOKKOS_FUNCTION constexpr std::uint64_t operator()(std::uint64_t index) const {
    return Impl::mixed_bits(key_ + (index + 1) * Impl::golden_ratio_64);
  }

  /// Number `index` of the stream as an integer in [0, count), count >= 1; uniform up to a bias of 2^-64 * count.
  KOKKOS_FUNCTION constexpr std::int64_t below(std::int64_t count, std::uint64_t index) const {
    return static_cast<std::int64_t>(multiply_high((*this)(index), static_cast<std::uint64_t>(count)));
  }

 private:
  // The high 64 bits of the 128-bit product a * b, from four products of halves: no 128-bit type is common to all
  // compilers.
  KOKKOS_FUNCTION static constexpr std::uint64_t multiply_high(std::uint64_t a, std::uint64_t b) {
    std::uint64_t const low = 0xffffffff;
    std::uint64_t const cross = (a >> 32) * (b & low) + ((a & low) * (b & low) >> 32);
    std::uint64_t const other = (a & low) * (b >> 32) + (cross & low);
    return (a >> 32) * (b >> 32) + (cross >> 32) + (other >> 32);
  }

  std::uint64_t key_;
};

}  // namespace Araios
