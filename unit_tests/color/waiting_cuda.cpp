// SPDX-License-Identifier: Apache-2.0

#include "support/simulated_cuda.hpp"
//
#include <Araios/operations/color/cliques_cuda.hpp>
#include <Araios/operations/color/cluster_cuda.hpp>
#include <Araios/operations/color/paths_cuda.hpp>
#include <Araios/operations/color/queue_cuda.hpp>
#include <Araios/operations/color/waiting_cuda.hpp>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "support/graphs.hpp"
#include "support/matrices.hpp"
#include "support/scale.hpp"

namespace color_waiting_cuda_test {

using namespace Araios;
using namespace Araios::test;
using Space = BlockMemory;
using Matrix = CsrMatrix<Pattern, int, int, Space>;

struct Case {
  Matrix A, others;
  std::vector<int> list;
  int lanes;
  Impl::color::Graph<int, int> graph() const { return {A, others}; }
  /// Each row has its place in the list as its key.
  std::vector<int> keys() const {
    std::vector<int> keys(list.size());
    for (std::size_t i = 0; i < list.size(); ++i) keys[static_cast<std::size_t>(list[i])] = static_cast<int>(i);
    return keys;
  }
};
template <class T>
auto zeros(std::size_t length) {
  return to_view<Space>(std::vector<T>(length, T(0)));
}

/// The colours that one block of four warps gives to rows in the order of the list.
std::vector<int> colors_by_waiting(Case const& c) {
  using Body = Impl::color::ColorWaiting<int, int>;
  auto states = c.keys();
  for (auto& state : states) state = -1 - state;
  auto const list = to_view<Space>(c.list), colors = to_view<Space>(states);
  auto const taken = zeros<unsigned long long>(1);
  launch_block(Body::shared_bytes, Body{c.graph(), list.data(), taken.data(), colors.data(), c.lanes});
  return to_vector(colors);
}
/// The same by a queue; rows that wait for none are in it at first.
std::vector<int> colors_by_queue(Case const& c) {
  using Body = Impl::color::ColorByQueue<int, int>;
  auto const keys = c.keys();
  auto const rows = static_cast<int>(keys.size());
  std::vector<int> states, waiting(keys.size()), queue(keys.size(), -1), counters(Body::num_counters);
  for (int const key : keys) states.push_back(-1 - key);
  auto const parts = {c.A, c.others};
  for (auto const& part : parts) {
    auto const row_map = to_vector(part.row_map), entries = to_vector(part.entries);
    for (std::size_t v = 0; v + 1 < row_map.size(); ++v)
      for (int p = row_map[v]; p < row_map[v + 1]; ++p)
        waiting[v] += keys[static_cast<std::size_t>(entries[static_cast<std::size_t>(p)])] < keys[v];
  }
  for (int v = 0; v < rows; ++v)
    if (waiting[static_cast<std::size_t>(v)] == 0) queue[static_cast<std::size_t>(counters[Body::appended]++)] = v;
  auto const of_states = to_view<Space>(states), of_waiting = to_view<Space>(waiting), of_queue = to_view<Space>(queue),
             of_counters = to_view<Space>(counters);
  launch_block(16, Body{c.graph(), of_states.data(), of_waiting.data(), of_queue.data(), of_counters.data(), c.lanes});
  EXPECT_EQ(to_vector(of_counters)[Body::coloured], rows);
  return to_vector(of_states);
}
std::vector<int> colors_by_paths(Case const& c) {
  auto const keys = to_view<Space>(c.keys()), list = to_view<Space>(c.list);
  auto const colors = to_view<Space>(std::vector<int>(c.list.size(), -1));
  auto const taken = zeros<unsigned long long>(1);
  launch_block(16, Impl::color::ColorPaths<int, int, Impl::color::WithinTwo>{
                       c.graph(), {}, {keys.data()}, list.data(), taken.data(), colors.data(), c.lanes});
  return to_vector(colors);
}
template <int Words>
std::vector<int> colors_by_cliques(Case const& c) {
  using Impl::color::RecordWord;
  std::size_t const n = c.list.size();
  auto const keys = to_view<Space>(c.keys()), list = to_view<Space>(c.list);
  auto const ranks = zeros<int>(c.A.entries.extent(0)), own_ranks = zeros<int>(n), colors = zeros<int>(n);
  auto const records = to_view<Space>(std::vector<RecordWord>(n * Words, 7));
  auto const taken = zeros<unsigned long long>(1);
  auto const too_many = zeros<int>(1);
  launch_block(16, Impl::color::RankNeighbours<int, int>{
                       c.graph(), {keys.data()}, ranks.data(), own_ranks.data(), records.data(), Words, 1});
  launch_block(16, Impl::color::ColorCliques<int, int, Words>{c.graph(), list.data(), ranks.data(), own_ranks.data(),
                                                              records.data(), taken.data(), too_many.data(),
                                                              colors.data(), c.lanes});
  auto const found = to_vector(colors);
  bool const fits = *std::max_element(found.begin(), found.end()) < Words * Impl::color::colors_of_word;
  EXPECT_EQ(to_vector(too_many)[0], fits ? 0 : 1);
  return found;
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
  Adjacency path(50);
  for (std::int64_t v = 0; v + 1 < 50; ++v) path[v].insert(v + 1), path[v + 1].insert(v);
  // A chain in the order of the rows; few edges; a hub; and more colours than a window has.
  for (auto const& graph :
       {path, random_graph(60, 0.05, 0, 1), random_graph(50, 0.08, 1, 2), random_graph(140, 0.97, 0, 3)}) {
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
        if (n >= 100 && lanes < 32 && is_small_scale()) continue;
        std::string const where = std::to_string(n) + " rows, lanes " + std::to_string(lanes);
        Case const both{A, {}, list, lanes}, halves{L, U, list, lanes};
        EXPECT_EQ(colors_by_waiting(lanes == 4 ? halves : both), greedy(graph, list)) << where;
        if ((lanes == 4) == (list == natural) && lanes > 1) {
          EXPECT_EQ(colors_by_queue(lanes == 4 ? halves : both), greedy(graph, list)) << where;
        }
        if (n >= 100) continue;
        auto const far = greedy(within_two(graph), list);
        if (lanes == 4) {
          EXPECT_EQ(colors_by_paths(halves), far) << where;
        }
        EXPECT_EQ(lanes == 4 ? colors_by_cliques<8>(both) : colors_by_cliques<2>(both), far) << where;
      }
  }
}

