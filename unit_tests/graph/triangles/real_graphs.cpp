// SPDX-License-Identifier: Apache-2.0
//
// Triangles of real graphs, which independent programs counted (INDEX.tsv), and of generated graphs of GraphChallenge
// (graphchallenge_oracle.tsv).

#include <Araios/convert.hpp>
#include <Araios/formats/copy.hpp>
#include <Araios/generate.hpp>
#include <Araios/io/matrix_market.hpp>
#include <Araios/multiply_masked.hpp>
#include <Araios/reduce.hpp>
#include <Araios/triangles.hpp>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <fstream>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

#include "support/data_dir.hpp"
#include "support/scale.hpp"

namespace graph_triangles_real_graphs_test {

using namespace Araios;
using namespace Araios::test;
using Exec = Kokkos::DefaultExecutionSpace;
using Space = Exec::memory_space;

/// The lines of a table, the first of which names the columns.
std::vector<std::vector<std::string>> read_table(std::filesystem::path const& file) {
  std::ifstream lines(file);
  std::vector<std::vector<std::string>> table;
  for (std::string line; std::getline(lines, line);) {
    auto& fields = table.emplace_back();
    std::stringstream all(line);
    for (std::string field; std::getline(all, field, '\t');) fields.push_back(field);
  }
  return table;
}

TEST(CountTrianglesOfRealGraphs, agree_with_the_index) {
  auto const index = data_file("matrices/INDEX.tsv");
  if (!index) GTEST_SKIP() << no_data("matrices/INDEX.tsv");
  Exec const exec;
  auto const table = read_table(*index);
  auto const column = [&](std::string const& name) {
    return static_cast<std::size_t>(std::find(table[0].begin(), table[0].end(), name) - table[0].begin());
  };
  int compared = 0;
  for (std::size_t i = 1; i < table.size(); ++i) {
    auto const& fields = table[i];
    auto const triangles = std::stoll(fields.at(column("triangles")));
    if (triangles < 0) continue;
    auto const coo = read_matrix_market<Pattern, int, std::int64_t>(index->parent_path() / fields[0],
                                                                    {.into_pattern = ReadIntoPattern::drop});
    if (test_scale() < 1 && coo.nnz() > 100'000) continue;
    auto const A = copy_to<Space>(convert<Format::csr>(Kokkos::DefaultHostExecutionSpace(), coo));
    auto const graph = orient(exec, A);
    EXPECT_EQ(graph.num_edges(), std::stoll(fields.at(column("undirected_edges")))) << fields[0];
    for (auto const method : {TriangleMethod::automatic, TriangleMethod::mixed, TriangleMethod::hash})
      EXPECT_EQ(count_triangles(exec, graph, {.method = method}), triangles)
          << fields[0] << ", method " << static_cast<int>(method);
    // Independent of the methods: neighbours that the vertices of an edge share, by a product under a mask.
    auto const& U = graph.upper;
    EXPECT_EQ((reduce<Plus, std::int64_t>(exec, multiply_masked<PlusTimes, std::int64_t>(exec, U, U, U))), triangles)
        << fields[0];
    ++compared;
  }
  EXPECT_GE(compared, test_scale() < 1 ? 25 : 40);
}

/// Rows of Table I of the radix binning paper: entries in both directions, pairs of all neighbours, triangles.
struct Gnutella {
  std::string name;
  std::int64_t entries, candidates, triangles;
};

TEST(CountTrianglesOfRealGraphs, agree_with_table_1_of_the_paper) {
  Exec const exec;
  for (Gnutella const& row : {Gnutella{"04", 79'988, 518'694, 934}, Gnutella{"05", 63'678, 439'066, 1'112},
                              Gnutella{"06", 63'050, 422'567, 1'142}, Gnutella{"08", 41'554, 346'033, 2'383},
                              Gnutella{"09", 52'026, 411'347, 2'354}, Gnutella{"25", 109'410, 533'121, 806},
                              Gnutella{"30", 176'656, 923'756, 1'590}, Gnutella{"31", 295'784, 1'568'174, 2'024}}) {
    auto const file = data_file("matrices/p2p-Gnutella" + row.name + ".mtx.gz");
    if (!file) GTEST_SKIP() << no_data("p2p-Gnutella" + row.name);
    auto const coo = read_matrix_market<Pattern, int, int>(*file, {.into_pattern = ReadIntoPattern::drop});
    auto const graph = orient(exec, copy_to<Space>(convert<Format::csr>(Kokkos::DefaultHostExecutionSpace(), coo)));
    EXPECT_EQ(2 * graph.num_edges(), row.entries) << row.name;
    EXPECT_EQ(count_candidates(exec, graph, {.all_pairs = true}), row.candidates) << row.name;
    for (bool const all_pairs : {false, true})
      EXPECT_EQ(count_triangles(exec, graph, {.method = TriangleMethod::radix_binning, .all_pairs = all_pairs}),
                row.triangles)
          << row.name;
  }
}

/// The sizes and the kind of `Theory-3-4-5-B1k.tsv.gz`.
StarProductOptions theory_of_name(std::string const& name) {
  StarProductOptions options;
  std::stringstream parts(name.substr(7, name.find('.') - 7));
  for (std::string part; std::getline(parts, part, '-');)
    if (part[0] == 'B')
      options.loop = part == "Bk" ? StarLoop::none : part == "B1k" ? StarLoop::hub : StarLoop::last_leaf;
    else
      options.sizes.push_back(std::stoll(part));
  return options;
}

/// Compares the graph of a line of the table with its numbers of vertices, edges and triangles.
template <class Offset>
void compare_generated(std::vector<std::string> const& fields) {
  Exec const exec;
  auto const vertices = std::stoll(fields.at(1));
  CsrMatrix<Pattern, int, Offset, Space> A;
  if (fields[0].starts_with("Theory-")) {
    A = star_product_matrix<Pattern, int, Offset>(exec, theory_of_name(fields[0]));
  } else {
    // A king's moves on a board of k x k.
    std::int64_t k = 1;
    while (k * k < vertices) k *= 2;
    A = stencil_matrix<Pattern, int, Offset>(exec, {.shape = StencilShape::box, .nx = k, .ny = k});
  }
  auto const graph = orient(exec, A);
  EXPECT_EQ(graph.num_vertices(), vertices) << fields[0];
  EXPECT_EQ(graph.num_edges(), std::stoll(fields.at(2))) << fields[0];
  EXPECT_EQ(count_triangles(exec, graph), std::stoll(fields.at(3))) << fields[0];
}

TEST(CountTrianglesOfGeneratedGraphs, agree_with_graphchallenge) {
  auto const file = data_file("oracles/graphchallenge_oracle.tsv");
  if (!file) GTEST_SKIP() << no_data("oracles/graphchallenge_oracle.tsv");
  bool const whole = Araios::is_gpu_v<Exec> && test_scale() == 1;
  int compared = 0;
  for (auto const& fields : read_table(*file)) {
    if (!fields[0].starts_with("Theory-") && !fields[0].starts_with("g-")) continue;
    auto const edges = std::stoll(fields.at(2));
    if (!whole && edges > 300'000) continue;
    if (edges > 150'000'000)
      compare_generated<std::int64_t>(fields);  // up to 2.1 G entries
    else
      compare_generated<int>(fields);
    ++compared;
  }
  EXPECT_GE(compared, whole ? 73 : 40);
}

/// 3.6 G entries, more than 2^31. Its number of triangles: (prod (3 m + 1) - 3 prod (m + 1) + 2) / 6 for stars of m leaves.
TEST(CountTrianglesOfGeneratedGraphs, of_more_than_2_31_entries) {
  if (!Araios::is_gpu_v<Exec>) GTEST_SKIP() << "100 GB and minutes of host threads: only where there is a GPU";
  if (test_scale() < 1) GTEST_SKIP() << "minutes under a sanitizer: not at small scale";
  Exec const exec;
  std::int64_t edges = 0, triangles = 0;
  {
    auto const A = star_product_matrix<Pattern, int, std::int64_t>(exec, {{3, 4, 5, 9, 16, 25, 81}, StarLoop::hub});
    ASSERT_EQ(A.nnz(), 3'612'089'942);
    try {
      auto const graph = orient(exec, A, {.is_simple = true});
      edges = graph.num_edges();
      release_instance_workspaces(exec);
      triangles = count_triangles(exec, graph);
    } catch (std::runtime_error const& no_memory) {
      GTEST_SKIP() << "this device has not the memory: " << no_memory.what();
    }
  }
  EXPECT_EQ(edges, 3'612'089'942 / 2);
  EXPECT_EQ(triangles, 8'798'274'507);
}

/// Transitivity, and the average of local coefficients over vertices with a neighbour, which an independent program computed.
struct KnownClustering {
  std::string graph;
  double transitivity, average;
};

void compare(KnownClustering const& known, CsrMatrix<Pattern, int, int, Space> const& A) {
  auto const found = clustering(Exec(), A);
  EXPECT_NEAR(found.transitivity, known.transitivity, 5e-7) << known.graph;
  EXPECT_NEAR(found.average_of_not_isolated, known.average, 5e-7) << known.graph;
}

TEST(Clustering, of_known_graphs) {
  Exec const exec;
  compare({"Theory-3-4-5-9-B1k", 0.022332, 0.176281},
          star_product_matrix<Pattern>(exec, {{3, 4, 5, 9}, StarLoop::hub}));
  compare({"Theory-25-81-B1k", 0.002554, 0.003209}, star_product_matrix<Pattern>(exec, {{25, 81}, StarLoop::hub}));
  for (KnownClustering const& known :
       {KnownClustering{"karate", 0.255682, 0.570638}, KnownClustering{"ca-GrQc", 0.629842, 0.529737},
        KnownClustering{"as20000102", 0.009591, 0.252222}, KnownClustering{"p2p-Gnutella04", 0.005402, 0.006218},
        KnownClustering{"p2p-Gnutella08", 0.020660, 0.010868}, KnownClustering{"p2p-Gnutella31", 0.003872, 0.005464}}) {
    auto const file = data_file("matrices/" + known.graph + ".mtx.gz");
    if (!file) GTEST_SKIP() << no_data(known.graph);
    auto const coo = read_matrix_market<Pattern, int, int>(*file, {.into_pattern = ReadIntoPattern::drop});
    compare(known, copy_to<Space>(convert<Format::csr>(Kokkos::DefaultHostExecutionSpace(), coo)));
  }
}

}  // namespace graph_triangles_real_graphs_test
