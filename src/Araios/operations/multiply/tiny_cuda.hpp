// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// SpGEMM of rows with at most 32 products: one lane per product. CUDA.
///
/// 8, 16 or 32 lanes load the products of a row at one time, sort them in registers, and keep the first of equal
/// columns. No table, no shared memory. All rows of meshes and road networks are of this kind. Where all rows of C are,
/// and C has room for all products, one kernel makes it: a block learns from the blocks before it how many entries they
/// have (decoupled look-back). Bytes: the row of A, and for each entry of it an offset pair and a sector of B.
///
/// Source: Merrill, Garland, Single-pass Parallel Prefix Scan with Decoupled Look-back, 2016.

#include <Araios/collective/block_scan.hpp>
#include <Araios/collective/cuda_launch.hpp>
#include <Araios/collective/warp.hpp>
#include <Araios/operations/multiply/core.hpp>

#ifdef ARAIOS_HAVE_CUDA_LAUNCH

#include <cstdint>

namespace Araios::Impl::multiply {

/// What a kernel writes that makes C at one time: row_map, and the entries of all rows, one row after the other.
template <class RowMap, class Entries, class Values>
struct WholeOutput {
  static constexpr bool counts_entries = false;
  static constexpr bool fills = true;
  using Scalar = typename Values::value_type;
  RowMap row_map;
  Entries entries;
  Values values;
  unsigned long long* states;  // of the blocks: 0 at first
};

/// The sum of `value` over the blocks before the caller's, which adds its own to `states`: 4 v + 1 for a block with the
/// sum v, 4 v + 2 where v is that of the blocks before, too. A warp calls; blocks of lower index must have begun.
__device__ inline unsigned long long sum_of_blocks_before(unsigned long long* states, unsigned long long value) {
  auto const block = static_cast<std::int64_t>(blockIdx.x);
  auto* const shared_states = static_cast<unsigned long long volatile*>(states);
  int const lane = lane_id();
  if (lane == 0) shared_states[block] = block == 0 ? 4 * value + 2 : 4 * value + 1;
  unsigned long long before = 0;
  for (std::int64_t nearest = block - 1; nearest >= 0; nearest -= 32) {
    unsigned long long state = 2;  // before the first block: nothing
    do {
      if (nearest >= lane) state = shared_states[nearest - lane];
    } while (__any_sync(all_lanes, state == 0));
    unsigned const complete = __ballot_sync(all_lanes, state % 4 == 2);
    int const last = complete == 0 ? 31 : __ffs(static_cast<int>(complete)) - 1;
    unsigned long long sum = lane <= last ? state / 4 : 0;
#pragma unroll
    for (int distance = 16; distance > 0; distance /= 2) sum += __shfl_xor_sync(all_lanes, sum, distance);
    before += sum;
    if (complete != 0) break;
  }
  if (lane == 0 && block > 0) shared_states[block] = 4 * (before + value) + 2;
  return before;
}

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

/// Rows of the three lists: of up to 8, 16 and 32 products. Where there is no list, rows 0 to its length.
template <SemiringType Semiring, class A, class B, class Output, class Keep>
struct TinyRowsCuda {
  using Ordinal = typename B::Ordinal;
  static constexpr int threads = 256;
  static constexpr int blocks_per_multiprocessor = 6;
  static constexpr bool cooperative = false;

  /// Computed by the blocks from first_block on.
  struct List {
    Ordinal const* rows;
    std::int64_t num_rows;
    std::int64_t first_block;
  };

  A a;
  B b;
  List of_8, of_16, of_32;
  Output output;
  Keep keep;
  bool beside = false;

  /// The block from which on the rows of the next list are computed.
  static std::int64_t next_block(List const& list, int lanes) {
    return list.first_block + tiles_for(list.num_rows * lanes, threads);
  }

  __device__ void operator()(char*) const {
    // Rows of most products first: the last blocks are those of the least work.
    if (blockIdx.x >= of_8.first_block)
      run<8>(of_8);
    else if (blockIdx.x >= of_16.first_block)
      run<16>(of_16);
    else
      run<32>(of_32);
  }