TEST(ColorWaiting, says_where_records_are_too_short) {
  auto const graph = random_graph(140, 0.97, 0, 3);
  std::vector<int> list(graph.size());
  std::iota(list.begin(), list.end(), 0);
  EXPECT_NE(colors_by_cliques<1>({to_csr<Space>(matrix_of(graph)), {}, list, 8}), greedy(within_two(graph), list));
}

/// The colours of a cluster of one block, and the rows by colour.
struct OfCluster {
  std::vector<int> status, colors, rows, offsets;
};
OfCluster colors_by_cluster(Matrix const& A, Matrix const& others, ColorOptions const& options, int lanes,
                            bool is_symmetric = true) {
  using Body = Impl::color::ColorInCluster<int, int, 64>;
  auto const n = static_cast<std::size_t>(A.num_rows());
  auto const status = to_view<Space>(std::vector<int>{is_symmetric ? 0 : 1, 0, 0});
  auto const colors = zeros<int>(n), rows = zeros<int>(n), offsets = zeros<int>(129), list = zeros<int>(n);
  launch_block(static_cast<int>(Body::shared_bytes(A.num_rows())), Body{{A, others},
                                                                        status.data(),
                                                                        colors.data(),
                                                                        rows.data(),
                                                                        offsets.data(),
                                                                        list.data(),
                                                                        options.recolorings,
                                                                        options.order == ColorOrder::by_hash,
                                                                        lanes,
                                                                        1});
  return {to_vector(status), to_vector(colors), to_vector(rows), to_vector(offsets)};
}

/// factor: entries of row and column for each neighbour.
std::vector<int> reference(Adjacency const& graph, ColorOptions const& options, int factor) {
  std::vector<int> list(graph.size());
  std::iota(list.begin(), list.end(), 0);
  auto const key = [&](int v) {
    int const length = Impl::color::length_key(static_cast<std::int64_t>(factor * graph[v].size()));
    return std::pair(length, options.order == ColorOrder::by_hash ? Impl::color::hash_key(v) : 0);
  };
  std::stable_sort(list.begin(), list.end(), [&](int v, int w) { return key(v) < key(w); });
  auto colors = greedy(graph, list);
  for (int r = 0; r < options.recolorings; ++r) {
    std::stable_sort(list.begin(), list.end(), [&](int v, int w) { return colors[v] > colors[w]; });
    colors = greedy(graph, list);
  }
  return colors;
}

TEST(ColorCluster, gives_the_colours_of_the_host) {
  for (auto const& graph : {random_graph(200, 0.03, 0, 1), random_graph(100, 0.3, 1, 2), Adjacency(70)}) {
    auto const n = static_cast<std::int64_t>(graph.size());
    std::vector<std::vector<std::int64_t>> lower(graph.size()), upper(graph.size());
    for (std::size_t v = 0; v < graph.size(); ++v)
      for (auto const w : graph[v]) (w < static_cast<std::int64_t>(v) ? lower : upper)[v].push_back(w);
    auto const A = to_csr<Space>(matrix_of(graph));
    auto const L = to_csr<Space>(from_rows<Pattern, int, int>(lower, n));
    auto const U = to_csr<Space>(from_rows<Pattern, int, int>(upper, n));
    for (auto const order : {ColorOrder::by_index, ColorOrder::by_hash})
      for (int const recolorings : {0, 2}) {
        ColorOptions const options{1, order, recolorings};
        auto const same = [&](OfCluster const& found, int factor) {
          auto const expected = reference(graph, options, factor);
          int const num_colors = *std::max_element(expected.begin(), expected.end()) + 1;
          EXPECT_EQ(found.colors, expected) << n;
          EXPECT_EQ(found.status, (std::vector<int>{0, num_colors, 0})) << n;
          std::vector<int> rows(graph.size());
          std::iota(rows.begin(), rows.end(), 0);
          std::stable_sort(rows.begin(), rows.end(), [&](int v, int w) { return expected[v] < expected[w]; });
          EXPECT_EQ(found.rows, rows) << n;
          for (int c = 0; c <= num_colors; ++c)
            EXPECT_EQ(found.offsets[c], std::count_if(expected.begin(), expected.end(), [&](int e) { return e < c; }));
        };
        same(colors_by_cluster(A, {}, options, 1), 2);
        same(colors_by_cluster(A, {}, options, 8), 2);
        if (order == ColorOrder::by_index) same(colors_by_cluster(L, U, options, 4), 1);
      }
  }
}

TEST(ColorCluster, says_what_it_cannot_do) {
  auto const A = to_csr<Space>(matrix_of(random_graph(200, 1.0, 0, 3)));
  EXPECT_EQ(colors_by_cluster(A, {}, {}, 8).status[Impl::color::too_many_colors], 1);
  EXPECT_EQ(colors_by_cluster(A, {}, {}, 8, false).status, (std::vector<int>{1, 0, 0}));
}

}  // namespace color_waiting_cuda_test
