// SPDX-License-Identifier: Apache-2.0
//
// Labelled graphs as sets on the host, and path queries by slow searches over them.

#pragma once

#include <Araios/grammar.hpp>
#include <Araios/labelled_graph.hpp>
#include <Kokkos_Core.hpp>
#include <gtest/gtest.h>

#include <cstdint>
#include <map>
#include <random>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "support/matrices.hpp"

namespace Araios::test {

using VertexPair = std::pair<std::int64_t, std::int64_t>;
using Relation = std::set<VertexPair>;

/// The edges of each label.
struct HostGraph {
  std::int64_t num_vertices = 0;
  std::map<std::string, Relation> edges{};

  void add(std::int64_t tail, std::int64_t head, std::string const& label) { edges[label].emplace(tail, head); }
  /// The edges of a label, or, for a label a_r without edges, those of a backward.
  Relation of(std::string const& label) const {
    if (auto const found = edges.find(label); found != edges.end()) return found->second;
    Relation backward;
    if (label.ends_with("_r"))
      for (auto const& [tail, head] : of(label.substr(0, label.size() - 2))) backward.emplace(head, tail);
    return backward;
  }
  LabelledEdges list() const {
    LabelledEdges all(num_vertices);
    for (auto const& [label, relation] : edges)
      for (auto const& [tail, head] : relation) all.add(tail, head, label);
    return all;
  }
};

inline HostGraph random_graph(std::int64_t n, std::int64_t num_edges, std::vector<std::string> const& labels,
                              unsigned seed) {
  std::mt19937_64 random(seed);
  HostGraph graph{n};
  for (std::string const& label : labels) graph.edges[label];
  auto const vertex = [&] { return static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(n)); };
  for (std::int64_t e = 0; e < num_edges; ++e) {
    auto const tail = vertex();
    graph.add(tail, vertex(), labels[random() % labels.size()]);
  }
  return graph;
}

/// The path 0, 1, 2, ... with these labels.
inline HostGraph line_graph(std::vector<std::string> const& labels) {
  HostGraph graph{static_cast<std::int64_t>(labels.size()) + 1};
  for (std::size_t i = 0; i < labels.size(); ++i)
    graph.add(static_cast<std::int64_t>(i), static_cast<std::int64_t>(i) + 1, labels[i]);
  return graph;
}

/// A search over pairs of a vertex and a state, from each source.
inline std::vector<std::set<std::int64_t>> reference_regular(HostGraph const& graph, Automaton const& automaton,
                                                             std::vector<std::int64_t> const& sources) {
  std::vector<std::set<std::int64_t>> result;
  for (std::int64_t const source : sources) {
    std::set<VertexPair> seen;
    std::vector<VertexPair> next;
    for (int const q : automaton.start_states)
      if (seen.emplace(source, q).second) next.emplace_back(source, q);
    while (!next.empty()) {
      auto const [v, q] = next.back();
      next.pop_back();
      for (auto const& transition : automaton.transitions) {
        if (transition.from != q) continue;
        for (auto const& [tail, head] : graph.of(transition.label))
          if (tail == v && seen.emplace(head, transition.to).second) next.emplace_back(head, transition.to);
      }
    }
    result.emplace_back();
    for (auto const& [v, q] : seen)
      for (int const accepting : automaton.final_states)
        if (q == accepting) result.back().insert(v);
  }
  return result;
}

/// Every rule is applied as it is written, to all pairs, until nothing changes: no normal form.
inline Relation reference_context_free(HostGraph const& graph, Grammar const& grammar) {
  std::map<std::string, Relation> known;
  for (auto const& rule : grammar.rules) known[rule.left];
  for (bool changes = true; changes;) {
    changes = false;
    for (auto const& rule : grammar.rules) {
      Relation path;
      for (std::int64_t v = 0; v < graph.num_vertices; ++v) path.emplace(v, v);
      for (auto const& symbol : rule.right) {
        auto const found = known.find(symbol);
        Relation const step = found == known.end() ? graph.of(symbol) : found->second;
        Relation longer;
        for (auto const& [u, v] : path)
          for (auto at = step.lower_bound({v, 0}); at != step.end() && at->first == v; ++at)
            longer.emplace(u, at->second);
        path = longer;
      }
      auto& left = known[rule.left];
      auto const before = left.size();
      left.insert(path.begin(), path.end());
      changes = changes || left.size() != before;
    }
  }
  return known[grammar.start];
}

/// The entries of a matrix; a pair that is stored twice, or a row that is not sorted, gives the pair (-1, -1).
template <class Matrix>
Relation relation_of(Matrix const& R) {
  auto const host = to_host(R);
  Relation result;
  for (std::int64_t i = 0; i < host.num_rows; ++i)
    for (auto p = host.row_map[i]; p < host.row_map[i + 1]; ++p) {
      if (p > host.row_map[i] && host.entries[p] <= host.entries[p - 1]) return {{-1, -1}};
      result.emplace(i, host.entries[p]);
    }
  return result;
}

inline Relation relation_of(std::vector<std::set<std::int64_t>> const& rows) {
  Relation result;
  for (std::size_t i = 0; i < rows.size(); ++i)
    for (auto const v : rows[i]) result.emplace(static_cast<std::int64_t>(i), v);
  return result;
}

/// The index types that path queries are tested with.
template <class Ordinal_, class Offset_>
struct Indices {
  using Ordinal = Ordinal_;
  using Offset = Offset_;
};
#if defined ARAIOS_TESTS_FEW_TYPES
using IndexPairs = testing::Types<Indices<int, int>>;
#elif defined ARAIOS_TESTS_OTHER_TYPES
using IndexPairs = testing::Types<Indices<int, std::int64_t>, Indices<std::int64_t, std::int64_t>>;
#else
using IndexPairs = testing::Types<Indices<int, int>, Indices<int, std::int64_t>, Indices<std::int64_t, std::int64_t>>;
#endif

}  // namespace Araios::test
