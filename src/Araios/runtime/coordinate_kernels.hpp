// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// Kernels of lists of entries with indices of 64 bits.

#include <Araios/core/execution.hpp>
#include <Araios/core/memory.hpp>
#include <Araios/runtime/index_types.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>
#include <type_traits>

namespace Araios::runtime {

using Wide = std::int64_t;
template <class Exec>
using Indices = Kokkos::View<Wide const*, SpaceOf<Exec>>;

template <class From, class To>
struct Shift {
  From from;
  To to;
  Wide offset;
  KOKKOS_FUNCTION void operator()(Wide p) const { to(p) = static_cast<typename To::value_type>(from(p) + offset); }
};
template <class From, class To, class At>
struct Gather {
  From from;
  At at;
  To to;
  KOKKOS_FUNCTION void operator()(Wide p) const { to(p) = static_cast<typename To::value_type>(from(at(p))); }
};
/// to(p) := the old index of number begin + numbers(p), less an offset
template <class Names, class Numbers, class To>
struct Rename {
  Names names;
  Numbers numbers;
  To to;
  Wide begin, offset;
  KOKKOS_FUNCTION void operator()(Wide p) const {
    to(p) = static_cast<typename To::value_type>(names(begin + numbers(p)) - offset);
  }
};
/// to(p) := the row of a Kronecker product of that a(p / |b|) and b(p modulo |b|), of nb, make
template <class A, class B, class To>
struct PairNames {
  A a;
  B b;
  Wide nb;
  To to;
  KOKKOS_FUNCTION void operator()(Wide p) const {
    auto const k = static_cast<Wide>(b.extent(0));
    to(p) = static_cast<typename To::value_type>(a(p / k) * nb + b(p % k));
  }
};
/// How many of the sorted indices are less than `index`.
template <class Sorted>
KOKKOS_FUNCTION Wide number_of_less(Sorted const& sorted, Wide index) {
  Wide begin = 0, end = static_cast<Wide>(sorted.extent(0));
  while (begin < end) {
    Wide const middle = begin + (end - begin) / 2;
    if (sorted(middle) < index)
      begin = middle + 1;
    else
      end = middle;
  }
  return begin;
}
/// to(before(p)) := from(p) for each p that is kept.
template <class Keeps, class Before, class From, class To>
struct Pack {
  Keeps keeps;
  Before before;
  From from;
  To to;
  Wide offset;
  KOKKOS_FUNCTION void operator()(Wide p) const {
    if (keeps(p) == 0) return;
    if constexpr (std::is_arithmetic_v<typename To::value_type>)
      to(before(p)) = static_cast<typename To::value_type>(from(p) + static_cast<typename To::value_type>(offset));
    else
      to(before(p)) = from(p);
  }
};
template <class Exec, class F>
void for_each(Exec const& exec, char const* label, Wide n, F const& f) {
  if (n > 0) Kokkos::parallel_for(label, Araios::range(exec, n), f);
}
template <class Exec>
Dense<Wide, Exec> new_indices(Exec const& exec, Wide n) {
  return Araios::allocate<Dense<Wide, Exec>>(exec, "Araios::runtime::indices", n);
}
template <class Exec, class From>
Indices<Exec> shifted(Exec const& exec, From const& from, Wide offset) {
  auto const n = static_cast<Wide>(from.extent(0));
  if constexpr (std::is_same_v<typename From::non_const_value_type, Wide>)
    if (offset == 0) return from;
  auto const to = new_indices(exec, n);
  for_each(exec, "Araios::runtime::widen", n, Shift<From, Dense<Wide, Exec>>{from, to, offset});
  return to;
}

}  // namespace Araios::runtime
