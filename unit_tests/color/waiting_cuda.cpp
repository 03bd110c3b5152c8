// SPDX-License-Identifier: Apache-2.0

#include "support/simulated_cuda.hpp"
//
#include <Araios/operations/color/waiting_cuda.hpp>
#include <gtest/gtest.h>

#include <cstdint>
#include <set>
#include <string>
#include <vector>

#include "support/graphs.hpp"
#include "support/matrices.hpp"

namespace color_waiting_cuda_test {

using namespace Araios;
using namespace Araios::test;
using Space = BlockMemory;
using Matrix = CsrMatrix<Pattern, int, int, Space>;

/// The colours that one block of four warps gives to rows in this order.
template <class Neighbours>
std::vector<int> colors_of(Matrix const& A, Matrix const& others, std::vector<int> const& list, int lanes) {
  std::vector<int> keys(list.size());
  for (std::size_t i = 0; i < list.size(); ++i) keys[list[i]] = static_cast<int>(i);
  auto const keys_view = to_view<Space>(keys), list_view = to_view<Space>(list);
  auto const colors = to_view<Space>(std::vector<int>(list.size(), -1));
  auto const taken = to_view<Space>(std::vector<unsigned long long>(1, 0));
  Impl::color::Graph<int, int> const graph(A, others);
  launch_block(16, Impl::color::ColorWaiting<int, int, Neighbours>{
                       graph, {}, {keys_view.data()}, list_view.data(), taken.data(), colors.data(), lanes});
  return to_vector(colors);
}

std::vector<int> greedy(Adjacency const& graph, std::vector<int> const& list) {
  std::vector<int> colors(graph.size(), -1);
  for (int const v : list) {
    std::set<int> taken;
    for (auto const w : graph[v]) taken.insert(colors[w]);
    int color = 0;
    while (taken.contains(color)) ++color;
    colors[v] = color;
  }
  return colors;
}

Adjacency within_two(Adjacency const& graph) {
  Adjacency result = graph;
  for (std::int64_t v = 0; v < static_cast<std::int64_t>(graph.size()); ++v)
    for (auto const u : graph[v])
      for (auto const w : graph[u])
        if (w != v) result[v].insert(w);
  return result;
}

TEST(ColorWaiting, gives_the_greedy_colours) {
  Adjacency path(70);
  for (std::int64_t v = 0; v + 1 < 70; ++v) path[v].insert(v + 1), path[v + 1].insert(v);
  // A chain in the order of the rows; few edges; a hub; and more colours than a window has.
  for (auto const& graph :
       {path, random_graph(90, 0.03, 0, 1), random_graph(75, 0.05, 1, 2), random_graph(140, 0.97, 0, 3)}) {
    std::vector<int> natural(graph.size()), shuffled;
    for (std::size_t i = 0; i < natural.size(); ++i) natural[i] = static_cast<int>(i);
    shuffled = natural;
    std::shuffle(shuffled.begin(), shuffled.end(), std::mt19937(4));
    // One direction of each edge; the other one is that of the transpose.
    std::vector<std::vector<std::int64_t>> lower(graph.size()), upper(graph.size());
    for (std::size_t v = 0; v < graph.size(); ++v)
      for (auto const w : graph[v]) (w < static_cast<std::int64_t>(v) ? lower : upper)[v].push_back(w);
    auto const n = static_cast<std::int64_t>(graph.size());
    auto const A = to_csr<Space>(matrix_of(graph));
    auto const L = to_csr<Space>(from_rows<Pattern, int, int>(lower, n));
    auto const U = to_csr<Space>(from_rows<Pattern, int, int>(upper, n));
    for (auto const& list : {natural, shuffled})
      for (int const lanes : {1, 4, 32}) {
        std::string const where = std::to_string(n) + " rows, lanes " + std::to_string(lanes);
        EXPECT_EQ(colors_of<Impl::color::Adjacent>(A, {}, list, lanes), greedy(graph, list)) << where;
        if (lanes != 4) continue;
        EXPECT_EQ(colors_of<Impl::color::Adjacent>(L, U, list, lanes), greedy(graph, list)) << where;
        if (n >= 100) continue;
        EXPECT_EQ(colors_of<Impl::color::WithinTwo>(L, U, list, lanes), greedy(within_two(graph), list)) << where;
      }
  }
}

}  // namespace color_waiting_cuda_test
