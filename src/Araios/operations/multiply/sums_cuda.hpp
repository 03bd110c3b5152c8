// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// The values of SpGEMM at columns that are stored, in rows of many entries: a thread block and a hash table. CUDA.
///
/// A part of up to `capacity` entries of a row of C is in shared memory; the products with its columns are visited 512 at
/// a time. Of those that are added to one entry, the first claims it, and the others wait for the next turn, so that sums
/// have the order of the products. Most rounds need few turns: the products of one entry of A have different columns.

#include <Araios/collective/block_scan.hpp>
#include <Araios/collective/warp.hpp>
#include <Araios/operations/multiply/bins_cuda.hpp>
#include <Araios/operations/multiply/expand_cuda.hpp>
#include <Araios/operations/multiply/hash_cuda.hpp>

#ifdef ARAIOS_HAVE_CUDA_LAUNCH

#include <cstdint>

namespace Araios::Impl::multiply {

/// Shared memory of a block for the products of up to Threads entries of A, as WarpStage.
template <int Threads, class Left>
struct BlockStage {
  std::int64_t first[Threads];
  std::int64_t source[Threads];
  Left left[Threads];
};

/// use(has_product, item) for the products of the row [begin, end) of A, in this order: product t of a round on thread
/// t. The item is load(e, q, n), as of visit_products; those of the next round are loaded before a round is used. The
/// block, of Threads, calls.
template <int Threads, class A, class B, class Columns, class Left, class Stage, class Load, class Use>
__device__ void visit_row_by_block(A const& a, B const& b, std::int64_t begin, std::int64_t end, Columns const& columns,
                                   Left const& left, Stage& stage, Load const& load, Use const& use,
                                   std::int64_t number = 0) {
  static_assert(Threads <= 512, "visit_row_by_block: a lane of a warp for each 16 entries of A");
  using Item = decltype(load(0, begin, number));
  int const lane = lane_id();
  for (std::int64_t chunk = begin; chunk < end; chunk += Threads) {
    std::int64_t const p = chunk + threadIdx.x;
    std::int64_t from = 0, to = 0;
    if (p < end) {
      auto const k = a.entries(p);
      from = static_cast<std::int64_t>(b.row_map(k));
      to = static_cast<std::int64_t>(b.row_map(k + 1));
      columns.narrow(b, from, to);
    }
    std::int64_t total;
    int entries;
    std::int64_t const before = block_exclusive_scan<Threads>(to - from, total);
    int const e = block_exclusive_scan<Threads>(static_cast<int>(from < to), entries);
    if (from < to) {
      stage.first[e] = before;
      stage.source[e] = from - before;
      stage.left[e] = left(p);
    }
    __syncthreads();
    auto const first_of = [&](int i) { return i < entries ? stage.first[i] : total + 32; };
    auto const load_round = [&](std::int64_t round, Item& item) {
      std::int64_t const now = round + 32 * warp_id();
      if (now >= total) return;
      // The last entry of A whose products begin at `now` or earlier: of every 16th, and of the 16 from there on.
      int const some = 16 * (__popc(__ballot_sync(all_lanes, first_of(16 * lane) <= now)) - 1);
      int const last = some + __popc(__ballot_sync(all_lanes, lane < 16 && first_of(some + lane) <= now)) - 1;
      auto const distance = static_cast<std::uint64_t>(first_of(last + 1 + lane) - now);
      unsigned const starts = warp_or(distance < 32 ? 1u << distance : 0u);
      int const mine = last + __popc(starts & ((2u << lane) - 1));
      if (now + lane < total) item = load(mine, stage.source[mine] + now + lane, number + now + lane);
    };
    Item item, next;
    load_round(0, item);
    for (std::int64_t round = 0; round < total; round += Threads) {
      load_round(round + Threads, next);
      use(round + threadIdx.x < total, item);
      item = next;
    }
    number += total;
    __syncthreads();
  }
}

/// Parts s, s + parts, ... of `capacity` entries of row r of the list `rows` are the work of block s * num_rows + r, so
/// that blocks without work are neighbours. Rows that WarpRowsCuda fills are left out, and those of fewer than `least`
/// entries.
template <SemiringType Semiring, class A, class B, class Output, class Keep>
struct SumRowsCuda {
  using Ordinal = typename B::Ordinal;
  using T = typename Output::Scalar;
  using Table = HashTable<Ordinal>;
  static constexpr int threads = 512;
  static constexpr int blocks_per_multiprocessor = 2;
  static constexpr bool cooperative = false;
  /// Entries of a part; with the table, the owners and the stage, half of the shared memory of an H200.
  static constexpr int capacity = sizeof(T) <= 8 ? 4096 : 2048;

