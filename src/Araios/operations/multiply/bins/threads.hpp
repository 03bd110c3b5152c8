// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// SpGEMM of rows with few products: one thread per row. CUDA.
///
/// A thread keeps the columns of its row of C in registers, sorted and distinct, and inserts one product after the
/// other. That is a tenth of the instructions of a lane per product. All rows of road networks are of this kind. Where
/// all rows of C are, and C has room for all products, one kernel makes it: a block learns from the blocks before it
/// how many entries they have (decoupled look-back). Bytes: the row of A, and per entry an offset pair and a sector of
/// B.
///
/// Source: Merrill, Garland, Single-pass Parallel Prefix Scan with Decoupled Look-back, 2016.

#include <Araios/collective/block_scan.hpp>
#include <Araios/collective/cuda_launch.hpp>
#include <Araios/collective/warp.hpp>
#include <Araios/operations/multiply/bins/table.hpp>
#include <Araios/operations/multiply/output.hpp>
#include <Araios/operations/multiply/problem.hpp>

#ifdef ARAIOS_HAVE_CUDA_LAUNCH

#include <cstdint>
#include <type_traits>

namespace Araios::Impl::multiply {

/// A row of C of at most `MaxProducts` products, in the registers of a thread. Values are added in the order of the
/// products.
template <int MaxProducts, SemiringType Semiring, class A, class B, class Output, class Keep>
class ThreadRow {
 public:
  using Ordinal = typename B::Ordinal;
  using T = typename Output::Scalar;

  __device__ ThreadRow(A const& a, B const& b, Keep const& keep, std::int64_t row) {
    ARAIOS_UNROLL
    for (int j = 0; j < MaxProducts; ++j) columns_[j] = none;
    if (row < 0 || keep.skips_row(row)) return;
    auto const end = static_cast<std::int64_t>(a.row_map(row + 1));
    for (auto p = static_cast<std::int64_t>(a.row_map(row)); p < end; ++p) {
      auto const k = a.entries(p);
      T left{};
      if constexpr (has_values) left = element<Semiring, T>(a.values(p));
      auto const last = static_cast<std::int64_t>(b.row_map(k + 1));
      for (auto q = static_cast<std::int64_t>(b.row_map(k)); q < last; ++q) {
        Ordinal const column = b.entries(q);
        T product{};
        if constexpr (has_values) product = element_term<Semiring, typename A::Scalar>(left, b.values(q));
        if (keep(row, column)) insert(column, product);
      }
    }
  }

  __device__ int count() const { return count_; }
  /// Writes the row, which begins at `first` in C.
  __device__ void write(Output const& output, std::int64_t first) const {
    ARAIOS_UNROLL
    for (int j = 0; j < MaxProducts; ++j)
      if (j < count_) {
        output.entries(first + j) = columns_[j];
        if constexpr (has_values) output.values(first + j) = sums_[j];
      }
  }

 private:
  static constexpr bool has_values = Output::fills && !is_pattern_v<T>;
  static constexpr Ordinal none =
      static_cast<Ordinal>(~(std::make_unsigned_t<Ordinal>(1) << (8 * sizeof(Ordinal) - 1)));

  __device__ void insert(Ordinal column, T const& product) {
    bool is_there = false;
    ARAIOS_UNROLL
    for (int j = 0; j < MaxProducts; ++j)
      if (columns_[j] == column) {
        is_there = true;
        if constexpr (has_values) sums_[j] = Semiring::add(sums_[j], product);
      }
    if (is_there) return;
    [[maybe_unused]] T sum{};
    if constexpr (has_values) sum = Semiring::add(Semiring::template zero<T>(), product);
    ARAIOS_UNROLL
    for (int j = 0; j < MaxProducts; ++j) {
      bool const is_before = column < columns_[j];
      Ordinal const other = columns_[j];
      columns_[j] = is_before ? column : other;
      column = is_before ? other : column;
      if constexpr (has_values) {
        T const other_sum = sums_[j];
        sums_[j] = is_before ? sum : other_sum;
        sum = is_before ? other_sum : sum;
      }
    }
    ++count_;
  }

  Ordinal columns_[MaxProducts];
  T sums_[has_values ? MaxProducts : 1]{};
  int count_ = 0;
};

/// Rows of the list of bin K, and then of the list of the bin before it. Where there is no list, rows 0 to its length.
template <int K, SemiringType Semiring, class A, class B, class Output, class Keep>
struct ThreadRowsCuda {
  using Ordinal = typename B::Ordinal;
  static constexpr Bin bin = bin_table[0];  // also where all rows are in the bin of lanes
  static constexpr int threads = bin.threads;
  static constexpr int blocks_per_multiprocessor = bin.blocks_per_multiprocessor;
  static constexpr int max_products = bin_table[K].max;
  static constexpr int max_of_shorter = K > 0 ? bin_table[K > 0 ? K - 1 : 0].max : max_products / 2;  // or none

  A a;
  B b;
  Ordinal const* rows;
  std::int64_t num_rows;
  Ordinal const* shorter;
  std::int64_t num_shorter;
  Output output;
  Keep keep;
  bool beside = false;

  static std::int64_t blocks_for(std::int64_t rows, std::int64_t shorter) {
    return tiles_for(rows, threads) + tiles_for(shorter, threads);
  }

  __device__ void operator()(char*) const {
    std::int64_t const first_shorter = (num_rows + threads - 1) / threads;
    if (blockIdx.x < first_shorter)
      run<max_products>(rows, num_rows, blockIdx.x);
    else
      run<max_of_shorter>(shorter, num_shorter, blockIdx.x - first_shorter);
  }

 private:
  template <int Products>
  __device__ void run(Ordinal const* list, std::int64_t length, std::int64_t block) const {
    std::int64_t const r = block * threads + threadIdx.x;
    if (r >= length) return;
    std::int64_t const row = list != nullptr ? static_cast<std::int64_t>(list[r]) : r;
    ThreadRow<Products, Semiring, A, B, Output, Keep> const mine(a, b, keep, row);
    if constexpr (Output::fills) mine.write(output, output.first(row));
    if constexpr (Output::counts_entries) output.counts(row) = mine.count();
  }
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

/// All rows of C, each of bin K or one before it. states: of the blocks, 0 at first.
template <int K, SemiringType Semiring, class A, class B, class Output, class Keep>
struct MakeRowsCuda {
  static constexpr int threads = 256;
  static constexpr int blocks_per_multiprocessor = 2;

  A a;
  B b;
  std::int64_t num_rows;
  Output output;
  unsigned long long* states;
  Keep keep;

  __device__ void operator()(char*) const {
    __shared__ unsigned long long of_blocks_before;
    std::int64_t const row = static_cast<std::int64_t>(blockIdx.x) * threads + threadIdx.x;
    ThreadRow<bin_table[K].max, Semiring, A, B, Output, Keep> const mine(a, b, keep, row < num_rows ? row : -1);
    int all;
    int const before = block_exclusive_scan<threads>(mine.count(), all);
    if (warp_id() == 0) {
      auto const earlier = sum_of_blocks_before(states, static_cast<unsigned long long>(all));
      if (lane_id() == 0) of_blocks_before = earlier;
    }
    __syncthreads();
    if (row >= num_rows) return;
    using Offset = typename decltype(output.row_map)::value_type;
    std::int64_t const first = static_cast<std::int64_t>(of_blocks_before) + before;
    mine.write(output, first);
    output.row_map(row) = static_cast<Offset>(first);
    if (row == num_rows - 1) output.row_map(num_rows) = static_cast<Offset>(first + mine.count());
  }
};

}  // namespace Araios::Impl::multiply

#endif
