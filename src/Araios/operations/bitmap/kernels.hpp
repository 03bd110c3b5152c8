// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// Kernels over the words of Boolean vectors.

#include <Araios/core/bit_mask.hpp>
#include <Araios/core/concepts.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>

namespace Araios::Impl::bitmap {

/// The words of a vector of `length` bits; bits after the end read as 0, whatever the last word holds.
template <class Words>
struct WordsWithin {
  Words words;
  std::int64_t length;
  KOKKOS_FUNCTION std::uint32_t operator()(std::int64_t w) const {
    std::int64_t const bits = length - w * bits_per_word;
    return bits >= bits_per_word ? words(w) : words(w) & bits_below(static_cast<int>(bits));
  }
  KOKKOS_FUNCTION std::int64_t extent(int) const { return static_cast<std::int64_t>(words.extent(0)); }
};
template <class Vector>
auto words_within(Vector const& x) {
  return WordsWithin<typename Vector::words_type>{x.words, x.length()};
}

enum class WordOp { bit_or, bit_and, bit_and_not, bit_xor };

/// z(w) := x(w) op y(w). No operation sets a bit that neither has.
template <WordOp Op, class X, class Y, class Z>
struct CombineWords {
  X x;
  Y y;
  Z z;
  KOKKOS_FUNCTION void operator()(std::int64_t w) const {
    std::uint32_t const a = x(w), b = y(w);
    z(w) = Op == WordOp::bit_or ? a | b : Op == WordOp::bit_and ? a & b : Op == WordOp::bit_and_not ? a & ~b : a ^ b;
  }
};

/// Sums to the number of bits.
template <class Words>
struct CountBits {
  Words words;
  KOKKOS_FUNCTION void operator()(std::int64_t w, std::int64_t& sum) const { sum += count_bits(words(w)); }
};

/// Sums to the number of words that differ.
template <class X, class Y>
struct CountDifferences {
  X x;
  Y y;
  KOKKOS_FUNCTION void operator()(std::int64_t w, std::int64_t& sum) const { sum += x(w) != y(w); }
};

/// Sets bit indices(p). Several threads may set bits of one word.
template <class Indices, class Words>
struct SetBits {
  Indices indices;
  Words words;
  KOKKOS_FUNCTION void operator()(std::int64_t p) const {
    auto const i = static_cast<std::int64_t>(indices(p));
    Kokkos::atomic_or(&words(word_of_bit(i)), std::uint32_t(1) << (i & 31));
  }
};

/// Writes the indices of the set bits of word w, from position before(w) on.
template <class Words, class Before, class Indices>
struct ListBits {
  Words words;
  Before before;
  Indices indices;
  KOKKOS_FUNCTION void operator()(std::int64_t w) const {
    auto at = before(w);
    std::uint32_t const word = words(w);
    for (int b = 0; b < bits_per_word; ++b)
      if (bit_of(word, b)) indices(at++) = static_cast<typename Indices::value_type>(w * bits_per_word + b);
  }
};

}  // namespace Araios::Impl::bitmap
