// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// The bins of SpGEMM: which kernel computes the rows of how many products. CUDA.
///
/// A row of 5 products has too little work for a warp, and one of a million has too much. So rows are put into bins by
/// their number of products, and each bin has the kernel that computes such rows fastest. Thresholds, sizes of thread
/// blocks and methods are in bin_table alone; all that other files know of bins is derived from it below. To change a
/// threshold, change a number; to add a bin of threads, of warps or of blocks, add a line.
///
/// Source: Nagasaka, Nukada, Matsuoka, ICPP 2017 (rows by number of products).

#include <Araios/collective/cuda_launch.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>
#include <iterator>
#include <utility>

#ifdef ARAIOS_HAVE_CUDA_LAUNCH

namespace Araios::Impl::multiply {

/// What computes a row of a bin.
enum class BinMethod {
  thread,  // threads.hpp: a thread, with the row in registers
  lanes,   // lanes.hpp: a warp, with a lane per product
  warp,    // warps.hpp: a warp, with a hash table in shared memory
  block,   // blocks.hpp: a thread block, with bits or a hash table in shared memory
  windows  // windows.hpp: a thread block for each window of columns, as bits in shared memory
};

struct Bin {
  std::uint32_t max;  // products of a row, or its entries where these are known: the capacity of the kernel
  BinMethod method;
  int threads;              // of a thread block of the kernel
  int threads_with_values;  // where it computes values too; 0: those have a pass of their own (sums.hpp, and warps)
  int blocks_per_multiprocessor;
};

/// All bins, in the order of `max`. The last one has all rows that no other has.
inline constexpr std::uint32_t unlimited = ~std::uint32_t(0);
inline constexpr Bin bin_table[] = {
    // max, method, threads, threads with values, blocks per multiprocessor
    {8, BinMethod::thread, 128, 128, 4},        //
    {16, BinMethod::thread, 128, 128, 4},       //
    {32, BinMethod::lanes, 256, 256, 6},        //
    {128, BinMethod::warp, 128, 128, 12},       //
    {512, BinMethod::warp, 128, 64, 8},         //
    {1024, BinMethod::warp, 128, 0, 4},         //
    {4096, BinMethod::block, 256, 0, 4},        //
    {unlimited, BinMethod::windows, 512, 0, 2}  //
};

/// The first bin of a method.
constexpr int first_bin(BinMethod method) {
  int bin = 0;
  while (bin_table[bin].method != method) ++bin;
  return bin;
}
/// The first bin whose kernel computes no values.
constexpr int first_bin_without_values() {
  int bin = 0;
  while (bin_table[bin].threads_with_values != 0) ++bin;
  return bin;
}
/// Whether the table is what the kernels rely on: bins in the order of `max` and of methods, the first of threads, one
/// of lanes, one of windows, and values in the first bins up to some of warps. Sorting networks need powers of two.
constexpr bool is_bin_table() {
  constexpr int count = static_cast<int>(std::size(bin_table));
  int of_lanes = 0, of_windows = 0;
  for (int bin = 0; bin < count; ++bin) {
    auto const [max, method, threads, threads_with_values, blocks] = bin_table[bin];
    if (bin > 0) {
      Bin const& before = bin_table[bin - 1];
      if (max <= before.max || method < before.method) return false;
      if (before.threads_with_values == 0 && threads_with_values != 0) return false;
    }
    of_lanes += method == BinMethod::lanes;
    of_windows += method == BinMethod::windows;
    if (method == BinMethod::lanes && max > 32) return false;
    if ((method == BinMethod::warp || method == BinMethod::block) && (max & (max - 1)) != 0) return false;
  }
  return bin_table[0].method == BinMethod::thread && of_lanes == 1 && of_windows == 1 &&
         bin_table[count - 1].method == BinMethod::windows && bin_table[count - 1].max == unlimited &&
         first_bin_without_values() > first_bin(BinMethod::warp) &&
         first_bin_without_values() <= first_bin(BinMethod::block);
}
static_assert(is_bin_table(), "Araios: bin_table is not what the kernels of SpGEMM rely on (see is_bin_table)");

/// Bins by name, and the other tuning parameters of the choice of kernels.
struct MultiplyBins {
  static constexpr int count = static_cast<int>(std::size(bin_table));
  static constexpr int lanes = first_bin(BinMethod::lanes);  // threads compute the rows of all bins before
  static constexpr int warps = first_bin(BinMethod::warp);
  static constexpr int block = first_bin(BinMethod::block);
  static constexpr int windows = first_bin(BinMethod::windows);
  static constexpr int without_values = first_bin_without_values();
  /// The bin whose kernel adds the values of rows of few entries, whatever their number of products.
  static constexpr int widest_with_values = without_values - 1;

  static constexpr std::uint32_t max_of_threads = bin_table[lanes - 1].max;
  static constexpr std::uint32_t max_with_values = bin_table[widest_with_values].max;
  static constexpr std::int64_t max_of_warp = 16384;         // products that a warp adds to a row of few entries
  static constexpr std::int64_t max_entries = 4096;          // of A, for a row whose products are counted
  static constexpr std::int64_t max_parts = 16;              // of a row of windows, for as many blocks that add values
  static constexpr std::int64_t max_window_words = 24576;    // 786,432 columns: two thread blocks per multiprocessor
  static constexpr std::uint32_t many_products = unlimited;  // of a row whose products are not counted
};

template <int... K>
KOKKOS_FUNCTION constexpr int bin_of(std::uint32_t size, std::integer_sequence<int, K...>) {
  return (... + static_cast<int>(size > std::integral_constant<std::uint32_t, bin_table[K].max>::value));
}
/// The bin of a row of so many products, or entries.
KOKKOS_FUNCTION constexpr int bin_of(std::uint32_t size) {
  return bin_of(size, std::make_integer_sequence<int, MultiplyBins::count - 1>{});
}

/// run(bin) for the bins from End - 1 down to Begin, each a constant, because kernels have their bin as a template
/// argument: long rows first.
template <int Begin, int End, class Run>
void for_each_bin(Run const& run) {
  [&]<int... K>(std::integer_sequence<int, K...>) {
    (run(std::integral_constant<int, End - 1 - K>{}), ...);
  }(std::make_integer_sequence<int, End - Begin>{});
}

/// Whether a warp computes the values of a row of so many entries: where it has no more products than a warp adds.
/// These are read of rows of few entries only.
__device__ inline bool is_for_warp(std::uint32_t const* products, std::int64_t row, std::int64_t entries) {
  constexpr std::int64_t max_entries = MultiplyBins::max_with_values;
  return entries <= max_entries && products[row] <= MultiplyBins::max_of_warp;
}

}  // namespace Araios::Impl::multiply

#endif
