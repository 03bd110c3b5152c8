// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// Trusses: the largest parts of a graph in which each edge is in k - 2 triangles or more.
///
///   auto const N = Araios::truss_numbers(exec, A);  // of each edge, as values of the graph
///   auto const T = Araios::k_truss(exec, 5, A);     // the 5-truss

#include <Araios/core/checks.hpp>
#include <Araios/core/concepts.hpp>
#include <Araios/core/memory.hpp>
#include <Araios/core/profiling.hpp>
#include <Araios/core/workspace.hpp>
#include <Araios/formats/check_operands.hpp>
#include <Araios/formats/csr.hpp>
#include <Araios/graph/triangles/orient.hpp>
#include <Araios/graph/triangles/results.hpp>
#include <Araios/graph/truss/peel.hpp>
#include <Araios/select.hpp>
#include <Araios/simple_graph.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>
#include <type_traits>

namespace Araios {

/// numbers(e) := the largest k such that edge e of the plan is in the k-truss; 2 of an edge without triangles
///
/// Shapes        numbers has graph.num_edges() elements, in the order of graph.upper, each at least as long as an Ordinal
///               of the graph.
/// Cost          that of `edge_supports`; for each level of truss numbers that occurs a pass over the edges; for each edge,
///               once, the shorter of the rows of its vertices looked for in the longer.
/// Asynchronous  no: one fence per round, of which a level has one or more, and two per level. Takes an Ordinal, two Offsets
///               and 4 bytes per edge, and 8 bytes per vertex, from `workspace`.
/// Deterministic space to space.
/// Throws        std::invalid_argument when the length disagrees, or the output overlaps the graph.
/// Source        graph/truss/peel.hpp
template <ExecutionSpace Exec, IndexView Numbers>
  requires Accesses<Exec, Numbers>
void truss_numbers(Exec const& exec, OrientedGraphOf<Exec> auto const& graph, Numbers const& numbers,
                   WorkspaceFor<Exec> workspace = {}) {
  static_assert(sizeof(typename Numbers::value_type) >= sizeof(graph.upper.entries(0)),
                "Araios::truss_numbers: elements of numbers are at least as long as an Ordinal of the graph");
  Impl::check_equal(numbers.extent(0), graph.num_edges(), "Araios::truss_numbers: length of numbers, edges");
  Impl::triangles::check_disjoint_from_graph("Araios::truss_numbers", numbers, "numbers", graph);
  Impl::triangles::check_graph(exec, "Araios::truss_numbers", graph);
  Impl::ScopedRegion const region("Araios::truss_numbers");
  Impl::truss::peel(exec, graph, 0, numbers, workspace.get(exec));
}

/// N := the truss number of each edge: values of the matrix of the simple graph of A, in both directions
///
/// Shapes        N is n-by-n, as A.
/// Order         rows of N are sorted, without duplicates.
/// Cost, Asynchronous, Deterministic   as above, and as `orient` (triangles.hpp). Allocates N and the plan.
/// Throws        as `simple_graph`.
template <ExecutionSpace Exec>
auto truss_numbers(Exec const& exec, CsrOf<Exec> auto const& A, WorkspaceFor<Exec> workspace = {}) {
  auto const& a = Impl::as_matrix(A);
  auto& space = workspace.get(exec);
  auto const G = simple_graph(exec, a, space);
  Impl::check_operands(exec, "Araios::truss_numbers", Impl::Operand("A", a));
  Impl::ScopedRegion const region("Araios::truss_numbers");
  return Impl::truss::numbers_as_matrix(exec, G, 0, space);
}

/// T := the k-truss of A: the largest part of the graph of A in which each edge is in k - 2 triangles or more
///
/// Shapes        T is n-by-n, as A: vertices keep their numbers.
/// Order         rows of T are sorted, without duplicates.
/// Cost          as `truss_numbers`, but for one level only.
/// Asynchronous  no: one fence per round, and those of `orient` and `select`. Allocates T and the plan.
/// Deterministic space to space, bitwise.
/// Throws        std::invalid_argument when k is less than 2, and as `simple_graph`.
template <ExecutionSpace Exec>
auto k_truss(Exec const& exec, std::int64_t k, CsrOf<Exec> auto const& A, WorkspaceFor<Exec> workspace = {}) {
  auto const& a = Impl::as_matrix(A);
  Impl::check(k >= 2, "Araios::k_truss: k is ", k, ", less than 2");
  auto& space = workspace.get(exec);
  auto const G = simple_graph(exec, a, space);
  Impl::check_operands(exec, "Araios::k_truss", Impl::Operand("A", a));
  Impl::ScopedRegion const region("Araios::k_truss");
  // The number of triangles of an edge is less than n, so a larger k leaves no edge either.
  auto const n = static_cast<std::int64_t>(a.num_rows());
  std::int64_t const level = k < n + 2 ? k : n + 2;
  auto const N = Impl::truss::numbers_as_matrix(exec, G, level, space);
  auto const T = select(exec, N, Impl::truss::HasNumber{level}, space);
  return CsrMatrix<Pattern, OrdinalOf<decltype(T)>, OffsetOf<decltype(T)>, typename Exec::memory_space>(
      T.num_rows(), T.num_cols(), T.row_map, T.entries);
}

}  // namespace Araios
