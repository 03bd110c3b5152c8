// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// SpGEMM of rows with more than 1,024 products: the columns of a row as bits in the shared memory of a thread block.
/// CUDA.
///
/// The warps of a block take turns by a few entries of A, and set the bits of their products; the bits are sorted, and
/// need no table. A row of up to 4,096 products whose columns are too far apart for that has a hash table in the same
/// memory. A row of more is divided into windows of columns, each the work of a block; the entries of a row of B in a
/// window are found by bisection. Only the words between the minimum and the maximum column of a row are cleared and
/// read.

#include <Araios/collective/block_scan.hpp>
#include <Araios/operations/multiply/bins/products.hpp>
#include <Araios/operations/multiply/bins/sort.hpp>
#include <Araios/operations/multiply/bins/warps.hpp>

#ifdef ARAIOS_HAVE_CUDA_LAUNCH

#include <cstdint>

namespace Araios::Impl::multiply {

/// The bits of a window of columns, for a block of Threads.
template <int Threads, class Ordinal>
struct Bitmap {
  unsigned* words;
  int count;  // of words
  std::int64_t first_column;

  __device__ void clear() const {
    for (int i = threadIdx.x; i < count; i += Threads) words[i] = 0;
    __syncthreads();
  }
  __device__ void set(Ordinal column) const {
    auto const position = static_cast<int>(static_cast<std::int64_t>(column) - first_column);
    unsigned const bit = 1u << (position & 31);
    if ((words[position >> 5] & bit) == 0) atomicOr(words + (position >> 5), bit);
  }
  /// The number of bits, on each thread.
  __device__ int total() const {
    int mine = 0, all;
    for (int i = threadIdx.x; i < count; i += Threads) mine += __popc(words[i]);
    block_exclusive_scan<Threads>(mine, all);
    return all;
  }
  /// store(i, column) for bit i of those that are set; returns their number.
  template <class Store>
  __device__ int for_each(Store const& store) const {
    int before = 0;
    for (int first = 0; first < count; first += Threads) {
      int const i = first + static_cast<int>(threadIdx.x);
      unsigned word = i < count ? words[i] : 0;
      int all;
      int at = before + block_exclusive_scan<Threads>(__popc(word), all);
      for (; word != 0; word &= word - 1)
        store(at++, static_cast<Ordinal>(first_column + 32 * i + __ffs(static_cast<int>(word)) - 1));
      before += all;
    }
    return before;
  }
};

/// The minimum and the maximum column of the products of a row of A; minimum > maximum where it has none. Two elements
/// of shared memory.
template <int Threads, class A, class B>
__device__ void find_span(A const& a, B const& b, std::int64_t begin, std::int64_t end, long long* span) {
  if (threadIdx.x == 0) {
    span[0] = static_cast<long long>(b.num_cols());
    span[1] = -1;
  }
  __syncthreads();
  long long lowest = static_cast<long long>(b.num_cols()), greatest = -1;
  for (std::int64_t p = begin + threadIdx.x; p < end; p += Threads) {
    auto const k = a.entries(p);
    std::int64_t const from = b.row_map(k), to = b.row_map(k + 1);
    if (from == to) continue;
    lowest = min(lowest, static_cast<long long>(b.entries(from)));
    greatest = max(greatest, static_cast<long long>(b.entries(to - 1)));
  }
  if (greatest >= 0) {
    atomicMin(span, lowest);
    atomicMax(span + 1, greatest);
  }
  __syncthreads();
}

/// Rows of the list `rows`, one per thread block, of at most `capacity` products each: columns without values.
template <class A, class B, class Output, class Keep>
struct BlockRowsCuda {
  using Ordinal = typename B::Ordinal;
  using Table = HashTable<Ordinal>;
  static constexpr int threads = 256;
  static constexpr int blocks_per_multiprocessor = 4;

  A a;
  B b;
  Ordinal const* rows;
  std::int64_t num_rows;
  int capacity;
  Output output;
  Keep keep;
  bool beside = false;

  struct Stage {
    WarpStage<char> of_warp[threads / 32];
    long long span[2];
    int count;
  };
  __host__ __device__ static constexpr int slots_for(int capacity) { return capacity + capacity / 2; }
  /// The table and the list, or the bitmap.
  __host__ __device__ static constexpr int words_bytes(int capacity) {
    return static_cast<int>(shared_piece(slots_for(capacity) * static_cast<int>(sizeof(typename Table::Word))) +
                            shared_piece(capacity * static_cast<int>(sizeof(Ordinal))));
  }
  static int shared_bytes(int capacity) {
    return static_cast<int>(shared_piece(sizeof(Stage))) + words_bytes(capacity);
  }

  __device__ void operator()(char* shared) const {
    auto& stage = *take_shared<Stage>(shared, 1);
    auto const row = static_cast<std::int64_t>(rows[blockIdx.x]);
    std::int64_t const begin = a.row_map(row), end = a.row_map(row + 1);
    find_span<threads>(a, b, begin, end, stage.span);
    std::int64_t const first_column = stage.span[0] / 32 * 32;
    std::int64_t const words = stage.span[1] < 0 ? 0 : (stage.span[1] - first_column) / 32 + 1;
    if (words * static_cast<std::int64_t>(sizeof(unsigned)) <= words_bytes(capacity))
      by_bits(row, begin, end, stage,
              Bitmap<threads, Ordinal>{reinterpret_cast<unsigned*>(shared), static_cast<int>(words), first_column});
    else
      by_hashing(row, begin, end, stage, shared);
  }

