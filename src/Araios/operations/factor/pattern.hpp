// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// The pattern of the factors, made once: the entries of A (ic: the lower triangle) in the order of elimination, each
/// row sorted, and where in A each entry comes from.

#include <Araios/core/checks.hpp>
#include <Araios/core/execution.hpp>
#include <Araios/core/kokkos_compat.hpp>
#include <Araios/core/load_hints.hpp>
#include <Araios/core/memory.hpp>
#include <Araios/core/read_back.hpp>
#include <Araios/core/search.hpp>
#include <Araios/core/workspace.hpp>
#include <Araios/operations/factor/options.hpp>
#include <Araios/operations/factor/rows.hpp>
#include <Araios/primitives/scan.hpp>
#include <Araios/primitives/segmented_sort.hpp>
#include <Araios/primitives/segments.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>
#include <utility>

namespace Araios::Impl::factor {

/// The arrays of the pattern; `source` has the positions in A of the entries. Duplicates are one entry, the sum of
/// those from first(p) to first(p + 1) of `source`; without duplicates `first` is empty, and entry p has one.
template <class Ordinal, class Offset, class Space>
struct PatternArrays {
  Kokkos::View<Offset*, Space> row_map;
  Kokkos::View<Ordinal*, Space> entries;
  Kokkos::View<Offset*, Space> source;
  Kokkos::View<Offset*, Space> first;
  Kokkos::View<Offset*, Space> diagonal;

  std::int64_t bytes() const {
    return static_cast<std::int64_t>((row_map.extent(0) + source.extent(0) + first.extent(0) + diagonal.extent(0)) *
                                         sizeof(Offset) +
                                     entries.extent(0) * sizeof(Ordinal));
  }
  Pattern<Ordinal, Offset> pattern() const {
    return {static_cast<std::int64_t>(diagonal.extent(0)), row_map.data(), entries.data(), diagonal.data()};
  }
};

/// Row q of the factors is row order[q] of A, which is row rank[order[q]] = q; null: the same row.
template <class Ordinal>
struct RowOrder {
  Ordinal const* order = nullptr;
  Ordinal const* rank = nullptr;
  KOKKOS_FUNCTION std::int64_t row(std::int64_t q) const { return order == nullptr ? q : order[q]; }
  KOKKOS_FUNCTION std::int64_t position(std::int64_t i) const { return rank == nullptr ? i : rank[i]; }
};

template <class Ordinal>
struct InvertOrder {
  Ordinal const* order;
  Ordinal* rank;
  KOKKOS_FUNCTION void operator()(std::int64_t q) const { rank[order[q]] = static_cast<Ordinal>(q); }
};

/// Entries of each row of the factors, and then these entries.
template <class Ordinal, class Offset>
struct TakeEntries {
  Offset const* row_map;
  Ordinal const* entries;
  RowOrder<Ordinal> order;
  bool lower_only;
  int* is_unsorted;  // set to 1 where a row is not in order
  Offset* counts;
  Offset const* begins = nullptr;  // null: only the counts are found
  Ordinal* to_entries = nullptr;
  Offset* to_source = nullptr;

  KOKKOS_FUNCTION void operator()(std::int64_t q) const {
    std::int64_t const i = order.row(q);
    std::int64_t last = -1;
    Offset kept = 0;
    for (Offset p = row_map[i]; p < row_map[i + 1]; ++p) {
      std::int64_t const j = order.position(entries[p]);
      if (lower_only && j > q) continue;
      if (begins == nullptr && j < last && load_relaxed(is_unsorted) == 0) Kokkos::atomic_fetch_or(is_unsorted, 1);
      last = j;
      if (begins != nullptr) {
        to_entries[begins[q] + kept] = static_cast<Ordinal>(j);
        to_source[begins[q] + kept] = p;
      }
      ++kept;
    }
    if (begins == nullptr) counts[q] = kept;
  }
};

/// Columns of each sorted row, and then these columns, and where each begins.
template <class Ordinal, class Offset>
struct TakeColumns {
  Offset const* row_map;
  Ordinal const* entries;
  Offset* counts;
  Offset const* begins;  // null: only the counts are found
  Ordinal* to_entries;
  Offset* to_first;

