// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// Context-free path queries by products of the relations of non-terminals.
///
/// T_A holds the pairs of vertices that are known to be connected by a word of A. A rule A -> B C of the weak Chomsky
/// normal form demands T_B T_C in T_A. A step multiplies new pairs alone: with N_B the pairs of B that the last step
/// found, these are N_B T_C and T_B N_C.
///
/// Source: Azimov and Grigorev, GRADES-NDA 2018; new pairs alone: the semi-naive evaluation of Bancilhon, 1986.

#include <Araios/graph/paths/normal_form.hpp>
#include <Araios/graph/paths/products.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace Araios::Impl::paths {

/// Invariant: for each rule A -> B C, the products of pairs that are not in N_B or not in N_C are in T_A.
template <class Exec, class O, class F, class Graph>
auto by_products(Steps<Exec, O, F> const& steps, Graph const& graph, NormalForm const& grammar,
                 UnknownLabels unknown_labels) {
  using Matrix = typename Steps<Exec, O, F>::Matrix;
  std::int64_t const n = graph.num_vertices();
  Matrix const empty = steps.empty(n, n);
  std::vector<Matrix> T(grammar.nonterminals.size(), empty);
  auto const at = [](auto& of, int a) -> auto& { return of[static_cast<std::size_t>(a)]; };
  for (auto const& [left, label] : grammar.terminals)
    if (auto const edges = steps.matrix(graph, label, unknown_labels)) at(T, left) = steps.sum(at(T, left), *edges);
  if (!grammar.empty.empty()) {
    Matrix const identity = steps.identity(n);
    for (int const a : grammar.empty) at(T, a) = steps.sum(at(T, a), identity);
  }

  std::vector<Matrix> N = T;
  for (bool is_first = true, has_new = true; has_new; is_first = false) {
    std::vector<std::optional<Matrix>> found(T.size());
    auto const add_product = [&](int left, Matrix const& first, Matrix const& second) {
      if (first.nnz() != 0 && second.nnz() != 0) steps.add_to(at(found, left), steps.product(first, second));
    };
    for (auto const& [left, first, second] : grammar.pairs) {
      add_product(left, at(N, first), at(T, second));
      if (!is_first) add_product(left, at(T, first), at(N, second));  // N is T in the first step
    }
    has_new = false;
    for (std::size_t a = 0; a < T.size(); ++a) {
      N[a] = found[a] ? steps.difference(*found[a], T[a]) : empty;
      found[a].reset();
      if (N[a].nnz() == 0) continue;
      T[a] = steps.sum(T[a], N[a]);
      has_new = true;
    }
  }
  return T[0];
}

}  // namespace Araios::Impl::paths
