// SPDX-License-Identifier: Apache-2.0
//
// Triangular solves with real matrices: the levels that another program counted, the residual of each row, and
// CXSparse.

#include <Araios/convert.hpp>
#include <Araios/io/matrix_market.hpp>
#include <Araios/triangular.hpp>
#include <gtest/gtest.h>

#ifdef ARAIOS_HAVE_CXSPARSE
#include <cs.h>
#endif

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "support/data_dir.hpp"
#include "support/matrices.hpp"
#include "support/scale.hpp"

namespace triangular_real_matrices_test {

using namespace Araios;
using namespace Araios::test;
using Exec = Kokkos::DefaultExecutionSpace;
using Space = Exec::memory_space;
using Host = HostCsr<double, int, int>;

/// A matrix by its name; nothing when the file is not there. Complex ones without their values.
std::optional<Host> read(std::string const& name) {
  auto const file = data_file("matrices/" + name + ".mtx.gz");
  if (!file) return std::nullopt;
  Kokkos::DefaultHostExecutionSpace const host;
  if (read_matrix_market_header(*file).field != MatrixMarketField::complex)
    return to_host(convert<Format::csr>(host, read_matrix_market<double, int, int>(*file)));
  auto const A = to_host(convert<Format::csr>(host, read_matrix_market<Kokkos::complex<double>, int, int>(*file)));
  return Host{A.num_rows, A.num_cols, A.row_map, A.entries, std::vector<double>(A.entries.size(), 1)};
}

/// The pattern of A + A^T + I, with values that dominate on the diagonal.
Host laplacian_of(Host const& A) {
  std::vector<std::set<std::int64_t>> neighbours(A.num_rows);
  for (std::int64_t i = 0; i < A.num_rows; ++i) {
    neighbours[i].insert(i);
    for (int p = A.row_map[i]; p < A.row_map[i + 1]; ++p) {
      neighbours[i].insert(A.entries[p]);
      neighbours[A.entries[p]].insert(i);
    }
  }
  std::vector<std::vector<std::int64_t>> rows;
  for (auto const& row : neighbours) rows.emplace_back(row.begin(), row.end());
  auto L = from_rows<double, int, int>(rows, A.num_cols);
  for (std::int64_t i = 0; i < L.num_rows; ++i)
    for (int p = L.row_map[i]; p < L.row_map[i + 1]; ++p)
      L.values[p] = L.entries[p] == i ? double(L.row_map[i + 1] - L.row_map[i]) : -1;
  return L;
}

std::vector<double> ramp(std::int64_t n) {
  std::vector<double> b;
  for (std::int64_t i = 0; i < n; ++i) b.push_back(1 + double(i % 7) / 3);
  return b;
}

/// |b - T x| in each row, of which rounding explains a number of u |T| |x| that is about the terms of the row.
void expect_small_residual(Host const& A, bool upper, std::vector<double> const& b, std::vector<double> const& x,
                           std::string const& name) {
  constexpr double u = std::numeric_limits<double>::epsilon() / 2;
  for (std::int64_t i = 0; i < A.num_rows; ++i) {
    long double left = b[i], scale = 0;
    int terms = 0;
    for (int p = A.row_map[i]; p < A.row_map[i + 1]; ++p) {
      std::int64_t const j = A.entries[p];
      if (upper ? j < i : j > i) continue;
      left -= static_cast<long double>(A.values[p]) * x[j];
      scale += std::abs(static_cast<long double>(A.values[p]) * x[j]);
      ++terms;
    }
    ASSERT_LE(std::abs(left), (terms + 3) * u * scale) << name << ", row " << i << ", upper " << upper;
  }
}

#ifdef ARAIOS_HAVE_CXSPARSE
/// x := the solution by CXSparse, which takes the transpose of a triangle by rows as a triangle by columns.
std::vector<double> solve_by_cxsparse(Host const& A, bool upper, std::vector<double> x) {
  std::vector<int> row_map{0}, entries;
  std::vector<double> values;
  for (std::int64_t i = 0; i < A.num_rows; ++i) {
    for (int p = A.row_map[i]; p < A.row_map[i + 1]; ++p)
      if (upper ? A.entries[p] >= i : A.entries[p] <= i) {
        entries.push_back(A.entries[p]);
        values.push_back(A.values[p]);
      }
    row_map.push_back(static_cast<int>(entries.size()));
  }
  cs_di triangle{};
  triangle.nzmax = static_cast<int>(entries.size());
  triangle.m = triangle.n = static_cast<int>(A.num_rows);
  triangle.p = row_map.data();
  triangle.i = entries.data();
  triangle.x = values.data();
  triangle.nz = -1;
  // The columns of the transpose: utsolve solves with its transpose, the lower triangle by rows.
  EXPECT_TRUE(upper ? cs_di_ltsolve(&triangle, x.data()) : cs_di_utsolve(&triangle, x.data()));
  return x;
}
#endif

/// levels: of the lower triangle.
struct Known {
  std::string name;
  std::int64_t levels;
  bool is_graph;        // the matrix is the Laplacian of the graph plus I
  bool has_a_diagonal;  // without a zero
};

void expect_known(Known const& known, Host const& A) {
  Exec const exec;
  auto const matrix = to_csr<Space>(A);
  auto const b = ramp(A.num_rows);
  auto const bs = to_view<Space>(b), x = to_view<Space>(b);
  auto const diagonal = known.has_a_diagonal ? Diagonal::stored : Diagonal::unit;
  for (auto const triangle : {Triangle::lower, Triangle::upper}) {
    bool const upper = triangle == Triangle::upper;
    std::vector<double> serial;
    for (auto const method : {TriangularMethod::serial, TriangularMethod::automatic, TriangularMethod::one_block,
                              TriangularMethod::levels, TriangularMethod::sync_free}) {
      TriangularPlan const plan(exec, matrix, {.triangle = triangle, .diagonal = diagonal, .method = method});
      EXPECT_TRUE(upper || plan.levels() == known.levels) << known.name << ": " << plan.levels();
      triangular_solve(exec, plan, bs, x);
      if (serial.empty()) serial = to_vector(x);
      EXPECT_TRUE(same_bits(to_vector(x), serial)) << known.name << ": " << plan.reason();
    }
    if (!known.has_a_diagonal || !std::isfinite(serial[upper ? 0 : serial.size() - 1])) continue;
    expect_small_residual(A, upper, b, serial, known.name);
#ifdef ARAIOS_HAVE_CXSPARSE
    expect_small_residual(A, upper, b, solve_by_cxsparse(A, upper, b), known.name + " by CXSparse");
    if (!known.is_graph) continue;  // which is well conditioned
    auto const other = solve_by_cxsparse(A, upper, b);
    for (std::size_t i = 0; i < serial.size(); ++i)
      ASSERT_NEAR(serial[i], other[i], 1e-12 * std::abs(other[i])) << known.name << ", row " << i;
#endif
  }
}

TEST(TriangularRealMatrices, have_the_known_levels_and_small_residuals) {
  int compared = 0;
  for (auto const& known :
       {Known{"bcsstk16", 690, false, true}, Known{"1138_bus", 21, false, true},
        Known{"gr_900_900_crg", 88, false, true}, Known{"ginkgo_lap3d_40", 118, false, true},
        Known{"zenios", 96, false, false}, Known{"cxsparse_mhd1280b", 474, false, false},
        Known{"west0479", 16, false, false}, Known{"rajat19", 20, false, false}, Known{"bayer10", 8, false, false},
        Known{"cxsparse_qc324", 84, false, false}, Known{"finan512", 516, true, true},
        Known{"luxembourg_osm", 427, true, true}, Known{"fe_body", 1504, true, true},
        Known{"bcsstk33", 1058, true, true}, Known{"wing", 13, true, true}, Known{"delaunay_n13", 490, true, true},
        Known{"soc-Slashdot0902", 285, true, true}}) {
    auto A = read(known.name);
    if (!A || (test_scale() < 1 && A->entries.size() > 100'000)) continue;
    expect_known(known, known.is_graph ? laplacian_of(*A) : *A);
    ++compared;
  }
  if (compared == 0) GTEST_SKIP() << no_data("matrices/bcsstk16.mtx.gz");
}

}  // namespace triangular_real_matrices_test
