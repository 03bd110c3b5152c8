// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// The changes of a batch that count: checked, sorted by coordinate, and of each coordinate the last one, divided into
/// entries to set and entries to remove.

#include <Araios/core/checks.hpp>
#include <Araios/core/execution.hpp>
#include <Araios/core/read_back.hpp>
#include <Araios/core/workspace.hpp>
#include <Araios/formats/batch.hpp>
#include <Araios/formats/csr.hpp>
#include <Araios/primitives/pointers.hpp>
#include <Araios/primitives/radix_sort.hpp>
#include <Araios/primitives/scan.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>
#include <limits>
#include <string>
#include <type_traits>
#include <utility>

namespace Araios::Impl::update {

inline constexpr std::int64_t no_change = std::numeric_limits<std::int64_t>::max();

/// The minimum position of a change outside of the matrix. Item `capacity` copies the number of changes.
template <class Indices, class Count, class State>
struct CheckChanges {
  Indices rows;
  Indices cols;
  Count count;
  State state;
  std::int64_t num_rows;
  std::int64_t num_cols;
  KOKKOS_FUNCTION void operator()(std::int64_t p, std::int64_t& first) const {
    if (p == static_cast<std::int64_t>(rows.extent(0))) {
      state(0) = count(0);
      return;
    }
    if (p >= count(0)) return;
    bool const is_inside = rows(p) >= 0 && static_cast<std::int64_t>(rows(p)) < num_rows && cols(p) >= 0 &&
                           static_cast<std::int64_t>(cols(p)) < num_cols;
    if (!is_inside && p < first) first = p;
  }
};

/// The number of changes of a batch for an m-by-n matrix; refuses one with a change outside of it, and one with more
/// changes than its capacity. One fence.
template <class Exec, class Changes, class Space>
std::int64_t checked_count(Exec const& exec, std::string const& label, Changes const& batch, std::int64_t num_rows,
                           std::int64_t num_cols, Workspace<Space>& workspace) {
  using State = Kokkos::View<std::int64_t*, Space>;
  if (batch.count.extent(0) == 0) return 0;
  typename Workspace<Space>::Frame const frame(workspace);
  auto const state = workspace.template take<State>(exec, 2);
  using Check = CheckChanges<typename Changes::indices_type, typename Changes::count_type, State>;
  Kokkos::parallel_reduce(label + "::check", range(exec, batch.capacity() + 1),
                          Check{batch.row_indices, batch.col_indices, batch.count, state, num_rows, num_cols},
                          Kokkos::Min<std::int64_t, Space>(Kokkos::subview(state, 1)));
  auto const [count, first] = read_back_array<2>(exec, state, label + ": the number of changes is on the host");
  check(count <= batch.capacity(), label, ": ", count, " changes are more than the capacity of the batch, ",
        batch.capacity());
  if (first != no_change) {
    std::int64_t const i = read_back(exec, batch.row_indices, first, label + ": the row is on the host");
    std::int64_t const j = read_back(exec, batch.col_indices, first, label + ": the column is on the host");
    check(false, label, ": change ", first, ": (", i, ", ", j, ") is outside of the ", num_rows, " x ", num_cols,
          " matrix");
  }
  return count;
}

/// The changes sorted by row and column; changes of one coordinate keep their order.
template <class Ordinal, class Space>
struct SortedChanges {
  Kokkos::View<Ordinal*, Space> rows;
  Kokkos::View<Ordinal*, Space> cols;
  Kokkos::View<std::int64_t*, Space> positions;  // in the batch
};

/// Two stable sorts: by column, then by row.
template <class Exec, class Changes, class Space>
auto sort_changes(Exec const& exec, Changes const& batch, std::int64_t count, std::int64_t num_rows,
                  std::int64_t num_cols, Workspace<Space>& workspace) {
  using Sorted = SortedChanges<typename Changes::Ordinal, Space>;
  auto const take = [&] {
    auto const rows = workspace.template take<decltype(Sorted::rows)>(exec, count);
    auto const cols = workspace.template take<decltype(Sorted::cols)>(exec, count);
    return Sorted{rows, cols, workspace.template take<decltype(Sorted::positions)>(exec, count)};
  };
  std::pair<std::int64_t, std::int64_t> const used(0, count);
  Sorted const result = take();
  typename Workspace<Space>::Frame const frame(workspace);
  Sorted const by_column = take();
  radix_sort(exec, Kokkos::subview(batch.col_indices, used), Identity{}, Kokkos::subview(batch.row_indices, used),
             by_column.cols, by_column.positions, by_column.rows, {.key_bits = bits_for(num_cols)}, workspace);
  radix_sort(exec, by_column.rows, by_column.positions, by_column.cols, result.rows, result.positions, result.cols,
             {.key_bits = bits_for(num_rows)}, workspace);
  return result;
}

/// 1 for the last change of a coordinate, where it is of the requested kind, else 0.
template <class Sorted, class Removals>
struct IsWinner {
  Sorted sorted;
  Removals removals;
  bool of_removals;
  KOKKOS_FUNCTION int operator()(std::int64_t e) const {
    std::int64_t const next = e + 1;
    if (next < extent(0) && sorted.rows(next) == sorted.rows(e) && sorted.cols(next) == sorted.cols(e)) return 0;
    return removals(sorted.positions(e)) == of_removals;
  }
  KOKKOS_FUNCTION std::int64_t extent(int) const { return static_cast<std::int64_t>(sorted.rows.extent(0)); }
};

/// totals(k) := the last element of scan k, of two scans of `length` elements in one array
template <class Before, class Totals>
struct CopyTotals {
  Before before;
  Totals totals;
  std::int64_t length;
  KOKKOS_FUNCTION void operator()(std::int64_t k) const { totals(k) = before((k + 1) * length - 1); }
};

/// Both totals on the host: one fence.
template <class Exec, class Before, class Space>
auto read_totals(Exec const& exec, std::string const& label, Before const& before, std::int64_t count,
                 Workspace<Space>& workspace) {
  typename Workspace<Space>::Frame const frame(workspace);
  auto const totals = workspace.template take<Before>(exec, 2);
  Kokkos::parallel_for(label + "::totals", range(exec, 2), CopyTotals<Before, Before>{before, totals, count + 1});
  return read_back_array<2>(exec, totals, label + ": the number of entries to set and to remove is on the host");
}

/// Writes the winners of one kind: their rows, columns and, unless these are NoValues, values.
template <class Winners, class Before, class Rows, class Entries, class From, class Values>
struct CompactWinners {
  Winners winners;
  Before before;
  Rows rows;
  Entries entries;
  From from;
  Values values;
  KOKKOS_FUNCTION void operator()(std::int64_t e) const {
    if (!winners(e)) return;
    std::int64_t const to = before(e);
    rows(to) = winners.sorted.rows(e);
    entries(to) = winners.sorted.cols(e);
    if constexpr (!std::is_same_v<Values, NoValues>) values(to) = from(winners.sorted.positions(e));
  }
};

/// The winners of one kind as a CSR matrix over temporaries. `total` of them.
template <class Scalar, class Offset, class Exec, class Winners, class Before, class From, class Space>
auto matrix_of_winners(Exec const& exec, std::string const& label, Winners const& winners, Before const& before,
                       std::int64_t total, std::int64_t num_rows, std::int64_t num_cols, From const& from,
                       Workspace<Space>& workspace) {
  using Indices = decltype(winners.sorted.rows);
  using Ordinal = typename Indices::value_type;
  using Values = Araios::ValuesViewOf<Scalar, Space>;
  auto const row_map = workspace.template take<Kokkos::View<Offset*, Space>>(exec, num_rows + 1);
  auto const entries = workspace.template take<Indices>(exec, total);
  auto const values = workspace.template take_values<Values>(exec, total);
  typename Workspace<Space>::Frame const frame(workspace);
  auto const rows = workspace.template take<Indices>(exec, total);
  if (total > 0)
    Kokkos::parallel_for(
        label, range(exec, winners.extent(0)),
        CompactWinners<Winners, Before, Indices, Indices, From, Values>{winners, before, rows, entries, from, values});
  sorted_index_to_pointers(exec, rows, row_map);
  return CsrMatrix<Scalar, Ordinal, Offset, Space>(num_rows, num_cols, row_map, entries, values);
}

}  // namespace Araios::Impl::update
