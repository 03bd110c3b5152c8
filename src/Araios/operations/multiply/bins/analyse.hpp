// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// The rows of SpGEMM by their numbers of products: which kernel computes which rows. CUDA.
///
/// One kernel sums the lengths of the rows of B at the entries of each row of A, gives each row that is stored before it
/// is moved to C a position, counts the rows of each bin, and checks the order of B; a second lists the rows of each
/// bin. The order of positions and of lists does not matter. A fill that follows a count has lists by the number of
/// entries, which is smaller.

#include <Araios/collective/block_scan.hpp>
#include <Araios/collective/cuda_launch.hpp>
#include <Araios/collective/warp.hpp>
#include <Araios/operations/multiply/order.hpp>
#include <Araios/operations/multiply/problem.hpp>

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <cstdint>

#ifdef ARAIOS_HAVE_CUDA_LAUNCH

namespace Araios::Impl::multiply {

/// Tuning parameters of the bins: the maximum number of products, or of entries, of each. Bins 0 and 1: a thread; 2: a
/// lane per product; 3 to 5: a warp with a hash table; 6: a thread block; 7, all others: thread blocks for windows of
/// columns.
struct MultiplyBins {
  static constexpr int count = 8;
  static constexpr int of_threads = 2;   // bins of rows that a thread computes
  static constexpr int tiny = 3;         // bins of rows with at most 32 products
  static constexpr int with_values = 5;  // bins whose kernels also compute values
  static constexpr int block = 6;
  static constexpr int windows = 7;
  static constexpr std::uint32_t max_of_bin[count - 1] = {8, 16, 32, 128, 512, 1024, 4096};
  static constexpr std::int64_t max_of_warp = 16384;  // products that a warp adds to a row of few entries
  static constexpr std::int64_t max_entries = 4096;   // of A, for a row whose products are counted
};

/// Whether a warp computes the values of a row of so many entries: where it has no more products than a warp adds. These
/// are read of rows of few entries only.
__device__ inline bool is_for_warp(std::uint32_t const* products, std::int64_t row, std::int64_t entries) {
  constexpr std::int64_t max_of_bin = MultiplyBins::max_of_bin[MultiplyBins::with_values - 1];
  return entries <= max_of_bin && products[row] <= MultiplyBins::max_of_warp;
}

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
  std::uint32_t const* products;
  First first;
  bool keeps_windows;  // of rows whose windows are counted

  __device__ int operator()(std::int64_t row) const {
    std::uint32_t const all = products[row];
    int const bin = bin_of(all);
    if (bin < MultiplyBins::tiny ||
        (bin == MultiplyBins::windows && (keeps_windows || all > MultiplyBins::max_of_warp)))
      return bin;
    auto const entries = static_cast<std::int64_t>(first(row + 1) - first(row));
    return max(MultiplyBins::tiny, bin_of(static_cast<std::uint32_t>(entries)));
  }
};

/// What the analysis counts. All are 0 at first.
struct MultiplyCounters {
  unsigned long long max_entries;  // the maximum of C: products, but not more than columns, of each row
  unsigned long long bins[MultiplyBins::count];
  unsigned long long descents;  // CountDescents
  unsigned long long stored;    // of max_entries, those in rows that are not computed by threads
  unsigned long long listed[MultiplyBins::count];
};

/// Rows [chunk c, chunk (c + 1)) on block c, `Lanes` lanes per row: products[i] := those of row i; many_products where A
/// has more than max_entries there; `positions[i]` := the position of its entries in the workspace, if no thread
/// computes it. All blocks check the order of B.
template <int Lanes, class A, class B, class Keep>
struct AnalyzeRowsCuda {
  static constexpr int threads = 256;
  static constexpr int blocks_per_multiprocessor = 8;
  static constexpr bool starts_next = true;
  static constexpr int max_chunk = 4 * threads;

  A a;
  B b;
  Keep keep;
  int chunk;
  std::uint32_t* products;
  std::int64_t* positions;
  MultiplyCounters* counters;

  /// Small chunks for all multiprocessors; large ones, so that few blocks add to the same counters.
  static int chunk_for(std::int64_t rows, int multiprocessors) {
    std::int64_t const even = tiles_for(rows, 8 * multiprocessors);
    return static_cast<int>(std::clamp<std::int64_t>(even, threads / Lanes, max_chunk));
  }
  static std::int64_t blocks_for(std::int64_t rows, std::int64_t entries, int chunk, int multiprocessors) {
    return std::max(tiles_for(rows, chunk),
                    std::min<std::int64_t>(tiles_for(entries, 8 * threads), 8 * multiprocessors));
  }

