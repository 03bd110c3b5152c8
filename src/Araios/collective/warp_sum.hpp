// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// Sums in a semiring on a CUDA device: over the lanes of a warp, over a thread block, and over segments in a thread
/// block.

#include <Araios/collective/warp.hpp>

#ifdef ARAIOS_HAVE_CUDA_LAUNCH

#include <Araios/core/concepts.hpp>
#include <Araios/core/semiring.hpp>
namespace Araios::Impl {

/// The sum over each group of `Lanes` neighbouring lanes, in every one of them. All 32 lanes call.
template <SemiringType Semiring, int Lanes, class T>
__device__ T warp_sum(T sum) {
#pragma unroll
  for (int distance = Lanes / 2; distance > 0; distance /= 2) sum = Semiring::add(sum, warp_shuffle_xor(sum, distance));
  return sum;
}

/// The sum over a block of Threads, on its thread 0: over lanes, then over warps in increasing order. warp_sums has one
/// element per warp, in shared memory.
///
/// Requires      the whole block calls, and nothing reads or writes warp_sums since its last barrier.
template <SemiringType Semiring, int Threads, class T>
__device__ T block_sum(T const& mine, T* warp_sums) {
  T sum = warp_sum<Semiring, 32>(mine);
  if (lane_id() == 0) warp_sums[warp_id()] = sum;
  __syncthreads();
  if (threadIdx.x == 0) {
#pragma unroll
    for (int w = 1; w < Threads / 32; ++w) sum = Semiring::add(sum, warp_sums[w]);
  }
  return sum;
}

/// Sums of segments of `terms`, an array of Threads * Items elements in shared memory. Element q ends a segment where
/// ends[q] is not 0. Unused elements hold the zero of the semiring.
///
/// Calls store(ends[q], sum, is_first) once per segment, on some thread, and carry_out(sum) on the last thread with the
/// sum after the last end. Each thread adds Items consecutive elements; a prefix sum over lanes, then over warps, adds
/// the terms of a segment in other threads.
///
/// Requires      the whole block calls; terms and ends are visible to it. warp_sums: an element a warp.
template <SemiringType Semiring, int Threads, int Items, class T, class Store, class CarryOut>
__device__ void sum_segments(T const* terms, unsigned short const* ends, T* warp_sums, Store const& store,
                             CarryOut const& carry_out) {
  __shared__ bool warp_has_end[Threads / 32];
  T sum = Semiring::template zero<T>();
  T first_sum = sum;
  int first_end = 0;
#pragma unroll
  for (int u = 0; u < Items; ++u) {
    int const q = threadIdx.x * Items + u;
    sum = Semiring::add(sum, terms[q]);
    if (int const end = ends[q]; end != 0) {
      if (first_end == 0) {
        first_end = end;
        first_sum = sum;
      } else {
        store(end, sum, false);
      }
      sum = Semiring::template zero<T>();
    }
  }

  // before := what lies between the last end before this thread and this thread.
  int const lane = lane_id(), warp = warp_id();
  unsigned const with_end = __ballot_sync(all_lanes, first_end != 0);
  unsigned const up_to_me = with_end & (all_lanes >> (31 - lane));
  int const segment = up_to_me != 0 ? 31 - __clz(up_to_me) : 0;  // the lane that the scan must not look beyond
#pragma unroll
  for (int distance = 1; distance < 32; distance *= 2) {
    T const other = warp_shuffle_up(sum, distance);
    if (lane - distance >= segment) sum = Semiring::add(other, sum);
  }
  T before = warp_shuffle_up(sum, 1);
  if (lane == 31) {
    warp_sums[warp] = sum;
    warp_has_end[warp] = with_end != 0;
  }
  __syncthreads();
  T warps_before = Semiring::template zero<T>();
  bool end_before = false;
  for (int w = warp - 1; w >= 0 && !end_before; --w) {
    warps_before = Semiring::add(warp_sums[w], warps_before);
    end_before = warp_has_end[w];
  }
  bool const end_below = (with_end & ~(all_lanes << lane)) != 0;
  if (lane == 0)
    before = warps_before;
  else if (!end_below)
    before = Semiring::add(warps_before, before);
  if (first_end != 0) store(first_end, Semiring::add(before, first_sum), !end_below && !end_before);
  if (threadIdx.x == Threads - 1) carry_out(with_end != 0 ? sum : Semiring::add(warps_before, sum));
}

}  // namespace Araios::Impl

#endif
