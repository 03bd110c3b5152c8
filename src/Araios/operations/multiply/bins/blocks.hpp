// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// SpGEMM of rows with more columns than the table of a warp holds: a thread block. CUDA.
///
/// The warps of a block take turns by a few entries of A, and set the bits of their products. A row whose columns are
/// too far apart for bits has a hash table in the same memory. Columns alone: sums.hpp adds the values.

#include <Araios/operations/multiply/bins/bitmap.hpp>
#include <Araios/operations/multiply/bins/hash.hpp>
#include <Araios/operations/multiply/bins/products.hpp>
#include <Araios/operations/multiply/bins/sort.hpp>
#include <Araios/operations/multiply/bins/table.hpp>

#include <cstdint>

#ifdef ARAIOS_HAVE_CUDA_LAUNCH

namespace Araios::Impl::multiply {

/// Rows of the list `rows`, one per thread block, of at most `capacity` products each: columns without values.
template <class A, class B, class Output, class Keep>
struct BlockRowsCuda {
  using Ordinal = typename B::Ordinal;
  using Table = HashTable<Ordinal>;
  static constexpr Bin bin = bin_table[MultiplyBins::block];
  static constexpr int threads = bin.threads;
  static constexpr int blocks_per_multiprocessor = bin.blocks_per_multiprocessor;

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

}  // namespace Araios::Impl::multiply

#endif
