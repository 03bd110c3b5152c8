// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// Hash tables of the columns of one row of C, in shared memory, and sums at their slots. CUDA.
///
/// Lanes insert columns concurrently, by compare-and-exchange, in any order; values are added at the slots of their
/// columns in the order of the products. Two thirds of the slots are used at most, a third where there is room: a warp
/// waits for the lane with the largest number of probes.
///
/// Source: Nagasaka, Nukada, Matsuoka, ICPP 2017 (hash tables in shared memory).

#include <Araios/collective/cuda_launch.hpp>
#include <Araios/collective/warp.hpp>
#include <Araios/core/hash.hpp>
#include <Araios/core/semiring.hpp>

#include <Kokkos_Core.hpp>

#ifdef ARAIOS_HAVE_CUDA_LAUNCH

#include <type_traits>

namespace Araios::Impl::multiply {

/// A set of columns, in shared memory.
template <class Ordinal>
struct HashTable {
  using Word = std::conditional_t<sizeof(Ordinal) == 4, unsigned, unsigned long long>;
  static constexpr Word empty = ~Word(0);

  Word* table;
  unsigned slots;

  /// Slots for up to `entries` columns, of which there are `max_slots`: a multiple of 32.
  KOKKOS_FUNCTION static constexpr int slots_for(int entries, int max_slots) {
    return entries < max_slots / 3 ? (3 * entries + 31) / 32 * 32 : max_slots;
  }

  __device__ bool is_used(int slot) const { return table[slot] != empty; }
  __device__ Ordinal column(int slot) const { return static_cast<Ordinal>(table[slot]); }

  /// The slot of a column; is_new: it was not in the table.
  __device__ int insert(Ordinal value, bool& is_new) const {
    Word const column = static_cast<Word>(value);
    for (unsigned slot = home(column);; slot = next(slot)) {
      Word seen = table[slot];
      if (seen == empty) seen = atomicCAS(table + slot, empty, column);
      is_new = seen == empty;
      if (is_new || seen == column) return static_cast<int>(slot);
    }
  }
  /// The slots of several columns: those with has[u]; -1 for the others. The probes of all are in flight at one time.
  template <int Count>
  __device__ void insert(Ordinal const (&columns)[Count], bool const (&has)[Count], int (&slots)[Count]) const {
    unsigned at[Count], pending = 0;
    ARAIOS_UNROLL
    for (int u = 0; u < Count; ++u) {
      slots[u] = -1;
      at[u] = has[u] ? home(static_cast<Word>(columns[u])) : 0;
      pending |= static_cast<unsigned>(has[u]) << u;
    }
    while (pending != 0) {
      Word seen[Count];
      ARAIOS_UNROLL
      for (int u = 0; u < Count; ++u) seen[u] = table[at[u]];
      ARAIOS_UNROLL
      for (int u = 0; u < Count; ++u) {
        if ((pending >> u & 1) == 0) continue;
        auto const column = static_cast<Word>(columns[u]);
        if (seen[u] == empty) seen[u] = atomicCAS(table + at[u], empty, column);
        if (seen[u] == empty || seen[u] == column) {
          slots[u] = static_cast<int>(at[u]);
          pending &= ~(1u << u);
        } else {
          at[u] = next(at[u]);
        }
      }
    }
  }
  /// The slot of a column; -1: it is not in the table.
  __device__ int find_any(Ordinal value) const {
    for (unsigned slot = home(static_cast<Word>(value));; slot = next(slot)) {
      if (table[slot] == static_cast<Word>(value)) return static_cast<int>(slot);
      if (table[slot] == empty) return -1;
    }
  }
  /// The slot of a column that is in the table.
  __device__ int find(Ordinal value) const {
    unsigned slot = home(static_cast<Word>(value));
    while (table[slot] != static_cast<Word>(value)) slot = next(slot);
    return static_cast<int>(slot);
  }

 private:
  __device__ unsigned home(Word column) const {
    return __umulhi(static_cast<unsigned>(column ^ (column >> (4 * sizeof(Word)))) * golden_ratio_32, slots);
  }
  __device__ unsigned next(unsigned slot) const { return slot + 1 == slots ? 0 : slot + 1; }
};

/// sums[at[u]] := sums[at[u]] + the value of items[u], in the order of products (visit_products); at[u] < 0: none. All
/// lanes call. Mostly no two products have the same slot: each leaves its number there, and all find their own. Of
/// lanes that write one owner concurrently any may win: the others do not find theirs, and all go the second way, which
/// adds the products of one entry of A, which have different columns, after those of the one before.
template <SemiringType Semiring, int Count, class T, class Item>
__device__ void add_in_order(T* sums, unsigned char* owners, int const (&at)[Count], Item const (&items)[Count],
                             unsigned const (&starts)[Count], int products) {
  static_assert(Count <= 8, "an owner is a byte");
  bool is_alone = true;
  ARAIOS_UNROLL
  for (int u = 0; u < Count; ++u)
    if (at[u] >= 0) owners[at[u]] = static_cast<unsigned char>(32 * u + lane_id());
  __syncwarp();
  ARAIOS_UNROLL
  for (int u = 0; u < Count; ++u)
    if (at[u] >= 0 && owners[at[u]] != 32 * u + lane_id()) is_alone = false;
  if (__all_sync(all_lanes, is_alone)) {
    ARAIOS_UNROLL
    for (int u = 0; u < Count; ++u)
      if (at[u] >= 0) sums[at[u]] = Semiring::add(sums[at[u]], items[u].value);
    __syncwarp();
    return;
  }
  ARAIOS_UNROLL
  for (int u = 0; u < Count; ++u) {
    if (32 * u >= products) break;
    unsigned const begins = starts[u] & ~1u;
    int const turns = __popc(begins) + 1;
    int const mine = __popc(begins & ((2u << lane_id()) - 1));
#pragma unroll 1
    for (int turn = 0; turn < turns; ++turn) {
      if (at[u] >= 0 && mine == turn) sums[at[u]] = Semiring::add(sums[at[u]], items[u].value);
      __syncwarp();
    }
  }
}

}  // namespace Araios::Impl::multiply

#endif
