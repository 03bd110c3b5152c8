// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// The terms of dot products of sparse vectors.

#include <Araios/core/concepts.hpp>
#include <Araios/core/search.hpp>
#include <Araios/operations/spmv/core.hpp>
#include <Araios/operations/vector/scatter.hpp>
#include <Araios/primitives/sum.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>
#include <type_traits>

namespace Araios::Impl::vector {

/// Entries of the shorter of two sparse vectors that one term of their sum has: a sector of indices on a GPU.
inline constexpr std::int64_t common_chunk = 8;

/// a times b in T, where a Pattern is one.
template <class T, class A, class B>
KOKKOS_INLINE_FUNCTION T dot_term(A const& a, B const& b) {
  if constexpr (is_pattern_v<A>)
    return value_or_one<T>(b);
  else if constexpr (is_pattern_v<B>)
    return static_cast<T>(a);
  else
    return PlusTimes::product<T>(a, b);
}

/// factor a in T, of a factor that is often one.
template <class T, class A>
KOKKOS_INLINE_FUNCTION T scaled(T const& factor, A const& a) {
  if constexpr (is_complex_v<T> && is_complex_v<A>)
    return PlusTimes::scale(factor, static_cast<T>(a));
  else
    return dot_term<T>(factor, a);
}

/// Term p: entry p of x times the element of y at its index.
template <class T, bool Conjugate, class X, class Y>
struct SparseDenseTerms {
  using Cursor = NoCursor;
  X x;
  Y y;
  KOKKOS_FUNCTION T operator()(std::int64_t p, Cursor&) const {
    auto const a = x.values(p);
    if constexpr (Conjugate)
      return dot_term<T>(conjugate_of(a), y(x.indices(p)));
    else
      return dot_term<T>(a, y(x.indices(p)));
  }
};

/// Term c: the sum over entries 8 c .. 8 c + 7 of the shorter vector, each times the entry of the longer at the same
/// index, if there is one. The first entry is searched for by bisection, the others in growing steps from the previous
/// one: the cost of an entry is the logarithm of the distance.
template <class T, bool ConjugateShorter, bool ConjugateLonger, class Shorter, class Longer>
struct CommonTerms {
  using Index = typename Shorter::Ordinal;
  struct Cursor {
    Index at = 0;  // every earlier entry of the longer vector has a lower index than those searched for from here
    bool is_begin = true;
  };
  Shorter shorter;
  Longer longer;

  KOKKOS_FUNCTION T operator()(std::int64_t c, Cursor& cursor) const {
    Index const begin = static_cast<Index>(c * common_chunk);
    Index const count = shorter.nnz();
    Index const end = count - begin < common_chunk ? count : static_cast<Index>(begin + common_chunk);
    Index const last = longer.nnz();
    T sum = T(0);
    Index at = cursor.at;
    for (Index p = begin; p < end && at < last; ++p) {
      Index const index = shorter.indices(p);
      if (cursor.is_begin)
        at = first_above(longer.indices, at, last, static_cast<Index>(index - 1));
      else if (longer.indices(at) < index)
        at = first_above_near(longer.indices, static_cast<Index>(at + 1), last, static_cast<Index>(index - 1));
      cursor.is_begin = false;
      if (at < last && longer.indices(at) == index)
        sum = PlusTimes::add(sum, term(shorter.values(p), longer.values(at)));
    }
    cursor.at = at;
    return sum;
  }

 private:
  template <class A, class B>
  KOKKOS_FUNCTION static T term(A const& a, B const& b) {
    if constexpr (ConjugateShorter)
      return dot_term<T>(conjugate_of(a), b);
    else if constexpr (ConjugateLonger)
      return dot_term<T>(a, conjugate_of(b));
    else
      return dot_term<T>(a, b);
  }
};

/// The type of sums of products of two scalars: the wider of the two, complex where one is; the other where one is
/// Pattern, and a count where both are.
template <class A, class B>
struct DotScalarOf {
  using type = std::common_type_t<A, B>;
};
template <class A>
struct DotScalarOf<A, Pattern> {
  using type = A;
};
template <class B>
struct DotScalarOf<Pattern, B> {
  using type = B;
};
template <>
struct DotScalarOf<Pattern, Pattern> {
  using type = std::int64_t;
};
template <class A, class B>
struct DotScalarOf<Kokkos::complex<A>, Kokkos::complex<B>> {
  using type = Kokkos::complex<std::common_type_t<A, B>>;
};
template <class A, class B>
struct DotScalarOf<Kokkos::complex<A>, B> {
  using type = Kokkos::complex<std::common_type_t<A, B>>;
};
template <class A, class B>
struct DotScalarOf<A, Kokkos::complex<B>> {
  using type = Kokkos::complex<std::common_type_t<A, B>>;
};
template <class A>
struct DotScalarOf<Kokkos::complex<A>, Pattern> {
  using type = Kokkos::complex<A>;
};
template <class B>
struct DotScalarOf<Pattern, Kokkos::complex<B>> {
  using type = Kokkos::complex<B>;
};
template <class A, class B>
using DotScalar = typename DotScalarOf<std::remove_const_t<A>, std::remove_const_t<B>>::type;

}  // namespace Araios::Impl::vector
