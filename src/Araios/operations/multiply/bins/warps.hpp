// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// SpGEMM of rows with more than 32 products and up to 1,024 entries: one warp and a hash table in shared memory. CUDA.
///
/// The lanes insert the columns of 32 products, with values of up to 128, by compare-and-exchange, in any order. Values are
/// added at the slots of their columns in the order of the products. The columns are then listed and sorted in registers.
/// Two thirds of the slots are used at most, a third where there is room: the warp waits for the lane with the largest
/// number of probes.
///
/// Source: Nagasaka, Nukada, Matsuoka, ICPP 2017 (hash tables in shared memory, rows by number of products).

#include <Araios/collective/warp_sum.hpp>
#include <Araios/core/hash.hpp>
#include <Araios/operations/multiply/bins/analyse.hpp>
#include <Araios/operations/multiply/bins/products.hpp>
#include <Araios/operations/multiply/bins/sort.hpp>

#include <Kokkos_Core.hpp>

#ifdef ARAIOS_HAVE_CUDA_LAUNCH

#include <cstdint>
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

/// Rows of the list `rows`, one per warp, of at most Capacity entries each; a fill with values leaves out those that are
/// not for a warp.
template <int Capacity, SemiringType Semiring, class A, class B, class Output, class Keep>
struct WarpRowsCuda {
  using Ordinal = typename B::Ordinal;
  using T = typename Output::Scalar;
  static constexpr bool has_values = Output::fills && !is_pattern_v<T>;
  using Left = std::conditional_t<has_values, T, char>;
  using Table = HashTable<Ordinal>;
  static constexpr int groups = has_values && Capacity > 128 ? 2 : 4;
  static constexpr int threads = 32 * groups;
  static constexpr int blocks_per_multiprocessor = Capacity <= 128 ? 12 : Capacity <= 512 ? 8 : 4;

  A a;
  B b;
  Ordinal const* rows;
  std::int64_t num_rows;
  std::uint32_t const* products;
  Output output;
  Keep keep;
  bool beside = false;

  /// Shared memory of one warp: the stage, the table, and with values the list of columns, which otherwise replaces the
  /// table, and a sum per slot.
  static constexpr int max_slots = has_values || Capacity > 512 ? Capacity + Capacity / 2 : 2 * Capacity;
  static constexpr std::int64_t warp_bytes =
      shared_piece(sizeof(WarpStage<Left>)) + shared_piece(max_slots * sizeof(typename Table::Word)) +
      (has_values ? shared_piece(Capacity * sizeof(Ordinal)) + shared_piece(max_slots * sizeof(T)) : 0);
  static constexpr int shared_bytes = static_cast<int>(groups * warp_bytes);

  __device__ void operator()(char* shared) const {
    shared += warp_id() * warp_bytes;
    auto* const stage = take_shared<WarpStage<Left>>(shared, 1);
    auto* const words = take_shared<typename Table::Word>(shared, max_slots);
    auto* const list = has_values ? take_shared<Ordinal>(shared, Capacity) : reinterpret_cast<Ordinal*>(words);
    // The list is made when there are no more owners.
    static_assert(max_slots <= static_cast<int>(Capacity * sizeof(Ordinal)), "a byte per slot in place of the list");
    [[maybe_unused]] auto* const owners = reinterpret_cast<unsigned char*>(list);
    [[maybe_unused]] auto* const sums = reinterpret_cast<Left*>(shared);

    std::int64_t const r = static_cast<std::int64_t>(blockIdx.x) * groups + warp_id();
    if (r >= num_rows) return;
    auto const row = static_cast<std::int64_t>(rows[r]);
    int const lane = lane_id();
    // The fill knows the number of entries; the count knows how many products there are.
    int entries;
    if constexpr (Output::counts_entries)
      entries = static_cast<int>(min(products[row], static_cast<std::uint32_t>(Capacity)));
    else
      entries = static_cast<int>(
          min(static_cast<std::int64_t>(output.first(row + 1) - output.first(row)), std::int64_t(Capacity) + 1));
    if (entries > Capacity) return;
    if constexpr (has_values && !Output::counts_entries)
      if (!is_for_warp(products, row, entries)) return;
    int const slots = Table::slots_for(entries, max_slots);
    Table const table{words, static_cast<unsigned>(slots)};
    for (int s = lane; s < slots; s += 32) {
      words[s] = Table::empty;
      if constexpr (has_values) sums[s] = Semiring::template zero<T>();
    }
    __syncwarp();

    [[maybe_unused]] int found = 0;
    auto const left = [&] {
      if constexpr (has_values)
        return [this](std::int64_t p) { return element<Semiring, T>(a.values(p)); };
      else
        return NoLeft{};
    }();
    std::int64_t const begin = a.row_map(row), end = a.row_map(row + 1);
    if constexpr (has_values) {
      constexpr int ahead = Capacity > 128 ? 4 : 2;
      using Item = ProductOf<Ordinal, T>;
      visit_rounds<WarpGroup, ahead>(a, b, begin, end, AllColumns{}, left, stage,
                                     LoadProduct<Semiring, T, A, B>{b, *stage},
                                     [&](Item const(&items)[ahead], unsigned const(&starts)[ahead], int products) {
                                       Ordinal columns[ahead];
                                       bool has[ahead];
                                       int slots_of[ahead];
                                       ARAIOS_UNROLL
                                       for (int u = 0; u < ahead; ++u) {
                                         columns[u] = items[u].column;
                                         has[u] = 32 * u + lane < products && keep(row, columns[u]);
                                       }
                                       table.insert(columns, has, slots_of);
                                       add_in_order<Semiring>(sums, owners, slots_of, items, starts, products);
                                     });
    } else {
      visit_row<WarpGroup, 1>(a, b, begin, end, AllColumns{}, left, stage, LoadColumn<B>{b},
                              [&](bool has_product, Ordinal column, unsigned) {
                                bool is_new = false;
                                if (has_product && keep(row, column)) table.insert(column, is_new);
                                found += is_new;
                              });
    }
    if constexpr (Output::counts_entries && !Output::fills) {
      int const count = warp_sum<PlusTimes, 32>(found);
      if (lane == 0) output.counts(row) = count;
    }
    if constexpr (Output::fills) {
      __syncwarp();
      int count = 0;
      for (int first = 0; first < slots; first += 32) {
        auto const word = words[first + lane];
        bool const is_used = word != Table::empty;
        unsigned const used = __ballot_sync(all_lanes, is_used);
        __syncwarp();  // before others write where this lane has read
        // The list is no longer than the part of the table that was read.
        if (is_used) list[count + __popc(used & ((1u << lane) - 1))] = static_cast<Ordinal>(word);
        count += __popc(used);
        __syncwarp();
      }
      if constexpr (Output::counts_entries)
        if (lane == 0) output.counts(row) = count;
      sort_list<Capacity>(list, count, static_cast<Ordinal>(Table::empty >> 1));
      std::int64_t const to = output.first(row);
      for (int i = lane; i < count; i += 32) {
        Ordinal const column = list[i];
        output.entries(to + i) = column;
        if constexpr (has_values) output.values(to + i) = sums[table.find(column)];
      }
    }
  }
};

}  // namespace Araios::Impl::multiply

#endif
