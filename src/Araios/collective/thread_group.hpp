// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// One loop for the threads of a block, of a team, or for one thread of a host: an algorithm of such loops is written
/// once, and runs in every space.

#include <Araios/collective/lanes.hpp>
#include <Araios/core/kokkos_compat.hpp>

#include <Kokkos_Core.hpp>

namespace Araios::Impl {

/// One thread.
struct SingleThread {
  template <class F>
  KOKKOS_FUNCTION void each(int count, F const& f) const {
    for (int i = 0; i < count; ++i) f(i);
  }
};

/// The threads of a Kokkos team. All of them call `each`, which ends with a barrier.
template <class Member>
struct TeamThreads {
  Member const& member;
  template <class F>
  KOKKOS_FUNCTION void each(int count, F const& f) const {
    for (int i = member.team_rank(); i < count; i += member.team_size()) f(i);
    member.team_barrier();
  }
};

/// The threads of a CUDA block. All of them call `each`, which ends with a barrier.
struct BlockThreads {
  template <class F>
  KOKKOS_FUNCTION void each([[maybe_unused]] int count, [[maybe_unused]] F const& f) const {
#ifdef __CUDA_ARCH__
    for (int i = static_cast<int>(threadIdx.x); i < count; i += static_cast<int>(blockDim.x)) f(i);
    __syncthreads();
#endif
  }
};

}  // namespace Araios::Impl
