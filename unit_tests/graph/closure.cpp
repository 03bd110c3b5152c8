// SPDX-License-Identifier: Apache-2.0

#include <Araios/build.hpp>
#include <Araios/formats/validate/compressed.hpp>
#include <Araios/graph.hpp>
#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <vector>

#include "support/contract.hpp"
#include "support/matrices.hpp"
#include "support/refusals.hpp"

namespace graph_closure_test {

using namespace Araios;
using namespace Araios::test;
using Exec = Kokkos::DefaultExecutionSpace;
using Space = Exec::memory_space;
using Host = HostCsr<Pattern, int, int>;

/// From each vertex a search over the edges.
Host reference_closure(Host const& A) {
  std::vector<std::vector<std::int64_t>> rows(A.num_rows);
  for (std::int64_t i = 0; i < A.num_rows; ++i) {
    std::vector<bool> seen(static_cast<std::size_t>(A.num_rows));
    std::vector<std::int64_t> next = {i};
    while (!next.empty()) {
      auto const v = next.back();
      next.pop_back();
      for (auto p = A.row_map[v]; p < A.row_map[v + 1]; ++p)
        if (!seen[A.entries[p]]) {
          seen[A.entries[p]] = true;
          next.push_back(A.entries[p]);
        }
    }
    for (std::int64_t j = 0; j < A.num_rows; ++j)
      if (seen[j]) rows[i].push_back(j);
  }
  return from_rows<Pattern, int, int>(rows, A.num_rows);
}

Host path(std::int64_t n, bool closes) {
  std::vector<std::vector<std::int64_t>> rows(n);
  for (std::int64_t i = 0; i + 1 < n; ++i) rows[i] = {i + 1};
  if (closes && n > 0) rows[n - 1] = {0};
  return from_rows<Pattern, int, int>(rows, n);
}

TEST(TransitiveClosure, equals_a_search_from_each_vertex) {
  Exec const exec;
  std::vector<Host> const graphs = {
      path(0, false),
      path(1, false),
      path(1, true),
      path(100, false),
      path(64, true),
      from_rows<Pattern, int, int>(random_rows(300, 300, 0.9, Rows::uniform, false, 1), 300),
      from_rows<Pattern, int, int>(random_rows(300, 300, 1.5, Rows::uniform, false, 2), 300),
      from_rows<Pattern, int, int>(random_rows(200, 200, 3, Rows::power_law, false, 3), 200)};
  for (std::size_t g = 0; g < graphs.size(); ++g) {
    auto const A = to_csr<Space>(graphs[g]);
    auto const expected = reference_closure(graphs[g]);
    for (auto const method : {ClosureMethod::incremental, ClosureMethod::squaring}) {
      auto const R = transitive_closure(exec, A, {.method = method});
      exec.fence();
      ASSERT_TRUE(same_bits(to_host(R), expected)) << "graph " << g << ", method " << static_cast<int>(method);
      validate(exec, R, {.order = Order::strict});
      // The closure of a closure is itself.
      EXPECT_TRUE(equal(exec, transitive_closure(exec, R, {.method = method}), R)) << "graph " << g;
    }
    auto const wide = transitive_closure<std::int64_t>(exec, A);
    EXPECT_TRUE(equal(exec, wide, transitive_closure(exec, A))) << "graph " << g;
  }
}

TEST(TransitiveClosure, does_not_read_values) {
  Exec const exec;
  auto const A = to_csr<Space>(from_rows<double, int, int>({{1}, {2}, {}}, 3));
  auto const R = transitive_closure(exec, A);
  EXPECT_EQ(to_vector(R.row_map), (std::vector<int>{0, 2, 3, 3}));
  EXPECT_EQ(to_vector(R.entries), (std::vector<int>{1, 2, 2}));
}

TEST(TransitiveClosureRefusals, name_what_is_wrong) {
  Exec const exec;
  auto const A = to_csr<Space>(from_rows<Pattern, int, int>({{0, 2}, {1}}, 3));
  EXPECT_EQ(refusal([&] { transitive_closure(exec, A); }),
            "Araios::transitive_closure: rows of A, columns of A (2 != 3)");
  auto const B = to_csr<Space>(from_rows<Pattern, int, int>({{1, 0}, {1}}, 2));
  EXPECT_NE(refusal([&] { transitive_closure(exec, B); }).find("row 0, position 1: column 0 follows column 1"),
            std::string::npos);
}

contract::Operations const operations{
    // a union, two products and their union, a difference
    contract::returns(
        "transitive_closure",
        [](contract::Data& d) { return transitive_closure(d.exec, identity_matrix(d.exec, 99), {}, d.workspace); },
        {.fences = 7, .no_operand = "its operand is made by the call"})};

}  // namespace graph_closure_test
