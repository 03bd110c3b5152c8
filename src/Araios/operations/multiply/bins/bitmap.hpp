// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// The columns of one row of C as bits in the shared memory of a thread block. CUDA.
///
/// The bits are sorted, and need no table. Only the words between the minimum and the maximum column of a row are
/// cleared and read.

#include <Araios/collective/block_scan.hpp>
#include <Araios/collective/cuda_launch.hpp>

#include <cstdint>

#ifdef ARAIOS_HAVE_CUDA_LAUNCH

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

}  // namespace Araios::Impl::multiply

#endif
