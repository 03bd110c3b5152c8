// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// Fixed-order sums: the sum of a row in an order that its length alone decides, so that all spaces have the same bits.
///
/// A row of up to 64 entries has 4 parts: entry k is added to part k mod 4, in order. A longer row is cut into segments
/// of 2,048 entries, each of 32 parts; its segments are entries of 32 parts again. A part starts with 0, and the parts
/// are added by a tree. So 1, 2 or 4 lanes add a short row with the same bits, a warp adds a segment, and the segments
/// of a row may be added by different thread blocks. A part without entries is 0, which changes no bit of a sum.
///
/// Products are rounded before they are added (core/arithmetic.hpp), and a NaN is the quiet one of numeric_limits.

#include <Araios/collective/warp_sum.hpp>
#include <Araios/core/arithmetic.hpp>
#include <Araios/core/concepts.hpp>
#include <Araios/core/execution.hpp>
#include <Araios/core/semiring.hpp>
#include <Araios/operations/spmv/core.hpp>

#include <Kokkos_Core.hpp>

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace Araios::Impl::spmv {

/// The order. Other numbers give other bits.
struct FixedOrder {
  static constexpr int short_row = 64;  ///< maximum entries of a row of short_parts
  static constexpr int short_parts = 4;
  static constexpr int parts = 32;      ///< of a segment: the lanes of a warp
  static constexpr int segment = 2048;  ///< entries
};

/// A semiring whose products are rounded before they are added. Other semirings than that of linear algebra, and types
/// other than floating-point numbers, are left as they are.
template <SemiringType Semiring>
struct Rounded : Semiring {
  template <class T>
  static constexpr bool rounds =
      std::same_as<typename Semiring::monoid, Plus> && std::same_as<typename Semiring::multiplication, Times> &&
      (std::same_as<RealPartOf<T>, float> || std::same_as<RealPartOf<T>, double>);

  template <class T, class A, class B>
  KOKKOS_FUNCTION static T product(A const& a, B const& b) {
    using Real = RealPartOf<T>;
    if constexpr (!rounds<T>)
      return Semiring::template product<T>(a, b);
    else if constexpr (!is_complex_v<T> || (is_complex_v<A> && is_complex_v<B>))
      return Impl::product(static_cast<T>(a), static_cast<T>(b));
    else if constexpr (is_complex_v<A>)
      return scaled(static_cast<T>(a), static_cast<Real>(b));
    else if constexpr (is_complex_v<B>)
      return scaled(static_cast<T>(b), static_cast<Real>(a));
    else
      return T(Impl::product(static_cast<Real>(a), static_cast<Real>(b)));
  }
  template <class T>
  KOKKOS_FUNCTION static T scale(T const& factor, T const& a) {
    if constexpr (!rounds<T>) {
      return Semiring::scale(factor, a);
    } else if constexpr (is_complex_v<T>) {
      return factor.imag() == 0 ? scaled(a, factor.real()) : Impl::product(factor, a);
    } else {
      return Impl::product(factor, a);
    }
  }
};

/// The NaN of numeric_limits for any other one: signs and payloads of those that arithmetic makes differ among
/// processors.
template <class T>
KOKKOS_INLINE_FUNCTION T with_quiet_nan(T const& a) {
  if constexpr (is_complex_v<T>)
    return T(with_quiet_nan(a.real()), with_quiet_nan(a.imag()));
  else if constexpr (std::is_floating_point_v<T>)
    return a == a ? a : T(quiet_nan<T>);  // NOLINT(misc-redundant-expression): false for NaN
  else
    return a;
}

/// As SpmvOutput, with the same bits in every space.
template <SemiringType Semiring, class Y>
struct FixedOrderOutput : SpmvOutput<Rounded<Semiring>, Y> {
  using Base = SpmvOutput<Rounded<Semiring>, Y>;
  using value_type = typename Base::value_type;
  using Base::Base;

  KOKKOS_FUNCTION void store(std::int64_t i, value_type const& sum) const {
    value_type value = Rounded<Semiring>::scale(this->alpha, sum);
    if (!this->overwrite)
      value = Semiring::add(value, Rounded<Semiring>::scale(this->beta, static_cast<value_type>(this->y(i))));
    this->y(i) = with_quiet_nan(value);
  }
};

/// The sum of term(k) for k = 0 .. terms - 1 in `parts` parts. Sequential.
template <SemiringType Semiring, int parts, class T, class Term>
KOKKOS_INLINE_FUNCTION T add_in_parts(std::int64_t terms, Term const& term) {
  T part[static_cast<std::size_t>(parts)];
  for (int p = 0; p < parts; ++p) part[p] = Semiring::template zero<T>();
  std::int64_t k = 0;
  for (; k + parts <= terms; k += parts)
    for (int p = 0; p < parts; ++p) part[p] = Semiring::add(part[p], term(k + p));
  for (int p = 0; k + p < terms; ++p) part[p] = Semiring::add(part[p], term(k + p));
  for (int distance = parts / 2; distance > 0; distance /= 2)
    for (int p = 0; p < distance; ++p) part[p] = Semiring::add(part[p], part[p + distance]);
  return part[0];
}

/// The fixed-order sum of the terms of a row, or of `terms` of its entries.
template <SemiringType Semiring, class T, class Term>
KOKKOS_INLINE_FUNCTION T fixed_order_sum(std::int64_t terms, Term const& term) {
  constexpr int segment = FixedOrder::segment;
  if (terms <= FixedOrder::short_row) return add_in_parts<Semiring, FixedOrder::short_parts, T>(terms, term);
  if (terms <= segment) return add_in_parts<Semiring, FixedOrder::parts, T>(terms, term);
  return add_in_parts<Semiring, FixedOrder::parts, T>(tiles_for(terms, segment), [&](std::int64_t s) {
    std::int64_t const first = s * segment, remaining = terms - first;
    return add_in_parts<Semiring, FixedOrder::parts, T>(remaining < segment ? remaining : segment,
                                                        [&](std::int64_t k) { return term(first + k); });
  });
}

#ifdef ARAIOS_HAVE_CUDA_LAUNCH
/// What a thread adds of a row of up to 64 entries, which `lanes` lanes add: parts lane, lane + lanes, ...
template <SemiringType Semiring, int lanes, class T>
struct ShortRowParts {
  static constexpr int count = FixedOrder::short_parts / lanes;
  static constexpr int flight = 4;  // terms whose loads are in flight
  T part[count];

  __device__ ShortRowParts() {
#pragma unroll
    for (int u = 0; u < count; ++u) part[u] = Semiring::template zero<T>();
  }
  /// Adds the entries from .. to - 1 of the row. `source` has column(k), value(k) and factor(column).
  template <class Source>
  __device__ void add(Source const& source, int from, int to, int lane) {
    for (int first = from / FixedOrder::short_parts * FixedOrder::short_parts + lane; first < to;
         first += flight * lanes) {
      std::remove_cvref_t<decltype(source.factor(source.column(first)))> factor[flight];
#pragma unroll
      for (int u = 0; u < flight; ++u) {
        int const k = first + u * lanes;
        if (k >= from && k < to) factor[u] = source.factor(source.column(k));
      }
#pragma unroll
      for (int u = 0; u < flight; ++u) {
        int const k = first + u * lanes;
        if (k >= from && k < to)
          part[u % count] = Semiring::add(part[u % count], spmv_term<Semiring, T>(source.value(k), factor[u]));
      }
    }
  }
  /// The sum of the row, on all of its lanes. All 32 lanes of a warp call.
  __device__ T sum() const { return warp_sum<Semiring, lanes>(sum_of_lane()); }
  /// The sum of the parts that this lane has.
  __device__ T sum_of_lane() const {
    T added[count];
#pragma unroll
    for (int u = 0; u < count; ++u) added[u] = part[u];
#pragma unroll
    for (int distance = count / 2; distance > 0; distance /= 2)
#pragma unroll
      for (int u = 0; u < distance; ++u) added[u] = Semiring::add(added[u], added[u + distance]);
    return added[0];
  }
};

/// The sum of `terms` entries from entry `first` of the source on, at most a segment, by a warp, all of whose lanes
/// call.
template <SemiringType Semiring, class T, class Source>
__device__ T sum_segment_of_row(Source const& source, std::int64_t first, int terms) {
  constexpr int flight = 4;
  T sum = Semiring::template zero<T>();
  for (int k = lane_id(); k < terms; k += 32 * flight) {
    decltype(source.column(first)) column[flight];
    decltype(source.value(first)) value[flight];
    std::remove_cvref_t<decltype(source.factor(source.column(first)))> factor[flight];
#pragma unroll
    for (int u = 0; u < flight; ++u)
      if (k + 32 * u < terms) {
        column[u] = source.column(first + k + 32 * u);
        value[u] = source.value(first + k + 32 * u);
      }
#pragma unroll
    for (int u = 0; u < flight; ++u)
      if (k + 32 * u < terms) factor[u] = source.factor(column[u]);
#pragma unroll
    for (int u = 0; u < flight; ++u)
      if (k + 32 * u < terms) sum = Semiring::add(sum, spmv_term<Semiring, T>(value[u], factor[u]));
  }
  return warp_sum<Semiring, 32>(sum);
}

/// The sum of a row of more than 64 entries by a warp, all of whose lanes call: segment s is a term of lane s mod 32.
template <SemiringType Semiring, class T, class Source>
__device__ T sum_long_row(Source const& source, std::int64_t first, std::int64_t end) {
  constexpr int segment = FixedOrder::segment;
  if (end - first <= segment) return sum_segment_of_row<Semiring, T>(source, first, static_cast<int>(end - first));
  T sum = Semiring::template zero<T>();
  for (int turn = 0; first < end; first += segment, turn = (turn + 1) % 32) {
    int const terms = static_cast<int>(end - first < segment ? end - first : std::int64_t(segment));
    T const of_segment = sum_segment_of_row<Semiring, T>(source, first, terms);
    if (lane_id() == turn) sum = Semiring::add(sum, of_segment);
  }
  return warp_sum<Semiring, 32>(sum);
}
#endif

}  // namespace Araios::Impl::spmv
