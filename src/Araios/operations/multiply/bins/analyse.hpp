// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// The analysis of SpGEMM by bins: the number of products of each row, and what depends on it. CUDA.
///
/// One kernel sums the lengths of the rows of B at the entries of each row of A, gives each row that is stored before
/// it is moved to C a position, counts the rows of each bin, and checks the order of B. The order of positions does not
/// matter. Bytes: A once, an offset pair of B per entry of A, B once for its order; 12 per row of A are written.

#include <Araios/collective/block_scan.hpp>
#include <Araios/collective/cuda_launch.hpp>
#include <Araios/collective/warp.hpp>
#include <Araios/core/execution.hpp>
#include <Araios/operations/multiply/bins/table.hpp>
#include <Araios/operations/multiply/order.hpp>

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <cstdint>
#include <type_traits>

#ifdef ARAIOS_HAVE_CUDA_LAUNCH

namespace Araios::Impl::multiply {

/// What the analysis counts. All are 0 at first.
struct MultiplyCounters {
  unsigned long long max_entries;  // the maximum of C: products, but not more than columns, of each row
  unsigned long long bins[MultiplyBins::count];
  unsigned long long descents;  // CountDescents
  unsigned long long stored;    // of max_entries, those in rows that are not computed by threads
  unsigned long long listed[MultiplyBins::count];
};

/// Rows [chunk c, chunk (c + 1)) on block c, `Lanes` lanes per row: products[i] := those of row i; many_products where
/// A has more than max_entries there; `positions[i]` := the position of its entries in the workspace, if no thread
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
        sum = MultiplyBins::many_products;
      else
        for (std::int64_t p = first + lane; p < last; p += Lanes) {
          auto const k = a.entries(p);
          sum += static_cast<std::int64_t>(b.row_map(k + 1)) - static_cast<std::int64_t>(b.row_map(k));
        }
    }
#pragma unroll
    for (int distance = Lanes / 2; distance > 0; distance /= 2) sum += __shfl_xor_sync(all_lanes, sum, distance);
    if (lane != 0 || r >= rows) return;
    auto const all = static_cast<std::uint32_t>(min(sum, static_cast<std::int64_t>(MultiplyBins::many_products)));
    products[row] = all;
    of_rows[r] = all;
    atomicAdd(of_bins + bin_of(all), 1u);
  }

  __device__ void reserve(std::int64_t begin, int rows, std::uint32_t const* of_rows) const {
    __shared__ std::int64_t first;
    std::int64_t sums[max_chunk / threads], stored = 0, not_stored = 0;
    int const mine = static_cast<int>(threadIdx.x) * (max_chunk / threads);
#pragma unroll
    for (int u = 0; u < max_chunk / threads; ++u) {
      sums[u] = stored;
      if (mine + u >= rows) continue;
      std::int64_t const max_entries =
          min(static_cast<std::int64_t>(of_rows[mine + u]), static_cast<std::int64_t>(b.num_cols()));
      (of_rows[mine + u] > MultiplyBins::max_of_threads ? stored : not_stored) += max_entries;
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

/// products, positions and counters := those of A and B.
template <class A, class B, class Keep>
void launch_analysis_kernel(Kokkos::Cuda const& exec, A const& a, B const& b, Keep const& keep, std::uint32_t* products,
                            std::int64_t* positions, MultiplyCounters* counters) {
  std::int64_t const rows = a.num_rows();
  auto const launch = [&]<int Lanes>(std::integral_constant<int, Lanes>) {
    using Body = AnalyzeRowsCuda<Lanes, A, B, Keep>;
    int const multiprocessors = CudaResources::of(exec, 1).multiprocessors;
    int const chunk = Body::chunk_for(rows, multiprocessors);
    cuda_launch(exec, "Araios::multiply::products",
                Body::blocks_for(rows, static_cast<std::int64_t>(b.nnz()), chunk, multiprocessors), 0,
                Body{a, b, keep, chunk, products, positions, counters});
  };
  if (static_cast<std::int64_t>(a.nnz()) <= 8 * rows)
    launch(std::integral_constant<int, 4>{});
  else
    launch(std::integral_constant<int, 32>{});
}

}  // namespace Araios::Impl::multiply

#endif
