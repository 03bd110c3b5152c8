// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// The rows of each bin of SpGEMM, as lists. CUDA.
///
/// A kernel lists the rows of each bin one bin after the other; the order in a list does not matter. The analysis has
/// counted the bins by products. A fill that follows a count has lists by the number of entries, which is smaller:
/// these bins are counted by a kernel of their own. Bytes: 4 per row of A are read, and an Ordinal is written.

#include <Araios/collective/cuda_launch.hpp>
#include <Araios/core/execution.hpp>
#include <Araios/core/read_back.hpp>
#include <Araios/core/workspace.hpp>
#include <Araios/operations/multiply/bins/analyse.hpp>
#include <Araios/operations/multiply/bins/layout.hpp>
#include <Araios/operations/multiply/bins/table.hpp>

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <cstdint>
#include <utility>

#ifdef ARAIOS_HAVE_CUDA_LAUNCH

namespace Araios::Impl::multiply {

/// The bin of a row by its number of products.
struct BinByProducts {
  std::uint32_t const* products;
  __device__ int operator()(std::int64_t row) const { return bin_of(products[row]); }
};

/// By its number of entries, unless threads or lanes compute it, or it has so many products that a warp would take
/// long.
template <class First>
struct BinByEntries {
  std::uint32_t const* products;
  First first;
  bool keeps_windows;  // of rows whose windows are counted

  __device__ int operator()(std::int64_t row) const {
    std::uint32_t const all = products[row];
    int const bin = bin_of(all);
    if (bin < MultiplyBins::warps ||
        (bin == MultiplyBins::windows && (keeps_windows || all > MultiplyBins::max_of_warp)))
      return bin;
    auto const entries = static_cast<std::int64_t>(first(row + 1) - first(row));
    return max(MultiplyBins::warps, bin_of(static_cast<std::uint32_t>(entries)));
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

/// MultiplyCounters, 0.
template <class Space>
auto take_counters(Kokkos::Cuda const& exec, Workspace<Space>& workspace) {
  constexpr std::int64_t size = sizeof(MultiplyCounters) / sizeof(std::int64_t);
  auto const counters = workspace.template take<Kokkos::View<std::int64_t*, Space>>(exec, size);
  Kokkos::deep_copy(exec, counters, std::int64_t(0));
  return counters;
}
template <class Counters>
MultiplyCounters* as_counters(Counters const& counters) {
  return reinterpret_cast<MultiplyCounters*>(counters.data());
}

/// The rows of all bins, whose sizes are counted. T is the type of the values.
template <class T, class Ordinal, class BinOf, class Space>
Ordinal const* list_rows(Kokkos::Cuda const& exec, BinOf const& bin_of_row, std::int64_t rows,
                         MultiplyCounters* counters, Workspace<Space>& workspace) {
  auto const list = workspace.template take<Kokkos::View<Ordinal*, Space>>(exec, rows);
  using Body = ListRowsCuda<BinOf, Ordinal>;
  cuda_launch(exec, "Araios::multiply::lists", tiles_for(rows, Body::threads * Body::rows_per_thread), 0,
              Body{bin_of_row, rows, counters->bins, counters->listed, bins_of_threads<T>, list.data()});
  return list.data();
}

/// The rows by their number of entries. One fence.
template <class T, class Ordinal, class First, class Space>
RowLists<Ordinal> list_by_entries(Kokkos::Cuda const& exec, RowsByBins<T, Ordinal> const& analysed, First const& first,
                                  Workspace<Space>& workspace) {
  constexpr int bins = MultiplyBins::count;
  auto const& layout = analysed.layout;
  BinByEntries<First> const bin_of_row{analysed.scratch.products, first, layout.windows > 1};
  auto const counters = take_counters(exec, workspace);
  using Body = CountBinsCuda<BinByEntries<First>>;
  // No more blocks than are resident.
  std::int64_t const max_blocks = CudaResources::of(exec, 1).multiprocessors * Body::blocks_per_multiprocessor;
  cuda_launch(exec, "Araios::multiply::bins", std::min(tiles_for(layout.rows, Body::threads), max_blocks), 0,
              Body{bin_of_row, layout.rows, as_counters(counters)->bins});
  auto const* const rows = list_rows<T, Ordinal>(exec, bin_of_row, layout.rows, as_counters(counters), workspace);
  auto const sizes =
      read_back_array<bins>(exec, Kokkos::subview(counters, std::pair<std::int64_t, std::int64_t>(1, bins + 1)),
                            "Araios::multiply: the sizes of the bins are on the host");
  RowLists<Ordinal> lists;
  for (int bin = 0; bin < bins; ++bin) lists.bins.begin[bin + 1] = lists.bins.begin[bin] + sizes[bin];
  lists.rows = rows;
  return lists;
}

}  // namespace Araios::Impl::multiply

#endif
