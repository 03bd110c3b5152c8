// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// Monoids, multiplications, and the semirings that are made of one of each.
///
/// Both are function objects without data whose functions are templates over the scalar:
///   operator()(a, b)  the sum, or the product
///   identity<T>()     leaves alone what it is added to, or multiplied with
/// A monoid is associative and commutative. It may have an atomic form, which kernels prefer to a loop of
/// compare-and-exchange:
///   atomic_add(p, b)  *p := *p + b, safe against other threads that do the same
/// The identity of the monoid is the zero of the semiring, and what an empty row gives; the identity of the
/// multiplication is its one, and the value of an entry of a Pattern matrix.
///
/// What selects one of its arguments takes them by value: device code is shorter than with a choice of references.
///
/// A semiring of one's own is one line, where the parts are at hand:
///   struct MaxMin : SemiringOf<Max, Min> {};  // the widest path
///
/// Source: Kepner and Gilbert, Graph Algorithms in the Language of Linear Algebra, 2011; the names are those of
/// GraphBLAS.

#include <Araios/core/arithmetic.hpp>
#include <Araios/core/concepts.hpp>
#include <Araios/core/load_hints.hpp>
#include <Araios/core/pattern.hpp>
#include <Araios/core/wrapping.hpp>

#include <Kokkos_Core.hpp>

#include <concepts>
#include <limits>
#include <type_traits>

