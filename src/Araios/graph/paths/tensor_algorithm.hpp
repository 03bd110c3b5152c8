// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// Context-free path queries by transitive closures of a Kronecker product.
///
/// The recursive automaton of the grammar has Q states, and transitions M_x for each symbol x; the graph has edges G_x,
/// those of non-terminals unknown at first. In the graph of vertices q n + v, with the edges K = the union over x of
/// M_x x G_x (the Kronecker product), a path from state q, vertex u to state p, vertex v is a path of the graph whose
/// word leads the automaton from q to p. So the block of the closure from the start state of A to the final state holds
/// edges of A. New ones are added to G_A, and their products to K, until there are none. The closure is kept: with N
/// the new edges, only products with N, and with what these give, are made.
///
/// Source: Orachev, Epelbaum, Azimov, Grigorev, ADBIS 2020.

#include <Araios/core/checks.hpp>
#include <Araios/graph/closure/transitive.hpp>
#include <Araios/graph/paths/normal_form.hpp>
#include <Araios/graph/paths/products.hpp>
#include <Araios/operations/submatrix/extract.hpp>
#include <Araios/operations/submatrix/selection.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace Araios::Impl::paths {

template <class Exec, class O, class F, class Graph>
auto by_closures(Steps<Exec, O, F> const& steps, Graph const& graph, RecursiveAutomaton const& automaton,
                 UnknownLabels unknown_labels) {
  using Matrix = typename Steps<Exec, O, F>::Matrix;
  std::int64_t const n = graph.num_vertices();
  std::int64_t const states = automaton.num_states;
  std::string const what = std::string(steps.caller()) + ": number of states times number of vertices";
  (void)checked_cast<O>(checked_multiply(states, n, what.c_str()), what.c_str());

  Matrix const empty = steps.empty(n, n);
  std::optional<Matrix> edges;
  for (auto const& [label, transitions] : automaton.labels)
    if (auto const A = steps.matrix(graph, label, unknown_labels))
      steps.add_to(edges, steps.kronecker(steps.small(states, states, transitions), *A));

  struct Relation {
    std::int64_t start_state;
    Matrix pairs;
    std::optional<Matrix> transitions;  // none where no right side has the non-terminal
  };
  std::vector<Relation> relations;
  for (auto const& nonterminal : automaton.nonterminals) {
    Relation relation{nonterminal.start_state, nonterminal.is_nullable ? steps.identity(n) : empty, {}};
    if (!nonterminal.transitions.empty()) relation.transitions = steps.small(states, states, nonterminal.transitions);
    if (relation.transitions && relation.pairs.nnz() != 0)
      steps.add_to(edges, steps.kronecker(*relation.transitions, relation.pairs));
    relations.push_back(relation);
  }

  auto const block = [&](Matrix const& R, std::int64_t q) {
    std::int64_t const p = automaton.final_state;
    using Range = submatrix::RangeIndices;
    return submatrix::extract(steps.exec(), steps.caller(), R, Range{q * n, n}, Range{p * n, n}, steps.workspace());
  };
  if (!edges) return relations[0].pairs;
  for (Matrix R = *edges, N = *edges;;) {
    R = closure::incremental(steps.exec(), R, N, steps.workspace());
    edges.reset();
    for (auto& relation : relations) {
      Matrix const found = steps.difference(block(R, relation.start_state), relation.pairs);
      if (found.nnz() == 0) continue;
      relation.pairs = steps.sum(relation.pairs, found);
      if (relation.transitions) steps.add_to(edges, steps.kronecker(*relation.transitions, found));
    }
    if (!edges) return relations[0].pairs;
    N = steps.difference(*edges, R);
    if (N.nnz() == 0) return relations[0].pairs;
    R = steps.sum(R, N);
  }
}

}  // namespace Araios::Impl::paths
