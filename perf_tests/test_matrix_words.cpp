// SPDX-License-Identifier: Apache-2.0
// Words for matrices that are generated: their forms, what they make, and their values for solvers; and the order of the suite
// of transposition.
#include "harness/matrix_source.hpp"
#include "harness/suite.hpp"
#include "harness/weighted_matrix.hpp"

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <string>
#include <vector>

#include "support/refusals.hpp"

namespace {

using namespace Araios::Perf;
using Araios::test::refusal;
int failures = 0;

void expect(bool condition, std::string const& what) {
  if (condition) return;
  std::printf("%s\n", what.c_str());
  ++failures;
}

void test_forms() {
  auto const parsed = parse_generated("rmat_by_degree:18:4000000");
  expect(parsed.kind == "rmat_by_degree" && parsed.numbers == std::vector<std::int64_t>{18, 4000000}, "rmat_by_degree");
  expect(parse_generated("rmat:18:4000000").kind == "rmat", "rmat");
  expect(parse_generated("web_crawl:10:20").kind == "web_crawl", "web_crawl");
  expect(parse_generated("citations:10:20").kind == "citations", "citations");
  for (std::string const kind : {"web_crawl:N:NNZ", "citations:N:NNZ", "rmat_by_degree:SCALE:DRAWS"}) {
    std::string const name = kind.substr(0, kind.find(':'));
    for (std::string const rest : {":", ":10", ":10:", ":10:x", ":10:20:30", ":-1:20", ":10x20"})
      expect(refusal([&] { parse_generated(name + rest); }) == "'" + name + rest + "' is not of the form " + kind,
             name + rest + " is accepted, or refused with another message");
    expect(parse_generated(name).kind.empty(), name + " without numbers is the name of a file");
  }
}

Structure made(std::string const& word) {
  auto const A = load_structure({word, ""});
  for (int i = 0; i < A.num_rows(); ++i)
    for (int p = A.row_map(i) + 1; p < A.row_map(i + 1); ++p)
      expect(A.entries(p - 1) < A.entries(p), word + ": a row is not sorted or has a column twice");
  return A;
}

std::vector<int> degrees(Structure const& A) {
  std::vector<int> degree(static_cast<std::size_t>(A.num_rows()));
  for (int i = 0; i < A.num_rows(); ++i)
    for (int p = A.row_map(i); p < A.row_map(i + 1); ++p) {
      ++degree[static_cast<std::size_t>(i)];
      ++degree[static_cast<std::size_t>(A.entries(p))];
    }
  return degree;
}

/// Paths of two edges: as many under any numbering of the vertices.
std::int64_t paths(Structure const& A) {
  std::int64_t sum = 0;
  for (int p = 0; p < A.nnz(); ++p) sum += A.row_map(A.entries(p) + 1) - A.row_map(A.entries(p));
  return sum;
}

void test_matrices() {
  auto const crawl = made("web_crawl:5000:50000");
  expect(crawl.num_rows() == 5000 && crawl.num_cols() == 5000, "web_crawl: another shape");
  expect(std::abs(crawl.nnz() - 50000) < 5000, "web_crawl: " + std::to_string(crawl.nnz()) + " entries");
  auto const papers = made("citations:5000:50000");
  expect(papers.num_rows() == 5000 && std::abs(papers.nnz() - 50000) < 5000, "citations: another size");
  for (int i = 0; i < papers.num_rows(); ++i)
    expect(papers.row_map(i) == papers.row_map(i + 1) || papers.entries(papers.row_map(i + 1) - 1) < i,
           "citations: an entry is not below the diagonal");

  auto const drawn = made("rmat:10:10000"), sorted = made("rmat_by_degree:10:10000");
  expect(drawn.nnz() == sorted.nnz() && paths(drawn) == paths(sorted), "rmat_by_degree is another graph than rmat");
  auto degree = degrees(sorted), expected = degrees(drawn);
  std::sort(expected.begin(), expected.end(), std::greater<>());
  expect(degree == expected, "rmat_by_degree: degrees do not decrease, or are not those of rmat");
  expect(refusal([] { load_structure({"rmat_by_degree:31:10", ""}); }) == "rmat_by_degree: scale 31 is above 30",
         "rmat_by_degree:31:10 is accepted, or refused with another message");
}

/// Rows of road as long as the graph has vertices for, and windows of copurchase that are no longer than its rows.
void test_small_graphs() {
  expect(made("road:10:20:80:9").num_rows() == 10, "road:10:20:80:9 has another size");
  auto const bought = made("copurchase:30:90:3:30");
  for (int p = 0; p < bought.nnz(); ++p)
    expect(bought.entries(p) >= 0 && bought.entries(p) < 30, "copurchase: a column is not in the matrix");
  expect(refusal([] { load_structure({"copurchase:10:30:3:100", ""}); }) ==
             "copurchase: a window of 100 for rows of up to 3 of 10",
         "copurchase:10:30:3:100 is accepted, or refused with another message");
}

double value_at(DoubleMatrix const& A, int i, int j) {
  for (int p = A.row_map(i); p < A.row_map(i + 1); ++p)
    if (A.entries(p) == j) return A.values(p);
  return 0;
}

void test_values() {
  MatrixSource const grid{"stencil5:3", ""};
  auto const stencil = load_weighted(grid, load_structure(grid), 0.5);
  expect(!stencil.is_laplacian && stencil.A.num_rows() == 9 && stencil.A.nnz() == 33, "stencil5:3 has another size");
  expect(value_at(stencil.A, 0, 0) == 4 && value_at(stencil.A, 4, 1) == -1, "stencil5:3 has other values");

  MatrixSource const graph{"citations:50:200", ""};
  auto const weighted = load_weighted(graph, load_structure(graph), 0.5);
  auto const& L = weighted.A;
  expect(weighted.is_laplacian && !weighted.is_negated, "citations are no Laplacian");
  DoubleVector const ones("ones", 50), half("half", 50);
  Kokkos::deep_copy(ones, 1);
  Kokkos::deep_copy(half, 0.5);
  expect(residual_of(L, half, ones).norm == 0, "L + I / 2 does not multiply 1 with 1 / 2");
  for (int i = 0; i < 50; ++i)
    for (int j = 0; j < 50; ++j) expect(value_at(L, i, j) == value_at(L, j, i), "a Laplacian is not symmetric");
  auto const wide = [] { load_weighted({"uniform:2x3:4", ""}, load_structure({"uniform:2x3:4", ""}), 1); };
  expect(refusal(wide) == "uniform:2x3:4 is 2 x 3; only square matrices can be solved", "2 x 3 is accepted");

  DoubleVector const x("x", 9), b("b", 9);
  Kokkos::deep_copy(b, 2);
  auto const all = residual_of(stencil.A, b, x);
  expect(all.norm == 6 && all.of_b == 6 && all.scale == 6, "the residual of x = 0 is not b");
}

void test_suite() {
  for (bool const smoke : {false, true}) {
    auto const suite = transposition_suite("data", smoke);
    expect(suite.size() == 20, "the suite of transposition has " + std::to_string(suite.size()) + " matrices");
    for (std::size_t k = 0; k < suite.size(); ++k)
      expect(added_to_transposition(suite[k].name()) == (k >= 16),
             suite[k].name() + " is in the other part of the suite");
    for (auto const& source : product_suite("data", smoke))
      expect(!added_to_transposition(source.name()), source.name() + " is in the suite of products");
    for (auto const& source : multiply_suite("data", smoke))
      expect(!added_to_transposition(source.name()), source.name() + " is in the suite of SpGEMM");
  }
}

}  // namespace

int main() {
  Kokkos::initialize();
  {
    test_forms();
    test_matrices();
    test_small_graphs();
    test_values();
    test_suite();
  }
  Kokkos::finalize();
  return failures == 0 ? 0 : 1;
}