namespace Araios {

/// M adds elements of T.
template <class M, class T>
concept Monoid = std::default_initializable<M> && requires(M const& add, T const& a, T const& b) {
  { add(a, b) } -> std::convertible_to<T>;
  { M::template identity<T>() } -> std::convertible_to<T>;
};

/// M is a monoid that has an atomic form.
template <class M, class T>
concept AtomicMonoid = Monoid<M, T> && requires(T* target, T const& value) { M::atomic_add(target, value); };

/// M multiplies elements of T. Unlike a monoid it need not be commutative.
template <class M, class T>
concept Multiplication = std::default_initializable<M> && requires(M const& multiply, T const& a, T const& b) {
  { multiply(a, b) } -> std::convertible_to<T>;
  { M::template identity<T>() } -> std::convertible_to<T>;
};

namespace Impl {
// Infinity where T has one. Variables, because the functions of numeric_limits are host functions.
template <class T>
inline constexpr T max_number =
    std::numeric_limits<T>::has_infinity ? std::numeric_limits<T>::infinity() : std::numeric_limits<T>::max();
template <class T>
inline constexpr T min_number =
    std::numeric_limits<T>::has_infinity ? -std::numeric_limits<T>::infinity() : std::numeric_limits<T>::lowest();

/// A number that min and max can order; complex numbers cannot be ordered.
template <class T>
concept Ordered = !is_complex_v<T> && requires(T const& a, T const& b) {
  { a < b } -> std::convertible_to<bool>;
};

/// The lesser or the greater of a and b: `chosen` by comparison, `zero` where both are zeros. NaN propagates.
template <class T>
KOKKOS_FORCEINLINE_FUNCTION constexpr T with_special_values(T a, T b, T chosen, T zero) {
  T const ordered = ((a == T(0)) & (b == T(0))) ? zero : chosen;
  return ((a == a) & (b == b)) ? ordered : quiet_nan<T>;  // NOLINT(misc-redundant-expression): false for NaN
}

/// *target := add(*target, value), for a monoid without an atomic form.
template <class Add, class T>
KOKKOS_INLINE_FUNCTION void atomic_add_by_exchange(T* target, T const& value) {
  static_assert(sizeof(T) == 4 || sizeof(T) == 8,
                "Araios: elements of 4 or 8 bytes are added by compare-and-exchange; give the monoid an atomic_add");
  using Bits = std::conditional_t<sizeof(T) == 4, unsigned int, unsigned long long>;
  static_assert(alignof(T) == alignof(Bits) && std::is_trivially_copyable_v<T>,
                "Araios: compare-and-exchange takes elements that are aligned to their size; give the monoid an "
                "atomic_add");
  auto* const bits = reinterpret_cast<Bits*>(target);
  // Bits, not elements, are compared: a NaN equals nothing.
  Bits seen = load_relaxed(bits);
  for (;;) {
    Bits const old = seen;
    T element;
    __builtin_memcpy(&element, &old, sizeof(T));
    T const sum = static_cast<T>(Add()(element, value));
    Bits next;
    __builtin_memcpy(&next, &sum, sizeof(T));
    if (next == old) return;
    seen = Kokkos::atomic_compare_exchange(bits, old, next);
    if (seen == old) return;
  }
}
}  // namespace Impl

/// a + b. Signed integers wrap, as unsigned ones do.
struct Plus {
  template <class T>
  KOKKOS_FUNCTION static constexpr T identity() {
    return T(0);
  }
  template <class A, class B>
  KOKKOS_FUNCTION constexpr auto operator()(A const& a, B const& b) const -> decltype(a + b) {
    return Araios::wrapping_sum(a, b);
  }
  template <class T>
  KOKKOS_FUNCTION static void atomic_add(T* target, T const& value) {
    if constexpr (is_complex_v<T>) {
      // The two halves are added separately: no other thread reads the sum before the kernel ends.
      Kokkos::atomic_add(&target->real(), value.real());
      Kokkos::atomic_add(&target->imag(), value.imag());
    } else if constexpr (Impl::is_signed_integer<T>) {
      using Unsigned = std::make_unsigned_t<T>;
      Kokkos::atomic_add(reinterpret_cast<Unsigned*>(target), static_cast<Unsigned>(value));
    } else {
      Kokkos::atomic_add(target, value);
    }
  }
};

/// a * b, where an entry of a Pattern is one: what is multiplied with a Pattern stays as it is. Signed integers wrap.
struct Times {
  template <class T>
  KOKKOS_FUNCTION static constexpr T identity() {
    return T(1);
  }
  template <class A, class B>
  KOKKOS_FUNCTION constexpr auto operator()(A const& a, B const& b) const {
    if constexpr (is_pattern_v<A>)
      return b;
    else if constexpr (is_pattern_v<B>)
      return a;
    else
      return Araios::wrapping_product(a, b);
  }
};

/// The lesser of two. The identity is infinity, or the greatest of integers.
///
/// Special values are those of NumPy's minimum: a NaN on either side gives NaN, the quiet one of numeric_limits
/// whichever came in; -0.0 is less than +0.0. So the result depends on no order, in every function of Araios that adds
/// with Min: operator, atomic form, reductions and products. Complex numbers have no order and are refused.
struct Min {
  template <Impl::Ordered T>
  KOKKOS_FUNCTION static constexpr T identity() {
    return Impl::max_number<T>;
  }
  template <Impl::Ordered T>
  KOKKOS_FUNCTION constexpr T operator()(T a, T b) const {
    T const lesser = b < a ? b : a;
    if constexpr (std::is_floating_point_v<T>) return Impl::with_special_values(a, b, lesser, -(-a - b));
    return lesser;
  }
  template <Impl::Ordered T>
  KOKKOS_FUNCTION static void atomic_add(T* target, T const& value) {
    // The atomic functions of Kokkos and of CUDA lose a NaN or the sign of a zero.
    if constexpr (std::is_floating_point_v<T>)
      Impl::atomic_add_by_exchange<Min>(target, value);
    else
      Kokkos::atomic_fetch_min(target, value);
  }
};

/// The greater of two. The identity is minus infinity, or the minimum of integers. Special values as of Min: NaN
/// propagates, and +0.0 is greater than -0.0.
struct Max {
  template <Impl::Ordered T>
  KOKKOS_FUNCTION static constexpr T identity() {
    return Impl::min_number<T>;
  }
  template <Impl::Ordered T>
  KOKKOS_FUNCTION constexpr T operator()(T a, T b) const {
    T const greater = a < b ? b : a;
    if constexpr (std::is_floating_point_v<T>) return Impl::with_special_values(a, b, greater, a + b);
    return greater;
  }
  template <Impl::Ordered T>
  KOKKOS_FUNCTION static void atomic_add(T* target, T const& value) {
    // The atomic functions of Kokkos and of CUDA lose a NaN or the sign of a zero.
    if constexpr (std::is_floating_point_v<T>)
      Impl::atomic_add_by_exchange<Max>(target, value);
    else
      Kokkos::atomic_fetch_max(target, value);
  }
};

/// 1 where one of two is not zero, else 0.
struct Or {
  template <class T>
  KOKKOS_FUNCTION static constexpr T identity() {
    return T(0);
  }
  template <class T>
  KOKKOS_FUNCTION constexpr T operator()(T a, T b) const {
    return a != T(0) || b != T(0) ? T(1) : T(0);
  }
  template <class T>
  KOKKOS_FUNCTION static void atomic_add(T* target, T const& value) {
    if (value == T(0)) {  // it leaves 0 and 1, and makes another number a 1
      T const before = Kokkos::atomic_fetch_add(target, T(0));
      if (before == T(0) || before == T(1)) return;
    }
    Kokkos::atomic_exchange(target, T(1));
  }
};

/// 1 where both are not zero, else 0.
struct And {
  template <class T>
  KOKKOS_FUNCTION static constexpr T identity() {
    return T(1);
  }
  template <class T>
  KOKKOS_FUNCTION constexpr T operator()(T a, T b) const {
    return a != T(0) && b != T(0) ? T(1) : T(0);
  }
};

/// `Multiply`, but for the identity of the monoid `Add`: a product with it is the identity again.
template <class Multiply, class Add>
struct Annihilated {
  template <class T>
  KOKKOS_FUNCTION static constexpr T identity() {
    return Multiply::template identity<T>();
  }
  template <class T>
    requires Monoid<Add, T> && Multiplication<Multiply, T>
  KOKKOS_FUNCTION constexpr T operator()(T a, T b) const {
    return a == Add::template identity<T>() || b == Add::template identity<T>() ? Add::template identity<T>()
                                                                                : static_cast<T>(Multiply()(a, b));
  }
};

namespace Impl {
/// Whether a product with the one of a multiplication may differ from the other factor: 1 (inf + 0i) has the imaginary
/// part 0 inf, and 0.0 + -0.0 is 0.0.
template <class Multiply, class T>
inline constexpr bool is_one_inexact = std::same_as<Multiply, Times> && is_complex_v<T>;
template <class Add, class T>
inline constexpr bool is_one_inexact<Annihilated<Plus, Add>, T> = std::is_floating_point_v<T>;
}  // namespace Impl

/// The semiring of a monoid and a multiplication, as kernels call it.
template <class Add, class Multiply>
struct SemiringOf {
  using monoid = Add;
  using multiplication = Multiply;

