// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// SpGEMM of rows with 17 to 32 products: one warp per row, one lane per product. CUDA.
///
/// The lanes load the products of a row at one time, sort them in registers, and keep the first of equal columns. No
/// table, no shared memory. Bytes: the row of A, and for each entry of it an offset pair and a sector of B.

#include <Araios/collective/cuda_launch.hpp>
#include <Araios/collective/warp.hpp>
#include <Araios/operations/multiply/core.hpp>

#ifdef ARAIOS_HAVE_CUDA_LAUNCH

#include <cstdint>

namespace Araios::Impl::multiply {

/// The products of a row, one on each of `Lanes` lanes, sorted by a bitonic network; equal columns keep the order of the
/// products, in which their values are then added.
template <int Lanes, SemiringType Semiring, class A, class B, class Output, class Keep>
struct TinyRow {
  using Ordinal = typename B::Ordinal;
  using T = typename Output::Scalar;
  static constexpr bool has_values = Output::fills && !is_pattern_v<T>;
  static constexpr Ordinal none =
      static_cast<Ordinal>(~(std::make_unsigned_t<Ordinal>(1) << (8 * sizeof(Ordinal) - 1)));

  /// A product of the caller's lane: its column, the lane that it was loaded by, and its value.
  struct Product {
    Ordinal column = none;
    int lane = 0;
    T value{};
  };

  Product mine;
  bool is_first = false;  // of equal columns
  unsigned firsts = 0;    // bit t: of lane t

  __device__ TinyRow(A const& a, B const& b, Keep const& keep, std::int64_t row, int lane)
      : mine(load(a, b, keep, row, lane)) {
    sort(mine, lane);
    Ordinal const before = __shfl_up_sync(all_lanes, mine.column, 1, Lanes);
    is_first = mine.column != none && (lane == 0 || before != mine.column);
    firsts =
        __ballot_sync(all_lanes, is_first) >> (lane_id() - lane) & (Lanes == 32 ? all_lanes : (1u << Lanes % 32) - 1);
  }

  __device__ int count() const { return __popc(firsts); }
  /// Writes the row, which begins at `first` in C. All lanes call.
  __device__ void write(Output const& output, std::int64_t first, int lane) const {
    T sum{};
    if constexpr (has_values) sum = sum_equals(mine, is_first, lane);
    if (!is_first) return;
    std::int64_t const to = first + __popc(firsts & ((1u << lane) - 1));
    output.entries(to) = mine.column;
    if constexpr (has_values) output.values(to) = sum;
  }

 private:
  /// Product t of the row goes to lane t. The lanes load as many entries of A at a time.
  __device__ static Product load(A const& a, B const& b, Keep const& keep, std::int64_t row, int lane) {
    Product mine;
    bool const is_empty = row < 0 || keep.skips_row(row);
    std::int64_t p = is_empty ? 0 : static_cast<std::int64_t>(a.row_map(row));
    std::int64_t const end = is_empty ? 0 : static_cast<std::int64_t>(a.row_map(row + 1));
    int loaded = 0;
    for (; __any_sync(all_lanes, p < end); p += Lanes) {
      std::int64_t from = 0;
      int length = 0;
      T left{};
      if (p + lane < end) {
        auto const k = a.entries(p + lane);
        from = static_cast<std::int64_t>(b.row_map(k));
        length = static_cast<int>(static_cast<std::int64_t>(b.row_map(k + 1)) - from);
        if constexpr (has_values) left = element<Semiring, T>(a.values(p + lane));
      }
      int inclusive = length;
#pragma unroll
      for (int distance = 1; distance < Lanes; distance *= 2) {
        int const other = __shfl_up_sync(all_lanes, inclusive, distance, Lanes);
        if (lane >= distance) inclusive += other;
      }
      int const exclusive = inclusive - length;
      int const t = lane - loaded;
      int source = 0;  // the last lane whose first product is t or an earlier one
#pragma unroll
      for (int step = Lanes / 2; step > 0; step /= 2)
        if (__shfl_sync(all_lanes, exclusive, source + step, Lanes) <= t) source += step;
      std::int64_t const q = __shfl_sync(all_lanes, from - exclusive, source, Lanes) + t;
      int const total = __shfl_sync(all_lanes, inclusive, Lanes - 1, Lanes);
      if constexpr (has_values) left = warp_shuffle(left, source, Lanes);
      if (t >= 0 && t < total) {
        if (Ordinal const column = b.entries(q); keep(row, column)) mine.column = column;
        if constexpr (has_values) mine.value = Semiring::multiply(left, element<Semiring, T>(b.values(q)));
      }
      loaded += total;
    }
    return mine;
  }

  /// By (column, lane). The values stay where they are.
  __device__ static void sort(Product& mine, int lane) {
    mine.lane = lane;
#pragma unroll
    for (int size = 2; size <= Lanes; size *= 2)
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
    T const value = warp_shuffle(mine.value, mine.lane, Lanes);
    T sum = Semiring::add(Semiring::template zero<T>(), value);
    for (int distance = 1; distance < Lanes; ++distance) {
      Ordinal const column = __shfl_sync(all_lanes, mine.column, lane + distance, Lanes);
      T const next = warp_shuffle(value, lane + distance, Lanes);
      bool const is_equal = is_first && lane + distance < Lanes && column == mine.column;
      if (!__any_sync(all_lanes, is_equal)) break;
      if (is_equal) sum = Semiring::add(sum, next);
    }
    return sum;
  }
};

/// Rows of a list.
template <SemiringType Semiring, class A, class B, class Output, class Keep>
struct TinyRowsCuda {
  using Ordinal = typename B::Ordinal;
  static constexpr int threads = 256;
  static constexpr int blocks_per_multiprocessor = 6;
  static constexpr bool cooperative = false;

  A a;
  B b;
  Ordinal const* rows;
  std::int64_t num_rows;
  Output output;
  Keep keep;
  bool beside = false;

  __device__ void operator()(char*) const {
    std::int64_t const r = static_cast<std::int64_t>(blockIdx.x) * (threads / 32) + warp_id();
    if (r >= num_rows) return;
    auto const row = static_cast<std::int64_t>(rows[r]);
    TinyRow<32, Semiring, A, B, Output, Keep> const products(a, b, keep, row, lane_id());
    if constexpr (Output::fills) products.write(output, output.first(row), lane_id());
    if constexpr (Output::counts_entries)
      if (lane_id() == 0) output.counts(row) = products.count();
  }
};

}  // namespace Araios::Impl::multiply

#endif
