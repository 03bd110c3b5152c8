// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// Published numbers (triangular/publication_cuda.hpp) in registers that are unknown until a load finds them known.

#include <Araios/collective/cuda_launch.hpp>
#include <Araios/core/arithmetic.hpp>
#include <Araios/core/load_hints.hpp>
#include <Araios/operations/triangular/publication_cuda.hpp>

#ifdef ARAIOS_HAVE_CUDA_LAUNCH

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <cstring>

namespace Araios::Impl::factor {

/// Loads *from into `value` where that is unknown. Without branches, so that several loads are in flight.
template <class T>
__device__ void load_where_unknown(T const* from, T& value) {
  using Word = triangular::WordOf<T>;
  Word bits;
  std::memcpy(&bits, &value, sizeof bits);
#ifdef __CUDA_ARCH__
  if constexpr (sizeof(T) == 8)
    asm volatile("{ .reg .pred p; setp.eq.b64 p, %0, %2; @p ld.volatile.global.b64 %0, [%1]; }"
                 : "+l"(bits)
                 : "l"(from), "l"(triangular::unknown_bits<T>));
  else
    asm volatile("{ .reg .pred p; setp.eq.b32 p, %0, %2; @p ld.volatile.global.b32 %0, [%1]; }"
                 : "+r"(bits)
                 : "l"(from), "r"(triangular::unknown_bits<T>));
#else
  if (bits == triangular::unknown_bits<T>) bits = load_relaxed(reinterpret_cast<Word const*>(from));
#endif
  std::memcpy(&value, &bits, sizeof bits);
}
template <class T>
__device__ void load_where_unknown(Kokkos::complex<T> const* from, Kokkos::complex<T>& value) {
  auto const* const parts = reinterpret_cast<T const*>(from);
  T real = value.real(), imag = value.imag();
  load_where_unknown(parts, real);
  load_where_unknown(parts + 1, imag);
  value = Kokkos::complex<T>(real, imag);
}
template <class T>
__device__ bool is_unknown(T const& value) {
  triangular::WordOf<T> bits;
  std::memcpy(&bits, &value, sizeof bits);
  return bits == triangular::unknown_bits<T>;
}
template <class T>
__device__ bool is_unknown(Kokkos::complex<T> const& value) {
  return is_unknown(value.real()) || is_unknown(value.imag());
}
template <class T>
__device__ T unknown_number() {
  T value;
  triangular::WordOf<RealPartOf<T>> const bits = triangular::unknown_bits<RealPartOf<T>>;
  for (std::size_t at = 0; at < sizeof value; at += sizeof bits)
    std::memcpy(reinterpret_cast<char*>(&value) + at, &bits, sizeof bits);
  return value;
}

}  // namespace Araios::Impl::factor

#endif
