// SPDX-License-Identifier: Apache-2.0
//
// Thread blocks for the tests of collective: launch_block runs one, on the GPU in a CUDA build. Elsewhere a simulated
// thread stands for each CUDA thread: this header then defines, on top of simulated_warp.hpp, what the headers of
// collective use of CUDA, and they compile as in a CUDA build. It comes before them, and a file that includes it is
// compiled alone.

#pragma once

#include <Araios/collective/cuda_launch.hpp>
#include <Araios/collective/lanes.hpp>

#include <Kokkos_Core.hpp>

#ifdef ARAIOS_HAVE_CUDA_LAUNCH

namespace Araios::test {

using BlockMemory = Kokkos::CudaSpace;

/// Calls body(shared) on all threads of one block, with `bytes` of shared memory, and waits.
template <class Body>
void launch_block(int bytes, Body const& body) {
  Kokkos::Cuda const exec;
  Impl::cuda_launch(exec, "Araios::test::block", 1, bytes, body);
  exec.fence();
}

}  // namespace Araios::test

#else

#include <algorithm>
#include <atomic>
#include <bit>
#include <cstdint>
#include <cstring>
#include <vector>

#include "support/simulated_warp.hpp"

#define ARAIOS_HAVE_CUDA_LAUNCH
#define __device__
#define __host__
#define __forceinline__ inline
#define __shared__ static  // one block runs at a time

struct SimulatedIdx {
  unsigned x;
};
#define threadIdx (SimulatedIdx{static_cast<unsigned>(Araios::test::SimulatedThreads::rank())})
inline constexpr SimulatedIdx blockIdx{0};

inline void __syncthreads() { Araios::test::simulated_block->arrive_and_wait(); }
inline void __syncwarp() { Araios::test::SimulatedWarp<32>::fence(); }
inline int __popc(unsigned bits) { return std::popcount(bits); }
inline int __clz(int bits) { return std::countl_zero(static_cast<unsigned>(bits)); }
inline int __clz(unsigned bits) { return std::countl_zero(bits); }
inline int __ffs(int bits) { return bits == 0 ? 0 : std::countr_zero(static_cast<unsigned>(bits)) + 1; }
inline int max(int a, int b) { return std::max(a, b); }
template <class T>
T atomicAdd(T* to, T value) {
  return std::atomic_ref<T>(*to).fetch_add(value);
}
template <class T>
T atomicOr(T* to, T bits) {
  return std::atomic_ref<T>(*to).fetch_or(bits);
}

/// The value of lane source(lane) of the warp, in which all lanes call.
template <class T, class Source>
T simulated_shuffle(T value, Source const& source) {
  static_assert(sizeof(T) <= 8);
  std::uint64_t word = 0;
  std::memcpy(&word, &value, sizeof(T));
  auto const& words = Araios::test::SimulatedWarp<32>::exchange(word);
  word = words[static_cast<std::size_t>(source(Araios::test::SimulatedWarp<32>::lane()))];
  std::memcpy(&value, &word, sizeof(T));
  return value;
}
template <class T>
T __shfl_sync(unsigned, T value, int from, int lanes = 32) {
  return simulated_shuffle(value, [&](int lane) { return lane / lanes * lanes + from % lanes; });
}
template <class T>
T __shfl_up_sync(unsigned, T value, int distance) {
  return simulated_shuffle(value, [&](int lane) { return lane >= distance ? lane - distance : lane; });
}
template <class T>
T __shfl_xor_sync(unsigned, T value, int distance) {
  return simulated_shuffle(value, [&](int lane) { return lane ^ distance; });
}
inline unsigned __ballot_sync(unsigned, bool set) {
  auto const& words = Araios::test::SimulatedWarp<32>::exchange(set ? 1 : 0);
  unsigned mask = 0;
  for (std::size_t lane = 0; lane < 32; ++lane) mask |= static_cast<unsigned>(words[lane]) << lane;
  return mask;
}

namespace Araios::Impl {
using CudaWarp = test::SimulatedWarp<32>;
}  // namespace Araios::Impl

namespace Araios::test {

using BlockMemory = Kokkos::HostSpace;

/// Calls body(shared) on Body::threads threads, with `bytes` of memory that they share.
template <class Body>
void launch_block(int bytes, Body const& body) {
  std::vector<std::uint64_t> shared(static_cast<std::size_t>(bytes / 16 * 2 + 2));
  auto* const begin = reinterpret_cast<char*>(shared.data());
  run_simulated_team<SimulatedWarp<32>>(Body::threads, [&](SimulatedTeam const&) { body(begin); });
}

}  // namespace Araios::test

#endif
