// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// SpGEMM of rows with up to 32 products, too many for a thread: one warp per row, one lane per product. CUDA.
///
/// The lanes load the products of a row at one time, sort them in registers, and keep the first of equal columns. No
/// table, no shared memory. Bytes: the row of A, and for each entry of it an offset pair and a sector of B.

#include <Araios/collective/cuda_launch.hpp>
#include <Araios/collective/warp.hpp>
#include <Araios/operations/multiply/bins/table.hpp>
#include <Araios/operations/multiply/output.hpp>
#include <Araios/operations/multiply/problem.hpp>

#ifdef ARAIOS_HAVE_CUDA_LAUNCH

#include <cstdint>

namespace Araios::Impl::multiply {

/// Rows of a list. Columns are sorted by a bitonic network over the lanes; equal ones keep the order of the products,
/// in which their values are then added.
template <SemiringType Semiring, class A, class B, class Output, class Keep>
struct LaneRowsCuda {
  using Ordinal = typename B::Ordinal;
  using T = typename Output::Scalar;
  static constexpr bool has_values = Output::fills && !is_pattern_v<T>;
  static constexpr Bin bin = bin_table[MultiplyBins::lanes];
  static constexpr int threads = bin.threads;
  static constexpr int blocks_per_multiprocessor = bin.blocks_per_multiprocessor;
  static constexpr Ordinal none =
      static_cast<Ordinal>(~(std::make_unsigned_t<Ordinal>(1) << (8 * sizeof(Ordinal) - 1)));

  A a;
  B b;
  Ordinal const* rows;
  std::int64_t num_rows;
  Output output;
  Keep keep;
  bool beside = false;

  /// A product of the caller's lane: its column, the lane that it was loaded by, and its value.
  struct Product {
    Ordinal column = none;
    int lane = 0;
    T value{};
  };

  __device__ void operator()(char*) const {
    std::int64_t const r = static_cast<std::int64_t>(blockIdx.x) * (threads / 32) + warp_id();
    if (r >= num_rows) return;
    auto const row = static_cast<std::int64_t>(rows[r]);
    int const lane = lane_id();
    Product mine = load(row, lane);
    sort(mine, lane);
    Ordinal const before = __shfl_up_sync(all_lanes, mine.column, 1);
    bool const is_first = mine.column != none && (lane == 0 || before != mine.column);
    unsigned const firsts = __ballot_sync(all_lanes, is_first);
    if constexpr (Output::fills) {
      T sum{};
      if constexpr (has_values) sum = sum_equals(mine, is_first, lane);
      if (is_first) {
        std::int64_t const to = output.first(row) + __popc(firsts & ((1u << lane) - 1));
        output.entries(to) = mine.column;
        if constexpr (has_values) output.values(to) = sum;
      }
    }
    if constexpr (Output::counts_entries)
      if (lane == 0) output.counts(row) = __popc(firsts);
  }

 private:
  /// Product t of the row goes to lane t. The lanes load 32 entries of A at a time.
  __device__ Product load(std::int64_t row, int lane) const {
    Product mine;
    if (keep.skips_row(row)) return mine;
    auto const end = static_cast<std::int64_t>(a.row_map(row + 1));
    int loaded = 0;
    for (auto p = static_cast<std::int64_t>(a.row_map(row)); p < end; p += 32) {
      std::int64_t from = 0;
      int length = 0;
      T left{};
      if (p + lane < end) {
        auto const k = a.entries(p + lane);
        from = static_cast<std::int64_t>(b.row_map(k));
        length = static_cast<int>(static_cast<std::int64_t>(b.row_map(k + 1)) - from);
        if constexpr (has_values) left = element<Semiring, T>(a.values(p + lane));
      }
      int const inclusive = warp_inclusive_scan(length);
      int const exclusive = inclusive - length;
      int const t = lane - loaded;
      int source = 0;  // the last lane whose first product is t or an earlier one
#pragma unroll
      for (int step = 16; step > 0; step /= 2)
        if (__shfl_sync(all_lanes, exclusive, source + step) <= t) source += step;
      std::int64_t const q = __shfl_sync(all_lanes, from - exclusive, source) + t;
      int const total = __shfl_sync(all_lanes, inclusive, 31);
      if constexpr (has_values) left = warp_shuffle(left, source, 32);
      if (t >= 0 && t < total) {
        if (Ordinal const column = b.entries(q); keep(row, column)) mine.column = column;
        if constexpr (has_values) mine.value = element_term<Semiring, typename A::Scalar>(left, b.values(q));
      }
      loaded += total;
    }
    return mine;
  }

  /// By (column, lane). The values stay where they are.
  __device__ static void sort(Product& mine, int lane) {
    mine.lane = lane;
#pragma unroll
    for (int size = 2; size <= 32; size *= 2)
#pragma unroll
      for (int distance = size / 2; distance > 0; distance /= 2) {
        Ordinal const column = __shfl_xor_sync(all_lanes, mine.column, distance);
        bool const keeps_smaller = ((lane & size) == 0) == ((lane & distance) == 0);
        if constexpr (has_values) {
          int const other = __shfl_xor_sync(all_lanes, mine.lane, distance);
          bool const is_smaller = column < mine.column || (column == mine.column && other < mine.lane);
          if (is_smaller == keeps_smaller) {
            mine.column = column;
            mine.lane = other;
          }
        } else {
          if ((column < mine.column) == keeps_smaller) mine.column = column;
        }
      }
  }

  /// The sum over equal columns, on the first of them, in the order of the lanes that loaded them.
  __device__ static T sum_equals(Product const& mine, bool is_first, int lane) {
    T const value = warp_shuffle(mine.value, mine.lane, 32);
    T sum = Semiring::add(Semiring::template zero<T>(), value);
    for (int distance = 1; distance < 32; ++distance) {
      Ordinal const column = __shfl_sync(all_lanes, mine.column, lane + distance);
      T const next = warp_shuffle(value, lane + distance, 32);
      bool const is_equal = is_first && lane + distance < 32 && column == mine.column;
      if (!__any_sync(all_lanes, is_equal)) break;
      if (is_equal) sum = Semiring::add(sum, next);
    }
    return sum;
  }
};

}  // namespace Araios::Impl::multiply

#endif
