// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// Arithmetic whose bits are those of every space: a product is rounded before it is added to anything.
///
/// Compilers may contract a b + c to one fused operation: nvcc does, and g++ where the host has it. Results then differ
/// between spaces, and between builds. What `product` returns is rounded, and not contracted with a sum of it. The
/// functions take float, double and Kokkos::complex of both. Flags such as -ffast-math, -use_fast_math, or clang's
/// -ffp-contract=fast overrule all of this.

#include <Araios/core/concepts.hpp>

#include <Kokkos_Core.hpp>

#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <type_traits>

namespace Araios::Impl {

template <class T>
struct RealPart {
  using type = T;
};
template <class T>
struct RealPart<Kokkos::complex<T>> {
  using type = T;
};
/// The type of the real and the imaginary part of T.
template <class T>
using RealPartOf = typename RealPart<T>::type;

// A register that the compiler has to fill before it goes on. clang needs none: by default it contracts only what one
// expression has. g++ contracts across functions, where the host has fused operations.
#if defined(__clang__) || defined(__CUDA_ARCH__)
#define ARAIOS_ROUND(number)
#elif defined(__x86_64__) && defined(__FMA__)
#define ARAIOS_ROUND(number) asm("" : "+x"(number))
#elif defined(__aarch64__)
#define ARAIOS_ROUND(number) asm("" : "+w"(number))
#elif defined(__x86_64__)
#define ARAIOS_ROUND(number)
#else
#define ARAIOS_ROUND(number) asm volatile("" : "+m"(number))
#endif

/// a b, rounded.
KOKKOS_INLINE_FUNCTION float product(float a, float b) {
#ifdef __CUDA_ARCH__
  return __fmul_rn(a, b);
#else
  float rounded = a * b;
  ARAIOS_ROUND(rounded);
  return rounded;
#endif
}
KOKKOS_INLINE_FUNCTION double product(double a, double b) {
#ifdef __CUDA_ARCH__
  return __dmul_rn(a, b);
#else
  double rounded = a * b;
  ARAIOS_ROUND(rounded);
  return rounded;
#endif
}
#undef ARAIOS_ROUND
template <class T>
KOKKOS_INLINE_FUNCTION Kokkos::complex<T> product(Kokkos::complex<T> const& a, Kokkos::complex<T> const& b) {
  return {product(a.real(), b.real()) - product(a.imag(), b.imag()),
          product(a.real(), b.imag()) + product(a.imag(), b.real())};
}

/// The complex conjugate; of a real number the number.
template <class T>
KOKKOS_INLINE_FUNCTION T conjugate_of(T const& value) {
  if constexpr (is_complex_v<T>)
    return T(value.real(), -value.imag());
  else
    return value;
}

/// a + b
template <class T>
KOKKOS_INLINE_FUNCTION T sum(T const& a, T const& b) {
  if constexpr (is_complex_v<T>)
    return {a.real() + b.real(), a.imag() + b.imag()};
  else
    return a + b;
}
/// a - b
template <class T>
KOKKOS_INLINE_FUNCTION T difference(T const& a, T const& b) {
  if constexpr (is_complex_v<T>)
    return {a.real() - b.real(), a.imag() - b.imag()};
  else
    return a - b;
}
/// a b + c, rounded twice.
template <class T>
KOKKOS_INLINE_FUNCTION T multiply_add(T const& a, T const& b, T const& c) {
  return sum(product(a, b), c);
}
/// c - a b, rounded twice.
template <class T>
KOKKOS_INLINE_FUNCTION T subtract_product(T const& c, T const& a, T const& b) {
  return difference(c, product(a, b));
}

/// a times a real number, rounded.
template <class T>
KOKKOS_INLINE_FUNCTION T scaled(T const& a, RealPartOf<T> factor) {
  if constexpr (is_complex_v<T>)
    return {product(a.real(), factor), product(a.imag(), factor)};
  else
    return product(a, factor);
}

/// 1 / a. Complex: by the quotient of the smaller and the larger part, which no square overflows (Smith, CACM 1962).
template <class T>
KOKKOS_INLINE_FUNCTION T reciprocal(T const& a) {
  if constexpr (is_complex_v<T>) {
    using Real = RealPartOf<T>;
    Real const x = a.real(), y = a.imag();
    bool const real_is_larger = (x < 0 ? -x : x) >= (y < 0 ? -y : y);
    Real const larger = real_is_larger ? x : y;
    Real const ratio = (real_is_larger ? y : x) / larger;
    Real const inverse = Real(1) / (larger + product(real_is_larger ? y : x, ratio));
    Real const other = product(ratio, inverse);
    return real_is_larger ? T(inverse, -other) : T(other, -inverse);
  } else {
    return T(1) / a;
  }
}

/// a / b; of complex numbers a times 1 / b.
template <class T>
KOKKOS_INLINE_FUNCTION T quotient(T const& a, T const& b) {
  if constexpr (is_complex_v<T>)
    return product(a, reciprocal(b));
  else
    return a / b;
}

// A variable, because the functions of numeric_limits are host functions.
template <class T>
inline constexpr T quiet_nan = std::numeric_limits<T>::quiet_NaN();
/// A NaN of a real or complex type.
template <class T>
KOKKOS_INLINE_FUNCTION T not_a_number() {
  RealPartOf<T> const nan = quiet_nan<RealPartOf<T>>;  // constructors that take a reference have this one
  return T(nan);
}

/// |a|; of a complex number |real part| + |imaginary part|, which is at most sqrt(2) times its absolute value. On a GPU
/// it is a modifier of the instruction that takes it.
KOKKOS_INLINE_FUNCTION double magnitude(double a) { return ::fabs(a); }
KOKKOS_INLINE_FUNCTION float magnitude(float a) { return ::fabsf(a); }
template <class T>
KOKKOS_INLINE_FUNCTION T magnitude(Kokkos::complex<T> const& a) {
  return magnitude(a.real()) + magnitude(a.imag());
}

/// Whether 1 / a does not overflow: not for 0 and the smallest numbers. True for NaN.
template <class T>
KOKKOS_INLINE_FUNCTION bool has_reciprocal(T const& a) {
  using Real = RealPartOf<T>;
  constexpr Real minimum = sizeof(Real) == sizeof(double) ? Real(5.562684646268003e-309) : Real(2.938735877055719e-39);
  return !(magnitude(a) < minimum);
}

/// The upper 32 bits of a number: the sign, the exponent, and what follows.
KOKKOS_INLINE_FUNCTION std::int32_t upper_bits(double a) {
#ifdef __CUDA_ARCH__
  return __double2hiint(a);
#else
  std::int64_t bits;
  std::memcpy(&bits, &a, sizeof bits);
  return static_cast<std::int32_t>(bits >> 32);
#endif
}
KOKKOS_INLINE_FUNCTION std::int32_t upper_bits(float a) {
  std::int32_t bits;
  std::memcpy(&bits, &a, sizeof bits);
  return bits;
}
/// The number with these upper bits, of which others are 0.
template <class Real>
KOKKOS_INLINE_FUNCTION Real of_upper_bits(std::int32_t upper) {
  if constexpr (sizeof(Real) == sizeof(double)) {
#ifdef __CUDA_ARCH__
    return __hiloint2double(upper, 0);
#else
    std::int64_t const bits = std::int64_t(upper) << 32;
    Real a;
    std::memcpy(&a, &bits, sizeof a);
    return a;
#endif
  } else {
    Real a;
    std::memcpy(&a, &upper, sizeof a);
    return a;
  }
}

/// A power of 2 that takes a number a > 0 with these upper bits to [1, 2), if neither is close to the limits of the
/// exponent; 1 where they are 0.
template <class Real>
KOKKOS_INLINE_FUNCTION Real inverse_power_of_two(std::int32_t upper) {
  constexpr int shift = sizeof(Real) == sizeof(double) ? 20 : 23;
  constexpr std::int32_t one = sizeof(Real) == sizeof(double) ? 1023 : 127;  // the exponent of [1, 2)
  std::int32_t const exponent = upper >> shift, high = exponent < 1 ? 1 : exponent;
  std::int32_t const inside = high > 2 * one - 1 ? 2 * one - 1 : high;
  return of_upper_bits<Real>((2 * one - (upper == 0 ? one : inside)) << shift);
}

}  // namespace Araios::Impl