 private:
  __device__ void by_bits(std::int64_t row, std::int64_t begin, std::int64_t end, Stage& stage,
                          Bitmap<threads, Ordinal> const& bits) const {
    bits.clear();
    visit_row<BlockGroup<threads>, 4>(a, b, begin, end, AllColumns{}, NoLeft{}, stage.of_warp, LoadColumn<B>{b},
                                      [&](bool has_product, Ordinal column, unsigned) {
                                        if (has_product && keep(row, column)) bits.set(column);
                                      });
    __syncthreads();
    int count;
    if constexpr (Output::fills) {
      std::int64_t const to = output.first(row);
      count = bits.for_each([&](int i, Ordinal column) { output.entries(to + i) = column; });
    } else {
      count = bits.total();
    }
    if constexpr (Output::counts_entries)
      if (threadIdx.x == 0) output.counts(row) = count;
  }

  __device__ void by_hashing(std::int64_t row, std::int64_t begin, std::int64_t end, Stage& stage, char* shared) const {
    int const slots = slots_for(capacity);
    Table const table{take_shared<typename Table::Word>(shared, slots), static_cast<unsigned>(slots)};
    auto* const list = reinterpret_cast<Ordinal*>(shared);
    for (int s = threadIdx.x; s < slots; s += threads) table.table[s] = Table::empty;
    if (threadIdx.x == 0) stage.count = 0;
    __syncthreads();
    visit_row<BlockGroup<threads>, 4>(a, b, begin, end, AllColumns{}, NoLeft{}, stage.of_warp, LoadColumn<B>{b},
                                      [&](bool has_product, Ordinal column, unsigned) {
                                        bool is_new;
                                        if (has_product && keep(row, column)) table.insert(column, is_new);
                                      });
    __syncthreads();
    for (int s = threadIdx.x; s < slots; s += threads)
      if (table.is_used(s)) list[atomicAdd(&stage.count, 1)] = table.column(s);
    __syncthreads();
    int const count = stage.count;
    if constexpr (Output::counts_entries)
      if (threadIdx.x == 0) output.counts(row) = count;
    if constexpr (Output::fills) {
      sort_shared<threads>(list, count, static_cast<Ordinal>(Table::empty >> 1));
      std::int64_t const to = output.first(row);
      for (int i = threadIdx.x; i < count; i += threads) output.entries(to + i) = list[i];
    }
  }
};

/// Window w of row r of the list `rows` is task r * windows + w: columns without values. The count stores
/// in_window(task), which the fill reads; with several windows it adds to counts(row), which begins at 0.
template <class A, class B, class Output, class Keep>
struct WindowsCuda {
  using Ordinal = typename B::Ordinal;
  static constexpr int threads = 512;
  static constexpr int blocks_per_multiprocessor = 2;

  A a;
  B b;
  Ordinal const* rows;
  std::int64_t num_rows;
  std::int64_t windows;
  int words;  // of a window
  int* in_window;
  Output output;
  Keep keep;
  bool beside = false;

  struct Stage {
    WarpStage<char> of_warp[threads / 32];
    long long span[2];
  };
  static int shared_bytes(int words) {
    return static_cast<int>(shared_piece(sizeof(Stage)) + words * static_cast<std::int64_t>(sizeof(unsigned)));
  }

  __device__ void operator()(char* shared) const {
    auto& stage = *take_shared<Stage>(shared, 1);
    for (std::int64_t task = blockIdx.x; task < num_rows * windows; task += gridDim.x) {
      auto const row = static_cast<std::int64_t>(rows[task / windows]);
      std::int64_t const begin = a.row_map(row), end = a.row_map(row + 1);
      find_span<threads>(a, b, begin, end, stage.span);
      std::int64_t const columns = std::int64_t(words) * 32;
      std::int64_t const window = task % windows * columns;
      std::int64_t const first = max(window, static_cast<std::int64_t>(stage.span[0]) / 32 * 32);
      std::int64_t const last = min(window + columns, static_cast<std::int64_t>(stage.span[1]) + 1);
      Bitmap<threads, Ordinal> const bits{reinterpret_cast<unsigned*>(shared),
                                          static_cast<int>(first < last ? (last - first + 31) / 32 : 0), first};
      bits.clear();
      LoadColumn<B> const load{b};
      auto const use = [&](bool has_product, Ordinal column, unsigned) {
        if (has_product && keep(row, column)) bits.set(column);
      };
      if (windows == 1)
        visit_row<BlockGroup<threads>, 4>(a, b, begin, end, AllColumns{}, NoLeft{}, stage.of_warp, load, use);
      else if (first < last)
        visit_row<BlockGroup<threads>, 4>(a, b, begin, end, ColumnsBetween{first, last}, NoLeft{}, stage.of_warp, load,
                                          use);
      __syncthreads();
      write(task, row, bits);
      __syncthreads();
    }
  }

 private:
  __device__ void write(std::int64_t task, std::int64_t row, Bitmap<threads, Ordinal> const& bits) const {
    int count;
    if constexpr (Output::fills) {
      std::int64_t to = output.first(row);  // then the entries of the earlier windows
      for (std::int64_t earlier = task - task % windows; earlier < task; ++earlier) to += in_window[earlier];
      count = bits.for_each([&](int i, Ordinal column) { output.entries(to + i) = column; });
    } else {
      count = bits.total();
    }
    if constexpr (Output::counts_entries)
      if (threadIdx.x == 0) {
        in_window[task] = count;
        if (windows == 1)
          output.counts(row) = count;
        else
          atomicAdd(reinterpret_cast<unsigned long long*>(&output.counts(row)), static_cast<unsigned long long>(count));
      }
  }
};

}  // namespace Araios::Impl::multiply

#endif
