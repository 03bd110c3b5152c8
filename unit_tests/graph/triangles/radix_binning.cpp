// SPDX-License-Identifier: Apache-2.0

#include <Araios/generate/kronecker_star.hpp>
#include <Araios/triangles.hpp>
#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "support/graphs.hpp"
#include "support/matrices.hpp"
#include "support/refusals.hpp"
#include "support/scale.hpp"

namespace graph_triangles_radix_binning_test {

using namespace Araios;
using namespace Araios::test;
using Exec = Kokkos::DefaultExecutionSpace;
using Space = Exec::memory_space;

using Pairs = std::vector<std::pair<std::int64_t, std::int64_t>>;

/// The list E' of the paper: the pairs w < u of neighbours of each vertex.
Pairs candidates_of(Adjacency const& graph) {
  Pairs candidates;
  for (auto const& neighbours : graph)
    for (auto const w : neighbours)
      for (auto const u : neighbours)
        if (w < u) candidates.emplace_back(w, u);
  return candidates;
}

/// The edges w < u.
Pairs edges_of(Adjacency const& graph) {
  Pairs edges;
  for (std::int64_t w = 0; w < static_cast<std::int64_t>(graph.size()); ++w)
    for (auto const u : graph[w])
      if (w < u) edges.emplace_back(w, u);
  return edges;
}

/// Algorithm 2 of the paper, with its faults mended: candidates that are edges, by a level of radix binning for each bit of
/// both indices. A queue holds buckets of candidates and of edges; one without either is dropped (the paper drops those
/// without both), and at the last level all candidates of a bucket with an edge are that edge.
std::int64_t closed_candidates(Pairs const& candidates, Pairs const& edges, int bits) {
  struct Bucket {
    Pairs candidates, edges;
    int bit;
  };
  std::vector<Bucket> queue{{candidates, edges, bits - 1}};
  std::int64_t closed = 0;
  for (std::size_t next = 0; next < queue.size(); ++next) {
    Bucket const bucket = std::move(queue[next]);
    if (bucket.candidates.empty() || bucket.edges.empty()) continue;
    if (bucket.bit < 0) {
      closed += static_cast<std::int64_t>(bucket.candidates.size());
      continue;
    }
    std::vector<Bucket> parts(4);
    auto const part = [&](std::pair<std::int64_t, std::int64_t> const& pair) -> Bucket& {
      return parts[static_cast<std::size_t>((pair.first >> bucket.bit & 1) * 2 + (pair.second >> bucket.bit & 1))];
    };
    for (auto const& candidate : bucket.candidates) part(candidate).candidates.push_back(candidate);
    for (auto const& edge : bucket.edges) part(edge).edges.push_back(edge);
    for (auto& of_bits : parts) {
      of_bits.bit = bucket.bit - 1;
      queue.push_back(std::move(of_bits));
    }
  }
  return closed;
}

TEST(RadixBinning, equals_the_sequential_algorithm_of_the_paper) {
  Exec const exec;
  for (auto const& adjacency : {random_graph(1, 0, 0, 1), random_graph(70, 0.1, 0, 2), random_graph(60, 0.5, 0, 3),
                                random_graph(100, 0.03, 2, 4)}) {
    auto const graph = orient(exec, to_csr<Space>(matrix_of(adjacency)));
    auto const candidates = candidates_of(adjacency);
    std::int64_t const closed = closed_candidates(candidates, edges_of(adjacency), 7);
    EXPECT_EQ(closed % 3, 0);
    EXPECT_EQ(closed / 3, static_cast<std::int64_t>(triangles_of(adjacency).size()));
    EXPECT_EQ(count_candidates(exec, graph, {.all_pairs = true}), static_cast<std::int64_t>(candidates.size()));
    for (bool const all_pairs : {false, true})
      EXPECT_EQ(count_triangles(exec, graph, {.method = TriangleMethod::radix_binning, .all_pairs = all_pairs}),
                closed / 3);
  }
}

TEST(RadixBinning, stays_within_its_memory) {
  Exec const exec;
  // 8 million pairs of all neighbours: 500 MB in one batch.
  auto const graph = orient(exec, to_csr<Space>(matrix_of(random_graph(600, 0.05, 40, 5))));
  std::int64_t const budget = std::int64_t(64) << 20;
  auto const expected = count_triangles(exec, graph);
  for (bool const all_pairs : {false, true}) {
    Workspace<Space> workspace;
    EXPECT_EQ(count_triangles(exec, graph, {TriangleMethod::radix_binning, all_pairs, budget}, workspace), expected);
    EXPECT_LE(workspace.bytes(), budget);
    EXPECT_GT(workspace.bytes(), 0);
  }
}

/// The least number of bytes that a refusal of one byte names.
std::int64_t least_bytes(Exec const& exec, OrientedGraph<int, int, Space> const& graph) {
  auto const sentence = refusal(
      [&] { count_triangles(exec, graph, {.method = TriangleMethod::radix_binning, .max_workspace_bytes = 1}); });
  return std::stoll(sentence.substr(sentence.find("need ") + 5));
}

TEST(RadixBinning, takes_the_least_memory_that_its_refusal_names) {
  Exec const exec;
  auto const graph = orient(exec, to_csr<Space>(matrix_of(random_graph(150, 0.4, 2, 6))));
  auto const expected = count_triangles(exec, graph);
  std::int64_t const least = least_bytes(exec, graph);
  Workspace<Space> workspace;
  // Batches of 1024 candidates: of some vertices a part.
  EXPECT_EQ(count_triangles(exec, graph, {TriangleMethod::radix_binning, true, least}, workspace), expected);
  EXPECT_LE(workspace.bytes(), least);
  EXPECT_NE(refusal([&] {
              count_triangles(exec, graph, {TriangleMethod::radix_binning, true, least - 1}, workspace);
            }).find("radix_binning in " + std::to_string(least - 1) + " bytes: 150 vertices need "),
            std::string::npos);
}

TEST(RadixBinning, of_263_G_candidates_in_64_MB) {
  if (!Araios::is_gpu_v<Exec>) GTEST_SKIP() << "an hour of host threads: only where there is a GPU";
  if (test_scale() < 1) GTEST_SKIP() << "minutes under a sanitizer: not at small scale";
  Exec const exec;
  auto const graph = orient(exec, star_product_matrix<Pattern>(exec, {{3, 4, 5, 9, 16, 25}, StarLoop::hub}));
  ASSERT_EQ(count_candidates(exec, graph, {.all_pairs = true}), 263'227'136'718);
  std::int64_t const budget = std::int64_t(64) << 20;
  Workspace<Space> workspace;
  EXPECT_EQ(count_triangles(exec, graph, {TriangleMethod::radix_binning, true, budget}, workspace), 35'882'427);
  EXPECT_LE(workspace.bytes(), budget);
}

}  // namespace graph_triangles_radix_binning_test
