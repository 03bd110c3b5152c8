// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// The rows of SpGEMM by their numbers of products: which kernel computes which rows. CUDA.
///
/// One kernel sums the lengths of the rows of B at the entries of each row of A, and counts the rows of each bin; a second
/// lists the rows of each bin. The order of a list does not matter. Blocks walk on over rows, so that each adds to the
/// counters once. A fill that follows a count has lists by the number of entries, which is smaller.

#include <Araios/collective/cuda_launch.hpp>
#include <Araios/collective/warp.hpp>
#include <Araios/operations/multiply/core.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>

#ifdef ARAIOS_HAVE_CUDA_LAUNCH

namespace Araios::Impl::multiply {

/// Tuning parameters of the bins: the maximum number of products, or of entries, of each. Bins 0 to 2: as many lanes as
/// products; 3 to 5: a warp with a hash table; 6: a thread block; 7, all others: thread blocks for windows of columns.
struct MultiplyBins {
  static constexpr int count = 8;
  static constexpr int tiny = 3;         // bins of rows with at most 32 products
  static constexpr int with_values = 5;  // bins whose kernels also compute values
  static constexpr int block = 6;
  static constexpr int windows = 7;
  static constexpr std::uint32_t most[count - 1] = {8, 16, 32, 128, 512, 1024, 4096};
  static constexpr std::int64_t max_entries = 4096;  // of A, for a row whose products are counted
};
/// Where the list of each bin begins; the last element is the number of rows.
struct BinBegins {
  std::int64_t begin[MultiplyBins::count + 1];
  std::int64_t size(int bin) const { return begin[bin + 1] - begin[bin]; }
};

/// The rows of the bins, one bin after the other.
template <class Ordinal>
struct RowLists {
  BinBegins bins{};
  Ordinal const* rows = nullptr;  // none: row r is row r

  Ordinal const* of(int bin) const { return rows == nullptr ? nullptr : rows + bins.begin[bin]; }
};

__device__ inline int bin_of(std::uint32_t size) {
  return (size > 8) + (size > 16) + (size > 32) + (size > 128) + (size > 512) + (size > 1024) + (size > 4096);
}

/// The bin of a row by its number of products.
struct BinByProducts {
  std::uint32_t const* products;
  __device__ int operator()(std::int64_t row) const { return bin_of(products[row]); }
};

/// By its number of entries, unless it has at most 32 products, or so many that a warp would take long.
template <class First>
struct BinByEntries {
  static constexpr std::uint32_t most_of_warp = 16384;
  std::uint32_t const* products;
  First first;
  bool keeps_windows;  // of rows whose windows are counted

  __device__ int operator()(std::int64_t row) const {
    std::uint32_t const all = products[row];
    int const bin = bin_of(all);
    if (bin < MultiplyBins::tiny || (bin == MultiplyBins::windows && (keeps_windows || all > most_of_warp))) return bin;
    auto const entries = static_cast<std::int64_t>(first(row + 1) - first(row));
    return max(MultiplyBins::tiny, bin_of(static_cast<std::uint32_t>(entries)));
  }
};
/// products[i] := those of row i; many_products where A has more than max_entries there. `Lanes` lanes per row.
template <int Lanes, class A, class B, class Keep>
struct CountProductsCuda {
  static constexpr int threads = 256;
  static constexpr int blocks_per_multiprocessor = 8;
  static constexpr bool cooperative = false;

  A a;
  B b;
  Keep keep;
  std::uint32_t* products;
  unsigned long long* bins;

