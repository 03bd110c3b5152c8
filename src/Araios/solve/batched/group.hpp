// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// Sums over the elements of a small system, with the same bits in every space.
///
/// Lane l of 32 or 128, by the number of rows alone, adds the elements l, l + lanes, ...; a tree adds 32 lanes, and
/// these sums follow in order. On CUDA the threads of a block are the lanes. Elsewhere the lanes are in memory, for one
/// thread of a host or for the threads of a team.

#include <Araios/collective/thread_group.hpp>
#include <Araios/collective/warp.hpp>
#include <Araios/core/arithmetic.hpp>
#include <Araios/core/kokkos_compat.hpp>

#include <Kokkos_Core.hpp>

#include <cstddef>

namespace Araios::Impl::batched {

inline constexpr int max_lanes = 128;
inline constexpr int max_sums = 2;
/// Lanes of a system of n rows.
KOKKOS_INLINE_FUNCTION constexpr int lanes_of(int n) { return n <= 64 ? 32 : max_lanes; }

/// Bytes of a group whose lanes are in memory, and of a CUDA block: the sums of its warps, or 32 candidates of a pivot.
inline constexpr int bytes_of_sums = max_lanes * max_sums * static_cast<int>(sizeof(Kokkos::complex<double>));
inline constexpr int bytes_of_block_sums = 512;

/// The threads of `Group`, whose lanes are in memory.
template <class Group>
struct SumsInMemory {
  Group group;
  char* memory;  // bytes_of_sums bytes, which all threads of the group use
  int lanes;

  template <class F>
  KOKKOS_FUNCTION void each(int count, F const& f) const {
    group.each(count, f);
  }
  /// out[k] := the sum of what f(i, terms) adds to terms[k], for i in [0, n). All threads have it and see what f wrote.
  template <int K, class Sum, class F>
  KOKKOS_FUNCTION void sums(int n, F const& f, Sum* out) const {
    static_assert(K <= max_sums);
    auto* const of_lanes = reinterpret_cast<Sum*>(memory);
    int const count = lanes;
    group.each(count, [&](int l) {
      Sum terms[static_cast<std::size_t>(K)] = {};
      for (int i = l; i < n; i += count) f(i, terms);
      for (int k = 0; k < K; ++k) of_lanes[k * max_lanes + l] = terms[k];
    });
    for (int distance = 16; distance > 0; distance /= 2)
      group.each(K * (count / 32) * distance, [&](int q) {
        int const k = q % K, among = q / K;
        int const l = k * max_lanes + among / distance * 32 + among % distance;
        of_lanes[l] = sum(of_lanes[l], of_lanes[l + distance]);
      });
    for (int k = 0; k < K; ++k) {
      out[k] = of_lanes[k * max_lanes];
      for (int first = 32; first < count; first += 32) out[k] = sum(out[k], of_lanes[k * max_lanes + first]);
    }
    group.each(0, [](int) {});  // the lanes are used again
  }
};

/// The threads of a CUDA block, each of which is a lane.
struct BlockSums : BlockThreads {
  char* memory;
  KOKKOS_FUNCTION explicit BlockSums(char* shared) : memory(shared) {}

  template <int K, class Sum, class F>
  KOKKOS_FUNCTION void sums([[maybe_unused]] int n, [[maybe_unused]] F const& f, [[maybe_unused]] Sum* out) const {
#ifdef __CUDA_ARCH__
    auto* const of_warps = reinterpret_cast<Sum*>(memory);
    int const warps = static_cast<int>(blockDim.x) / 32;
    Sum terms[static_cast<std::size_t>(K)] = {};
    for (int i = static_cast<int>(threadIdx.x); i < n; i += static_cast<int>(blockDim.x)) f(i, terms);
    ARAIOS_UNROLL
    for (int k = 0; k < K; ++k) {
      ARAIOS_UNROLL
      for (int distance = 16; distance > 0; distance /= 2)
        terms[k] = sum(terms[k], warp_shuffle_xor(terms[k], distance));
      if (threadIdx.x % 32 == 0) of_warps[k * warps + static_cast<int>(threadIdx.x) / 32] = terms[k];
    }
    __syncthreads();
    ARAIOS_UNROLL
    for (int k = 0; k < K; ++k) {
      out[k] = of_warps[k * warps];
      for (int w = 1; w < warps; ++w) out[k] = sum(out[k], of_warps[k * warps + w]);
    }
    __syncthreads();
#endif
  }
};

}  // namespace Araios::Impl::batched
