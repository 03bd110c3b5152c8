// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// SpGEMM of the rows with the largest numbers of products: thread blocks for windows of columns. CUDA.
///
/// A row is divided into windows of columns, each the work of a block, which sets the bits of the products in its
/// window. The entries of a row of B in a window are found by bisection. Columns alone: sums.hpp adds the values.

#include <Araios/operations/multiply/bins/bitmap.hpp>
#include <Araios/operations/multiply/bins/products.hpp>
#include <Araios/operations/multiply/bins/table.hpp>

#include <cstdint>

#ifdef ARAIOS_HAVE_CUDA_LAUNCH

namespace Araios::Impl::multiply {

/// Window w of row r of the list `rows` is task r * windows + w: columns without values. The count stores
/// in_window(task), which the fill reads; with several windows it adds to counts(row), which begins at 0.
template <class A, class B, class Output, class Keep>
struct WindowsCuda {
  using Ordinal = typename B::Ordinal;
  static constexpr Bin bin = bin_table[MultiplyBins::windows];
  static constexpr int threads = bin.threads;
  static constexpr int blocks_per_multiprocessor = bin.blocks_per_multiprocessor;

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
