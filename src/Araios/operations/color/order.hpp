// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// The order in which rows take their colours: by a number for each, then by index.
///
/// First: by about the length, longest first, and where a hash is requested by that. To colour again: by the colour,
/// last first.

#include <Araios/core/bit_mask.hpp>
#include <Araios/core/execution.hpp>
#include <Araios/core/hash.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>

namespace Araios::Impl::color {

/// Lower keys first, then lower indices.
struct Order {
  int const* keys;
  KOKKOS_FUNCTION bool is_before(std::int64_t v, std::int64_t w) const {
    return keys[v] != keys[w] ? keys[v] < keys[w] : v < w;
  }
};

/// The neighbours before v, with repetitions.
template <class Neighbours, class Lanes, class Graph>
KOKKOS_FUNCTION std::int64_t count_before(Lanes const& lanes, Graph const& graph, Order const& order, std::int64_t v) {
  std::int64_t before = 0;
  for (int part = 0; part < graph.parts; ++part)
    before += lanes.sum(graph.begin(part, v), graph.begin(part, v + 1), [&](std::int64_t p, std::int64_t& sum) {
      Neighbours()(graph, v, part, p, [&](std::int64_t w) { sum += order.is_before(w, v); });
    });
  return before;
}

/// Bits of the keys: of a length, and of a hash.
inline constexpr int length_bits = 8, hash_bits = 23;

/// 255 minus the number of bits of the length, twice, and minus its second bit: rows of about the same length have one
/// key, which leaves grids with a boundary in the order of their indices.
KOKKOS_INLINE_FUNCTION int length_key(std::int64_t length) {
  int const bits = bits_for(length + 1);
  int const second = bits < 2 ? 0 : static_cast<int>((length >> (bits - 2)) & 1);
  return (1 << length_bits) - 1 - 2 * bits - second;
}
KOKKOS_INLINE_FUNCTION int hash_key(std::int64_t v) {
  return static_cast<int>(mixed_bits(static_cast<std::uint32_t>(v)) >> (32 - hash_bits));
}

/// keys(v) := the key of the length of v, by hash followed by the hash.
template <class Graph, class Keys>
struct LengthKeys {
  Graph graph;
  Keys keys;
  bool by_hash;
  KOKKOS_FUNCTION void operator()(std::int64_t v) const {
    int const key = length_key(graph.length(v));
    keys(v) = by_hash ? key << hash_bits | hash_key(v) : key;
  }
};

/// keys(v) := the colours after that of v.
template <class Colors, class Keys>
struct ColorKeys {
  Colors colors;
  Keys keys;
  int num_colors;
  KOKKOS_FUNCTION void operator()(std::int64_t v) const { keys(v) = num_colors - 1 - colors(v); }
};

/// Number of the lowest bit that is not set; 64 where all are.
KOKKOS_INLINE_FUNCTION int lowest_clear_bit(std::uint64_t bits) {
  std::uint64_t const below = bits & ~(bits + 1);
  return count_bits(static_cast<std::uint32_t>(below)) + count_bits(static_cast<std::uint32_t>(below >> 32));
}

}  // namespace Araios::Impl::color
