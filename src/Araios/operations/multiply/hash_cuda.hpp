// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// SpGEMM of rows with more than 32 and up to 4,096 products: the columns of a row in a hash table in shared memory.
/// CUDA.
///
/// A warp or a thread block inserts the columns of all products by compare-and-exchange, in any order. The count is the
/// number of columns that were new. The fill lists them and sorts them. At most half of the slots are used, so that a
/// search reads 1.5 slots in the mean.
///
/// Source: Nagasaka, Nukada, Matsuoka, ICPP 2017 (hash tables in shared memory, rows by number of products).

#include <Araios/operations/multiply/expand_cuda.hpp>

#ifdef ARAIOS_HAVE_CUDA_LAUNCH

#include <cstdint>
#include <limits>
#include <type_traits>

namespace Araios::Impl::multiply {

/// The minimum power of two that is not below value >= 1.
__device__ inline int power_of_two_from(int value) { return value <= 1 ? 1 : 1 << (32 - __clz(value - 1)); }

/// Sorts `count` columns in shared memory, with room for the next power of two. The group calls.
template <class Group, class Ordinal>
__device__ void sort_shared(Ordinal* columns, int count, Ordinal none) {
  int const length = power_of_two_from(count);
  for (int i = count + Group::rank(); i < length; i += Group::threads) columns[i] = none;
  Group::sync();
  for (int size = 2; size <= length; size *= 2)
    for (int distance = size / 2; distance > 0; distance /= 2) {
      for (int pair = Group::rank(); pair < length / 2; pair += Group::threads) {
        int const low = pair / distance * 2 * distance + pair % distance;
        Ordinal const x = columns[low], y = columns[low + distance];
        if ((y < x) == ((low & size) == 0)) {
          columns[low] = y;
          columns[low + distance] = x;
        }
      }
      Group::sync();
    }
}

/// Rows of the list `rows`, one per group. A table has up to `capacity` slots, a power of two.
template <class Group, class A, class B, class Output>
struct HashRowsCuda {
  using Ordinal = typename B::Ordinal;
  using Word = std::conditional_t<sizeof(Ordinal) == 4, unsigned, unsigned long long>;
  static constexpr int threads = Group::threads == 32 ? 128 : Group::threads;
  static constexpr int groups = threads / Group::threads;
  static constexpr int blocks_per_multiprocessor = 2;
  static constexpr bool cooperative = false;
  static constexpr Word empty = ~Word(0);

  A a;
  B b;
  Ordinal const* rows;
  std::int64_t num_rows;
  std::uint32_t const* products;
  int capacity;
  Output output;

  struct Stage {
    ExpandStage<Group> expand;
    int count;
  };
  static int shared_bytes(int capacity) {
    return groups * static_cast<int>(sizeof(Stage) + (capacity + capacity / 2) * sizeof(Word));
  }

  __device__ void operator()(char* shared) const {
    auto& stage = *reinterpret_cast<Stage*>(
        shared + Group::index() * (sizeof(Stage) + static_cast<std::size_t>(capacity + capacity / 2) * sizeof(Word)));
    Word* const table = reinterpret_cast<Word*>(&stage + 1);
    auto* const columns = reinterpret_cast<Ordinal*>(table + capacity);

    std::int64_t const r = static_cast<std::int64_t>(blockIdx.x) * groups + Group::index();
    if (r >= num_rows) return;
    auto const row = static_cast<std::int64_t>(rows[r]);
    // The fill knows the number of columns; the count knows how many products there are.
    int slots;
    if constexpr (Output::fills)
      slots = power_of_two_from(2 * static_cast<int>(output.first(row + 1) - output.first(row)));
    else
      slots = power_of_two_from(2 * static_cast<int>(products[row]));
    slots = slots < capacity ? slots : capacity;
    for (int s = Group::rank(); s < slots; s += Group::threads) table[s] = empty;
    if (Group::rank() == 0) stage.count = 0;
    Group::sync();

    int found = 0;
    for_each_product<Group>(a, b, static_cast<std::int64_t>(a.row_map(row)),
                            static_cast<std::int64_t>(a.row_map(row + 1)), AllColumns{}, stage.expand,
                            [&](bool has_product, std::int64_t, std::int64_t q) {
                              if (has_product) found += insert(table, slots, static_cast<Word>(b.entries(q)));
                            });
    if constexpr (!Output::fills) {
      atomicAdd(&stage.count, found);
      Group::sync();
      if (Group::rank() == 0) output.counts(row) = stage.count;
    } else {
      for (int s = Group::rank(); s < slots; s += Group::threads)
        if (table[s] != empty) columns[atomicAdd(&stage.count, 1)] = static_cast<Ordinal>(table[s]);
      Group::sync();
      int const count = stage.count;
      sort_shared<Group>(columns, count, static_cast<Ordinal>(empty >> 1));
      std::int64_t const first = output.first(row);
      for (int i = Group::rank(); i < count; i += Group::threads) output.entries(first + i) = columns[i];
    }
  }

 private:
  /// Whether the column is new.
  __device__ static bool insert(Word* table, int slots, Word column) {
    auto slot = static_cast<int>((static_cast<unsigned>(column) * 0x9e3779b1u) >> 15) & (slots - 1);
    for (;;) {
      Word seen = table[slot];
      if (seen == empty) seen = atomicCAS(table + slot, empty, column);
      if (seen == empty) return true;
      if (seen == column) return false;
      slot = (slot + 1) & (slots - 1);
    }
  }
};

}  // namespace Araios::Impl::multiply

#endif
