// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// One loop for the threads of a block, of a team, or for one thread of a host: an algorithm of such loops is written
/// once, and runs in every space.
///
/// A group has each(count, f), which calls f(i) for i in [0, count) and ends with a barrier, and start(count, f), where
/// f copies by `copy_to_shared`: all copies of a thread are in flight, and are complete after finish(), a barrier.
/// wait_for_work_before() waits for the preceding kernel where the body of a CUDA launch waits itself.

#include <Araios/collective/lanes.hpp>
#include <Araios/core/kokkos_compat.hpp>

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <cstdint>

#ifdef __CUDACC__
#include <cuda_pipeline.h>
#endif

namespace Araios::Impl {

/// to := from, for `to` in shared memory: without registers on CUDA, where the copy is complete after finish() of the
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
  KOKKOS_FUNCTION void start(int count, F const& f) const {
    each(count, f);
  }
  KOKKOS_FUNCTION void finish() const {}
  KOKKOS_FUNCTION void wait_for_work_before() const {}
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
  KOKKOS_FUNCTION void start(int count, F const& f) const {
    for (int i = member.team_rank(); i < count; i += member.team_size()) f(i);
  }
  KOKKOS_FUNCTION void finish() const { member.team_barrier(); }
  KOKKOS_FUNCTION void wait_for_work_before() const {}
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
  KOKKOS_FUNCTION void start([[maybe_unused]] int count, [[maybe_unused]] F const& f) const {
#ifdef __CUDA_ARCH__
    for (int i = static_cast<int>(threadIdx.x); i < count; i += static_cast<int>(blockDim.x)) f(i);
#endif
  }
  KOKKOS_FUNCTION void finish() const {
#ifdef __CUDA_ARCH__
    __pipeline_commit();
    __pipeline_wait_prior(0);
    __syncthreads();
#endif
  }
  KOKKOS_FUNCTION void wait_for_work_before() const {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900
    cudaGridDependencySynchronize();  // earlier architectures start no kernel early
#endif
  }
};

/// What one instruction copies, where both addresses are multiples of its size.
template <class T>
struct alignas(16) Piece {
  static constexpr int size = static_cast<int>(16 / sizeof(T));
  T elements[static_cast<std::size_t>(size)];

  KOKKOS_FUNCTION static bool fits(T const* address) { return reinterpret_cast<std::uintptr_t>(address) % 16 == 0; }
  KOKKOS_FUNCTION static Piece& at(T* address) { return *reinterpret_cast<Piece*>(address); }
  KOKKOS_FUNCTION static Piece const& at(T const* address) { return *reinterpret_cast<Piece const*>(address); }
};

/// Starts to[k pitch + i] := from[k][i] for all arrays k and i in [0, count), for `to` in shared memory. The addresses
/// of pieces take a tenth of the instructions that those of elements in any order take.
template <class Group, class T, std::size_t Arrays>
KOKKOS_INLINE_FUNCTION void start_copies_to_shared(Group const& group, int count, T* to, int pitch,
                                                   T const* const (&from)[Arrays]) {
  bool fits = Piece<T>::fits(to) && pitch % Piece<T>::size == 0;
  ARAIOS_UNROLL
  for (std::size_t k = 0; k < Arrays; ++k) fits = fits && Piece<T>::fits(from[k]);
  int const pieces = fits ? count / Piece<T>::size : 0, whole = pieces * Piece<T>::size;
  group.start(pieces + count - whole, [&](int i) {
    if (i < pieces) {
      int const first = i * Piece<T>::size;
      ARAIOS_UNROLL
      for (int k = 0; k < int(Arrays); ++k)
        copy_to_shared(&Piece<T>::at(to + k * pitch + first), &Piece<T>::at(from[k] + first));
    } else {
      int const element = whole + i - pieces;
      ARAIOS_UNROLL
      for (int k = 0; k < int(Arrays); ++k) copy_to_shared(to + k * pitch + element, from[k] + element);
    }
  });
}
/// to[i] := from[i] for i in [0, count), for `from` in shared memory.
template <class Group, class T>
KOKKOS_INLINE_FUNCTION void copy_from_shared(Group const& group, int count, T* to, T const* from) {
  int const pieces = Piece<T>::fits(to) && Piece<T>::fits(from) ? count / Piece<T>::size : 0;
  int const whole = pieces * Piece<T>::size;
  group.each(pieces + count - whole, [&](int i) {
    if (i < pieces) {
      Piece<T>::at(to + i * Piece<T>::size) = Piece<T>::at(from + i * Piece<T>::size);
    } else {
      int const element = whole + i - pieces;
      to[element] = from[element];
    }
  });
}

}  // namespace Araios::Impl
