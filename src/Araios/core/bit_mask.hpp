// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// Bits in 32-bit words: bit p of a mask is bit p mod 32 of word p / 32.
///
/// Formats whose slots store no column index (DIA, BSR) mark the slots that hold entries in such a mask. A warp that
/// works on 32 consecutive slots reads one word.

#include <Kokkos_Core.hpp>

#include <cstdint>

namespace Araios {

inline constexpr int bits_per_word = 32;

/// Number of words that hold `bits` bits.
KOKKOS_INLINE_FUNCTION constexpr std::int64_t words_for_bits(std::int64_t bits) {
  return bits / bits_per_word + (bits % bits_per_word != 0);
}

/// Index of the word of bit `position`. Requires position >= 0, and that the words fit a View.
KOKKOS_INLINE_FUNCTION constexpr std::int64_t word_of_bit(std::int64_t position) { return position >> 5; }

/// Bit `position` mod 32 of one word.
KOKKOS_INLINE_FUNCTION constexpr bool bit_of(std::uint32_t word, std::int64_t position) {
  return ((word >> (position & 31)) & 1u) != 0;
}

template <class Words>
KOKKOS_INLINE_FUNCTION bool bit_at(Words const& words, std::int64_t position) {
  return bit_of(words(word_of_bit(position)), position);
}

namespace Impl {
/// The bits below `bit`, for bit = 0 .. 32.
KOKKOS_INLINE_FUNCTION constexpr std::uint32_t bits_below(int bit) {
  return bit >= bits_per_word ? ~0u : (1u << bit) - 1u;
}

/// Number of set bits. CUDA has an instruction; other targets may lack one and sum adjacent fields of 2, 4 and 8 bits.
KOKKOS_INLINE_FUNCTION int count_bits(std::uint32_t word) {
#ifdef __CUDA_ARCH__
  return __popc(word);
#else
  word -= (word >> 1) & 0x55555555u;
  word = (word & 0x33333333u) + ((word >> 2) & 0x33333333u);
  word = (word + (word >> 4)) & 0x0f0f0f0fu;
  return static_cast<int>((word * 0x01010101u) >> 24);
#endif
}

/// Number of set bits below `position` in its word.
template <class Words>
KOKKOS_INLINE_FUNCTION int count_bits_before(Words const& words, std::int64_t position) {
  return count_bits(words(word_of_bit(position)) & bits_below(static_cast<int>(position & 31)));
}
}  // namespace Impl

}  // namespace Araios
