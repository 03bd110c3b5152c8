// SPDX-License-Identifier: Apache-2.0

#include <Araios/color.hpp>
#include <Araios/convert.hpp>
#include <Araios/core/hash.hpp>
#include <Araios/generate/stencil.hpp>
#include <Araios/io/matrix_market.hpp>
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cstdint>
#include <numeric>
#include <string>
#include <vector>

#include "support/contract.hpp"
#include "support/data_dir.hpp"
#include "support/graphs.hpp"
#include "support/matrices.hpp"
#include "support/refusals.hpp"
#include "support/types.hpp"

namespace color_color_test {

using namespace Araios;
using namespace Araios::test;
using Exec = Kokkos::DefaultExecutionSpace;
using Space = Exec::memory_space;

/// Neighbours at distance 1, or at distance 1 and 2.
Adjacency graph_of(Adjacency const& graph, int distance) {
  Adjacency within = graph;
  if (distance == 2)
    for (std::int64_t v = 0; v < static_cast<std::int64_t>(graph.size()); ++v)
      for (auto const u : graph[v])
        for (auto const w : graph[u])
          if (w != v) within[v].insert(w);
  return within;
}

/// `graph` holds the neighbours of each row.
template <class Graph>
std::vector<int> greedy(Graph const& graph, std::vector<std::int64_t> const& order) {
  std::vector<int> colors(graph.size(), -1);
  std::vector<std::int64_t> taken(graph.size() + 1, -1);  // by a neighbour of this row
  for (auto const v : order) {
    for (auto const w : graph[v])
      if (colors[w] >= 0) taken[colors[w]] = v;
    for (colors[v] = 0; taken[colors[v]] == v;) ++colors[v];
  }
  return colors;
}

/// The colours that the doc block of `color` describes, one row after the other. `graph` is that of A.
template <class Host, class Graph>
std::vector<int> reference(Host const& A, Graph const& graph, ColorOptions const& options) {
  auto const n = static_cast<std::size_t>(A.num_rows);
  std::vector<std::uint64_t> length(n);
  for (std::size_t i = 0; i < n; ++i)
    for (auto p = A.row_map[i]; p < A.row_map[i + 1]; ++p) {
      ++length[i];
      ++length[static_cast<std::size_t>(A.entries[p])];
    }
  auto const key = [&](std::int64_t v) {
    auto const bits = std::bit_width(length[v]);
    return std::pair(bits, bits < 2 ? 0 : (length[v] >> (bits - 2)) & 1);
  };
  std::vector<std::int64_t> order(n);
  std::iota(order.begin(), order.end(), 0);
  std::sort(order.begin(), order.end(), [&](std::int64_t v, std::int64_t w) {
    if (key(v) != key(w)) return key(v) > key(w);
    if (options.order == ColorOrder::by_index) return v < w;
    auto const hash = [](std::int64_t i) { return Impl::mixed_bits(static_cast<std::uint32_t>(i)) >> 9; };
    return hash(v) != hash(w) ? hash(v) < hash(w) : v < w;
  });
  auto colors = greedy(graph, order);
  for (int r = 0; r < options.recolorings; ++r) {
    std::stable_sort(order.begin(), order.end(), [&](std::int64_t v, std::int64_t w) { return colors[v] > colors[w]; });
    colors = greedy(graph, order);
  }
  return colors;
}
template <class Host>
std::vector<int> reference(Host const& A, ColorOptions const& options) {
  return reference(A, graph_of(simple_adjacency(A), options.distance), options);
}

/// Neighbours differ, all colours occur, and the rows of each are listed in their order.
template <class Result>
void expect_coloring(Adjacency const& graph, Result const& C, std::string const& name) {
  auto const colors = to_vector(C.colors);
  auto const offsets = to_vector(C.offsets);
  auto const rows = to_vector(C.rows);
  ASSERT_EQ(colors.size(), graph.size()) << name;
  ASSERT_EQ(rows.size(), graph.size()) << name;
  for (std::size_t v = 0; v < graph.size(); ++v)
    for (auto const w : graph[v]) ASSERT_NE(colors[v], colors[w]) << name << ": rows " << v << ", " << w;
  ASSERT_EQ(offsets.size(), static_cast<std::size_t>(C.num_colors) + 1) << name;
  ASSERT_EQ(offsets.front(), 0) << name;
  ASSERT_EQ(offsets.back(), static_cast<std::int64_t>(rows.size())) << name;
  for (int c = 0; c < C.num_colors; ++c) {
    ASSERT_LT(offsets[c], offsets[c + 1]) << name << ": colour " << c;
    for (auto q = offsets[c]; q < offsets[c + 1]; ++q) {
      ASSERT_EQ(colors[rows[q]], c) << name;
      ASSERT_TRUE(q == offsets[c] || rows[q - 1] < rows[q]) << name;
    }
  }
}

template <class>
class Color : public testing::Test {};
TYPED_TEST_SUITE(Color, AllCases, CaseName);

TYPED_TEST(Color, equals_the_greedy_algorithm_in_the_same_order) {
  using C = TypeParam;
  typename C::Exec const exec;
  for (auto const& [name, host] : small_matrices<typename C::Scalar, typename C::Ordinal, typename C::Offset>()) {
    // A shape that is not square gives the square with empty rows, or without the columns that are too many.
    std::vector<std::vector<std::int64_t>> rows(static_cast<std::size_t>(std::min<std::int64_t>(host.num_rows, 700)));
    for (std::size_t i = 0; i < rows.size(); ++i)
      for (auto p = host.row_map[i]; p < host.row_map[i + 1]; ++p)
        if (host.entries[p] < static_cast<std::int64_t>(rows.size())) rows[i].push_back(host.entries[p]);
    auto const square = from_rows<typename C::Scalar, typename C::Ordinal, typename C::Offset>(
        rows, static_cast<std::int64_t>(rows.size()));
    auto const A = to_csr<typename C::Space>(square);
    auto const graph = simple_adjacency(square);
    bool const is_sparse = square.entries.size() < 20 * rows.size() + 10;
    for (int const distance : {1, 2}) {
      if (distance == 2 && !is_sparse) continue;
      auto const within = graph_of(graph, distance);
      for (auto const order : {ColorOrder::by_index, ColorOrder::by_hash})
        for (int const recolorings : {0, 1, 2}) {
          if (distance == 2 && recolorings != 1) continue;
          ColorOptions const options{distance, order, recolorings};
          auto const colored = color(exec, A, options);
          ASSERT_EQ(to_vector(colored.colors), reference(square, within, options)) << name << ", distance " << distance;
          expect_coloring(within, colored, name);
        }
    }
  }
}

TYPED_TEST(Color, of_a_symmetric_matrix_does_not_depend_on_its_form) {
  using C = TypeParam;
  typename C::Exec const exec;
  auto const graph = random_graph(400, 0.03, 2, 1);
  std::vector<std::vector<std::int64_t>> sorted, reversed;
  for (auto const& neighbours : graph) {
    sorted.emplace_back(neighbours.begin(), neighbours.end());
    reversed.emplace_back(neighbours.rbegin(), neighbours.rend());
  }
  auto const colors = [&](auto const& rows) {
    auto const host = from_rows<typename C::Scalar, typename C::Ordinal, typename C::Offset>(rows, 400);
    auto const result = color(exec, to_csr<typename C::Space>(host));
    EXPECT_EQ(to_vector(result.colors), reference(host, {}));
    return to_vector(result.colors);
  };
  EXPECT_EQ(colors(sorted), colors(reversed)) << "by its rows, and by its rows and columns";
}

TEST(ColorOfGrids, is_that_of_a_chessboard) {
  Exec const exec;
  struct Grid {
    StencilOptions options;
    int colors, within_two;
  };
  auto const count = [&](auto const& A, int distance) { return color(exec, A, {.distance = distance}).num_colors; };
  auto const five = stencil_matrix<double>(exec, {.nx = 60, .ny = 50});
  EXPECT_EQ(count(five, 1), 2);
  EXPECT_LE(count(five, 2), 7) << "five points, all within two of each other";
  auto const seven = stencil_matrix<double>(exec, {.nx = 20, .ny = 15, .nz = 12});
  EXPECT_EQ(count(seven, 1), 2);
  EXPECT_LE(color(exec, seven, {.order = ColorOrder::by_hash}).num_colors, 6);
}

/// Short rows, on a GPU more than run at a time.
TEST(ColorOfManyRows, equals_the_greedy_algorithm_in_the_same_order) {
  constexpr bool on_host = Kokkos::SpaceAccessibility<Kokkos::HostSpace, Space>::accessible;
  std::int64_t const width = 1100, height = on_host ? 10 : 1000, n = width * height;
  // A grid and its upper triangle, with an edge to a row far away for one row in eight; or only such edges.
  for (bool const has_grid : {true, false})
    for (bool const is_symmetric : {true, false}) {
      std::vector<std::vector<std::int64_t>> rows(static_cast<std::size_t>(n)), neighbours(rows);
      auto const add = [&](std::int64_t v, std::int64_t w) {
        if (v == w) return;
        rows[v].push_back(w);
        if (is_symmetric) rows[w].push_back(v);
        neighbours[v].push_back(w);
        neighbours[w].push_back(v);
      };
      for (std::int64_t v = 0; v < n; ++v) {
        if (has_grid && v % width + 1 < width) add(v, v + 1);
        if (has_grid && v + width < n) add(v, v + width);
        auto const hash = Impl::mixed_bits(static_cast<std::uint32_t>(v));
        if (hash % 8 == 0) add(v, hash / 8 % n);
      }
      auto const host = from_rows<Pattern, int, int>(rows, n);
      for (int const recolorings : {0, 2}) {
        ColorOptions const options{.recolorings = recolorings};
        EXPECT_TRUE(to_vector(color(Exec(), to_csr<Space>(host), options).colors) ==
                    reference(host, neighbours, options))
            << (has_grid ? "grid" : "edges") << (is_symmetric ? "" : ", upper triangle") << ", " << recolorings;
      }
    }
}

TEST(ColorOfMoreThanAWindow, is_found_in_the_next) {
  // A clique of 200 rows, and rows that see 64, 65 and 128 of them.
  std::vector<std::vector<std::int64_t>> rows(203);
  for (std::int64_t i = 0; i < 200; ++i)
    for (std::int64_t j = 0; j < 200; ++j) rows[i].push_back(j);
  for (auto const& [row, seen] : {std::pair{200, 64}, {201, 65}, {202, 128}})
    for (std::int64_t j = 0; j < seen; ++j) rows[row].push_back(j);
  auto const host = from_rows<double, int, int>(rows, 203);
  auto const C = color(Exec(), to_csr<Space>(host), {.recolorings = 0});
  EXPECT_EQ(C.num_colors, 200);
  EXPECT_EQ(to_vector(C.colors), reference(host, {.recolorings = 0}));
}

/// Matrices of the shared data, with the colours of the greedy algorithm in natural order, or longest rows first where
/// these are fewer, and ours.
TEST(ColorOfRealMatrices, needs_about_as_many_as_greedy) {
  struct Known {
    std::string name;
    int greedy, ours;
  };
  Exec const exec;
  int compared = 0;
  for (Known const& known :
       {Known{"bcsstk16", 26, 28}, Known{"1138_bus", 5, 5}, Known{"gr_900_900_crg", 4, 4},
        Known{"ginkgo_lap3d_40", 2, 2}, Known{"zenios", 19, 19}, Known{"cxsparse_mhd1280b", 20, 20},
        Known{"west0479", 6, 5}, Known{"bayer10", 6, 6}, Known{"cxsparse_qc324", 82, 81}, Known{"finan512", 6, 6},
        Known{"luxembourg_osm", 4, 4}, Known{"fe_body", 8, 7}, Known{"bcsstk33", 33, 31}, Known{"wing", 5, 5},
        Known{"delaunay_n13", 6, 6}, Known{"web-Stanford", 63, 61}, Known{"soc-Slashdot0902", 40, 40},
        Known{"rajat19", 6, 6}}) {  // longest rows first: 5
    auto const file = data_file("matrices/" + known.name + ".mtx.gz");
    if (!file) continue;
    auto const coo = read_matrix_market<Pattern, int, int>(*file, {.into_pattern = ReadIntoPattern::drop});
    auto const host = convert<Format::csr>(Kokkos::DefaultHostExecutionSpace(), coo);
    auto const C = color(exec, copy_to<Space>(host));
    EXPECT_EQ(C.num_colors, known.ours) << known.name;
    EXPECT_LE(10 * C.num_colors, 11 * known.greedy) << known.name;
    expect_coloring(simple_adjacency(to_host(host)), C, known.name);
    ++compared;
  }
  if (compared == 0) GTEST_SKIP() << no_data("matrices/bcsstk16.mtx.gz");
}

TEST(ColorRefusals, name_what_is_wrong) {
  Exec const exec;
  auto const A = to_csr<Space>(from_rows<double, int, int>({{0}, {1}}, 3));
  EXPECT_EQ(refusal([&] { color(exec, A); }),
            "Araios::color: the matrix must be square, since rows and columns have one colour (2 x 3)");
  auto const B = to_csr<Space>(from_rows<double, int, int>({{0}, {1}}, 2));
  EXPECT_EQ(refusal([&] { color(exec, B, {.distance = 3}); }), "Araios::color: distance is 3; it must be in [1, 2]");
  EXPECT_EQ(refusal([&] { color(exec, B, {.recolorings = -1}); }),
            "Araios::color: recolorings is -1; it must be in [0, 100]");
  EXPECT_EQ(refusal([&] { color(exec, B, {.order = static_cast<ColorOrder>(2)}); }),
            "Araios::color: ColorOrder has no enumerator 2");
}

/// A GPU waits for the symmetry, which this matrix lacks; a cluster (CUDA from architecture 9.0 on) waits again for the
/// colours, a GPU other than CUDA for a batch of rounds in each of two colourings.
contract::Operations const operations{contract::returns(
    "color", [](contract::Data& d) { return color(d.exec, d.structured, {.order = ColorOrder::by_hash}, d.workspace); },
    {.fences = Impl::is_cuda_v<Exec>    ? 2
               : Araios::is_gpu_v<Exec> ? 3
                                        : 0})};

}  // namespace color_color_test
