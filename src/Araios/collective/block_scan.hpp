// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// A scan over the threads of a block, on a CUDA device.

#include <Araios/collective/warp.hpp>

#ifdef ARAIOS_HAVE_CUDA_LAUNCH

namespace Araios::Impl {

/// The sum of `value` over the threads before the caller's, and over all in `total`. The block, of Threads, calls.
template <int Threads, class T>
__device__ T block_exclusive_scan(T value, T& total) {
  constexpr int warps = Threads / 32;
  static_assert(Threads % 32 == 0 && warps <= 32, "block_exclusive_scan: one warp scans the sums of all");
  __shared__ T of_warp[warps];
  T const inclusive = warp_inclusive_scan(value);
  __syncthreads();
  if (lane_id() == 31) of_warp[warp_id()] = inclusive;
  __syncthreads();
  T const all = warp_inclusive_scan(lane_id() < warps ? of_warp[lane_id()] : T(0));
  total = __shfl_sync(all_lanes, all, 31);
  T const before = __shfl_sync(all_lanes, all, max(warp_id() - 1, 0));
  return (warp_id() > 0 ? before : T(0)) + inclusive - value;
}

}  // namespace Araios::Impl

#endif
