// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// Loads with cache hints for CUDA, which are plain loads in other spaces, and loads of what other threads change.

#include <Kokkos_Core.hpp>

#include <type_traits>

namespace Araios::Impl {

#ifdef __CUDA_ARCH__
/// A register of 4, 8 or 16 bytes and its load instructions.
template <int Bytes>
struct LoadUnit;
template <>
struct LoadUnit<4> {
  int bits;
  __device__ static LoadUnit once(void const* from) {
    LoadUnit unit;
    asm("ld.global.nc.L1::no_allocate.b32 %0, [%1];" : "=r"(unit.bits) : "l"(from));
    return unit;
  }
  __device__ static LoadUnit read_only(void const* from) { return {__ldg(static_cast<int const*>(from))}; }
};
template <>
struct LoadUnit<8> {
  long long bits;
  __device__ static LoadUnit once(void const* from) {
    LoadUnit unit;
    asm("ld.global.nc.L1::no_allocate.b64 %0, [%1];" : "=l"(unit.bits) : "l"(from));
    return unit;
  }
  __device__ static LoadUnit read_only(void const* from) { return {__ldg(static_cast<long long const*>(from))}; }
};
template <>
struct LoadUnit<16> {
  longlong2 bits;
  __device__ static LoadUnit once(void const* from) {
    LoadUnit unit;
    asm("ld.global.nc.L1::no_allocate.v2.b64 {%0, %1}, [%2];" : "=l"(unit.bits.x), "=l"(unit.bits.y) : "l"(from));
    return unit;
  }
  __device__ static LoadUnit read_only(void const* from) { return {__ldg(static_cast<longlong2 const*>(from))}; }
};
template <class T>
inline constexpr bool has_load_unit =
    std::is_trivially_copyable_v<T> && alignof(T) == sizeof(T) && (sizeof(T) == 4 || sizeof(T) == 8 || sizeof(T) == 16);
#endif

/// Loads *from, of 4 or 8 bytes, while other threads may change it: an old value or a new one.
template <class T>
KOKKOS_FORCEINLINE_FUNCTION T load_relaxed(T const* from) {
#ifdef __CUDA_ARCH__
  return *static_cast<T const volatile*>(from);
#else
  return __atomic_load_n(from, __ATOMIC_RELAXED);
#endif
}

/// Loads *from, of 4 bytes, which another thread stores by store_release: what that thread wrote before is then visible.
KOKKOS_FORCEINLINE_FUNCTION int load_acquire(int const* from) {
#ifdef __CUDA_ARCH__
  int value;
  asm volatile("ld.acquire.gpu.global.b32 %0, [%1];" : "=r"(value) : "l"(from) : "memory");
  return value;
#else
  return __atomic_load_n(from, __ATOMIC_ACQUIRE);
#endif
}
/// *to := value, after all that this thread has written, and has seen of other threads of the device.
KOKKOS_FORCEINLINE_FUNCTION void store_release(int* to, int value) {
#ifdef __CUDA_ARCH__
  asm volatile("st.release.gpu.global.b32 [%0], %1;" : : "l"(to), "r"(value) : "memory");
#else
  __atomic_store_n(to, value, __ATOMIC_RELEASE);
#endif
}

/// Loads *from, which no thread reads again, without a line in the L1 cache, which is left to data that is reused.
///
/// Requires      no thread writes *from while the kernel runs. In a body of cuda_launch, the body has waited for the
///               preceding work.
template <class T>
KOKKOS_FORCEINLINE_FUNCTION T load_once(T const* from) {
#ifdef __CUDA_ARCH__
  if constexpr (has_load_unit<T>) {
    auto const unit = LoadUnit<sizeof(T)>::once(from);
    return reinterpret_cast<T const&>(unit);
  }
#endif
  return *from;
}

/// Loads *from through the read-only path. Compilers choose it by themselves only where they know that nothing
/// overlaps.
///
/// Requires      no thread writes *from while the kernel runs. In a body of cuda_launch, the body has waited for the
///               preceding work.
template <class T>
KOKKOS_FORCEINLINE_FUNCTION T load_read_only(T const* from) {
#ifdef __CUDA_ARCH__
  if constexpr (has_load_unit<T>) {
    auto const unit = LoadUnit<sizeof(T)>::read_only(from);
    return reinterpret_cast<T const&>(unit);
  }
#endif
  return *from;
}

}  // namespace Araios::Impl
