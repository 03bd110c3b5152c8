// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// SpGEMM of rows with too many products for a lane each, and few entries: one warp and a hash table. CUDA.
///
/// The lanes insert the columns of 32 products at a time, with their values in the bins that have any. The columns are
/// then listed, sorted in registers, and written with the sums at their slots. Shared memory: per warp the stage of
/// products.hpp, the table, and with values a list and the sums. Bytes: the row of A, and for each entry of it an
/// offset pair and a row of B.
///
/// Source: Nagasaka, Nukada, Matsuoka, ICPP 2017 (hash tables in shared memory, rows by number of products).

#include <Araios/collective/warp_sum.hpp>
#include <Araios/operations/multiply/bins/hash.hpp>
#include <Araios/operations/multiply/bins/products.hpp>
#include <Araios/operations/multiply/bins/sort.hpp>
#include <Araios/operations/multiply/bins/table.hpp>

#include <Kokkos_Core.hpp>

#ifdef ARAIOS_HAVE_CUDA_LAUNCH

#include <cstdint>
#include <type_traits>

namespace Araios::Impl::multiply {

/// Tuning parameters of the table of a warp, for rows of up to `capacity` entries.
struct WarpTableTuning {
  /// Half of the slots are used, where shared memory allows it.
  static constexpr int max_slots(int capacity, bool has_values) {
    return has_values || capacity > 512 ? capacity + capacity / 2 : 2 * capacity;
  }
  /// Rounds of 32 products with values that are loaded at one time.
  static constexpr int rounds_ahead(int capacity) { return capacity > 128 ? 4 : 2; }
};

/// Rows of the list `rows`, one per warp, of at most the entries of bin K each; a fill with values leaves out those
/// that are not for a warp.
template <int K, SemiringType Semiring, class A, class B, class Output, class Keep>
struct WarpRowsCuda {
  using Ordinal = typename B::Ordinal;
  using T = typename Output::Scalar;
  static constexpr bool has_values = Output::fills && !is_pattern_v<T>;
  using Left = std::conditional_t<has_values, T, char>;
  using Table = HashTable<Ordinal>;
  static constexpr Bin bin = bin_table[K];
  static constexpr int capacity = static_cast<int>(bin.max);
  static constexpr int threads = has_values ? bin.threads_with_values : bin.threads;
  static constexpr int groups = threads / 32;
  static constexpr int blocks_per_multiprocessor = bin.blocks_per_multiprocessor;

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
  static constexpr int max_slots = WarpTableTuning::max_slots(capacity, has_values);
  // A variable: without a flag of nvcc, a kernel may not call a constexpr function of the host.
  static constexpr int ahead = WarpTableTuning::rounds_ahead(capacity);
  static constexpr std::int64_t warp_bytes =
      shared_piece(sizeof(WarpStage<Left>)) + shared_piece(max_slots * sizeof(typename Table::Word)) +
      (has_values ? shared_piece(capacity * sizeof(Ordinal)) + shared_piece(max_slots * sizeof(T)) : 0);
  static constexpr int shared_bytes = static_cast<int>(groups * warp_bytes);

  __device__ void operator()(char* shared) const {
    shared += warp_id() * warp_bytes;
    auto* const stage = take_shared<WarpStage<Left>>(shared, 1);
    auto* const words = take_shared<typename Table::Word>(shared, max_slots);
    auto* const list = has_values ? take_shared<Ordinal>(shared, capacity) : reinterpret_cast<Ordinal*>(words);
    [[maybe_unused]] auto* const sums = reinterpret_cast<Left*>(shared);

    std::int64_t const r = static_cast<std::int64_t>(blockIdx.x) * groups + warp_id();
    if (r >= num_rows) return;
    auto const row = static_cast<std::int64_t>(rows[r]);
    int const lane = lane_id();
    int const entries = max_entries_of(row);
    if (entries > capacity) return;
    if constexpr (has_values && !Output::counts_entries)
      if (!is_for_warp(products, row, entries)) return;
    int const slots = Table::slots_for(entries, max_slots);
    Table const table{words, static_cast<unsigned>(slots)};
    for (int s = lane; s < slots; s += 32) {
      words[s] = Table::empty;
      if constexpr (has_values) sums[s] = Semiring::template zero<T>();
    }
    __syncwarp();
    if constexpr (has_values) {
      add_products(row, table, sums, list, stage);
    } else {
      int const found = insert_columns(row, table, stage);
      if constexpr (Output::counts_entries && !Output::fills) {
        int const count = warp_sum<PlusTimes, 32>(found);
        if (lane == 0) output.counts(row) = count;
      }
    }
    if constexpr (Output::fills) {
      __syncwarp();
      int const count = list_columns(words, slots, list, lane);
      if constexpr (Output::counts_entries)
        if (lane == 0) output.counts(row) = count;
      sort_list<capacity>(list, count, static_cast<Ordinal>(Table::empty >> 1));
      write(row, table, sums, list, count);
    }
  }