  __device__ void operator()(char*) const {
    __shared__ unsigned of_block[MultiplyBins::count];
    if (threadIdx.x < MultiplyBins::count) of_block[threadIdx.x] = 0;
    __syncthreads();
    int const lane = static_cast<int>(threadIdx.x) % Lanes;
    std::int64_t const rows = a.num_rows();
    std::int64_t const step = static_cast<std::int64_t>(gridDim.x) * (threads / Lanes);
    std::int64_t const mine = (static_cast<std::int64_t>(blockIdx.x) * threads + threadIdx.x) / Lanes;
    for (std::int64_t row = mine; row - mine % (32 / Lanes) < rows; row += step) {
      std::int64_t sum = 0;
      if (row < rows && !keep.skips_row(row)) {
        std::int64_t const begin = a.row_map(row), end = a.row_map(row + 1);
        if (end - begin > MultiplyBins::max_entries)
          sum = many_products;
        else
          for (std::int64_t p = begin + lane; p < end; p += Lanes) {
            auto const k = a.entries(p);
            sum += static_cast<std::int64_t>(b.row_map(k + 1)) - static_cast<std::int64_t>(b.row_map(k));
          }
      }
#pragma unroll
      for (int distance = Lanes / 2; distance > 0; distance /= 2) sum += __shfl_xor_sync(all_lanes, sum, distance);
      if (lane == 0 && row < rows) {
        auto const all = static_cast<std::uint32_t>(min(sum, static_cast<std::int64_t>(many_products)));
        products[row] = all;
        atomicAdd(of_block + bin_of(all), 1u);
      }
    }
    __syncthreads();
    if (threadIdx.x < MultiplyBins::count && of_block[threadIdx.x] > 0)
      atomicAdd(bins + threadIdx.x, static_cast<unsigned long long>(of_block[threadIdx.x]));
  }
};

/// bins[k] := bins[k] + the number of rows of bin k.
template <class BinOf>
struct CountBinsCuda {
  static constexpr int threads = 256;
  static constexpr int blocks_per_multiprocessor = 8;
  static constexpr bool cooperative = false;

  BinOf bin_of_row;
  std::int64_t rows;
  unsigned long long* bins;

  __device__ void operator()(char*) const {
    __shared__ unsigned of_block[MultiplyBins::count];
    if (threadIdx.x < MultiplyBins::count) of_block[threadIdx.x] = 0;
    __syncthreads();
    std::int64_t const step = static_cast<std::int64_t>(gridDim.x) * threads;
    for (std::int64_t row = static_cast<std::int64_t>(blockIdx.x) * threads + threadIdx.x; row < rows; row += step)
      atomicAdd(of_block + bin_of_row(row), 1u);
    __syncthreads();
    if (threadIdx.x < MultiplyBins::count && of_block[threadIdx.x] > 0)
      atomicAdd(bins + threadIdx.x, static_cast<unsigned long long>(of_block[threadIdx.x]));
  }
};

/// Lists the rows of each bin one after the other. The list of a bin begins at first[bin]; listed[bin], 0 at first, is
/// the number of rows in it.
template <class BinOf, class Ordinal>
struct ListRowsCuda {
  static constexpr int threads = 256;
  static constexpr int rows_per_thread = 4;
  static constexpr int blocks_per_multiprocessor = 8;
  static constexpr bool cooperative = false;

  BinOf bin_of_row;
  std::int64_t rows;
  BinBegins first;
  unsigned long long* listed;
  Ordinal* list;

  __device__ void operator()(char*) const {
    __shared__ unsigned of_block[MultiplyBins::count];
    __shared__ unsigned long long next[MultiplyBins::count];
    if (threadIdx.x < MultiplyBins::count) of_block[threadIdx.x] = 0;
    __syncthreads();
    std::int64_t const begin = static_cast<std::int64_t>(blockIdx.x) * threads * rows_per_thread + threadIdx.x;
    int bin[rows_per_thread];
    unsigned place[rows_per_thread];
#pragma unroll
    for (int u = 0; u < rows_per_thread; ++u) {
      std::int64_t const row = begin + u * threads;
      bin[u] = row < rows ? bin_of_row(row) : -1;
      if (bin[u] >= 0) place[u] = atomicAdd(of_block + bin[u], 1u);
    }
    __syncthreads();
    // A loop, because an array in the parameters of a kernel is not indexed by threads.
#pragma unroll
    for (int k = 0; k < MultiplyBins::count; ++k)
      if (static_cast<int>(threadIdx.x) == k)
        next[k] = static_cast<unsigned long long>(first.begin[k]) +
                  atomicAdd(listed + k, static_cast<unsigned long long>(of_block[k]));
    __syncthreads();
#pragma unroll
    for (int u = 0; u < rows_per_thread; ++u)
      if (bin[u] >= 0) list[next[bin[u]] + place[u]] = static_cast<Ordinal>(begin + u * threads);
  }
};

}  // namespace Araios::Impl::multiply

#endif
