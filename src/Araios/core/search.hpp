// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// Searches in sorted arrays.

#include <Kokkos_Core.hpp>

#include <cstdint>
#include <type_traits>

namespace Araios::Impl {

// Elements may be unsigned and may be compared with -1, so both sides become signed.
template <class Sorted, class Number>
using Comparable = std::common_type_t<std::make_signed_t<typename Sorted::non_const_value_type>, Number>;

/// First position in [first, last) for which the predicate is true; `last` when there is none. By bisection.
///
/// Requires      where it is true once, it stays so.
template <class Position, class Predicate>
KOKKOS_INLINE_FUNCTION Position first_true(Position first, Position last, Predicate const& predicate) {
  while (first < last) {
    Position const middle = first + (last - first) / 2;
    if (!predicate(middle))
      first = middle + 1;
    else
      last = middle;
  }
  return first;
}

/// Last position in [first, last) for which the predicate is true; `first`, which is not asked, when no other is.
///
/// Requires      where it is false once, it stays so.
template <class Position, class Predicate>
KOKKOS_INLINE_FUNCTION Position last_true(Position first, Position last, Predicate const& predicate) {
  while (last - first > 1) {
    Position const middle = first + (last - first) / 2;
    if (predicate(middle))
      first = middle;
    else
      last = middle;
  }
  return first;
}

/// First position in [first, last) whose element is not less than `value`; `last` when there is none. By bisection.
template <class Sorted, class Position, class Number>
KOKKOS_INLINE_FUNCTION Position first_not_below(Sorted const& sorted, Position first, Position last, Number value) {
  using Value = Comparable<Sorted, Number>;
  return first_true(first, last,
                    [&](Position p) { return static_cast<Value>(sorted(p)) >= static_cast<Value>(value); });
}

/// Last position in [first, last) whose element is at most `value`: the row of a position, where `sorted` has the
/// beginnings of rows. `first`, which is not read, when there is none other. By bisection.
template <class Sorted, class Position, class Number>
KOKKOS_INLINE_FUNCTION Position last_at_most(Sorted const& sorted, Position first, Position last, Number value) {
  using Value = Comparable<Sorted, Number>;
  return last_true(first, last, [&](Position p) { return static_cast<Value>(sorted(p)) <= static_cast<Value>(value); });
}

/// First position in [first, last) whose element is greater than `value`; `last` when there is none. By bisection.
template <class Sorted, class Position, class Number>
KOKKOS_INLINE_FUNCTION Position first_above(Sorted const& sorted, Position first, Position last, Number value) {
  using Value = Comparable<Sorted, Number>;
  return first_true(first, last, [&](Position p) { return static_cast<Value>(sorted(p)) > static_cast<Value>(value); });
}

/// The same by doubling steps: logarithmic in the distance from `first` to the result, for results that are likely
/// near.
template <class Sorted, class Position, class Number>
KOKKOS_INLINE_FUNCTION Position first_above_near(Sorted const& sorted, Position first, Position last, Number value) {
  using Value = Comparable<Sorted, Number>;
  // Invariant: every element before `first` is at most `value`. The stride doubles, so it never exceeds the distance
  // covered so far by more than one.
  Position stride = 1;
  while (first < last) {
    Position const probe = (last - first < stride ? last : first + stride) - 1;
    if (static_cast<Value>(sorted(probe)) > static_cast<Value>(value)) return first_above(sorted, first, probe, value);
    first = probe + 1;
    stride += stride;
  }
  return last;
}

/// An array by its pointer, for searches.
template <class T>
struct PointerArray {
  using non_const_value_type = std::remove_const_t<T>;
  T const* data;
  template <class Position>
  KOKKOS_FUNCTION T const& operator()(Position i) const {
    return data[i];
  }
};

/// Where rows end, for searches by position: a row ends at or before the positions after it.
template <class RowMap>
struct RowEnds {
  using non_const_value_type = std::int64_t;
  RowMap row_map;
  KOKKOS_FUNCTION std::int64_t operator()(std::int64_t i) const { return static_cast<std::int64_t>(row_map(i + 1)); }
};

}  // namespace Araios::Impl
