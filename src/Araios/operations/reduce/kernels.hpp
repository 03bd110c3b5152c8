// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// Sums over rows, columns and all entries, and which rows and columns have entries.

#include <Araios/core/checks.hpp>
#include <Araios/core/concepts.hpp>
#include <Araios/core/execution.hpp>
#include <Araios/core/load_hints.hpp>
#include <Araios/core/memory.hpp>
#include <Araios/core/read_back.hpp>
#include <Araios/core/semiring.hpp>
#include <Araios/core/workspace.hpp>
#include <Araios/formats/csr.hpp>
#include <Araios/formats/sparse_vector.hpp>
#include <Araios/primitives/scan.hpp>
#include <Araios/primitives/sum.hpp>

#include <Kokkos_Core.hpp>

#include <concepts>
#include <cstdint>
#include <string>
#include <type_traits>

namespace Araios::Impl::reduce {

/// Sums that do not depend on the order: atomics give the same bits in every run.
template <class Add, class T>
inline constexpr bool is_free_of_order =
    AtomicMonoid<Add, T> && (std::same_as<Add, Min> || std::same_as<Add, Max> || std::same_as<Add, Or> ||
                             (std::same_as<Add, Plus> && std::is_integral_v<T>));

/// What an entry adds; of a Pattern 1.
template <class T, class A>
KOKKOS_INLINE_FUNCTION T summand(A const& a) {
  if constexpr (is_pattern_v<A>)
    return T(1);
  else
    return static_cast<T>(a);
}

/// y(j) := y(j) + the entries in column j
template <class Add, class Entries, class Values, class Y>
struct AddToColumns {
  Entries entries;
  Values values;
  Y y;
  KOKKOS_FUNCTION void operator()(std::int64_t p) const {
    using T = typename Y::non_const_value_type;
    Add::atomic_add(&y(entries(p)), summand<T>(values(p)));
  }
};

/// The multiplication that keeps its left factor, the entry: sums of rows are products with a vector that is not used.
/// A product with 1 would make inf * 0 of a complex infinity.
struct Kept {
  template <class T>
  KOKKOS_FUNCTION static constexpr T identity() {
    return T(1);
  }
  template <class T>
  KOKKOS_FUNCTION constexpr T operator()(T const& a, T const&) const {
    return a;
  }
};

/// The semiring of sums of rows: alpha, which is one, is not multiplied with either.
template <class Add>
struct RowSums : SemiringOf<Add, Kept> {
  static constexpr bool has_no_factors = true;
  template <class T>
  KOKKOS_FUNCTION static constexpr T scale(T const&, T const& a) {
    return a;
  }
};

/// Term p: what entry p adds.
template <class T, class Values>
struct EntryTerms {
  using Cursor = NoCursor;
  Values values;
  KOKKOS_FUNCTION T operator()(std::int64_t p, Cursor&) const { return summand<T>(values(p)); }
};

/// 1 for a row with entries, else 0.
template <class RowMap>
struct HasEntries {
  RowMap row_map;
  std::int64_t rows;
  KOKKOS_FUNCTION int operator()(std::int64_t i) const { return row_map(i) < row_map(i + 1); }
  KOKKOS_FUNCTION std::int64_t extent(int) const { return rows; }
};

/// 1 for a column whose mark is set, else 0.
template <class Marks>
struct IsMarked {
  Marks marks;
  KOKKOS_FUNCTION int operator()(std::int64_t j) const { return marks(j) != 0; }
  KOKKOS_FUNCTION std::int64_t extent(int) const { return static_cast<std::int64_t>(marks.extent(0)); }
};

/// marks(j) := 1 for the columns of entries. Threads that store to the same element store the same value.
template <class Entries, class Marks>
struct MarkColumns {
  Entries entries;
  Marks marks;
  KOKKOS_FUNCTION void operator()(std::int64_t p) const {
    int* const mark = &marks(entries(p));
    if (load_relaxed(mark) == 0) Kokkos::atomic_exchange(mark, 1);
  }
};

/// indices(before(i)) := i for those that have a flag.
template <class Flags, class Before, class Indices>
struct ListFlagged {
  Flags flags;
  Before before;
  Indices indices;
  KOKKOS_FUNCTION void operator()(std::int64_t i) const {
    if (flags(i) != 0) indices(before(i)) = static_cast<typename Indices::value_type>(i);
  }
};

/// The indices of flags, sorted. One fence.
template <class Ordinal, class Exec, class Flags, class Space>
auto list_flagged(Exec const& exec, std::string const& label, Flags const& flags, Workspace<Space>& workspace) {
  using Vector = SparseVector<Pattern, Ordinal, Space>;
  auto const length = static_cast<std::int64_t>(flags.extent(0));
  auto const before = workspace.template take<Kokkos::View<Ordinal*, Space>>(exec, length + 1);
  exclusive_scan(exec, flags, before, {}, workspace);
  auto const count =
      static_cast<std::int64_t>(read_back(exec, before, length, label + ": the number of entries is on the host"));
  auto const x = allocate_sparse_vector<Pattern, Ordinal>(exec, label, count);
  Kokkos::parallel_for(label + "::fill", range(exec, length),
                       ListFlagged<Flags, decltype(before), decltype(x.indices)>{flags, before, x.indices});
  return Vector(length, x);
}

}  // namespace Araios::Impl::reduce
