// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// Which entries keep a matrix from being that of a simple graph, and the simple graph of a matrix.

#include <Araios/core/checks.hpp>
#include <Araios/core/execution.hpp>
#include <Araios/core/memory.hpp>
#include <Araios/core/read_back.hpp>
#include <Araios/core/search.hpp>
#include <Araios/core/workspace.hpp>
#include <Araios/formats/csr.hpp>
#include <Araios/operations/elementwise/call.hpp>
#include <Araios/operations/select/kernels.hpp>
#include <Araios/operations/transpose/unsymmetric.hpp>
#include <Araios/primitives/visit_segments.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <utility>

namespace Araios::Impl::triangles {

inline constexpr std::int64_t no_flaw = std::numeric_limits<std::int64_t>::max();

/// Whether there are loops, and entries that have none in the other direction; and the first of both, unless only their
/// kinds were looked for.
struct Flaw {
  std::int64_t position = no_flaw;
  bool loops = false;
  bool one_way = false;
};

/// Whether a matrix with sorted rows has entry (i, j).
template <class Matrix>
KOKKOS_INLINE_FUNCTION bool has_entry(Matrix const& A, std::int64_t i, std::int64_t j) {
  auto const end = static_cast<std::int64_t>(A.row_map(i + 1));
  std::int64_t const at = first_not_below(A.entries, static_cast<std::int64_t>(A.row_map(i)), end, j);
  return at < end && static_cast<std::int64_t>(A.entries(at)) == j;
}

/// flaws(0) := the minimum of it and of the positions of flaws; flaws(1), flaws(2) := 1 where there is a loop, an entry
/// without the other direction. Rows are sorted. Where only the kinds matter, one entry without the other direction ends
/// the bisections: a directed graph costs a pass over its indices.
template <class Matrix, class Flaws>
struct FindFlaws {
  Matrix A;
  Flaws flaws;
  bool only_kinds;

  KOKKOS_FUNCTION void operator()(std::int64_t row, std::int64_t p) const {
    auto const column = static_cast<std::int64_t>(A.entries(p));
    bool const is_loop = column == row;
    if (!is_loop) {
      if (only_kinds && flaws(2) != 0) return;
      if (has_entry(A, column, row)) return;
    }
    // Where every entry is a flaw, few of them wait for each other: an old value is too large, never too small.
    if (!only_kinds && p < flaws(0)) Kokkos::atomic_fetch_min(&flaws(0), p);
    int const kind = is_loop ? 1 : 2;
    if (flaws(kind) == 0) flaws(kind) = 1;
  }
};

/// Finds the flaws of a square matrix with sorted rows without duplicates. One fence.
template <class Exec, class Matrix, class Space>
Flaw find_flaw(Exec const& exec, Matrix const& A, bool only_kinds, Workspace<Space>& workspace) {
  if (A.nnz() == 0) return {};
  using Flaws = Kokkos::View<std::int64_t*, Space>;
  typename Workspace<Space>::Frame const frame(workspace);
  auto const flaws = workspace.template take<Flaws>(exec, 3);
  fill(exec, flaws, std::int64_t(0));
  fill(exec, Kokkos::subview(flaws, std::pair<int, int>(0, 1)), no_flaw);
  visit_segments(exec, "Araios::simple_graph::flaws", A.row_map, static_cast<std::int64_t>(A.nnz()),
                 FindFlaws<Matrix, Flaws>{A, flaws, only_kinds});
  auto const [position, loops, one_way] =
      read_back_array<3>(exec, flaws, "Araios::simple_graph: the first flaw is on the host");
  return {position, loops != 0, one_way != 0};
}

/// Whether entry p of row i is the first with its column, and no loop. Rows are sorted.
template <class Matrix>
struct FirstWithColumn {
  Matrix A;
  KOKKOS_FUNCTION bool operator()(std::int64_t i, std::int64_t p) const {
    auto const column = A.entries(p);
    return static_cast<std::int64_t>(column) != i &&
           (p == static_cast<std::int64_t>(A.row_map(i)) || A.entries(p - 1) != column);
  }
};

/// The simple graph of a square matrix whose rows may be sorted or not (`strictly_sorted`: without duplicates). A graph
/// that is simple already shares the arrays of G.
///
/// The transpose has the same simple graph, and sorted rows: a transposition replaces their sorting.
template <class Exec, class Graph, class Space>
Graph make_simple(Exec const& exec, Graph G, bool strictly_sorted, Workspace<Space>& workspace) {
  constexpr char const* label = "Araios::simple_graph";
  if (!strictly_sorted) {
    auto const sorted = transpose::unsymmetric<Pattern>(exec, G, NoValues{}, workspace);
    G = select::select_entries(exec, label, sorted, select::ByPosition<FirstWithColumn<Graph>>{{sorted}}, workspace);
  }
  auto const flaw = find_flaw(exec, G, true, workspace);
  if (flaw.one_way)
    G = elementwise::sum(exec, label, G, transpose::unsymmetric<Pattern>(exec, G, NoValues{}, workspace), workspace);
  return flaw.loops ? select::select_entries(exec, label, G, select::OnDiagonals{0, 0, true}, workspace) : G;
}

/// `coordinate(0)`, `coordinate(1)` := row and column of the entry at `position`.
template <class Matrix, class Coordinate>
struct LocateEntry {
  Matrix A;
  Coordinate coordinate;
  std::int64_t position;
  KOKKOS_FUNCTION void operator()(std::int64_t) const {
    coordinate(0) = last_at_most(A.row_map, std::int64_t(0), static_cast<std::int64_t>(A.num_rows()), position);
    coordinate(1) = static_cast<std::int64_t>(A.entries(position));
  }
};

/// The first flaw in words.
template <class Exec, class Matrix, class Space>
std::optional<std::string> describe_flaw(Exec const& exec, Matrix const& A, Workspace<Space>& workspace) {
  using Coordinate = Kokkos::View<std::int64_t*, Space>;
  Flaw const flaw = find_flaw(exec, A, false, workspace);
  if (flaw.position == no_flaw) return std::nullopt;
  typename Workspace<Space>::Frame const frame(workspace);
  auto const coordinate = workspace.template take<Coordinate>(exec, 2);
  Kokkos::parallel_for("Araios::simple_graph::locate", range(exec, 1),
                       LocateEntry<Matrix, Coordinate>{A, coordinate, flaw.position});
  auto const [row, column] = read_back_array<2>(exec, coordinate, "Araios::simple_graph: the flaw is on the host");
  if (row == column) return message("entry (", row, ", ", column, ") is a loop");
  return message("entry (", row, ", ", column, ") has no entry (", column, ", ", row, ") in the other direction");
}

}  // namespace Araios::Impl::triangles
