// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// One loop for the threads of a block, of a team, or for one thread of a host: an algorithm of such loops is written
/// once, and runs in every space.
///
/// A group has each(count, f), which calls f(i) for i in [0, count) and ends with a barrier, and copy(count, f), where
/// f copies by `copy_to_shared`: all copies of a thread are in flight, and are complete after the barrier.

#include <Araios/core/kokkos_compat.hpp>

#include <Kokkos_Core.hpp>

#ifdef __CUDACC__
#include <cuda_pipeline.h>
#endif

namespace Araios::Impl {

/// to := from, for `to` in shared memory: without registers on CUDA, where the copy is complete after copy() of the
/// group.
template <class T>
KOKKOS_INLINE_FUNCTION void copy_to_shared(T* to, T const* from) {
#ifdef __CUDA_ARCH__
  __pipeline_memcpy_async(to, from, sizeof(T));
#else
  *to = *from;
#endif
}

/// One thread.
struct SingleThread {
  template <class F>
  KOKKOS_FUNCTION void each(int count, F const& f) const {
    for (int i = 0; i < count; ++i) f(i);
  }
  template <class F>
  KOKKOS_FUNCTION void copy(int count, F const& f) const {
    each(count, f);
  }
};

/// The threads of a Kokkos team, all of which call.
template <class Member>
struct TeamThreads {
  Member const& member;
  template <class F>
  KOKKOS_FUNCTION void each(int count, F const& f) const {
    for (int i = member.team_rank(); i < count; i += member.team_size()) f(i);
    member.team_barrier();
  }
  template <class F>
  KOKKOS_FUNCTION void copy(int count, F const& f) const {
    each(count, f);
  }
};

/// The threads of a CUDA block, all of which call.
struct BlockThreads {
  template <class F>
  KOKKOS_FUNCTION void each([[maybe_unused]] int count, [[maybe_unused]] F const& f) const {
#ifdef __CUDA_ARCH__
    for (int i = static_cast<int>(threadIdx.x); i < count; i += static_cast<int>(blockDim.x)) f(i);
    __syncthreads();
#endif
  }
  template <class F>
  KOKKOS_FUNCTION void copy([[maybe_unused]] int count, [[maybe_unused]] F const& f) const {
#ifdef __CUDA_ARCH__
    for (int i = static_cast<int>(threadIdx.x); i < count; i += static_cast<int>(blockDim.x)) f(i);
    __pipeline_commit();
    __pipeline_wait_prior(0);
    __syncthreads();
#endif
  }
};

}  // namespace Araios::Impl