  KOKKOS_FUNCTION void operator()(std::int64_t q) const {
    Offset kept = 0;
    for (Offset p = row_map[q]; p < row_map[q + 1]; ++p) {
      if (p > row_map[q] && entries[p] == entries[p - 1]) continue;
      if (begins != nullptr) {
        to_entries[begins[q] + kept] = entries[p];
        to_first[begins[q] + kept] = p;
      }
      ++kept;
    }
    if (begins == nullptr) counts[q] = kept;
  }
};

/// diagonal := where the entries (q, q) are. The lowest row of A without one is kept, and whether there are duplicates.
template <class Ordinal, class Offset>
struct FindDiagonal {
  Pattern<Ordinal, Offset> pattern;
  RowOrder<Ordinal> order;
  std::int64_t nnz;
  Offset* diagonal;
  std::int64_t* faults;  // the row, n where there is none; 0 where there are duplicates

  KOKKOS_FUNCTION void operator()(std::int64_t t) const {
    if (t < pattern.num_rows) {
      Offset const end = pattern.row_map[t + 1];
      Offset const p = pattern.search(pattern.row_map[t], end, static_cast<Ordinal>(t));
      diagonal[t] = p;
      if (p == end || pattern.entries[p] != t) Kokkos::atomic_fetch_min(faults, order.row(t));
    }
    if (t == 0 || t >= nnz || pattern.entries[t] != pattern.entries[t - 1]) return;
    std::int64_t const q = last_true(std::int64_t(0), pattern.num_rows, [&](std::int64_t row) {
      return static_cast<std::int64_t>(pattern.row_map[row]) <= t;
    });
    if (static_cast<std::int64_t>(pattern.row_map[q]) != t) Kokkos::atomic_fetch_min(faults + 1, std::int64_t(0));
  }
};

/// row_map and the number of entries, by counts of each row. Waits.
template <class Exec, class Counts, class RowMap, class Space>
std::int64_t scan_rows(Exec const& exec, Counts const& counts, RowMap const& row_map, Workspace<Space>& workspace) {
  exclusive_scan(exec, counts, row_map, {}, workspace);
  auto const last = static_cast<std::int64_t>(row_map.extent(0)) - 1;
  return static_cast<std::int64_t>(read_back(exec, row_map, last, "Araios::factor: the number of entries"));
}

/// The lowest row of A without an entry on the diagonal, n where there is none, and whether there are duplicates.
/// Waits.
template <class Exec, class Ordinal, class Offset, class Space>
std::pair<std::int64_t, bool> find_diagonal(Exec const& exec, RowOrder<Ordinal> const& order,
                                            PatternArrays<Ordinal, Offset, Space> const& made,
                                            Workspace<Space>& workspace) {
  typename Workspace<Space>::Frame const frame(workspace);
  auto const n = static_cast<std::int64_t>(made.diagonal.extent(0)),
             nnz = static_cast<std::int64_t>(made.entries.extent(0));
  auto const faults = workspace.template take<Kokkos::View<std::int64_t*, Space>>(exec, 2);
  fill(exec, faults, n);
  Kokkos::parallel_for("Araios::factor::find_diagonal", range(exec, n > nnz ? n : nnz),
                       FindDiagonal<Ordinal, Offset>{made.pattern(), order, nnz, made.diagonal.data(), faults.data()});
  auto const [missing, repeated] = read_back_array<2>(exec, faults, "Araios::factor: faults of the pattern");
  return {missing, repeated < n};
}

/// Makes one entry of those at the same coordinate.
template <class Exec, class Ordinal, class Offset, class Space>
void merge_duplicates(Exec const& exec, PatternArrays<Ordinal, Offset, Space>& made, Workspace<Space>& workspace) {
  typename Workspace<Space>::Frame const frame(workspace);
  auto const n = static_cast<std::int64_t>(made.diagonal.extent(0));
  auto const row_map =
      std::exchange(made.row_map, allocate<Kokkos::View<Offset*, Space>>(exec, "Araios::factor::row_map", n + 1));
  auto const entries = made.entries;
  auto const counts = workspace.template take<Kokkos::View<Offset*, Space>>(exec, n);
  TakeColumns<Ordinal, Offset> take{row_map.data(), entries.data(), counts.data(), nullptr, nullptr, nullptr};
  Kokkos::parallel_for("Araios::factor::count_columns", range(exec, n), take);
  std::int64_t const nnz = scan_rows(exec, counts, made.row_map, workspace);
  made.entries = allocate<Kokkos::View<Ordinal*, Space>>(exec, "Araios::factor::entries", nnz);
  made.first = allocate<Kokkos::View<Offset*, Space>>(exec, "Araios::factor::first", nnz + 1);
  fill(exec, Kokkos::subview(made.first, Kokkos::pair<std::int64_t, std::int64_t>(nnz, nnz + 1)),
       static_cast<Offset>(entries.extent(0)));
  take.begins = made.row_map.data();
  take.to_entries = made.entries.data();
  take.to_first = made.first.data();
  Kokkos::parallel_for("Araios::factor::take_columns", range(exec, n), take);
}

/// The pattern of the factors of A, and the lowest row of A without an entry on the diagonal; the number of rows where
/// there is none. Waits, to read the number of entries, and the faults; with duplicates twice. `function` begins
/// messages.
template <class Exec, class Matrix, class Ordinal, class Offset, class Space>
std::int64_t make_pattern(Exec const& exec, char const* function, Matrix const& A, RowOrder<Ordinal> const& order,
                          bool lower_only, PatternArrays<Ordinal, Offset, Space>& made, Workspace<Space>& workspace) {
  typename Workspace<Space>::Frame const frame(workspace);
  std::int64_t const n = A.num_rows();
  made.row_map = allocate<Kokkos::View<Offset*, Space>>(exec, "Araios::factor::row_map", n + 1);
  made.diagonal = allocate<Kokkos::View<Offset*, Space>>(exec, "Araios::factor::diagonal", n);
  auto const counts = workspace.template take<Kokkos::View<Offset*, Space>>(exec, n);
  auto const flag = workspace.template take<Kokkos::View<int*, Space>>(exec, 1);
  fill(exec, flag, 0);
  TakeEntries<Ordinal, Offset> take{A.row_map.data(), A.entries.data(), order, lower_only, flag.data(), counts.data()};
  Kokkos::parallel_for("Araios::factor::count", range(exec, n), take);
  int is_unsorted = 0;  // known after the wait of scan_rows
  Kokkos::deep_copy(exec, Kokkos::View<int*, Kokkos::HostSpace, Kokkos::MemoryUnmanaged>(&is_unsorted, 1), flag);
  std::int64_t const nnz = scan_rows(exec, counts, made.row_map, workspace);
  made.entries = allocate<Kokkos::View<Ordinal*, Space>>(exec, "Araios::factor::entries", nnz);
  made.source = allocate<Kokkos::View<Offset*, Space>>(exec, "Araios::factor::source", nnz);
  take.begins = made.row_map.data();
  take.to_entries = made.entries.data();
  take.to_source = made.source.data();
  Kokkos::parallel_for("Araios::factor::take_entries", range(exec, n), take);
  if (is_unsorted != 0)
    segmented_sort(exec, PointerSegments{made.row_map}, made.entries, made.source, NoValues{}, workspace);
  auto [missing, has_duplicates] = find_diagonal(exec, order, made, workspace);
  bool const needs_both = lower_only && order.order != nullptr;
  auto entries = static_cast<std::int64_t>(A.nnz());
  if (has_duplicates) {
    merge_duplicates(exec, made, workspace);
    missing = find_diagonal(exec, order, made, workspace).first;
    if (needs_both) {  // how many entries A has without duplicates
      PatternArrays<Ordinal, Offset, Space> all;
      make_pattern(exec, function, A, order, false, all, workspace);
      entries = static_cast<std::int64_t>(all.entries.extent(0));
    }
  }
  auto const lower = static_cast<std::int64_t>(made.entries.extent(0));
  check(!needs_both || missing != n || 2 * lower - n == entries, function,
        ": by_color needs both triangles of A, whose pattern must be symmetric (", entries, " entries, of these ",
        lower, " in the lower triangle)");
  return missing;
}

}  // namespace Araios::Impl::factor
