// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// The problem of SpGEMM: its options, the type and the terms of its sums, its two factors, and which entries of C are
/// computed.

#include <Araios/core/checks.hpp>
#include <Araios/core/concepts.hpp>
#include <Araios/core/search.hpp>
#include <Araios/core/semiring.hpp>
#include <Araios/core/workspace.hpp>
#include <Araios/formats/csr.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>
#include <type_traits>

namespace Araios {

/// Options of multiply.
struct MultiplyOptions {
  /// Memory for rows before they are moved to C, and outside of the CUDA space for hash tables, in bytes. Where it does
  /// not hold an index and a value for each product, rows are computed twice. Tables of fewer rows at one time need
  /// less; one row needs up to 16 bytes and a value per column of B. In the CUDA space tables are in shared memory.
  std::int64_t max_workspace_bytes = std::int64_t(1) << 30;
};

namespace Impl::multiply {

/// The Scalar of a product: T where it is given; else that of the values, the wider of two; of two Patterns, Pattern.
template <class T, class A, class B>
struct ProductScalar {
  using type = T;
};
template <class A, class B>
struct ProductScalar<void, A, B> {
  using type = std::common_type_t<A, B>;
};
template <class A>
  requires(!is_pattern_v<A>)
struct ProductScalar<void, A, Pattern> {
  using type = A;
};
template <class B>
  requires(!is_pattern_v<B>)
struct ProductScalar<void, Pattern, B> {
  using type = B;
};
template <>
struct ProductScalar<void, Pattern, Pattern> {
  using type = Pattern;
};
template <class T, class A, class B>
using ProductScalarOf = typename ProductScalar<T, std::remove_const_t<A>, std::remove_const_t<B>>::type;

/// The semiring is one over the values of C. Where these are Patterns, nothing is computed.
template <class Semiring, class C>
concept SemiringOfProduct = is_pattern_v<C> || SemiringOver<Semiring, C>;

/// The value of an entry in the semiring; the one of the semiring for an entry of a Pattern.
template <SemiringType Semiring, class T, class A>
KOKKOS_INLINE_FUNCTION T element(A const& a) {
  if constexpr (is_pattern_v<A>)
    return Semiring::template one<T>();
  else
    return static_cast<T>(a);
}

/// `left`, which is the element of an entry of the type A, times an entry of B, in T.
template <SemiringType Semiring, class A, class T, class B>
KOKKOS_INLINE_FUNCTION T element_term(T const& left, B const& b) {
  if constexpr (is_pattern_v<B>)
    return Semiring::times_one(left);
  else if constexpr (is_pattern_v<A>)
    return Semiring::multiply_one(static_cast<T>(b));
  else if constexpr (is_complex_v<T> && !is_complex_v<A>)
    return Semiring::template product<T>(left.real(), b);
  else
    return Semiring::template product<T>(left, b);
}

/// The product of two entries, in T.
template <SemiringType Semiring, class T, class A, class B>
KOKKOS_INLINE_FUNCTION T term(A const& a, B const& b) {
  return element_term<Semiring, A>(element<Semiring, T>(a), b);
}

/// Which entries of C are computed: all.
struct KeepAll {
  static constexpr bool keeps_all = true;
  KOKKOS_INLINE_FUNCTION bool skips_row(std::int64_t) const { return false; }
  template <class Ordinal>
  KOKKOS_INLINE_FUNCTION bool operator()(std::int64_t, Ordinal) const {
    return true;
  }
};

/// Chooses the entries at the coordinates of a matrix with sorted rows, or (complement) at all others.
template <class Mask>
struct KeepAtMask {
  static constexpr bool keeps_all = false;
  Mask mask;
  bool complement;

  KOKKOS_INLINE_FUNCTION bool skips_row(std::int64_t row) const {
    return !complement && mask.row_map(row) == mask.row_map(row + 1);
  }
  template <class Ordinal>
  KOKKOS_INLINE_FUNCTION bool operator()(std::int64_t row, Ordinal column) const {
    auto const end = static_cast<std::int64_t>(mask.row_map(row + 1));
    std::int64_t const at = first_not_below(mask.entries, static_cast<std::int64_t>(mask.row_map(row)), end,
                                            static_cast<std::int64_t>(column));
    return (at < end && static_cast<std::int64_t>(mask.entries(at)) == static_cast<std::int64_t>(column)) != complement;
  }
};

/// Chooses the entries that at least one of two chooses.
template <class First, class Second>
struct KeepEither {
  static constexpr bool keeps_all = false;
  First first;
  Second second;

  KOKKOS_INLINE_FUNCTION bool skips_row(std::int64_t row) const {
    return first.skips_row(row) && second.skips_row(row);
  }
  template <class Ordinal>
  KOKKOS_INLINE_FUNCTION bool operator()(std::int64_t row, Ordinal column) const {
    return first(row, column) || second(row, column);
  }
};

/// The factors of C := A B, and the entries of C that are computed.
template <class A_, class B_, class Keep_>
struct Problem {
  using A = A_;
  using B = B_;
  using Keep = Keep_;
  using Ordinal = typename B::Ordinal;
  A a;
  B b;
  Keep keep;
};

/// Workspaces of a product: the one of the call, and the one of a plan, for what the sums of the plan need later.
/// Without a plan both are one.
template <class Space>
struct Workspaces {
  Workspace<Space>& call;
  Workspace<Space>& plan;
};

}  // namespace Impl::multiply

}  // namespace Araios
