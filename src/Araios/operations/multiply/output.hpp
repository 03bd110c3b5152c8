// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// What the kernels of SpGEMM write: the counts of rows, rows, both, or all of C.
///
/// Every kernel has its output as a template argument, and does what the two flags of that say: one kernel serves the
/// count, the fill, and the count that also stores rows.

#include <Araios/core/pattern.hpp>

#include <Kokkos_Core.hpp>

namespace Araios::Impl::multiply {

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

/// What the fill of a row writes: its entries from position first(row) on, and values where C has any. The sums of a
/// plan find the entries there, and write values alone.
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

}  // namespace Araios::Impl::multiply
