// SPDX-License-Identifier: Apache-2.0
//
// Breadth-first search, by push, pull and both, against a queue.

#include <Araios/build.hpp>
#include <Araios/graph.hpp>
#include <Araios/transpose.hpp>
#include <gtest/gtest.h>

#include <cstdint>
#include <queue>
#include <string>
#include <vector>

#include "support/contract.hpp"
#include "support/matrices.hpp"
#include "support/refusals.hpp"

namespace graph_search_test {

using namespace Araios;
using namespace Araios::test;
using Exec = Kokkos::DefaultExecutionSpace;
using Space = Exec::memory_space;

std::vector<int> levels_by_a_queue(HostCsr<Pattern, int, int> const& a, std::int64_t source) {
  std::vector<int> levels(a.row_map.size() - 1, -1);
  std::queue<int> queue;
  levels[static_cast<std::size_t>(source)] = 0;
  queue.push(static_cast<int>(source));
  while (!queue.empty()) {
    auto const v = static_cast<std::size_t>(queue.front());
    queue.pop();
    for (auto p = static_cast<std::size_t>(a.row_map[v]); p < static_cast<std::size_t>(a.row_map[v + 1]); ++p)
      if (int& level = levels[static_cast<std::size_t>(a.entries[p])]; level < 0) {
        level = levels[v] + 1;
        queue.push(a.entries[p]);
      }
  }
  return levels;
}

TEST(BreadthFirstSearch, equals_a_queue) {
  Exec const exec;
  for (auto const& [n, per_row, kind] : {std::tuple<std::int64_t, double, Rows>{1, 0.0, Rows::uniform},
                                         {2'000, 1.2, Rows::uniform},
                                         {2'000, 8.0, Rows::power_law},
                                         {3'000, 3.0, Rows::few_long}}) {
    auto const a = from_rows<Pattern, int, int>(random_rows(n, n, per_row, kind, false, 7), n);
    auto const A = to_csr<Space>(a);
    auto const At = transpose(exec, A);
    for (std::int64_t const source : {std::int64_t(0), n / 2, n - 1}) {
      auto const expected = levels_by_a_queue(a, source);
      EXPECT_EQ(to_vector(bfs_levels(exec, A, source)), expected) << n;
      for (auto const direction : {SearchDirection::automatic, SearchDirection::push, SearchDirection::pull}) {
        Kokkos::View<int*, Space> const levels("levels", static_cast<std::size_t>(n));
        bfs_levels(exec, A, At, source, levels, {direction});
        exec.fence();
        EXPECT_EQ(to_vector(levels), expected) << n << ' ' << static_cast<int>(direction);
      }
    }
  }
}

TEST(BreadthFirstSearch, follows_a_path_to_its_end) {
  Exec const exec;
  std::int64_t const n = 300;
  std::vector<std::vector<std::int64_t>> rows(static_cast<std::size_t>(n));
  std::vector<int> expected;
  for (std::int64_t i = 0; i < n; ++i) {
    if (i + 1 < n) rows[static_cast<std::size_t>(i)].push_back(i + 1);
    expected.push_back(static_cast<int>(i));
  }
  auto const A = to_csr<Space>(from_rows<Pattern, int, int>(rows, n));
  EXPECT_EQ(to_vector(bfs_levels(exec, A, 0)), expected);
}

TEST(BreadthFirstSearchRefusals, name_what_is_wrong) {
  Exec const exec;
  auto const A = to_csr<Space>(from_rows<Pattern, int, int>({{1}, {}}, 2));
  auto const wide = to_csr<Space>(from_rows<Pattern, int, int>({{1}, {}}, 3));
  Kokkos::View<int*, Space> const levels("levels", 2), three("three", 3);
  EXPECT_EQ(refusal([&] { bfs_levels(exec, A, 2); }), "Araios::bfs_levels: source 2 is not in [0, 2)");
  EXPECT_EQ(refusal([&] { bfs_levels(exec, A, -1); }), "Araios::bfs_levels: source -1 is not in [0, 2)");
  EXPECT_EQ(refusal([&] { bfs_levels(exec, wide, 0); }), "Araios::bfs_levels: rows of A, columns of A (2 != 3)");
  EXPECT_EQ(refusal([&] { bfs_levels(exec, A, 0, three); }),
            "Araios::bfs_levels: length of levels, rows of A (3 != 2)");
  EXPECT_EQ(refusal([&] { bfs_levels(exec, A, 0, levels, {SearchDirection::pull}); }),
            "Araios::bfs_levels: pull needs the transpose of A, before the source");
  EXPECT_EQ(refusal([&] { bfs_levels(exec, A, wide, 0, levels); }),
            "Araios::bfs_levels: columns of the transpose, rows of A (3 != 2)");
}

contract::Operations const operations{
    // a graph without edges: two steps
    contract::returns(
        "bfs_levels",
        [](contract::Data& d) { return bfs_levels(d.exec, identity_matrix(d.exec, 99), 7, {}, d.workspace); },
        {.fences = 2, .no_operand = "its operand is made by the call"})};

}  // namespace graph_search_test
