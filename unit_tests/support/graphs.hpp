// SPDX-License-Identifier: Apache-2.0
#pragma once
//
// Simple graphs on the host, and what a test asks of them by the slowest way.

#include <Araios/core/pattern.hpp>

#include <algorithm>
#include <cstdint>
#include <random>
#include <set>
#include <vector>

#include "support/matrices.hpp"

namespace Araios::test {

/// The neighbours of each vertex.
using Adjacency = std::vector<std::set<std::int64_t>>;

/// The simple graph of any square matrix.
template <class Host>
Adjacency simple_adjacency(Host const& A) {
  Adjacency graph(static_cast<std::size_t>(A.num_rows));
  for (std::int64_t i = 0; i < A.num_rows; ++i)
    for (auto p = A.row_map[i]; p < A.row_map[i + 1]; ++p) {
      auto const j = static_cast<std::int64_t>(A.entries[p]);
      if (i == j) continue;
      graph[i].insert(j);
      graph[j].insert(i);
    }
  return graph;
}

inline HostCsr<Pattern, int, int> matrix_of(Adjacency const& graph) {
  std::vector<std::vector<std::int64_t>> rows;
  for (auto const& neighbours : graph) rows.emplace_back(neighbours.begin(), neighbours.end());
  return from_rows<Pattern, int, int>(rows, static_cast<std::int64_t>(graph.size()));
}

/// All triangles a < b < c, in order.
inline std::vector<std::vector<std::int64_t>> triangles_of(Adjacency const& graph) {
  std::vector<std::vector<std::int64_t>> triangles;
  for (std::int64_t a = 0; a < static_cast<std::int64_t>(graph.size()); ++a)
    for (auto const b : graph[a])
      if (b > a)
        for (auto const c : graph[a])
          if (c > b && graph[b].contains(c)) triangles.push_back({a, b, c});
  return triangles;
}

/// Vertices in another order.
inline Adjacency permuted(Adjacency const& graph, unsigned seed) {
  std::vector<std::int64_t> number(graph.size());
  for (std::size_t i = 0; i < number.size(); ++i) number[i] = static_cast<std::int64_t>(i);
  std::mt19937 random(seed);
  std::shuffle(number.begin(), number.end(), random);
  Adjacency result(graph.size());
  for (std::size_t i = 0; i < graph.size(); ++i)
    for (auto const j : graph[i]) result[number[i]].insert(number[j]);
  return result;
}

/// A graph of which each pair is an edge with the probability, and the first `hubs` vertices adjacent to all.
inline Adjacency random_graph(std::int64_t n, double probability, std::int64_t hubs, unsigned seed) {
  std::mt19937 random(seed);
  std::bernoulli_distribution is_edge(probability);
  Adjacency graph(static_cast<std::size_t>(n));
  for (std::int64_t i = 0; i < n; ++i)
    for (std::int64_t j = 0; j < i; ++j)
      if (j < hubs || is_edge(random)) {
        graph[i].insert(j);
        graph[j].insert(i);
      }
  return graph;
}

}  // namespace Araios::test
