// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// Unions, intersections and differences by one thread, in one pass.
///
/// The arrays have room for all entries that may be kept, so nothing is counted before; on a host, pages that are never
/// written take no memory. Both rows are strictly sorted where the merged columns increase: one comparison for each of
/// them. Bytes: each array is read or written once.

#include <Araios/core/concepts.hpp>
#include <Araios/operations/elementwise/combine_tiles.hpp>

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <cstdint>

namespace Araios::Impl::elementwise {

/// Entries of the result, at most.
template <Kept K>
std::int64_t most_kept(std::int64_t a_count, std::int64_t b_count) {
  if (!K.left && !K.right) return std::min(a_count, b_count);
  return (K.left ? a_count : 0) + (K.right ? b_count : 0);
}

/// Writes the result. summary(0) := its entries; summary(1) := 1 where a row is not sorted or repeats a column, else 0.
template <Kept K, class A, class B, class Output, class Summary>
struct CombineOnce {
  using Ordinal = typename A::Ordinal;

  A a;
  B b;
  std::int64_t rows;
  Output output;
  Summary summary;

  KOKKOS_FUNCTION void operator()(std::int64_t) const {
    std::int64_t p = 0, q = 0, to = 0;
    bool ascends = true;
    output.end_row(-1, 0);
    for (std::int64_t row = 0; row < rows; ++row) {
      std::int64_t const a_end = a.begin(row + 1), b_end = b.begin(row + 1);
      Ordinal last = -1;
      auto const item = [&](Ordinal column, bool has_a, bool has_b) {
        ascends &= last < column;
        last = column;
        if (has_a && has_b ? K.both : has_a ? K.left : K.right)
          output.template write<K>(to++, column, has_a, has_b, a.values, p, b.values, q);
      };
      while (p < a_end && q < b_end) {
        Ordinal const i = a.columns(p), j = b.columns(q);
        // Three branches: rows of both sides are often alike, and then the processor foresees which one it is.
        if (i == j) {
          item(i, true, true);
          ++p;
          ++q;
        } else if (i < j) {
          item(i, true, false);
          ++p;
        } else {
          item(j, false, true);
          ++q;
        }
      }
      for (; p < a_end; ++p) item(a.columns(p), true, false);
      for (; q < b_end; ++q) item(b.columns(q), false, true);
      output.end_row(row, to);
    }
    summary(0) = to;
    summary(1) = !ascends;
  }
};

}  // namespace Araios::Impl::elementwise
