// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// Numbers that one thread stores and others wait for, without a flag beside them.
///
/// Before, each part of the number is `unknown`: a NaN with bits that no operation makes, or -1 of an integer. A result
/// that has these bits, copied from b, is stored as another NaN. Each part is loaded and stored whole, and no other
/// memory is read because of it, so no fence is needed, and a wait costs one load.

#include <Araios/collective/cuda_launch.hpp>
#include <Araios/core/arithmetic.hpp>
#include <Araios/core/load_hints.hpp>

#ifdef ARAIOS_HAVE_CUDA_LAUNCH

#include <Kokkos_Core.hpp>

#include <concepts>
#include <cstdint>
#include <cstring>
#include <type_traits>

namespace Araios::Impl::triangular {

template <class T>
using WordOf = std::conditional_t<sizeof(T) == 4, unsigned, unsigned long long>;

/// The bits of an unknown part.
template <class T>
inline constexpr WordOf<T> unknown_bits = std::integral<T> ? ~WordOf<T>(0)
                                          : sizeof(T) == 4 ? static_cast<WordOf<T>>(0x7fe5a1e7u)
                                                           : static_cast<WordOf<T>>(0x7ffe5a1e7ae50fedull);
/// The bits that are stored instead.
template <class T>
inline constexpr WordOf<T> other_nan_bits =
    sizeof(T) == 4 ? static_cast<WordOf<T>>(0x7fc00000u) : static_cast<WordOf<T>>(0x7ff8000000000000ull);

template <class T>
__device__ void store_word(T* to, WordOf<T> bits) {
#ifdef __CUDA_ARCH__
  *reinterpret_cast<WordOf<T> volatile*>(to) = bits;
#else
  __atomic_store_n(reinterpret_cast<WordOf<T>*>(to), bits, __ATOMIC_RELAXED);
#endif
}

template <class T>
__device__ void set_unknown(T* to) {
  store_word(to, unknown_bits<T>);
}
template <class T>
__device__ void set_unknown(Kokkos::complex<T>* to) {
  auto* const parts = reinterpret_cast<T*>(to);
  set_unknown(parts);
  set_unknown(parts + 1);
}

template <class T>
__device__ void publish(T* to, T const& value) {
  WordOf<T> bits;
  std::memcpy(&bits, &value, sizeof bits);
  if constexpr (!std::integral<T>)
    if (bits == unknown_bits<T>) bits = other_nan_bits<T>;
  store_word(to, bits);
}
template <class T>
__device__ void publish(Kokkos::complex<T>* to, Kokkos::complex<T> const& value) {
  auto* const parts = reinterpret_cast<T*>(to);
  publish(parts, value.real());
  publish(parts + 1, value.imag());
}

/// Loads *from; whether it is known.
template <class T>
__device__ bool load_published(T const* from, T& value) {
  auto const bits = load_relaxed(reinterpret_cast<WordOf<T> const*>(from));
  std::memcpy(&value, &bits, sizeof bits);
  return bits != unknown_bits<T>;
}
template <class T>
__device__ bool load_published(Kokkos::complex<T> const* from, Kokkos::complex<T>& value) {
  auto const* const parts = reinterpret_cast<T const*>(from);
  T real, imag;
  bool const real_is_known = load_published(parts, real), imag_is_known = load_published(parts + 1, imag);
  value = Kokkos::complex<T>(real, imag);
  return real_is_known && imag_is_known;
}

}  // namespace Araios::Impl::triangular

#endif