  __device__ void operator()(char*) const {
    __shared__ unsigned of_bins[MultiplyBins::count];
    __shared__ std::uint32_t of_rows[max_chunk];
    int const thread = static_cast<int>(threadIdx.x);
    if (thread < MultiplyBins::count) of_bins[thread] = 0;
    std::int64_t const begin =
        min(static_cast<std::int64_t>(blockIdx.x) * chunk, static_cast<std::int64_t>(a.num_rows()));
    int const rows =
        static_cast<int>(min(static_cast<std::int64_t>(a.num_rows()) - begin, static_cast<std::int64_t>(chunk)));
    __syncthreads();
    for (int first = 0; first < rows; first += threads / Lanes)
      count_row(begin, first + thread / Lanes, rows, of_rows, of_bins);
    __syncthreads();
    reserve(begin, rows, of_rows);
    if (thread < MultiplyBins::count && of_bins[thread] > 0)
      atomicAdd(counters->bins + thread, static_cast<unsigned long long>(of_bins[thread]));
    check_order();
  }

 private:
  __device__ void count_row(std::int64_t begin, int r, int rows, std::uint32_t* of_rows, unsigned* of_bins) const {
    int const lane = static_cast<int>(threadIdx.x) % Lanes;
    std::int64_t const row = begin + r;
    std::int64_t sum = 0;
    if (r < rows && !keep.skips_row(row)) {
      std::int64_t const first = a.row_map(row), last = a.row_map(row + 1);
      if (last - first > MultiplyBins::max_entries)
        sum = many_products;
      else
        for (std::int64_t p = first + lane; p < last; p += Lanes) {
          auto const k = a.entries(p);
          sum += static_cast<std::int64_t>(b.row_map(k + 1)) - static_cast<std::int64_t>(b.row_map(k));
        }
    }
#pragma unroll
    for (int distance = Lanes / 2; distance > 0; distance /= 2) sum += __shfl_xor_sync(all_lanes, sum, distance);
    if (lane != 0 || r >= rows) return;
    auto const all = static_cast<std::uint32_t>(min(sum, static_cast<std::int64_t>(many_products)));
    products[row] = all;
    of_rows[r] = all;
    atomicAdd(of_bins + bin_of(all), 1u);
  }

  __device__ void reserve(std::int64_t begin, int rows, std::uint32_t const* of_rows) const {
    constexpr std::uint32_t max_of_thread = MultiplyBins::max_of_bin[MultiplyBins::of_threads - 1];
    __shared__ std::int64_t first;
    std::int64_t sums[max_chunk / threads], stored = 0, not_stored = 0;
    int const mine = static_cast<int>(threadIdx.x) * (max_chunk / threads);
#pragma unroll
    for (int u = 0; u < max_chunk / threads; ++u) {
      sums[u] = stored;
      if (mine + u >= rows) continue;
      std::int64_t const max_entries =
          min(static_cast<std::int64_t>(of_rows[mine + u]), static_cast<std::int64_t>(b.num_cols()));
      (of_rows[mine + u] > max_of_thread ? stored : not_stored) += max_entries;
    }
    std::int64_t all_stored, all_others;
    std::int64_t const before = block_exclusive_scan<threads>(stored, all_stored);
    block_exclusive_scan<threads>(not_stored, all_others);
    if (threadIdx.x == 0) {
      if (all_stored + all_others > 0)
        atomicAdd(&counters->max_entries, static_cast<unsigned long long>(all_stored + all_others));
      first =
          all_stored == 0
              ? 0
              : static_cast<std::int64_t>(atomicAdd(&counters->stored, static_cast<unsigned long long>(all_stored)));
    }
    __syncthreads();
#pragma unroll
    for (int u = 0; u < max_chunk / threads; ++u)
      if (mine + u < rows) positions[begin + mine + u] = first + before + sums[u];
  }

  __device__ void check_order() const {
    CountDescents<B> const count{b};
    std::int64_t const items = max(static_cast<std::int64_t>(b.nnz()), static_cast<std::int64_t>(b.num_rows()));
    std::int64_t const step = static_cast<std::int64_t>(gridDim.x) * threads;
    std::int64_t mine = 0, all;
    for (std::int64_t i = static_cast<std::int64_t>(blockIdx.x) * threads + threadIdx.x; i < items; i += step)
      count(i, mine);
    block_exclusive_scan<threads>(mine, all);
    if (threadIdx.x == 0 && all != 0) atomicAdd(&counters->descents, static_cast<unsigned long long>(all));
  }
};