 private:
  /// The fill knows the number of entries; the count knows how many products there are.
  __device__ int max_entries_of(std::int64_t row) const {
    if constexpr (Output::counts_entries)
      return static_cast<int>(min(products[row], static_cast<std::uint32_t>(capacity)));
    else
      return static_cast<int>(
          min(static_cast<std::int64_t>(output.first(row + 1) - output.first(row)), std::int64_t(capacity) + 1));
  }

  /// Inserts the columns of the row, and adds its products at their slots. The list is made when there are no more
  /// owners, and lends them its memory.
  __device__ void add_products(std::int64_t row, Table const& table, Left* sums, Ordinal* list,
                               WarpStage<Left>* stage) const {
    static_assert(max_slots <= static_cast<int>(capacity * sizeof(Ordinal)), "a byte per slot in place of the list");
    using Item = ProductOf<Ordinal, T>;
    auto* const owners = reinterpret_cast<unsigned char*>(list);
    auto const left = [this](std::int64_t p) { return element<Semiring, T>(a.values(p)); };
    auto const use = [&](Item const(&items)[ahead], unsigned const(&starts)[ahead], int count) {
      Ordinal columns[ahead];
      bool has[ahead];
      int slots_of[ahead];
      ARAIOS_UNROLL
      for (int u = 0; u < ahead; ++u) {
        columns[u] = items[u].column;
        has[u] = 32 * u + lane_id() < count && keep(row, columns[u]);
      }
      table.insert(columns, has, slots_of);
      add_in_order<Semiring>(sums, owners, slots_of, items, starts, count);
    };
    visit_rounds<WarpGroup, ahead>(a, b, a.row_map(row), a.row_map(row + 1), AllColumns{}, left, stage,
                                   LoadProduct<Semiring, T, A, B>{b, *stage}, use);
  }

  /// Inserts the columns of the row; returns the number of those that this lane inserted.
  __device__ int insert_columns(std::int64_t row, Table const& table, WarpStage<Left>* stage) const {
    int found = 0;
    visit_row<WarpGroup, 1>(a, b, a.row_map(row), a.row_map(row + 1), AllColumns{}, NoLeft{}, stage, LoadColumn<B>{b},
                            [&](bool has_product, Ordinal column, unsigned) {
                              bool is_new = false;
                              if (has_product && keep(row, column)) table.insert(column, is_new);
                              found += is_new;
                            });
    return found;
  }

  /// The columns of the table; returns their number. The list may have the memory of the table: it is no longer than
  /// the part that was read.
  __device__ static int list_columns(typename Table::Word const* words, int slots, Ordinal* list, int lane) {
    int count = 0;
    for (int first = 0; first < slots; first += 32) {
      auto const word = words[first + lane];
      bool const is_used = word != Table::empty;
      unsigned const used = __ballot_sync(all_lanes, is_used);
      __syncwarp();  // before others write where this lane has read
      if (is_used) list[count + __popc(used & ((1u << lane) - 1))] = static_cast<Ordinal>(word);
      count += __popc(used);
      __syncwarp();
    }
    return count;
  }

  __device__ void write(std::int64_t row, Table const& table, [[maybe_unused]] Left const* sums, Ordinal const* list,
                        int count) const {
    std::int64_t const to = output.first(row);
    for (int i = lane_id(); i < count; i += 32) {
      Ordinal const column = list[i];
      output.entries(to + i) = column;
      if constexpr (has_values) output.values(to + i) = sums[table.find(column)];
    }
  }
};

}  // namespace Araios::Impl::multiply

#endif
