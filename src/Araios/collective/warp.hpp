// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// What the kernels of collective/cuda_launch.hpp ask of a warp: who calls, shuffles, maximum, union of bits, scan, and
/// pieces of shared memory. The vote on bins is in rank_bins.hpp, with the ranking.

#include <Araios/collective/cuda_launch.hpp>
#include <Araios/collective/lanes.hpp>

#include <Kokkos_Core.hpp>

#ifdef ARAIOS_HAVE_CUDA_LAUNCH

#include <Araios/core/concepts.hpp>

#include <cstdint>
#include <type_traits>

namespace Araios::Impl {

inline constexpr unsigned all_lanes = 0xffffffffu;

__device__ inline int warp_id() { return static_cast<int>(threadIdx.x) / 32; }
__device__ inline int lane_id() { return static_cast<int>(threadIdx.x) % 32; }

/// `value` of lane `from` of each group of `lanes`; complex numbers travel as their two halves. All 32 lanes call.
template <class T>
__device__ T warp_shuffle(T const& value, int from, int lanes) {
  if constexpr (is_complex_v<T>)
    return T(__shfl_sync(all_lanes, value.real(), from, lanes), __shfl_sync(all_lanes, value.imag(), from, lanes));
  else
    return __shfl_sync(all_lanes, value, from, lanes);
}
/// `value` of the lane `distance` below (up) or across (xor).
template <class T>
__device__ T warp_shuffle_up(T const& value, int distance) {
  if constexpr (is_complex_v<T>)
    return T(__shfl_up_sync(all_lanes, value.real(), distance), __shfl_up_sync(all_lanes, value.imag(), distance));
  else
    return __shfl_up_sync(all_lanes, value, distance);
}
template <class T>
__device__ T warp_shuffle_xor(T const& value, int distance) {
  if constexpr (is_complex_v<T>)
    return T(__shfl_xor_sync(all_lanes, value.real(), distance), __shfl_xor_sync(all_lanes, value.imag(), distance));
  else
    return __shfl_xor_sync(all_lanes, value, distance);
}

template <class T>
__device__ T warp_max(T value) {
  ARAIOS_UNROLL
  for (int distance = 16; distance > 0; distance /= 2) {
    T const other = __shfl_xor_sync(all_lanes, value, distance);
    value = other > value ? other : value;
  }
  return value;
}

/// The bits that any lane has.
__device__ inline unsigned warp_or(unsigned bits) {
#if __CUDA_ARCH__ >= 800
  return __reduce_or_sync(all_lanes, bits);
#else
  ARAIOS_UNROLL
  for (int distance = 16; distance > 0; distance /= 2) bits |= __shfl_xor_sync(all_lanes, bits, distance);
  return bits;
#endif
}

template <class T>
__device__ T warp_inclusive_scan(T value) {
  return CudaWarp::inclusive_scan(value, lane_id());
}

/// The first of the next `count` items for a warp, from a counter of those that warps have taken. All lanes call.
template <class Counter>
__device__ std::make_signed_t<Counter> take_items(Counter* taken, int count) {
  std::make_signed_t<Counter> first = 0;
  if (lane_id() == 0) first = static_cast<std::make_signed_t<Counter>>(atomicAdd(taken, static_cast<Counter>(count)));
  return warp_shuffle(first, 0, 32);
}

/// Shared memory handed out from its beginning, in pieces that can hold any type.
KOKKOS_FUNCTION constexpr std::int64_t shared_piece(std::int64_t bytes) { return (bytes + 15) / 16 * 16; }
template <class T>
__device__ T* take_shared(char*& from, std::int64_t length) {
  auto* const piece = reinterpret_cast<T*>(from);
  from += (length * static_cast<std::int64_t>(sizeof(T)) + 15) / 16 * 16;
  return piece;
}

}  // namespace Araios::Impl

#endif
