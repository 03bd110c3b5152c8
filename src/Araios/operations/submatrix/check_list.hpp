// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// Lists of indices: they are checked on the device, and inverted. Nothing that follows accesses memory outside of the
/// arrays where an index is bad, so that one read serves the checks and the number of entries.

#include <Araios/core/checks.hpp>
#include <Araios/core/execution.hpp>
#include <Araios/core/memory.hpp>
#include <Araios/core/read_back.hpp>
#include <Araios/core/workspace.hpp>
#include <Araios/operations/submatrix/selection.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>
#include <limits>
#include <string>
#include <type_traits>
#include <utility>

namespace Araios::Impl::submatrix {

/// What a check leaves: the first position of a bad index, the first one that repeats an index, and 0 where indices are
/// not strictly sorted. `none` where there is no such position.
struct ListStatus {
  static constexpr int size = 3;
  static constexpr std::int64_t none = std::numeric_limits<std::int64_t>::max();
  std::int64_t bad = none;
  std::int64_t repeated = none;
  std::int64_t unsorted = none;
};

/// Index j of the list: bad outside of [0, limit), else table(index) := the first j, where there is a table.
template <class List, class Table>
struct CheckList {
  List list;
  std::int64_t limit;
  Table table;
  std::int64_t* status;

  KOKKOS_FUNCTION void operator()(std::int64_t j) const {
    auto const index = static_cast<std::int64_t>(list(j));
    if (index < 0 || index >= limit) {
      Kokkos::atomic_fetch_min(status, j);
      return;
    }
    if constexpr (!std::is_same_v<Table, NoValues>) {
      Kokkos::atomic_fetch_min(&table(index), static_cast<typename Table::value_type>(j));
      if (j > 0 && index <= static_cast<std::int64_t>(list(j - 1))) status[2] = 0;
    }
  }
};

/// Repeated: index j of the list, where the table has another position of the same index.
template <class List, class Table>
struct FindRepeated {
  List list;
  std::int64_t limit;
  Table table;
  std::int64_t* status;

  KOKKOS_FUNCTION void operator()(std::int64_t j) const {
    auto const index = static_cast<std::int64_t>(list(j));
    if (index < 0 || index >= limit) return;
    if (static_cast<std::int64_t>(table(index)) != j) Kokkos::atomic_fetch_min(status + 1, j);
  }
};

/// Checks a list; repeated indices are allowed.
template <class Exec, class List, class Status>
void check_indices(Exec const& exec, std::string const& label, ListIndices<List> const& indices, std::int64_t limit,
                   Status const& status) {
  Kokkos::parallel_for(label + "::check", range(exec, indices.count),
                       CheckList<List, NoValues>{indices.list, limit, {}, status.data()});
}
template <class Exec, class Status>
void check_indices(Exec const&, std::string const&, RangeIndices const&, std::int64_t, Status const&) {}

/// Checks a list, in which no index may be repeated, and inverts it: a table of `limit` elements.
template <class Ordinal, class Exec, class List, class Status, class Space>
auto invert_indices(Exec const& exec, std::string const& label, ListIndices<List> const& indices, std::int64_t limit,
                    Status const& status, Workspace<Space>& workspace) {
  using Table = Kokkos::View<Ordinal*, Space>;
  auto const table = workspace.template take<Table>(exec, limit);
  fill(exec, table, static_cast<Ordinal>(indices.count));
  Kokkos::parallel_for(label + "::check", range(exec, indices.count),
                       CheckList<List, Table>{indices.list, limit, table, status.data()});
  Kokkos::parallel_for(label + "::check_repeated", range(exec, indices.count),
                       FindRepeated<List, Table>{indices.list, limit, table, status.data()});
  return ListInverse<Table>{table, indices.count};
}
template <class Ordinal, class Exec, class Status, class Space>
RangeInverse invert_indices(Exec const&, std::string const&, RangeIndices const& indices, std::int64_t, Status const&,
                            Workspace<Space>&) {
  return {indices.begin, indices.count};
}

/// Throws where a check of these indices found a bad or a repeated one.
template <class Exec, class List>
void refuse_indices(Exec const& exec, std::string const& label, char const* name, ListIndices<List> const& indices,
                    std::int64_t limit, ListStatus const& status) {
  auto const at = [&](std::int64_t j) {
    return read_back(exec, indices.list, j, label + ": the index is on the host");
  };
  if (status.bad != ListStatus::none)
    check(false, label, ": ", name, "(", status.bad, ") = ", at(status.bad), " is not in [0, ", limit, ")");
  if (status.repeated != ListStatus::none)
    check(false, label, ": ", name, "(", status.repeated, ") = ", at(status.repeated), " repeats an earlier index");
}
template <class Exec>
void refuse_indices(Exec const&, std::string const&, char const*, RangeIndices const&, std::int64_t,
                    ListStatus const&) {}

/// The offsets of rows, an element more than rows, and after them what checks of lists leave: all that the host reads.
template <bool HasLists, class Space>
struct OffsetsAndStatus {
  using Array = Kokkos::View<std::int64_t*, Space>;
  static constexpr int size_read = HasLists ? 1 + 2 * ListStatus::size : 1;
  Array all;
  std::int64_t rows;

  Array part(std::int64_t begin, std::int64_t end) const {
    return Kokkos::subview(all, std::pair<std::int64_t, std::int64_t>(begin, end));
  }
  Array counts() const { return part(0, rows); }
  Array offsets() const { return part(0, rows + 1); }
  Array status() const { return part(rows + 1, rows + size_read); }
  Array status_of_rows() const { return part(rows + 1, HasLists ? rows + 1 + ListStatus::size : rows + 1); }
  Array status_of_columns() const { return part(HasLists ? rows + 1 + ListStatus::size : rows + 1, rows + size_read); }
};

template <bool HasLists, class Exec, class Space>
OffsetsAndStatus<HasLists, Space> take_offsets(Exec const& exec, std::int64_t rows, Workspace<Space>& workspace) {
  using Result = OffsetsAndStatus<HasLists, Space>;
  Result const result{workspace.template take<typename Result::Array>(exec, rows + Result::size_read), rows};
  if constexpr (HasLists) fill(exec, result.status(), ListStatus::none);
  return result;
}

struct TotalAndStatus {
  std::int64_t total;
  ListStatus rows;
  ListStatus columns;
};

/// The last offset and what the checks have left, on the host: one fence.
template <bool HasLists, class Exec, class Space>
TotalAndStatus read_total(Exec const& exec, std::string const& label,
                          OffsetsAndStatus<HasLists, Space> const& offsets) {
  constexpr int size = OffsetsAndStatus<HasLists, Space>::size_read;
  auto const read = read_back_array<size>(exec, offsets.part(offsets.rows, offsets.rows + size),
                                          label + ": the number of entries is on the host");
  if constexpr (HasLists)
    return {read[0], {read[1], read[2], read[3]}, {read[4], read[5], read[6]}};
  else
    return {read[0], {}, {}};
}

}  // namespace Araios::Impl::submatrix
