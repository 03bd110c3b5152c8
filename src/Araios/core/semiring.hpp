// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// Semirings: the additions and multiplications of products of matrices and vectors.
///
/// A semiring is a type without data whose functions are templates over the scalar:
///   zero<T>()         the identity of add, which annihilates in multiply; the result of an empty row
///   one<T>()          the identity of multiply; the value of an entry of a Pattern matrix
///   add(a, b), multiply(a, b)
///   atomic_add(p, b)  *p := add(*p, b), atomic
///
/// Source: Kepner and Gilbert, Graph Algorithms in the Language of Linear Algebra, 2011; the names are those of
/// GraphBLAS.

#include <Araios/core/concepts.hpp>

#include <Kokkos_Core.hpp>

#include <concepts>
#include <limits>
#include <type_traits>

namespace Araios {

namespace Impl {
// Infinity where T has one. Variables, because the functions of numeric_limits are host functions.
template <class T>
inline constexpr T greatest_number =
    std::numeric_limits<T>::has_infinity ? std::numeric_limits<T>::infinity() : std::numeric_limits<T>::max();
template <class T>
inline constexpr T least_number =
    std::numeric_limits<T>::has_infinity ? -std::numeric_limits<T>::infinity() : std::numeric_limits<T>::lowest();
}  // namespace Impl

/// The arithmetic of linear algebra: sums of products.
struct PlusTimes {
  static constexpr char const* name = "plus_times";
  template <class T>
  KOKKOS_FUNCTION static constexpr T zero() {
    return T(0);
  }
  template <class T>
  KOKKOS_FUNCTION static constexpr T one() {
    return T(1);
  }
  template <class T>
  KOKKOS_FUNCTION static constexpr T add(T const& a, T const& b) {
    return static_cast<T>(a + b);
  }
  template <class T>
  KOKKOS_FUNCTION static constexpr T multiply(T const& a, T const& b) {
    return static_cast<T>(a * b);
  }
  template <class T>
  KOKKOS_FUNCTION static void atomic_add(T* target, T const& value) {
    if constexpr (is_complex_v<T>) {
      // The two halves are added separately: no other thread reads the sum before the kernel ends.
      Kokkos::atomic_add(&target->real(), value.real());
      Kokkos::atomic_add(&target->imag(), value.imag());
    } else {
      Kokkos::atomic_add(target, value);
    }
  }
};

/// Shortest paths: the minimum of sums. Infinity (for integers the maximum) means no path, whatever is added to it.
struct MinPlus {
  static constexpr char const* name = "min_plus";
  template <class T>
  KOKKOS_FUNCTION static constexpr T zero() {
    static_assert(!is_complex_v<T>, "MinPlus: complex numbers have no least one");
    return Impl::greatest_number<T>;
  }
  template <class T>
  KOKKOS_FUNCTION static constexpr T one() {
    return T(0);
  }
  template <class T>
  KOKKOS_FUNCTION static constexpr T add(T a, T b) {
    return b < a ? b : a;
  }
  template <class T>
  KOKKOS_FUNCTION static constexpr T multiply(T a, T b) {
    return a == zero<T>() || b == zero<T>() ? zero<T>() : static_cast<T>(a + b);
  }
  template <class T>
  KOKKOS_FUNCTION static void atomic_add(T* target, T value) {
    Kokkos::atomic_fetch_min(target, value);
  }
};

/// Most reliable paths: the maximum of products. Minus infinity (for integers the minimum) means no path.
struct MaxTimes {
  static constexpr char const* name = "max_times";
  template <class T>
  KOKKOS_FUNCTION static constexpr T zero() {
    static_assert(!is_complex_v<T>, "MaxTimes: complex numbers have no greatest one");
    return Impl::least_number<T>;
  }
  template <class T>
  KOKKOS_FUNCTION static constexpr T one() {
    return T(1);
  }
  template <class T>
  KOKKOS_FUNCTION static constexpr T add(T a, T b) {
    return a < b ? b : a;
  }
  template <class T>
  KOKKOS_FUNCTION static constexpr T multiply(T a, T b) {
    return a == zero<T>() || b == zero<T>() ? zero<T>() : static_cast<T>(a * b);
  }
  template <class T>
  KOKKOS_FUNCTION static void atomic_add(T* target, T value) {
    Kokkos::atomic_fetch_max(target, value);
  }
};

/// Reachability: whether both factors of some pair are non-zero. Results are 0 or 1.
struct OrAnd {
  static constexpr char const* name = "or_and";
  template <class T>
  KOKKOS_FUNCTION static constexpr T zero() {
    return T(0);
  }
  template <class T>
  KOKKOS_FUNCTION static constexpr T one() {
    return T(1);
  }
  template <class T>
  KOKKOS_FUNCTION static constexpr T add(T a, T b) {
    return a != T(0) || b != T(0) ? T(1) : T(0);
  }
  template <class T>
  KOKKOS_FUNCTION static constexpr T multiply(T a, T b) {
    return a != T(0) && b != T(0) ? T(1) : T(0);
  }
  template <class T>
  KOKKOS_FUNCTION static void atomic_add(T* target, T value) {
    if (value != T(0)) Kokkos::atomic_exchange(target, T(1));
  }
};

/// The requirements on a semiring. Min and max need an order, which complex numbers lack.
template <class S, class T = double>
concept Semiring = requires(T a, T b) {
  { S::template zero<T>() } -> std::convertible_to<T>;
  { S::template one<T>() } -> std::convertible_to<T>;
  { S::add(a, b) } -> std::convertible_to<T>;
  { S::multiply(a, b) } -> std::convertible_to<T>;
};

}  // namespace Araios
