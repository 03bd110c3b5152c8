// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// SpGEMM, common to all spaces: types, options, and what the kernels write.

#include <Araios/core/checks.hpp>
#include <Araios/core/concepts.hpp>
#include <Araios/core/search.hpp>
#include <Araios/core/semiring.hpp>
#include <Araios/formats/csr.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>
#include <type_traits>

namespace Araios {

/// Options of multiply.
struct MultiplyOptions {
  /// Memory for rows before they are moved to C, and outside of the CUDA space for hash tables, in bytes. Where it does
  /// not hold an index and a value for each product, rows are computed twice. Tables of fewer rows at one time need less;
  /// one row needs up to 16 bytes and a value per column of B. In the CUDA space tables are in shared memory.
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

/// What the count of a row writes: entries of each row of C, which are then scanned in place.
template <class Counts>
struct CountOutput {
  static constexpr bool counts_entries = true;
  static constexpr bool fills = false;
  using Scalar = Pattern;
  Counts counts;
};

/// What both phases write at one time: a row, from its first product on, into memory for all products, and its count.
template <class Counts, class First, class Entries, class Values>
struct BothOutput {
  static constexpr bool counts_entries = true;
  static constexpr bool fills = true;
  using Scalar = typename Values::value_type;
  Counts counts;
  First first;
  Entries entries;
  Values values;
};

/// What the fill of a row writes: its entries from position first(row) on, and values where C has any.
template <class First, class Entries, class Values>
struct FillOutput {
  static constexpr bool counts_entries = false;
  static constexpr bool fills = true;
  using Scalar = typename Values::value_type;
  First first;
  Entries entries;
  Values values;
};

/// What one pass writes: row_map, and the entries of all rows, one row after the other.
template <class RowMap, class Entries, class Values>
struct WholeOutput {
  static constexpr bool counts_entries = false;
  static constexpr bool fills = true;
  using Scalar = typename Values::value_type;
  RowMap row_map;
  Entries entries;
  Values values;
};

/// What the sums of a row write: values, at the positions of entries that are stored.
template <class First, class Entries, class Values>
struct SumOutput {
  static constexpr bool counts_entries = false;
  static constexpr bool fills = true;
  using Scalar = typename Values::value_type;
  First first;
  Entries entries;
  Values values;
};

/// The same output without values.
template <class Counts>
auto columns_of(CountOutput<Counts> const& output) {
  return output;
}
template <class Counts, class First, class Entries, class Values>
auto columns_of(BothOutput<Counts, First, Entries, Values> const& output) {
  return BothOutput<Counts, First, Entries, NoValues>{output.counts, output.first, output.entries, {}};
}
template <class First, class Entries, class Values>
auto columns_of(FillOutput<First, Entries, Values> const& output) {
  return FillOutput<First, Entries, NoValues>{output.first, output.entries, {}};
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

/// Products of entries of a row, from which on all are counted as this many.
inline constexpr std::uint32_t many_products = ~std::uint32_t(0);

}  // namespace Impl::multiply

}  // namespace Araios
