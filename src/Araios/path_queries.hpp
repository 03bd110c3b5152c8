// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// Path queries: the pairs of vertices of a labelled graph that are connected by a path whose labels form a word of a
/// language. docs/path_queries.md shows the texts of graphs, expressions and grammars.

#include <Araios/core/checks.hpp>
#include <Araios/core/concepts.hpp>
#include <Araios/core/profiling.hpp>
#include <Araios/core/workspace.hpp>
#include <Araios/grammar.hpp>
#include <Araios/graph/paths/automaton.hpp>
#include <Araios/graph/paths/grammar.hpp>
#include <Araios/graph/paths/labelled_graph.hpp>
#include <Araios/graph/paths/matrix_algorithm.hpp>
#include <Araios/graph/paths/normal_form.hpp>
#include <Araios/graph/paths/products.hpp>
#include <Araios/graph/paths/regular.hpp>
#include <Araios/graph/paths/tensor_algorithm.hpp>
#include <Araios/labelled_graph.hpp>

#include <Kokkos_Core.hpp>

namespace Araios {

/// R := the pairs (i, v) where a path from vertex sources(i) to vertex v has a word that the automaton accepts
///
/// The empty path has the empty word. A label a_r is the label a backward, where the graph has no matrix of its name.
/// Offset is that of R, by default that of the graph.
///
/// Shapes        the graph has n vertices, sources s elements, in any order, also repeated; R is s-by-n.
/// Requires      matrices of the graph as checked by `validate`, with rows sorted without duplicates.
/// Order         rows of R are sorted, without duplicates.
/// Cost          with Q states, matrices have Q s rows. A step has, for each label, a product of its transitions and
///               the frontier, and, where that has entries, one with the label's edges and a union; then a difference
///               and a union. The number of steps is one more than the edges of the longest of the shortest paths,
///               at most Q n.
/// Asynchronous  no: each step has the fences of its operations. One fence for the sources, and one for each label, for
///               the start states and for the final states. Allocates R, and in each step the products.
/// Deterministic space to space, bitwise.
/// Throws        std::invalid_argument when a source is not in [0, n) (naming the first), the automaton has states that
///               are not in [0, Q), Ordinal cannot count Q s rows or Offset the entries of a product, and, with
///               UnknownLabels::refuse, when the graph lacks a label of the automaton. By `multiply`, when a row of a
///               matrix that is multiplied is not sorted or repeats a column.
/// Source        graph/paths/regular.hpp
template <class Offset = void, ExecutionSpace Exec, IndexView Sources>
  requires Accesses<Exec, Sources>
auto regular_path_query(Exec const& exec, LabelledGraphOf<Exec> auto const& graph, Automaton const& automaton,
                        Sources const& sources, RegularPathOptions const& options = {},
                        WorkspaceFor<Exec> workspace = {}) {
  return Impl::paths::regular<Offset>(
      exec, options, graph, automaton,
      [&](auto const& steps) { return Impl::paths::selection_of(steps, sources, graph.num_vertices()); }, workspace);
}

/// The same from all vertices: R is n-by-n, and matrices have Q n rows.
template <class Offset = void, ExecutionSpace Exec>
auto regular_path_query(Exec const& exec, LabelledGraphOf<Exec> auto const& graph, Automaton const& automaton,
                        RegularPathOptions const& options = {}, WorkspaceFor<Exec> workspace = {}) {
  return Impl::paths::regular<Offset>(
      exec, options, graph, automaton, [&](auto const& steps) { return steps.identity(graph.num_vertices()); },
      workspace);
}

/// matrix multiplies the relations of non-terminals, n-by-n matrices. tensor computes closures of matrices with n rows
/// for each symbol of a right side.
enum class ContextFreeMethod { matrix, tensor };

/// Options of context_free_path_query.
struct ContextFreePathOptions {
  ContextFreeMethod method = ContextFreeMethod::matrix;
  UnknownLabels unknown_labels = UnknownLabels::refuse;
};

/// R := the pairs (u, v) where a path from vertex u to vertex v has a word of the grammar's language
///
/// The empty path has the empty word. A label a_r is the label a backward, where the graph has no matrix of its name.
/// Offset is that of R, by default that of the graph.
///
/// Shapes        the graph has n vertices; R is n-by-n.
/// Requires      matrices of the graph as checked by `validate`, with rows sorted without duplicates.
/// Order         rows of R are sorted, without duplicates.
/// Cost          matrix: a step has at most two products for each pair of the normal form (`normal_form`), of new
///               entries alone, and their sums. tensor: with Q states, of which each non-terminal and each different
///               suffix of a right side is one, a step extends a closure of Q n rows by the new edges, and reads a
///               block of it for each non-terminal. The number of steps is at most one more than the entries of all
///               relations.
/// Asynchronous  no: each step has the fences of its operations; tensor: one for each symbol of right sides besides.
///               Allocates R, and in each step the products.
/// Deterministic space to space, bitwise; both methods give the same R.
/// Throws        std::invalid_argument when the grammar has no rule for its start, Ordinal cannot count Q n rows
///               (tensor) or Offset the entries of a product, and, with UnknownLabels::refuse, when the graph lacks a
///               label of the rules that the start reaches. By `multiply` and `elementwise_add`, when a row of a matrix
///               is not sorted or repeats a column.
/// Source        graph/paths/matrix_algorithm.hpp, graph/paths/tensor_algorithm.hpp
template <class Offset = void, ExecutionSpace Exec, LabelledGraphOf<Exec> Graph>
auto context_free_path_query(Exec const& exec, Graph const& graph, Grammar const& grammar,
                             ContextFreePathOptions const& options = {}, WorkspaceFor<Exec> workspace = {}) {
  constexpr char const* label = "Araios::context_free_path_query";
  Impl::check_enumerator(options.method, ContextFreeMethod::tensor,
                         "Araios::context_free_path_query: ContextFreeMethod");
  Impl::check_enumerator(options.unknown_labels, UnknownLabels::no_edges,
                         "Araios::context_free_path_query: UnknownLabels");
  Impl::paths::check_grammar(label, grammar);
  Impl::ScopedRegion const region(label);
  using F = typename Impl::paths::OffsetOf<Offset, typename Graph::Offset>::type;
  Impl::paths::Steps<Exec, typename Graph::Ordinal, F> const steps(exec, label, workspace.get(exec));
  if (options.method == ContextFreeMethod::matrix)
    return Impl::paths::by_products(steps, graph, Impl::paths::NormalFormBuilder(grammar).build(),
                                    options.unknown_labels);
  return Impl::paths::by_closures(steps, graph, Impl::paths::RecursiveAutomatonBuilder(grammar).build(),
                                  options.unknown_labels);
}

}  // namespace Araios
