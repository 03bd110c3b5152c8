// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// Bits in 32-bit words: bit p of a mask is bit p mod 32 of word p / 32.
///
/// Formats whose slots have no index of their own (diagonals, blocks) say by such a mask which slots hold entries. A
/// warp that works on 32 neighbouring slots reads one word.

#include <Kokkos_Core.hpp>

#include <cstdint>

namespace Araios {

inline constexpr int bits_per_word = 32;

/// Words that hold `bits` bits.
KOKKOS_INLINE_FUNCTION constexpr std::int64_t words_for_bits(std::int64_t bits) {
  return bits / bits_per_word + (bits % bits_per_word != 0);
}

/// The word of bit `position`; it is not negative, and the words fit a View.
KOKKOS_INLINE_FUNCTION constexpr std::int64_t word_of_bit(std::int64_t position) { return position >> 5; }

/// Bit `position` of one word, the rest of the position being ignored.
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

/// How many bits of the word are set: by the instruction of a GPU; elsewhere, where it may lack, by sums of neighbours in
/// fields of 2, 4 and 8 bits.
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

/// How many bits at positions below `position` are set in the word of that position.
template <class Words>
KOKKOS_INLINE_FUNCTION int count_bits_before(Words const& words, std::int64_t position) {
  return count_bits(words(word_of_bit(position)) & bits_below(static_cast<int>(position & 31)));
}
}  // namespace Impl

}  // namespace Araios
