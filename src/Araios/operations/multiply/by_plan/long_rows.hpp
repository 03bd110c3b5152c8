// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// The values of SpGEMM by a plan, in rows of more entries than a warp holds (positions.hpp). CUDA.
///
/// Four bytes per product: its position in the row of C, and its turn among those of the 512 products of a round that
/// are added to the same entry. A thread block holds a part of the row; it visits all products of the row, reads their
/// codes, and adds those of its part, by turns. So sums have the order of the products.

#include <Araios/collective/warp.hpp>
#include <Araios/operations/multiply/bins/products.hpp>

#include <Kokkos_Core.hpp>

#ifdef ARAIOS_HAVE_CUDA_LAUNCH

#include <cstdint>

namespace Araios::Impl::multiply {

using LongCode = std::uint32_t;
inline constexpr int long_position_bits = 23;
inline constexpr int long_row_threads = 512;  // 9 bits for the turn
inline constexpr int min_long_row = 2048;     // entries; a warp holds as many
inline constexpr std::int64_t max_long_row = std::int64_t(1) << long_position_bits;

/// What is known of the rows of C. All are 0 at first.
struct RowLengths {
  std::int64_t longest;        // entries
  std::int64_t long_rows;      // rows of more entries than a warp holds, but not more than a code can represent
  std::int64_t long_products;  // of these
  std::int64_t listed_rows, listed_products;

  KOKKOS_FUNCTION static bool is_long(std::int64_t entries) {
    return entries > min_long_row && entries <= max_long_row;
  }
};

template <class A, class First, class Products>
struct FindLengths {
  A a;
  First first;
  Products products;  // before each entry of A
  RowLengths* lengths;
  KOKKOS_FUNCTION void operator()(std::int64_t row) const {
    auto const entries = static_cast<std::int64_t>(first(row + 1) - first(row));
    if (entries > lengths->longest) (void)Kokkos::atomic_fetch_max(&lengths->longest, entries);
    if (!RowLengths::is_long(entries)) return;
    Kokkos::atomic_add(&lengths->long_rows, std::int64_t(1));
    Kokkos::atomic_add(&lengths->long_products, products_of(row));
  }
  KOKKOS_FUNCTION std::int64_t products_of(std::int64_t row) const {
    return products(static_cast<std::int64_t>(a.row_map(row + 1))) -
           products(static_cast<std::int64_t>(a.row_map(row)));
  }
};

/// list[...] := the long rows, in any order, with room for the codes of their products.
template <class Find, class Row>
struct ListLongRows {
  Find find;
  Row* list;
  KOKKOS_FUNCTION void operator()(std::int64_t row) const {
    if (!RowLengths::is_long(static_cast<std::int64_t>(find.first(row + 1) - find.first(row)))) return;
    Row found;
    found.code = Kokkos::atomic_fetch_add(&find.lengths->listed_products, find.products_of(row));
    found.row = static_cast<decltype(found.row)>(row);
    list[Kokkos::atomic_fetch_add(&find.lengths->listed_rows, std::int64_t(1))] = found;
  }
};

/// A row of C, and the position of the codes of its products.
template <class Ordinal>
struct LongRow {
  std::int64_t code = 0;
  Ordinal row = 0;
};

/// The codes of one row per block.
template <class A, class B, class C>
struct EncodeLongRowsCuda {
  using Ordinal = typename B::Ordinal;
  static constexpr int threads = long_row_threads;
  static constexpr int blocks_per_multiprocessor = 2;
  static constexpr int shared_bytes = static_cast<int>(sizeof(BlockStage<threads, char>) + threads * sizeof(int));

  A a;
  B b;
  C c;
  LongRow<Ordinal> const* rows;
  LongCode* codes;