 private:
  template <int Lanes>
  __device__ void run(List const& list) const {
    int const lane = static_cast<int>(threadIdx.x) % Lanes;
    std::int64_t const r = ((blockIdx.x - list.first_block) * threads + threadIdx.x) / Lanes;
    std::int64_t const row = r >= list.num_rows     ? -1
                             : list.rows != nullptr ? static_cast<std::int64_t>(list.rows[r])
                                                    : r;
    TinyRow<Lanes, Semiring, A, B, Output, Keep> const products(a, b, keep, row, lane);
    if constexpr (Output::fills) products.write(output, row < 0 ? 0 : output.first(row), lane);
    if constexpr (Output::counts_entries)
      if (row >= 0 && lane == 0) output.counts(row) = products.count();
  }
};

/// All rows of C, in the order of C: WholeOutput. A block computes `batches` times as many rows as it has lanes for, so
/// that blocks wait less for the blocks before them.
template <int Lanes, SemiringType Semiring, class A, class B, class Output, class Keep>
struct MakeTinyRowsCuda {
  static constexpr int threads = 256;
  static constexpr int blocks_per_multiprocessor = 4;
  static constexpr bool cooperative = false;
  static constexpr int batches = 4;
  static constexpr int batch = threads / Lanes;

  A a;
  B b;
  std::int64_t num_rows;
  Output output;
  Keep keep;

  static std::int64_t blocks_for(std::int64_t rows) { return tiles_for(rows, batches * batch); }

  __device__ void operator()(char*) const {
    using Row = TinyRow<Lanes, Semiring, A, B, Output, Keep>;
    int const lane = static_cast<int>(threadIdx.x) % Lanes;
    std::int64_t const begin = static_cast<std::int64_t>(blockIdx.x) * batches * batch + threadIdx.x / Lanes;
    auto const row_of = [&](int u) { return begin + u * batch < num_rows ? begin + u * batch : std::int64_t(-1); };
    Row const rows[batches] = {{a, b, keep, row_of(0), lane},
                               {a, b, keep, row_of(1), lane},
                               {a, b, keep, row_of(2), lane},
                               {a, b, keep, row_of(3), lane}};
    // 16 bits for the entries of each batch, which are no more than threads * Lanes.
    static_assert(threads * 32 < 1 << 16 && batches == 4);
    unsigned long long counts = 0, all;
    ARAIOS_UNROLL
    for (int u = 0; u < batches; ++u) counts |= static_cast<unsigned long long>(rows[u].count()) << 16 * u;
    unsigned long long const before =
        block_exclusive_scan<threads>(lane == 0 ? counts : 0ull, all) - (lane == 0 ? 0 : counts);
    auto const of_batch = [](unsigned long long packed, int u) { return static_cast<int>(packed >> 16 * u & 0xffff); };
    __shared__ unsigned long long before_block;
    if (warp_id() == 0) {
      int total = 0;
      ARAIOS_UNROLL
      for (int u = 0; u < batches; ++u) total += of_batch(all, u);
      auto const earlier = sum_of_blocks_before(output.states, static_cast<unsigned long long>(total));
      if (lane_id() == 0) before_block = earlier;
    }
    __syncthreads();
    using Offset = typename decltype(output.row_map)::value_type;
    auto first_of_batch = static_cast<std::int64_t>(before_block);
    ARAIOS_UNROLL
    for (int u = 0; u < batches; ++u) {
      std::int64_t const row = row_of(u), first = first_of_batch + of_batch(before, u);
      rows[u].write(output, first, lane);
      if (lane == 0 && row >= 0) {
        output.row_map(row) = static_cast<Offset>(first);
        if (row == num_rows - 1) output.row_map(num_rows) = static_cast<Offset>(first + rows[u].count());
      }
      first_of_batch += of_batch(all, u);
    }
  }
};

}  // namespace Araios::Impl::multiply

#endif
