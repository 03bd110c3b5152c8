// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// Lists of coordinates in a matrix, and what is found at them.

#include "handles.hpp"

#include <Araios/runtime/arrays.hpp>
#include <Araios/runtime/index_types.hpp>
#include <Araios/runtime/renumbering.hpp>

#include <Araios/core/memory.hpp>
#include <Araios/core/pattern.hpp>
#include <Araios/formats/validate/compressed.hpp>

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <cstdint>

namespace araios_c {

/// Coordinates, all of them in the matrix.
template <class Exec, class Ordinal = int>
struct Coordinates {
  Kokkos::View<Ordinal const*, SpaceOf<Exec>> rows, columns;
};

/// Coordinates from arrays of the caller, of `To`; OUT_OF_RANGE names the first that is not in A.
template <class To = int, class Exec>
Coordinates<Exec, To> take_coordinates(Exec const& exec, Space space, Matrix const& A, IndexType index,
                                       std::int64_t count, void const* row_indices, void const* col_indices) {
  require_sizes(sizeof(To) == 8 ? IndexType::index_64 : IndexType::index_32, A.rows, A.columns, count);
  return with_index(or_default(index), [&](auto i) {
    using Index = decltype(i);
    using Ordinal = typename Index::Ordinal;
    auto const rows = take_array<Ordinal>(exec, copies_from(space), row_indices, count, "row_indices");
    auto const columns = take_array<Ordinal>(exec, copies_from(space), col_indices, count, "col_indices");
    std::int64_t const limit = max_ordinal(index_of<Ordinal, typename Index::Offset>);
    auto const fault = Araios::find_fault(
        exec, Coo<Pattern, Index, Exec>(std::min(A.rows, limit), std::min(A.columns, limit), rows, columns));
    if (fault) fail(ErrorKind::out_of_range, fault->sentence);
    return Coordinates<Exec, To>{cast_indices<To, Ordinal>(exec, rows), cast_indices<To, Ordinal>(exec, columns)};
  });
}

/// The coordinates of the caller in the numbers of A, which is renumbered where that is needed.
template <class Exec>
Coordinates<Exec> numbered(Exec const& exec, Renumbering<Exec>& numbers, Matrix& a,
                           Coordinates<Exec, std::int64_t> const& at) {
  numbers.add(a, 0, 1);
  numbers.add(at.rows, 0, a.rows);
  numbers.add(at.columns, 1, a.columns);
  if (numbers.apply()) return {numbers.numbers(at.rows, 0), numbers.numbers(at.columns, 1)};
  return {cast_indices<int, std::int64_t>(exec, at.rows), cast_indices<int, std::int64_t>(exec, at.columns)};
}

inline void require_index(std::int64_t i, std::int64_t n, char const* name) {
  require(i >= 0 && i < n, ErrorKind::out_of_range, name, " ", i, " is not in [0, ", n, ")");
}

/// out(p) := the value of entry entries(p), or 0 where that is -1
template <class Values, class Out, class Entries>
struct GatherFound {
  Values values;
  Entries entries;
  Out out;
  KOKKOS_FUNCTION void operator()(std::int64_t p) const {
    out(p) = entries(p) < 0 ? typename Out::value_type(0) : values(entries(p));
  }
};

/// found and values, on the host, := what is at the positions `entries` in `stored`, -1 for nothing. values may be NULL.
template <class S, class Exec, class Entries>
void copy_found(Exec const& exec, Entries const& entries,
                [[maybe_unused]] Araios::ValuesViewOf<S, SpaceOf<Exec>> const& stored, int* found,
                [[maybe_unused]] void* values) {
  auto const count = static_cast<std::int64_t>(entries.extent(0));
  exec.fence();
  auto const positions = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), entries);
  for (std::int64_t p = 0; p < count; ++p) found[p] = positions(p) >= 0 ? 1 : 0;
  if constexpr (!Araios::is_pattern_v<S>) {
    if (values == nullptr || count == 0) return;
    auto const gathered = Araios::allocate<Dense<S, Exec>>(exec, "Araios::c::values", count);
    Kokkos::parallel_for("Araios::c::gather_found", Araios::range(exec, count),
                         GatherFound<Dense<S, Exec>, Dense<S, Exec>, Entries>{stored, entries, gathered});
    copy_out(exec, gathered, values);
  }
}

}  // namespace araios_c