/// bins[k] := bins[k] + the number of rows of bin k.
template <class BinOf>
struct CountBinsCuda {
  static constexpr int threads = 256;
  static constexpr int blocks_per_multiprocessor = 8;

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

/// Lists the rows of each bin one after the other, unless all are of the first `unlisted` bins. The bins have bins[bin]
/// rows; listed[bin] is 0 at first.
template <class BinOf, class Ordinal>
struct ListRowsCuda {
  static constexpr int threads = 256;
  static constexpr int rows_per_thread = 4;
  static constexpr int blocks_per_multiprocessor = 8;

  BinOf bin_of_row;
  std::int64_t rows;
  unsigned long long const* bins;
  unsigned long long* listed;
  int unlisted;
  Ordinal* list;

  __device__ void operator()(char*) const {
    __shared__ unsigned of_block[MultiplyBins::count];
    __shared__ unsigned long long next[MultiplyBins::count];
    unsigned long long short_rows = 0;
    for (int k = 0; k < unlisted; ++k) short_rows += bins[k];
    if (short_rows == static_cast<unsigned long long>(rows)) return;
    if (threadIdx.x < MultiplyBins::count) of_block[threadIdx.x] = 0;
    __syncthreads();
    std::int64_t const begin = static_cast<std::int64_t>(blockIdx.x) * threads * rows_per_thread + threadIdx.x;
    int bin[rows_per_thread];
    unsigned rank[rows_per_thread];
#pragma unroll
    for (int u = 0; u < rows_per_thread; ++u) {
      std::int64_t const row = begin + u * threads;
      bin[u] = row < rows ? bin_of_row(row) : -1;
      if (bin[u] >= 0) rank[u] = atomicAdd(of_block + bin[u], 1u);
    }
    __syncthreads();
    if (threadIdx.x < MultiplyBins::count) {
      int const k = static_cast<int>(threadIdx.x);
      unsigned long long before = 0;
      for (int earlier = 0; earlier < k; ++earlier) before += bins[earlier];
      next[k] = before + atomicAdd(listed + k, static_cast<unsigned long long>(of_block[k]));
    }
    __syncthreads();
#pragma unroll
    for (int u = 0; u < rows_per_thread; ++u)
      if (bin[u] >= 0) list[next[bin[u]] + rank[u]] = static_cast<Ordinal>(begin + u * threads);
  }
};

/// Moves rows of a list from their positions in the workspace to C: the first by warps, the last `num_long` by blocks.
/// Values were stored of rows with at most max_with_values products.
template <class Stored, class Output, class Ordinal>
struct MoveRowsCuda {
  static constexpr int threads = 256;
  static constexpr int blocks_per_multiprocessor = 8;
  static constexpr std::uint32_t max_with_values = MultiplyBins::max_of_bin[MultiplyBins::with_values - 1];

  Ordinal const* rows;
  std::int64_t num_short, num_long;
  std::uint32_t const* products;
  Stored stored;
  Output output;
  bool beside = false;

  static std::int64_t blocks_for(std::int64_t num_short, std::int64_t num_long) {
    return num_long + tiles_for(num_short, threads / 32);
  }

  __device__ void operator()(char*) const {
    if (blockIdx.x < num_long) {
      move(static_cast<std::int64_t>(rows[num_short + blockIdx.x]), static_cast<int>(threadIdx.x), threads);
    } else {
      std::int64_t const r = (blockIdx.x - num_long) * (threads / 32) + warp_id();
      if (r < num_short) move(static_cast<std::int64_t>(rows[r]), lane_id(), 32);
    }
  }

 private:
  __device__ void move(std::int64_t row, int first, int step) const {
    auto const to = static_cast<std::int64_t>(output.first(row)),
               end = static_cast<std::int64_t>(output.first(row + 1));
    std::int64_t const from = static_cast<std::int64_t>(stored.first(row)) - to;
    for (std::int64_t p = to + first; p < end; p += step) output.entries(p) = stored.entries(from + p);
    if constexpr (!is_pattern_v<typename Output::Scalar>)
      if (products[row] <= max_with_values)
        for (std::int64_t p = to + first; p < end; p += step) output.values(p) = stored.values(from + p);
  }
};

}  // namespace Araios::Impl::multiply

#endif