  __device__ void operator()(char* shared) const {
    int* const positions = take_shared<int>(shared, threads);
    auto& stage = *take_shared<BlockStage<threads, char>>(shared, 1);
    auto const row = static_cast<std::int64_t>(rows[blockIdx.x].row);
    auto const first = static_cast<std::int64_t>(c.row_map(row)), last = static_cast<std::int64_t>(c.row_map(row + 1));
    auto const load = [&](int, std::int64_t q, std::int64_t n) { return Found{b.entries(q), n}; };
    auto const use = [&](bool has_product, Found const& found) {
      int at = -1;
      if (has_product)
        at = static_cast<int>(last_true(first, last, [&](std::int64_t p) { return c.entries(p) <= found.column; }) -
                              first);
      positions[threadIdx.x] = at;
      __syncthreads();
      unsigned const peers = __match_any_sync(all_lanes, at);
      int turn = __popc(peers & ((1u << lane_id()) - 1));
      for (int i = 0; i < 32 * warp_id(); ++i) turn += positions[i] == at;
      if (has_product)
        codes[found.number] = static_cast<LongCode>(turn) << long_position_bits | static_cast<LongCode>(at);
      __syncthreads();
    };
    visit_row_by_block<threads>(a, b, static_cast<std::int64_t>(a.row_map(row)),
                                static_cast<std::int64_t>(a.row_map(row + 1)), AllColumns{}, NoLeft{}, stage, load, use,
                                rows[blockIdx.x].code);
  }

 private:
  struct Found {
    Ordinal column;
    std::int64_t number;  // of the product
  };
};

/// The values of part s of row r: block s * num_rows + r.
template <SemiringType Semiring, class A, class B, class Output>
struct AddLongRowsCuda {
  using Ordinal = typename B::Ordinal;
  using T = typename Output::Scalar;
  static constexpr int threads = long_row_threads;
  static constexpr int blocks_per_multiprocessor = 3;
  static constexpr int capacity =
      57344 / static_cast<int>(sizeof(T));  // entries of a part: three blocks of 8-byte values
  static constexpr int shared_bytes =
      static_cast<int>(shared_piece(capacity * sizeof(T)) + sizeof(BlockStage<threads, T>));

  A a;
  B b;
  LongRow<Ordinal> const* rows;
  std::int64_t num_rows;
  LongCode const* codes;
  Output output;
  bool beside = false;

  __device__ void operator()(char* shared) const {
    std::int64_t const r = blockIdx.x % num_rows;
    auto const row = static_cast<std::int64_t>(rows[r].row);
    std::int64_t const first = static_cast<std::int64_t>(output.first(row)) + blockIdx.x / num_rows * capacity;
    std::int64_t const remaining = static_cast<std::int64_t>(output.first(row + 1)) - first;
    if (remaining <= 0) return;
    T* const sums = take_shared<T>(shared, capacity);
    auto& stage = *take_shared<BlockStage<threads, T>>(shared, 1);
    int const count = static_cast<int>(min(remaining, static_cast<std::int64_t>(capacity)));
    int const before = static_cast<int>(first - static_cast<std::int64_t>(output.first(row)));
    for (int i = threadIdx.x; i < count; i += threads) sums[i] = Semiring::template zero<T>();
    auto const left = [this](std::int64_t p) { return element<Semiring, T>(a.values(p)); };
    auto const load = [&](int e, std::int64_t q, std::int64_t n) {
      LongCode const code = codes[n];
      Coded coded;
      coded.at = static_cast<int>(code & ((1u << long_position_bits) - 1)) - before;
      if (coded.at >= 0 && coded.at < count) {
        coded.turn = static_cast<int>(code >> long_position_bits);
        coded.product = element_term<Semiring, typename A::Scalar>(stage.left[e], b.values(q));
      }
      return coded;
    };
    auto const use = [&](bool has_product, Coded const& coded) {
      int const turn = has_product ? coded.turn : -1;
      int now = 0;
      do {
        if (turn == now) sums[coded.at] = Semiring::add(sums[coded.at], coded.product);
      } while (__syncthreads_or(turn > now++));
    };
    visit_row_by_block<threads>(a, b, static_cast<std::int64_t>(a.row_map(row)),
                                static_cast<std::int64_t>(a.row_map(row + 1)), AllColumns{}, left, stage, load, use,
                                rows[r].code);
    for (int i = threadIdx.x; i < count; i += threads) output.values(first + i) = sums[i];
  }

 private:
  struct Coded {
    int at = 0, turn = -1;
    T product{};
  };
};

}  // namespace Araios::Impl::multiply

#endif
