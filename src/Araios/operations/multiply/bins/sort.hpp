// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// Sorting of the columns of one row of C: in the registers of a warp, and in the shared memory of a thread block.
/// CUDA.
///
/// Bitonic networks. A lane has up to 32 consecutive elements, so that of the 45 steps for 512 elements 30 are within a
/// lane, and 15 exchange registers between lanes; none needs shared memory or a barrier.

#include <Araios/collective/cuda_launch.hpp>
#include <Araios/collective/warp.hpp>

#ifdef ARAIOS_HAVE_CUDA_LAUNCH

namespace Araios::Impl::multiply {

template <class T>
__device__ void put_in_order(T& low, T& high) {
  T const x = low, y = high;
  low = y < x ? y : x;
  high = y < x ? x : y;
}

/// The elements of a lane that are `Distance`, and then Distance / 2, ... apart.
template <int K, int Distance, class T>
__device__ void merge_within_lane(T (&x)[K]) {
  ARAIOS_UNROLL
  for (int distance = Distance; distance > 0; distance /= 2) {
    ARAIOS_UNROLL
    for (int j = 0; j < K; ++j)
      if ((j & distance) == 0) put_in_order(x[j], x[j + distance]);
  }
}

/// Sorts the 32 K elements of a warp. Element j of a lane becomes number lane K + j.
template <int K, class T>
__device__ void sort_warp(T (&x)[K]) {
  // Two sorted halves are merged: the first step compares the first with the last, the second with the last but one,
  // and so on.
  if constexpr (K >= 2) {
    ARAIOS_UNROLL
    for (int size = 2; size <= K; size *= 2) {
      ARAIOS_UNROLL
      for (int j = 0; j < K; ++j)
        if (j < (j ^ (size - 1))) put_in_order(x[j], x[j ^ (size - 1)]);
      ARAIOS_UNROLL
      for (int distance = size / 4; distance > 0; distance /= 2) {
        ARAIOS_UNROLL
        for (int j = 0; j < K; ++j)
          if ((j & distance) == 0) put_in_order(x[j], x[j + distance]);
      }
    }
  }
  int const lane = lane_id();
#pragma unroll 1
  for (int lanes = 2; lanes <= 32; lanes *= 2) {
    bool const is_low = (lane & (lanes / 2)) == 0;
    ARAIOS_UNROLL
    for (int j = 0; j < (K + 1) / 2; ++j) {
      T const last = __shfl_xor_sync(all_lanes, x[K - 1 - j], lanes - 1);
      T const first = __shfl_xor_sync(all_lanes, x[j], lanes - 1);
      x[j] = is_low ? min(x[j], last) : max(x[j], last);
      if (K > 1) x[K - 1 - j] = is_low ? min(x[K - 1 - j], first) : max(x[K - 1 - j], first);
    }
#pragma unroll 1
    for (int distance = lanes / 4; distance > 0; distance /= 2) {
      bool const is_below = (lane & distance) == 0;
      ARAIOS_UNROLL
      for (int j = 0; j < K; ++j) {
        T const opposite = __shfl_xor_sync(all_lanes, x[j], distance);
        x[j] = is_below ? min(x[j], opposite) : max(x[j], opposite);
      }
    }
    merge_within_lane<K, K / 2>(x);
  }
}

template <int K, class T>
__device__ void sort_list_of(T* list, int count, T none) {
  int const lane = lane_id();
  T x[K];
  ARAIOS_UNROLL
  for (int j = 0; j < K; ++j) x[j] = 32 * j + lane < count ? list[32 * j + lane] : none;
  sort_warp(x);
  __syncwarp();
  ARAIOS_UNROLL
  for (int j = 0; j < K; ++j)
    if (lane * K + j < count) list[lane * K + j] = x[j];
  __syncwarp();
}

/// Sorts up to `MaxLength` elements in shared memory. No element is greater than `none`. A warp calls.
template <int MaxLength, class T>
__device__ void sort_list(T* list, int count, T none) {
  static_assert(MaxLength % 32 == 0);
  if constexpr (MaxLength > 32)
    if (count <= MaxLength / 2) return sort_list<MaxLength / 2>(list, count, none);
  sort_list_of<MaxLength / 32>(list, count, none);
}

/// The minimum power of two that is not below value >= 1.
__device__ inline int power_of_two_from(int value) { return value <= 1 ? 1 : 1 << (32 - __clz(value - 1)); }

/// Sorts `count` elements in shared memory, with room for the next power of two. The block, of Threads, calls.
template <int Threads, class T>
__device__ void sort_shared(T* list, int count, T none) {
  int const length = power_of_two_from(count);
  int const thread = static_cast<int>(threadIdx.x);
  for (int i = count + thread; i < length; i += Threads) list[i] = none;
  __syncthreads();
  for (int size = 2; size <= length; size *= 2)
    for (int distance = size / 2; distance > 0; distance /= 2) {
      for (int pair = thread; pair < length / 2; pair += Threads) {
        int const low = pair / distance * 2 * distance + pair % distance;
        T const x = list[low], y = list[low + distance];
        if ((y < x) == ((low & size) == 0)) {
          list[low] = y;
          list[low + distance] = x;
        }
      }
      __syncthreads();
    }
}

}  // namespace Araios::Impl::multiply

#endif
