// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// The values of SpGEMM at columns that are stored, in rows of many entries: a thread block and a hash table. CUDA.
///
/// A part of up to `capacity` entries of a row of C is in shared memory; the products with its columns are visited 512
/// at a time. Of those that are added to one entry, the first claims it, and the others wait for the next turn, so that
/// sums have the order of the products. A round usually needs few turns: the products of one entry of A have different
/// columns.

#include <Araios/collective/warp.hpp>
#include <Araios/operations/multiply/bins/hash.hpp>
#include <Araios/operations/multiply/bins/products.hpp>
#include <Araios/operations/multiply/bins/table.hpp>

#ifdef ARAIOS_HAVE_CUDA_LAUNCH

#include <cstdint>

namespace Araios::Impl::multiply {

/// Parts s, s + parts, ... of `capacity` entries of row r of the list `rows` are the work of block s * num_rows + r, so
/// that blocks without work are neighbours. Rows that WarpRowsCuda fills are left out, and those of fewer than
/// `min_entries` entries.
template <SemiringType Semiring, class A, class B, class Output, class Keep>
struct SumRowsCuda {
  using Ordinal = typename B::Ordinal;
  using T = typename Output::Scalar;
  using Table = HashTable<Ordinal>;
  static constexpr int threads = 512;
  static constexpr int blocks_per_multiprocessor = 2;
  /// Entries of a part; with the table, the owners and the stage, half of the shared memory of an H200.
  static constexpr int capacity = sizeof(T) <= 8 ? 4096 : 2048;

  A a;
  B b;
  Ordinal const* rows;
  std::int64_t num_rows;
  std::int64_t parts;
  std::uint32_t const* products;
  std::int64_t min_entries;
  Output output;
  bool beside = false;

  static constexpr int max_slots = 2 * capacity;
  static constexpr int shared_bytes = static_cast<int>(
      shared_piece(sizeof(BlockStage<threads, T>)) + shared_piece(max_slots * sizeof(typename Table::Word)) +
      shared_piece(max_slots * sizeof(std::uint16_t)) + shared_piece(capacity * sizeof(unsigned)) +
      shared_piece(capacity * sizeof(T)));

  __device__ void operator()(char* shared) const {
    std::int64_t const task = blockIdx.x;
    auto const row = static_cast<std::int64_t>(rows[task % num_rows]);
    auto const begin = static_cast<std::int64_t>(output.first(row)),
               end = static_cast<std::int64_t>(output.first(row + 1));
    if (end - begin < min_entries || is_for_warp(products, row, end - begin)) return;
    auto& stage = *take_shared<BlockStage<threads, T>>(shared, 1);
    auto* const words = take_shared<typename Table::Word>(shared, max_slots);
    auto* const positions = take_shared<std::uint16_t>(shared, max_slots);
    Part part{{words, 0}, positions, take_shared<unsigned>(shared, capacity), take_shared<T>(shared, capacity)};
    for (std::int64_t first = begin + task / num_rows * capacity; first < end; first += parts * capacity) {
      int const count = static_cast<int>(min(end - first, static_cast<std::int64_t>(capacity)));
      part.table.slots = static_cast<unsigned>(Table::slots_for(count, max_slots));
      for (int s = threadIdx.x; s < static_cast<int>(part.table.slots); s += threads) words[s] = Table::empty;
      for (int i = threadIdx.x; i < count; i += threads) {
        part.owners[i] = 0;
        part.sums[i] = Semiring::template zero<T>();
      }
      __syncthreads();
      bool is_new;
      for (int i = threadIdx.x; i < count; i += threads)
        positions[part.table.insert(output.entries(first + i), is_new)] = static_cast<std::uint16_t>(i);
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
  /// A row of C: the position of the column of each slot, and for each position the last claim and the sum.
  struct Part {
    Table table;
    std::uint16_t const* positions;
    unsigned* owners;
    T* sums;
  };

  template <class Columns>
  __device__ void add_products(std::int64_t row, Columns const& columns, Part const& part, int count,
                               BlockStage<threads, T>& stage) const {
    unsigned turn = 0;
    auto const left = [this](std::int64_t p) { return element<Semiring, T>(a.values(p)); };
    LoadProduct<Semiring, T, A, B, BlockStage<threads, T>> const load{b, stage};
    auto const use = [&](bool has_product, ProductOf<Ordinal, T> const& product) {
      int at = -1;
      if (has_product) {
        int const slot = Keep::keeps_all ? part.table.find(product.column) : part.table.find_any(product.column);
        if (slot >= 0) at = part.positions[slot];
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
