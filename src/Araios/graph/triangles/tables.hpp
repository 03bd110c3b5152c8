// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// The neighbours of a vertex in scratch memory of a team: as bits, or as a hash table.
///
/// A table says whether it may contain a rank, and whether that answer is exact. Threads of the team insert and remove.

#include <Kokkos_Core.hpp>

#include <cstdint>

namespace Araios::Impl::triangles {

/// Bytes of scratch that a table takes. On an H200 eight teams of 256 threads share the memory of a multiprocessor.
inline constexpr int table_bytes = 16384;

/// One bit per rank, of the ranks modulo their number: exact for the vertices of the highest ranks, which are those of
/// the highest degrees.
template <class Ordinal>
struct RankBits {
  static constexpr std::int64_t count = 8 * table_bytes;
  unsigned* words;
  bool is_exact = false;

  KOKKOS_FUNCTION explicit RankBits(void* memory) : words(static_cast<unsigned*>(memory)) {}
  KOKKOS_FUNCTION void clear(int thread, int threads) const {
    for (int i = thread; i < table_bytes / 4; i += threads) words[i] = 0;
  }
  /// Before neighbours of `row` are inserted: `above` of `num_vertices`.
  KOKKOS_FUNCTION void prepare(std::int64_t row, std::int64_t, std::int64_t num_vertices) {
    is_exact = num_vertices - row <= count;
  }
  KOKKOS_FUNCTION void insert(Ordinal rank) const { Kokkos::atomic_or(words + word(rank), 1u << (rank & 31)); }
  KOKKOS_FUNCTION void remove(Ordinal rank) const { words[word(rank)] = 0; }
  KOKKOS_FUNCTION bool contains(Ordinal rank) const { return (words[word(rank)] >> (rank & 31)) & 1; }

 private:
  KOKKOS_FUNCTION static int word(Ordinal rank) { return static_cast<int>((rank & (count - 1)) >> 5); }
};

/// Open addressing at load 1/2 or less, linear probes; bits of ranks where a row has too many neighbours for that.
template <class Ordinal>
struct RankHash {
  static constexpr std::int64_t capacity = table_bytes / static_cast<int>(sizeof(Ordinal));
  Ordinal* slots;
  std::int64_t mask = 0;
  bool is_exact = true;
  RankBits<Ordinal> bits;

  KOKKOS_FUNCTION explicit RankHash(void* memory) : slots(static_cast<Ordinal*>(memory)), bits(memory) {}
  KOKKOS_FUNCTION void clear(int thread, int threads) const { bits.clear(thread, threads); }
  /// Ranks are stored plus one, so that an empty slot is zero, as an empty word of bits.
  KOKKOS_FUNCTION void prepare(std::int64_t row, std::int64_t above, std::int64_t num_vertices) {
    std::int64_t size = 32;
    while (size < 2 * above) size *= 2;
    mask = size <= capacity ? size - 1 : 0;
    bits.prepare(row, above, num_vertices);
    is_exact = mask != 0 || bits.is_exact;
  }
  KOKKOS_FUNCTION void insert(Ordinal rank) const {
    if (mask == 0) return bits.insert(rank);
    for (std::int64_t at = first(rank);; at = (at + 1) & mask)
      if (Kokkos::atomic_compare_exchange(slots + at, Ordinal(0), Ordinal(rank + 1)) == 0) return;
  }
  /// All neighbours are removed before the next is looked for.
  KOKKOS_FUNCTION void remove(Ordinal rank) const {
    if (mask == 0) return bits.remove(rank);
    for (std::int64_t at = first(rank);; at = (at + 1) & mask)
      if (slots[at] == rank + 1) {
        slots[at] = 0;
        return;
      }
  }
  KOKKOS_FUNCTION bool contains(Ordinal rank) const {
    if (mask == 0) return bits.contains(rank);
    for (std::int64_t at = first(rank); slots[at] != 0; at = (at + 1) & mask)
      if (slots[at] == rank + 1) return true;
    return false;
  }

 private:
  KOKKOS_FUNCTION std::int64_t first(Ordinal rank) const {
    return static_cast<std::int64_t>((static_cast<std::uint64_t>(rank) * 0x9E3779B97F4A7C15ull) >> 40) & mask;
  }
};

}  // namespace Araios::Impl::triangles