  template <class T>
  KOKKOS_FUNCTION static constexpr T zero() {
    return Add::template identity<T>();
  }
  template <class T>
  KOKKOS_FUNCTION static constexpr T one() {
    return Multiply::template identity<T>();
  }
  /// one a, which is a.
  template <class T>
  KOKKOS_FUNCTION static constexpr T multiply_one(T const& a) {
    if constexpr (Impl::is_one_inexact<Multiply, T>) return a;
    return multiply(one<T>(), a);
  }
  /// a one, the same on the right.
  template <class T>
  KOKKOS_FUNCTION static constexpr T times_one(T const& a) {
    if constexpr (Impl::is_one_inexact<Multiply, T>) return a;
    return multiply(a, one<T>());
  }
  /// factor a, as of alpha and beta: one a is a. A complex factor without imaginary part multiplies as the real number.
  template <class T>
  KOKKOS_FUNCTION static constexpr T scale(T const& factor, T const& a) {
    if constexpr (std::same_as<Multiply, Times> && is_complex_v<T>)
      return factor.imag() == 0 ? T(factor.real() * a.real(), factor.real() * a.imag()) : multiply(factor, a);
    else if constexpr (Impl::is_one_inexact<Multiply, T>)
      return factor == one<T>() ? a : multiply(factor, a);
    else
      return multiply(factor, a);
  }
  /// a b in T, where a real factor stays real: 2 (inf + 0i) is inf + 0i.
  template <class T, class A, class B>
  KOKKOS_FUNCTION static constexpr T product(A const& a, B const& b) {
    if constexpr (is_complex_v<T> && std::same_as<Multiply, Times> && !(is_complex_v<A> && is_complex_v<B>)) {
      using Real = typename T::value_type;
      if constexpr (is_complex_v<A>)
        return T(static_cast<Real>(a.real()) * static_cast<Real>(b),
                 static_cast<Real>(a.imag()) * static_cast<Real>(b));
      else if constexpr (is_complex_v<B>)
        return product<T>(b, a);
      else
        return T(static_cast<Real>(a) * static_cast<Real>(b));
    } else {
      return multiply(static_cast<T>(a), static_cast<T>(b));
    }
  }
  template <class T>
  KOKKOS_FUNCTION static constexpr T add(T const& a, T const& b) {
    return static_cast<T>(Add()(a, b));
  }
  template <class T>
  KOKKOS_FUNCTION static constexpr T multiply(T const& a, T const& b) {
    return static_cast<T>(Multiply()(a, b));
  }
  template <class T>
  KOKKOS_FUNCTION static void atomic_add(T* target, T const& value) {
    if constexpr (AtomicMonoid<Add, T>)
      Add::atomic_add(target, value);
    else
      Impl::atomic_add_by_exchange<Add>(target, value);
  }
};

/// What the templates of Araios take for a semiring: SemiringOf a monoid and a multiplication, or what is derived from
/// it.
template <class S>
concept SemiringType = requires {
  typename S::monoid;
  typename S::multiplication;
} && std::derived_from<S, SemiringOf<typename S::monoid, typename S::multiplication>>;

/// S is a semiring over the elements of T. MinPlus and MaxTimes are none over complex numbers, which have no order.
template <class S, class T>
concept SemiringOver =
    SemiringType<S> && Monoid<typename S::monoid, T> && Multiplication<typename S::multiplication, T>;

namespace Impl {
/// Whether a number is the zero of the semiring. NaN is, where NaN is the zero.
template <SemiringType S, class T>
KOKKOS_FUNCTION constexpr bool is_zero_of(T const& a) {
  T const zero = S::template zero<T>(), same_zero = zero, same = a;
  return a == zero || (!(zero == same_zero) && !(a == same));
}
/// Whether alpha makes every product the zero. A semiring with `has_no_factors` is one whose `scale` does nothing.
template <SemiringType S, class T>
constexpr bool is_annihilating(T const& alpha) {
  if constexpr (requires { S::has_no_factors; })
    return false;
  else
    return is_zero_of<S>(alpha);
}
}  // namespace Impl

/// The arithmetic of linear algebra: sums of products.
struct PlusTimes : SemiringOf<Plus, Times> {
  static constexpr char const* name = "plus_times";
};

/// Shortest paths: the minimum of sums. Infinity (of integers: the maximum) is no path, whatever is added to it.
struct MinPlus : SemiringOf<Min, Annihilated<Plus, Min>> {
  static constexpr char const* name = "min_plus";
};

/// Paths of maximum reliability: the maximum of products. Minus infinity (of integers: the minimum) is no path.
struct MaxTimes : SemiringOf<Max, Annihilated<Times, Max>> {
  static constexpr char const* name = "max_times";
};

/// Reachability: whether there is a pair of which both are not zero. Results are 0 or 1.
struct OrAnd : SemiringOf<Or, And> {
  static constexpr char const* name = "or_and";
};

}  // namespace Araios
