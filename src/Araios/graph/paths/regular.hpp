// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// Regular path queries by products of frontiers with the matrices of labels.
///
/// Row q s + i of the visited matrix V, of Q s rows for Q states and s sources, holds the vertices that a word leads to
/// from source i, while it leads the automaton to state q. A step moves the frontier N, the entries of V that the last
/// step found, along all edges: with the transitions T_a of label a as a Q-by-Q matrix that has an entry (to,
/// from), and the edges A_a, the vertices that N reaches are the union over a of (T_a x I) N A_a, where x is the
/// Kronecker product with the identity of s rows. Those that V lacks are the next frontier.
///
/// Source: Kronecker form of automata: Orachev et al., ADBIS 2020; frontiers of many sources in one search: Then et
/// al., VLDB 2014.

#include <Araios/core/checks.hpp>
#include <Araios/core/concepts.hpp>
#include <Araios/core/execution.hpp>
#include <Araios/core/memory.hpp>
#include <Araios/core/profiling.hpp>
#include <Araios/core/read_back.hpp>
#include <Araios/core/workspace.hpp>
#include <Araios/formats/csr.hpp>
#include <Araios/graph/paths/automaton.hpp>
#include <Araios/graph/paths/labelled_graph.hpp>
#include <Araios/graph/paths/products.hpp>
#include <Araios/operations/submatrix/check_list.hpp>
#include <Araios/operations/submatrix/selection.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace Araios {

/// Options of regular_path_query.
struct RegularPathOptions {
  UnknownLabels unknown_labels = UnknownLabels::refuse;
};

namespace Impl::paths {

/// Row i has one entry, in column sources(i); row_map has one element more.
template <class Sources, class Arrays>
struct FillSelection {
  Sources sources;
  Arrays arrays;
  std::int64_t rows;
  KOKKOS_FUNCTION void operator()(std::int64_t i) const {
    arrays.row_map(i) = static_cast<typename decltype(arrays.row_map)::non_const_value_type>(i);
    if (i < rows) arrays.entries(i) = static_cast<typename decltype(arrays.entries)::non_const_value_type>(sources(i));
  }
};

/// The rows of the identity that sources select. One fence, for the check of the sources.
template <class Exec, class O, class F, class Sources>
auto selection_of(Steps<Exec, O, F> const& steps, Sources const& sources, std::int64_t n) {
  using Space = typename Exec::memory_space;
  using Status = submatrix::ListStatus;
  std::string const label(steps.caller());
  Exec const& exec = steps.exec();
  auto const indices = submatrix::indices_of(label, "sources", sources, n);
  std::int64_t const s = indices.count;
  (void)checked_cast<O>(s, (label + ": number of sources").c_str());
  if (s > 0) {
    typename Workspace<Space>::Frame const frame(steps.workspace());
    auto const status = steps.workspace().template take<Kokkos::View<std::int64_t*, Space>>(exec, Status::size);
    fill(exec, status, Status::none);
    submatrix::check_indices(exec, label, indices, n, status);
    auto const bad = read_back(exec, status, 0, label + ": the check of the sources is on the host");
    submatrix::refuse_indices(exec, label, "sources", indices, n, Status{bad, Status::none, Status::none});
  }
  auto const arrays = allocate_csr<Pattern, O, F>(exec, label + "::sources", s, s);
  Kokkos::parallel_for(label + "::sources", range(exec, s + 1),
                       FillSelection<Sources, decltype(arrays)>{sources, arrays, s});
  return typename Steps<Exec, O, F>::Matrix(s, n, arrays);
}

/// The edges of a label, and the transitions of the label, repeated for each source.
template <class Matrix, class LabelMatrix>
struct Moves {
  Matrix transitions;
  LabelMatrix edges;
};

/// R of the automaton, from the vertices that the rows of `sources` select.
template <class Exec, class O, class F, class Graph>
auto by_frontiers(Steps<Exec, O, F> const& steps, Graph const& graph, Automaton const& automaton,
                  UnknownLabels unknown_labels, typename Steps<Exec, O, F>::Matrix const& sources) {
  using Matrix = typename Steps<Exec, O, F>::Matrix;
  std::int64_t const s = sources.num_rows();
  std::int64_t const n = sources.num_cols();
  std::string const what = std::string(steps.caller()) + ": number of states times number of sources";
  (void)checked_cast<O>(checked_multiply(automaton.num_states, s, what.c_str()), what.c_str());

  std::map<std::string, std::vector<std::pair<int, int>>> transitions;
  for (auto const& [from, to, label] : automaton.transitions) transitions[label].emplace_back(to, from);
  std::vector<std::pair<std::vector<std::pair<int, int>>, typename Graph::Matrix>> found;
  for (auto& [label, coordinates] : transitions)
    if (auto const edges = steps.matrix(graph, label, unknown_labels))
      found.emplace_back(std::move(coordinates), *edges);
  if (s == 0 || n == 0 || automaton.num_states == 0) return steps.empty(s, n);

  Matrix const each_source = steps.identity(s);
  auto const of_states = [&](std::int64_t rows, std::int64_t cols, std::vector<std::pair<int, int>> const& coordinates,
                             Matrix const& part) {
    return steps.kronecker(steps.small(rows, cols, coordinates), part);
  };
  std::vector<Moves<Matrix, typename Graph::Matrix>> moves;
  moves.reserve(found.size());
  for (auto const& [coordinates, edges] : found)
    moves.push_back({of_states(automaton.num_states, automaton.num_states, coordinates, each_source), edges});
  std::vector<std::pair<int, int>> starts, finals;
  for (int const q : automaton.start_states) starts.emplace_back(q, 0);
  for (int const q : automaton.final_states) finals.emplace_back(0, q);

  Matrix visited = of_states(automaton.num_states, 1, starts, sources);
  for (Matrix frontier = visited; frontier.nnz() != 0;) {
    std::optional<Matrix> reached;
    for (auto const& [transition, edges] : moves) {
      Matrix const moving = steps.product(transition, frontier);
      if (moving.nnz() != 0) steps.add_to(reached, steps.product(moving, edges));
    }
    if (!reached) break;
    frontier = steps.difference(*reached, visited);
    if (frontier.nnz() != 0) visited = steps.sum(visited, frontier);
  }
  return steps.product(of_states(1, automaton.num_states, finals, each_source), visited);
}

/// The query, from the vertices that the rows of rows_of(steps) select.
template <class Named, class Exec, class Graph, class RowsOf>
auto regular(Exec const& exec, RegularPathOptions const& options, Graph const& graph, Automaton const& automaton,
             RowsOf const& rows_of, WorkspaceFor<Exec>& workspace) {
  using Offset = typename OffsetOf<Named, typename Graph::Offset>::type;
  constexpr char const* label = "Araios::regular_path_query";
  check_enumerator(options.unknown_labels, UnknownLabels::no_edges, "Araios::regular_path_query: UnknownLabels");
  check_automaton(label, automaton);
  ScopedRegion const region(label);
  Steps<Exec, typename Graph::Ordinal, Offset> const steps(exec, label, workspace.get(exec));
  return by_frontiers(steps, graph, automaton, options.unknown_labels, rows_of(steps));
}

}  // namespace Impl::paths
}  // namespace Araios
