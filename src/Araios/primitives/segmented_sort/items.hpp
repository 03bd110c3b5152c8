// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// The items that segmented_sort sorts: numbers that pack a key and its position.
///
/// An item packs (segment, key, position) into one number; the segment is the position of its first record in the tile.
/// All items of a tile differ, and their order is that of a stable sort of every segment in it. So neither the
/// algorithm nor its merges have to be stable, and one sort serves many small segments. Keys are stored as differences
/// from the minimum key of the tile, so that a tile usually needs 32 or 64 bits. The payloads move once, after the
/// order is known.

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>

namespace Araios::Impl {

/// Number of significant bits: 0 for 0, 64 for the maximum.
KOKKOS_INLINE_FUNCTION constexpr int bit_length(std::uint64_t value) {
  int bits = 0;
  for (int half = 32; half > 0; half /= 2) {
    if (value >> half) {
      value >>= half;
      bits += half;
    }
  }
  return bits + static_cast<int>(value);
}

/// The difference from the minimum key, unsigned because a signed difference could overflow.
template <class Key>
KOKKOS_INLINE_FUNCTION constexpr std::make_unsigned_t<Key> key_offset(Key key, Key minimum) {
  using Unsigned = std::make_unsigned_t<Key>;
  return static_cast<Unsigned>(static_cast<Unsigned>(key) - static_cast<Unsigned>(minimum));
}

/// Items packed into one Word. key_bits + position_bits < bits of Word (position_bits is not 0).
template <class Key, class Word>
struct PackedItems {
  using Item = Word;
  Key minimum;
  int key_bits, position_bits;

  KOKKOS_FUNCTION Item pack(int segment, Key key, int position) const {
    Word const both =
        static_cast<Word>((static_cast<Word>(segment) << key_bits) | static_cast<Word>(key_offset(key, minimum)));
    return static_cast<Word>((both << position_bits) | static_cast<Word>(position));
  }
  KOKKOS_FUNCTION int position(Item item) const { return static_cast<int>(item & ((Word(1) << position_bits) - 1)); }
  KOKKOS_FUNCTION Key key(Item item) const {
    using Unsigned = std::make_unsigned_t<Key>;
    Word const offset = (item >> position_bits) & ((Word(1) << key_bits) - 1);
    return static_cast<Key>(static_cast<Unsigned>(minimum) + static_cast<Unsigned>(offset));
  }
  /// Not less than any item. An item that equals it is interchangeable with it.
  KOKKOS_FUNCTION static constexpr Item last() { return static_cast<Word>(~Word(0)); }
};

/// An item of 64-bit keys whose range is too large for a Word.
struct WideItem {
  std::uint64_t key;
  std::uint32_t segment, position;
  friend KOKKOS_INLINE_FUNCTION bool operator<(WideItem const& a, WideItem const& b) {
    if (a.segment != b.segment) return a.segment < b.segment;
    return a.key < b.key || (a.key == b.key && a.position < b.position);
  }
};

template <class Key>
struct WideItems {
  using Item = WideItem;
  Key minimum;

  KOKKOS_FUNCTION Item pack(int segment, Key key, int position) const {
    return {key_offset(key, minimum), static_cast<std::uint32_t>(segment), static_cast<std::uint32_t>(position)};
  }
  KOKKOS_FUNCTION int position(Item const& item) const { return static_cast<int>(item.position); }
  KOKKOS_FUNCTION Key key(Item const& item) const {
    using Unsigned = std::make_unsigned_t<Key>;
    return static_cast<Key>(static_cast<Unsigned>(minimum) + static_cast<Unsigned>(item.key));
  }
  KOKKOS_FUNCTION static constexpr Item last() { return {~std::uint64_t(0), ~std::uint32_t(0), ~std::uint32_t(0)}; }
};

/// Bytes of the largest item type that keys may need.
template <class Key>
inline constexpr std::size_t largest_item_v = sizeof(Key) > 4 ? sizeof(WideItem) : sizeof(std::uint64_t);

/// Batcher's merge exchange: the comparisons that sort N items, the same for every input, computed at compile time.
/// (Knuth, The art of computer programming, volume 3, algorithm 5.2.2M.)
template <int N>
class SortingNetwork {
 private:
  struct Comparisons {
    int size = 0;
    unsigned char low[std::size_t(N * 8)] = {}, high[std::size_t(N * 8)] = {};
  };
  static constexpr Comparisons make() {
    Comparisons result;
    int top = 1;
    while (2 * top < N) top *= 2;
    for (int p = top; p > 0 && N > 1; p /= 2) {
      int q = top;
      int r = 0;
      int distance = p;
      while (true) {
        for (int i = 0; i < N - distance; ++i) {
          if ((i & p) == r) {
            result.low[result.size] = static_cast<unsigned char>(i);
            result.high[result.size] = static_cast<unsigned char>(i + distance);
            ++result.size;
          }
        }
        if (q == p) break;
        distance = q - p;
        q /= 2;
        r = p;
      }
    }
    return result;
  }
  static constexpr Comparisons comparisons = make();

  template <int Low, int High, class Item>
  KOKKOS_INLINE_FUNCTION static void exchange(Item (&items)[std::size_t(N)]) {
    Item const a = items[Low];
    Item const b = items[High];
    bool const swap = b < a;
    items[Low] = swap ? b : a;
    items[High] = swap ? a : b;
  }
  template <class Item, std::size_t... I>
  KOKKOS_INLINE_FUNCTION static void run(Item (&items)[std::size_t(N)], std::index_sequence<I...>) {
    (exchange<comparisons.low[I], comparisons.high[I]>(items), ...);
  }

 public:
  static_assert(N >= 1 && N <= 32);
  /// Indices are compile-time constants, so the items stay in registers.
  template <class Item>
  KOKKOS_INLINE_FUNCTION static void sort(Item (&items)[std::size_t(N)]) {
    run(items, std::make_index_sequence<static_cast<std::size_t>(comparisons.size)>{});
  }
};

}  // namespace Araios::Impl