  A a;
  B b;
  Ordinal const* rows;
  std::int64_t num_rows;
  std::int64_t parts;
  std::uint32_t const* products;
  std::int64_t least;
  Output output;
  bool beside = false;

  static constexpr int most_slots = 2 * capacity;
  static constexpr int shared_bytes = static_cast<int>(
      shared_piece(sizeof(BlockStage<threads, T>)) + shared_piece(most_slots * sizeof(typename Table::Word)) +
      shared_piece(most_slots * sizeof(std::uint16_t)) + shared_piece(capacity * sizeof(unsigned)) +
      shared_piece(capacity * sizeof(T)));

  __device__ void operator()(char* shared) const {
    std::int64_t const task = blockIdx.x;
    auto const row = static_cast<std::int64_t>(rows[task % num_rows]);
    auto const begin = static_cast<std::int64_t>(output.first(row)),
               end = static_cast<std::int64_t>(output.first(row + 1));
    if (end - begin < least || is_for_warp(products, row, end - begin)) return;
    auto& stage = *take_shared<BlockStage<threads, T>>(shared, 1);
    auto* const words = take_shared<typename Table::Word>(shared, most_slots);
    auto* const places = take_shared<std::uint16_t>(shared, most_slots);
    Part part{{words, 0}, places, take_shared<unsigned>(shared, capacity), take_shared<T>(shared, capacity)};
    for (std::int64_t first = begin + task / num_rows * capacity; first < end; first += parts * capacity) {
      int const count = static_cast<int>(min(end - first, static_cast<std::int64_t>(capacity)));
      part.table.slots = static_cast<unsigned>(Table::slots_for(count, most_slots));
      for (int s = threadIdx.x; s < static_cast<int>(part.table.slots); s += threads) words[s] = Table::empty;
      for (int i = threadIdx.x; i < count; i += threads) {
        part.owners[i] = 0;
        part.sums[i] = Semiring::template zero<T>();
      }
      __syncthreads();
      bool is_new;
      for (int i = threadIdx.x; i < count; i += threads)
        places[part.table.insert(output.entries(first + i), is_new)] = static_cast<std::uint16_t>(i);
      __syncthreads();
      if (first == begin && first + count == end)
        add_products(row, AllColumns{}, part, count, stage);
      else
        add_products(row,
                     ColumnsBetween{static_cast<std::int64_t>(output.entries(first)),
                                    static_cast<std::int64_t>(output.entries(first + count - 1)) + 1},
                     part, count, stage);
      for (int i = threadIdx.x; i < count; i += threads) output.values(first + i) = part.sums[i];
      __syncthreads();
    }
  }

 private:
  /// Of a row of C: the places of its columns, and of each place the last claim and the sum.
  struct Part {
    Table table;
    std::uint16_t const* places;
    unsigned* owners;
    T* sums;
  };

  template <class Columns>
  __device__ void add_products(std::int64_t row, Columns const& columns, Part const& part, int count,
                               BlockStage<threads, T>& stage) const {
    unsigned turn = 0;
    auto const left = [this](std::int64_t p) { return element<Semiring, T>(a.values(p)); };
    auto const load = [&](int e, std::int64_t q, std::int64_t) {
      return ProductOf<Ordinal, T>{b.entries(q), Semiring::multiply(stage.left[e], element<Semiring, T>(b.values(q)))};
    };
    auto const use = [&](bool has_product, ProductOf<Ordinal, T> const& product) {
      int at = -1;
      if (has_product) {
        int const slot = Keep::keeps_all ? part.table.find(product.column) : part.table.find_any(product.column);
        if (slot >= 0) at = part.places[slot];
      }
      bool waits = at >= 0;
      do {
        // The claims of a turn exceed those of all turns before; that of the first product is the greatest.
        if (++turn == ~0u / threads) {
          for (int i = threadIdx.x; i < count; i += threads) part.owners[i] = 0;
          __syncthreads();
          turn = 1;
        }
        unsigned const claim = turn * threads + (threads - 1 - threadIdx.x);
        if (waits) atomicMax(part.owners + at, claim);
        __syncthreads();
        if (waits && part.owners[at] == claim) {
          part.sums[at] = Semiring::add(part.sums[at], product.value);
          waits = false;
        }
      } while (__syncthreads_or(waits));
    };
    visit_row_by_block<threads>(a, b, static_cast<std::int64_t>(a.row_map(row)),
                                static_cast<std::int64_t>(a.row_map(row + 1)), columns, left, stage, load, use);
  }
};

}  // namespace Araios::Impl::multiply

#endif
