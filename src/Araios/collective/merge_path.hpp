// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// The diagonal search of merge path.

#include <Kokkos_Core.hpp>

namespace Araios::Impl {

/// The number of the first `diagonal` elements of the stable merge of A and B that come from A
///
/// A is a(a_begin), ..., a(a_begin + a_count - 1), B likewise; both are sorted. Stable: of equal elements those of A
/// come first.
///
/// Invariant     the answer i lies in [low, high]. For every i in that range i + j = diagonal with j = diagonal - i a
///               valid count of B. A(mid) is among the first `diagonal` exactly when fewer than diagonal - mid elements
///               of B go before it, that is when B(diagonal - 1 - mid) is not less than A(mid). This is true up to the
///               answer and false from there on, so each probe halves the range, whatever elements are equal.
///               By hand, not by first_true: each probe compares two arrays, and all merges wait for these loads.
/// Requires      0 <= diagonal <= a_count + b_count.
/// Cost          log2(min(a_count, b_count, diagonal)) probes of both.
/// Source        Odeh, Green, Mwassi, Shmueli, Birk: Merge path, 2012.
template <class Index, class A, class B>
KOKKOS_INLINE_FUNCTION Index merge_path(A const& a, Index a_begin, Index a_count, B const& b, Index b_begin,
                                        Index b_count, Index diagonal) {
  Index low = diagonal > b_count ? diagonal - b_count : 0;
  Index high = diagonal < a_count ? diagonal : a_count;
  while (low < high) {
    Index const mid = low + (high - low) / 2;
    if (b(b_begin + (diagonal - 1 - mid)) < a(a_begin + mid))
      high = mid;
    else
      low = mid + 1;
  }
  return low;
}

/// An array in scratch, as merge_path reads one: short indices.
template <class T>
struct ScratchArray {
  T const* data;
  KOKKOS_FUNCTION T const& operator()(int i) const { return data[i]; }
};

}  // namespace Araios::Impl
