// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// Lanes: groups of threads within a team that run in lockstep and read each other's registers.

#include <Araios/core/kokkos_compat.hpp>

#include <Kokkos_Core.hpp>

// Small arrays stay in registers only when the loops over them are unrolled. Host compilers need no hint.
#if defined(__CUDA_ARCH__) || defined(__HIP_DEVICE_COMPILE__)
#define ARAIOS_UNROLL _Pragma("unroll")
#else
#define ARAIOS_UNROLL
#endif

// All loads before this are issued before the code after it uses the first of them. Without it the compiler moves each
// load to its use, to save registers, and a thread waits for each load in turn.
#if defined(__CUDA_ARCH__)
#define ARAIOS_LOADS_ARE_ISSUED asm volatile("" ::: "memory")
#else
#define ARAIOS_LOADS_ARE_ISSUED static_cast<void>(0)
#endif

namespace Araios::Impl {

/// A group of one thread, for every space.
struct OneLane {
  static constexpr int width = 1;
  using Mask = unsigned;

  KOKKOS_INLINE_FUNCTION static void fence() {}
  template <int Bits>
  KOKKOS_INLINE_FUNCTION static Mask peers(unsigned /*label*/, bool valid) {
    return valid ? 1u : 0u;
  }
  KOKKOS_INLINE_FUNCTION static int count(Mask mask) { return static_cast<int>(mask); }
  KOKKOS_INLINE_FUNCTION static int count_below(Mask, int) { return 0; }
  template <class T>
  KOKKOS_INLINE_FUNCTION static T inclusive_scan(T value, int /*lane*/) {
    return value;
  }
};

#ifdef KOKKOS_ENABLE_CUDA
/// A warp. All 32 lanes call each function; the host versions exist only to compile.
struct CudaWarp {
  static constexpr int width = 32;
  using Mask = unsigned;

  /// Makes what each lane wrote to scratch visible to all lanes.
  KOKKOS_INLINE_FUNCTION static void fence() {
#ifdef __CUDA_ARCH__
    __syncwarp();
#endif
  }

  /// The valid lanes whose label (below 2^Bits) equals the caller's.
  template <int Bits>
  KOKKOS_INLINE_FUNCTION static Mask peers([[maybe_unused]] unsigned label, [[maybe_unused]] bool valid) {
    Mask mask = 0;
#ifdef __CUDA_ARCH__
    // One vote per bit. The match instruction would loop over the distinct labels, about 30 in a random warp.
    mask = __ballot_sync(0xffffffffu, valid);
    ARAIOS_UNROLL
    for (int bit = 0; bit < Bits; ++bit) {
      bool const set = ((label >> bit) & 1u) != 0;
      Mask const lanes = __ballot_sync(0xffffffffu, set);
      mask &= set ? lanes : ~lanes;
    }
#endif
    return mask;
  }

  KOKKOS_INLINE_FUNCTION static int count([[maybe_unused]] Mask mask) {
#ifdef __CUDA_ARCH__
    return __popc(mask);
#else
    return 0;
#endif
  }
  KOKKOS_INLINE_FUNCTION static int count_below([[maybe_unused]] Mask mask, [[maybe_unused]] int lane) {
#ifdef __CUDA_ARCH__
    return __popc(mask & ((1u << lane) - 1u));
#else
    return 0;
#endif
  }

  template <class T>
  KOKKOS_INLINE_FUNCTION static T inclusive_scan(T value, [[maybe_unused]] int lane) {
#ifdef __CUDA_ARCH__
    ARAIOS_UNROLL
    for (int distance = 1; distance < width; distance *= 2) {
      T const other = __shfl_up_sync(0xffffffffu, value, distance);
      if (lane >= distance) value += other;
    }
#endif
    return value;
  }
};
#endif

/// Exclusive prefix sum of `value` over the threads of the team; `total` becomes the sum over all
///
/// Requires      the whole team calls. sums: one element per group in scratch, free again when the call returns.
template <class Lanes, class Team, class T>
KOKKOS_INLINE_FUNCTION T team_exclusive_scan(Team const& team, T value, T* sums, T& total) {
  int const lane = team.team_rank() % Lanes::width;
  int const group = team.team_rank() / Lanes::width;
  int const groups = team.team_size() / Lanes::width;
  T const inclusive = Lanes::inclusive_scan(value, lane);
  if (lane == Lanes::width - 1) sums[group] = inclusive;
  team.team_barrier();
  T before = inclusive - value;
  total = 0;
  for (int g = 0; g < groups; ++g) {
    T const sum = sums[g];
    if (g < group) before += sum;
    total += sum;
  }
  team.team_barrier();
  return before;
}

}  // namespace Araios::Impl
