// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// SpGEMM of rows with more than 4,096 products: the columns of a row as bits in shared memory. CUDA.
///
/// A thread block sets the bits of one window of 262,144 columns of one row; the bits are sorted, and need no table. A
/// row of many columns is the work of several blocks, which also share a row of millions of products. Where there are
/// several windows, the entries of a row of B in a window are found by bisection.

#include <Araios/collective/block_scan.hpp>
#include <Araios/operations/multiply/expand_cuda.hpp>

#ifdef ARAIOS_HAVE_CUDA_LAUNCH

#include <cstdint>

namespace Araios::Impl::multiply {

inline constexpr std::int64_t bitmap_window = std::int64_t(1) << 18;

/// Window w of row r of the list `rows` is task r * windows + w. The count adds to counts(row), which begins at 0, and
/// stores in_window(task); the fill reads it.
template <class A, class B, class Output>
struct BitmapRowsCuda {
  using Ordinal = typename B::Ordinal;
  using Group = BlockGroup<512>;
  static constexpr int threads = Group::threads;
  static constexpr int blocks_per_multiprocessor = 4;
  static constexpr bool cooperative = false;

  A a;
  B b;
  Ordinal const* rows;
  std::int64_t num_rows;
  std::int64_t windows;
  int words;  // of a window
  int* in_window;
  Output output;

  static int shared_bytes(int words) { return static_cast<int>(sizeof(ExpandStage<Group>) + words * sizeof(unsigned)); }

  __device__ void operator()(char* shared) const {
    auto& stage = *reinterpret_cast<ExpandStage<Group>*>(shared);
    auto* const bits = reinterpret_cast<unsigned*>(&stage + 1);
    for (std::int64_t task = blockIdx.x; task < num_rows * windows; task += gridDim.x) {
      for (int i = threadIdx.x; i < words; i += threads) bits[i] = 0;
      __syncthreads();
      auto const row = static_cast<std::int64_t>(rows[task / windows]);
      std::int64_t const first_column = task % windows * words * 32;
      std::int64_t const begin = a.row_map(row), end = a.row_map(row + 1);
      auto const visit = [&](bool has_product, std::int64_t, std::int64_t q) {
        if (!has_product) return;
        auto const column = static_cast<int>(static_cast<std::int64_t>(b.entries(q)) - first_column);
        unsigned const bit = 1u << (column & 31);
        if ((bits[column >> 5] & bit) == 0) atomicOr(bits + (column >> 5), bit);
      };
      if (windows == 1)
        for_each_product<Group>(a, b, begin, end, AllColumns{}, stage, visit);
      else
        for_each_product<Group>(a, b, begin, end, ColumnsBetween{first_column, first_column + std::int64_t(words) * 32},
                                stage, visit);
      __syncthreads();
      if constexpr (Output::fills)
        store(task, row, first_column, bits);
      else
        count(task, row, bits);
      __syncthreads();
    }
  }

 private:
  __device__ void count(std::int64_t task, std::int64_t row, unsigned const* bits) const {
    int mine = 0, total;
    for (int i = threadIdx.x; i < words; i += threads) mine += __popc(bits[i]);
    block_exclusive_scan<threads>(mine, total);
    if (threadIdx.x > 0) return;
    in_window[task] = total;
    atomicAdd(reinterpret_cast<unsigned long long*>(&output.counts(row)), static_cast<unsigned long long>(total));
  }

  /// The columns of the window, after those of the earlier windows of the row.
  __device__ void store(std::int64_t task, std::int64_t row, std::int64_t first_column, unsigned const* bits) const {
    std::int64_t to = output.first(row);
    for (std::int64_t earlier = task - task % windows; earlier < task; ++earlier) to += in_window[earlier];
    for (int first = 0; first < words; first += threads) {
      int const i = first + static_cast<int>(threadIdx.x);
      unsigned word = i < words ? bits[i] : 0;
      int total;
      std::int64_t at = to + block_exclusive_scan<threads>(__popc(word), total);
      for (; word != 0; word &= word - 1)
        output.entries(at++) = static_cast<Ordinal>(first_column + 32 * i + __ffs(static_cast<int>(word)) - 1);
      to += total;
    }
  }
};

}  // namespace Araios::Impl::multiply

#endif
