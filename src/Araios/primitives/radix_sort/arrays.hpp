// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// The arrays of a radix-sort pass, by pointer, so that few kernels are instantiated.

#include <Araios/core/concepts.hpp>
#include <Araios/core/pattern.hpp>
#include <Araios/core/unmanaged.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>
#include <type_traits>

namespace Araios::Impl {

/// A contiguous array without its layout, memory space and traits: Views that differ only in those share a kernel.
template <class T>
struct Elements {
  using value_type = T;
  using non_const_value_type = std::remove_const_t<T>;
  T* data;
  KOKKOS_FUNCTION T& operator()(std::int64_t i) const { return data[i]; }
};

/// The array as kernels read it: a plain array becomes a pointer, anything else (a callable, NoValues, a strided or
/// atomic View) is unchanged.
template <class Array>
auto readable(Array const& array) {
  if constexpr (is_plain_array_v<Array>)
    return Elements<typename Array::const_value_type>{array.data()};
  else
    return array;
}
template <class T>
Elements<T const> readable(Elements<T> array) {
  return {array.data};
}

/// The same for an array that kernels write.
template <class Array>
auto writable(Array const& array) {
  if constexpr (is_plain_array_v<Array>)
    return Elements<typename Array::value_type>{array.data()};
  else
    return array;
}

/// Keys with their payloads; any of them may be NoValues.
template <class Keys, class P1, class P2>
struct RadixArrays {
  Keys keys;
  P1 p1;
  P2 p2;
};
// clang 14 deduces no arguments of an aggregate without it.
template <class Keys, class P1, class P2>
RadixArrays(Keys, P1, P2) -> RadixArrays<Keys, P1, P2>;

template <class Keys, class P1, class P2>
auto radix_readable(Keys const& keys, P1 const& p1, P2 const& p2) {
  auto const k = readable(keys);
  auto const a = readable(p1);
  auto const b = readable(p2);
  using Result =
      RadixArrays<std::remove_const_t<decltype(k)>, std::remove_const_t<decltype(a)>, std::remove_const_t<decltype(b)>>;
  return Result{k, a, b};
}

template <class Keys, class P1, class P2>
auto radix_writable(Keys const& keys, P1 const& p1, P2 const& p2) {
  auto const k = writable(keys);
  auto const a = writable(p1);
  auto const b = writable(p2);
  using Result =
      RadixArrays<std::remove_const_t<decltype(k)>, std::remove_const_t<decltype(a)>, std::remove_const_t<decltype(b)>>;
  return Result{k, a, b};
}

/// Arrays that one pass wrote, as the next one reads them.
template <class Keys, class P1, class P2>
auto radix_readable(RadixArrays<Keys, P1, P2> const& arrays) {
  return radix_readable(arrays.keys, arrays.p1, arrays.p2);
}

/// The bits of the key that a pass sorts by.
struct RadixDigit {
  int shift;
  int bits;

  KOKKOS_FUNCTION int count() const { return 1 << bits; }
  template <class Key>
  KOKKOS_FUNCTION unsigned of(Key key) const {
    return static_cast<unsigned>(key >> shift) & ((1u << bits) - 1u);
  }
};

/// The division of n elements into `count` chunks of `length`; the last may be shorter. A chunk is a range that one
/// team (on a host one thread) moves in order.
struct RadixChunks {
  std::int64_t n;
  std::int64_t length;
  std::int64_t count;

  KOKKOS_FUNCTION std::int64_t begin(std::int64_t chunk) const { return chunk * length; }
  KOKKOS_FUNCTION std::int64_t end(std::int64_t chunk) const {
    std::int64_t const end = (chunk + 1) * length;
    return end < n ? end : n;
  }
};

/// The count table of a pass: `rows` is digits x chunks, first the counts, then the exclusive prefix sums along each
/// digit's row; `totals` holds the sum of each row.
struct RadixTable {
  std::int64_t* rows;
  std::int64_t* totals;
};

}  // namespace Araios::Impl
