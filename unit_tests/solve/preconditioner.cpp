// SPDX-License-Identifier: Apache-2.0

#include <Araios/generate.hpp>
#include <Araios/preconditioner.hpp>
#include <Araios/spmv.hpp>
#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <limits>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "support/contract.hpp"
#include "support/matrices.hpp"
#include "support/refusals.hpp"

namespace solve_preconditioner_test {

using namespace Araios;
using namespace Araios::test;

using Exec = Kokkos::DefaultExecutionSpace;
using Space = Exec::memory_space;
using Doubles = Kokkos::View<double*, Space>;
using Csr = CsrMatrix<double, int, int, Space>;

/// n rows of up to 12 entries with a dominant diagonal, whose entry is split in two where `repeats`.
HostCsr<double, int, int> random_matrix(int n, bool repeats) {
  std::mt19937 random(7);
  HostCsr<double, int, int> A;
  A.num_rows = A.num_cols = n;
  A.row_map = {0};
  for (int i = 0; i < n; ++i) {
    for (int k = 0; k < 10; ++k) {
      int const j = (i + static_cast<int>(random() % 9)) % n;
      if (j == i) continue;
      A.entries.push_back(j);
      A.values.push_back(static_cast<double>(random() % 1000) / 1000 - 0.5);
    }
    for (int part = 0; part < (repeats ? 2 : 1); ++part) {
      A.entries.push_back(i);
      A.values.push_back(repeats ? 4 + i % 3 : 8 + 2 * (i % 3));
    }
    A.row_map.push_back(static_cast<int>(A.entries.size()));
  }
  return A;
}

TEST(Jacobi, adds_what_is_repeated) {
  Exec const exec;
  for (bool const repeats : {false, true}) {
    auto const A = to_csr<Space>(random_matrix(100, repeats));
    JacobiPreconditioner const M(exec, A);
    Doubles const z("z", 100);
    M.apply(exec, to_view<Space>(std::vector<double>(100, 24.0)), z);
    auto const values = to_vector(z);
    for (int i = 0; i < 100; ++i) EXPECT_EQ(values[static_cast<std::size_t>(i)], 24.0 * (1.0 / (8 + 2 * (i % 3)))) << i;
  }
}

TEST(Jacobi, of_integers_is_that_of_the_same_numbers) {
  Exec const exec;
  auto host = from_rows<int, int, int>({{0, 1}, {1}}, 2);
  host.values = {4, 1, 8};
  auto const A = to_csr<Space>(host);
  Doubles const z("z", 2);
  auto const r = to_view<Space>(std::vector<double>{8, 4});
  JacobiPreconditioner(exec, A).apply(exec, r, z);
  EXPECT_EQ(to_vector(z), (std::vector<double>{2, 0.5}));
  BlockJacobiPreconditioner(exec, A, {.block_size = 2}).apply(exec, r, z);
  EXPECT_EQ(to_vector(z), (std::vector<double>{1.875, 0.5}));
  ChebyshevPreconditioner(exec, A).apply(exec, r, z);
  for (double const element : to_vector(z)) EXPECT_TRUE(element > 0.1 && element < 4) << element;
}

TEST(Jacobi, names_the_first_row_without_a_diagonal) {
  Exec const exec;
  auto A = random_matrix(100, false);
  for (auto const row : {70, 41})
    A.values[static_cast<std::size_t>(A.row_map[static_cast<std::size_t>(row) + 1] - 1)] = 0;
  EXPECT_EQ(refusal([&] { JacobiPreconditioner(exec, to_csr<Space>(A)); }),
            "Araios::JacobiPreconditioner: the diagonal entry is missing, 0, or too small to invert, in row 41");
  for (double& a : A.values) a *= 1e-310;
  EXPECT_EQ(refusal([&] { JacobiPreconditioner(exec, to_csr<Space>(A)); }),
            "Araios::JacobiPreconditioner: the diagonal entry is missing, 0, or too small to invert, in row 0");
  EXPECT_EQ(refusal([&] { BlockJacobiPreconditioner(exec, to_csr<Space>(A), {.block_size = 2}); }),
            "Araios::BlockJacobiPreconditioner: the block on the diagonal is singular at row 0");
  for (double& a : A.values) a = 1;
  A.entries[static_cast<std::size_t>(A.row_map[12]) - 1] = 0;  // the diagonal of row 11 is elsewhere
  EXPECT_EQ(refusal([&] { JacobiPreconditioner(exec, to_csr<Space>(A)); }),
            "Araios::JacobiPreconditioner: the diagonal entry is missing, 0, or too small to invert, in row 11");
  EXPECT_EQ(refusal([&] { ChebyshevPreconditioner(exec, to_csr<Space>(A)); }),
            "Araios::JacobiPreconditioner: the diagonal entry is missing, 0, or too small to invert, in row 11");
}

// Each block times its inverse, summed slowly.
TEST(BlockJacobi, inverts_its_blocks) {
  Exec const exec;
  int const n = 103;
  auto const host = random_matrix(n, true);
  auto const A = to_csr<Space>(host);
  for (int const size : {1, 2, 5, 16, 64}) {
    BlockJacobiPreconditioner const M(exec, A, {.block_size = size});
    std::vector<double> r(n);
    for (int i = 0; i < n; ++i) r[static_cast<std::size_t>(i)] = 1 + i % 11;
    Doubles const z("z", n);
    M.apply(exec, to_view<Space>(r), z);
    auto const values = to_vector(z);
    for (int i = 0; i < n; ++i) {
      long double total = 0;
      for (int p = host.row_map[static_cast<std::size_t>(i)]; p < host.row_map[static_cast<std::size_t>(i) + 1]; ++p)
        if (int const j = host.entries[static_cast<std::size_t>(p)]; j / size == i / size)
          total +=
              static_cast<long double>(host.values[static_cast<std::size_t>(p)]) * values[static_cast<std::size_t>(j)];
      ASSERT_NEAR(static_cast<double>(total), r[static_cast<std::size_t>(i)], 1e-11)
          << "row " << i << ", block " << size;
    }
  }
}

TEST(BlockJacobi, copies_see_new_values) {
  Exec const exec;
  HostCsr<double, int, int> A{2, 2, {0, 1, 2}, {0, 1}, {2, 4}};
  BlockJacobiPreconditioner M(exec, to_csr<Space>(A));
  auto const copy = M;
  A.values = {4, 8};
  M.update(exec, to_csr<Space>(A));
  Doubles const z("z", 2);
  copy.apply(exec, to_view<Space>(std::vector<double>{1, 1}), z);
  EXPECT_EQ(to_vector(z), (std::vector<double>{0.25, 0.125}));
}

TEST(BlockJacobi, interchanges_rows_and_names_a_singular_block) {
  Exec const exec;
  // Blocks (0 1; 1 0) and (1 2; 2 4).
  HostCsr<double, int, int> A{4, 4, {0, 1, 2, 4, 6}, {1, 0, 2, 3, 2, 3}, {1, 1, 1, 2, 2, 4}};
  EXPECT_EQ(refusal([&] { BlockJacobiPreconditioner(exec, to_csr<Space>(A), {.block_size = 2}); }),
            "Araios::BlockJacobiPreconditioner: the block on the diagonal is singular at row 3");
  A.values[5] = 5;
  BlockJacobiPreconditioner const M(exec, to_csr<Space>(A), {.block_size = 2});
  Doubles const z("z", 4);
  M.apply(exec, to_view<Space>(std::vector<double>{3, 4, 1, 2}), z);
  EXPECT_EQ(to_vector(z), (std::vector<double>{4, 3, 1, 0}));
  EXPECT_EQ(refusal([&] { BlockJacobiPreconditioner(exec, to_csr<Space>(A), {.block_size = 65}); }),
            "Araios::BlockJacobiPreconditioner: block_size is 65; it must be in [1, 64]");
}

TEST(BlockJacobi, inverts_numbers_too_small_to_be_squared) {
  Exec const exec;
  BlockJacobiPreconditioner const M(exec, to_csr<Space>(HostCsr<double, int, int>{1, 1, {0, 1}, {0}, {0x1p-600}}));
  Doubles const z("z", 1);
  M.apply(exec, to_view<Space>(std::vector<double>{1}), z);
  EXPECT_EQ(to_vector(z), std::vector<double>{0x1p600});
}

/// After values without an inverse, rows 2 and 3 are NaN in copies, too; other values make them numbers again, and those
/// of a matrix of another order are refused.
template <class M>
void expect_updates(M& preconditioner, HostCsr<double, int, int> A, std::string const& function) {
  Exec const exec;
  auto const copy = preconditioner;
  auto const applied = [&] {
    Doubles const z("z", 4);
    copy.apply(exec, to_view<Space>(std::vector<double>(4, 1)), z);
    return to_vector(z);
  };
  auto const before = applied();
  auto faulty = A;
  for (std::size_t p = 2; p < 4; ++p) faulty.values[p] = 0;
  EXPECT_EQ(refusal([&] { preconditioner.update(exec, to_csr<Space>(faulty)); }).substr(0, function.size()), function);
  auto const after = applied();
  EXPECT_EQ(after[0], before[0]);
  EXPECT_TRUE(std::isnan(after[2]) && std::isnan(after[3])) << after[2];
  preconditioner.update(exec, to_csr<Space>(A));
  EXPECT_EQ(applied(), before);
  EXPECT_EQ(
      refusal([&] { preconditioner.update(exec, to_csr<Space>(HostCsr<double, int, int>{1, 1, {0, 1}, {0}, {2}})); }),
      function + ": A has 1 rows; the preconditioner was made of 4");
  auto const moved = std::move(preconditioner);
  Doubles const z("z", 4);
  preconditioner.apply(exec, to_view<Space>(std::vector<double>(4, 1)), z);  // NOLINT(bugprone-use-after-move)
  EXPECT_EQ(to_vector(z), before);
  EXPECT_EQ(moved.num_rows(), 4);
}
TEST(PreconditionerUpdate, that_fails_leaves_nan) {
  Exec const exec;
  HostCsr<double, int, int> const A{4, 4, {0, 1, 2, 3, 4}, {0, 1, 2, 3}, {2, 4, 8, 5}};
  JacobiPreconditioner jacobi(exec, to_csr<Space>(A));
  expect_updates(jacobi, A, "Araios::JacobiPreconditioner");
  BlockJacobiPreconditioner blocks(exec, to_csr<Space>(A), {.block_size = 2});
  expect_updates(blocks, A, "Araios::BlockJacobiPreconditioner");
}

// The polynomial against its recurrence on the eigenvector of a diagonal matrix, where D^-1 A is the identity, and the
// bound of a Laplacian.
TEST(Chebyshev, bounds_and_values) {
  Exec const exec;
  auto const A = stencil_matrix(exec, {.nx = 20, .ny = 20});
  ChebyshevPreconditioner const M(exec, A);
  EXPECT_EQ(M.largest(), 2);  // 4 on the diagonal, four neighbours of -1
  // Degree 1 on [2 / 30, 2]: q(t) = (4 theta - 2 t) / (2 theta^2 - delta^2); here on the vector of a point.
  ChebyshevPreconditioner const first(exec, A, {.degree = 1});
  std::vector<double> r(400);
  r[210] = 1;
  Doubles const z("z", 400);
  first.apply(exec, to_view<Space>(r), z);
  auto const values = to_vector(z);
  double const theta = (2 + 2.0 / 30) / 2, delta = (2 - 2.0 / 30) / 2, scale = 1 / (2 * theta * theta - delta * delta);
  EXPECT_NEAR(values[210], scale * (4 * theta - 2) / 4, 1e-14);
  for (int const neighbour : {209, 211, 190, 230})
    EXPECT_NEAR(values[static_cast<std::size_t>(neighbour)], scale * 2 / 16, 1e-14);
  // Wherever it is among the rows.
  for (std::size_t const bad : {std::size_t(1), std::size_t(900), std::size_t(A.nnz()) - 2}) {
    auto values = to_vector(A.values);
    values[bad] = std::numeric_limits<double>::quiet_NaN();
    CsrMatrix<double, int, int, Space> const with_nan(400, 400, A.row_map, A.entries, to_view<Space>(values));
    EXPECT_NE(refusal([&] { ChebyshevPreconditioner(exec, with_nan); }), "") << bad;
  }
  EXPECT_EQ(refusal([&] { ChebyshevPreconditioner(exec, A, {.degree = 0}); }),
            "Araios::ChebyshevPreconditioner: degree is 0; it must be in [1, 64]");
  EXPECT_EQ(refusal([&] { ChebyshevPreconditioner(exec, A, {.ratio = 1}); }),
            "Araios::ChebyshevPreconditioner: ratio is 1; it must be above 1");
  for (double const largest : {-1.0, std::numeric_limits<double>::infinity(), std::numeric_limits<double>::quiet_NaN()})
    EXPECT_NE(refusal([&] {
                ChebyshevPreconditioner(exec, A, {.largest = largest});
              }).find("it must be at least 0, and finite"),
              std::string::npos)
        << largest;
}

constexpr char const* own_numbers = "the preconditioner reads no array of A";
contract::Operations const operations{
    contract::writes(
        "jacobi", [](contract::Data& d) { return JacobiPreconditioner(d.exec, d.structured); },
        [](contract::Data& d, auto& M) { M.apply(d.exec, d.part(contract::Data::m), d.square_y); },
        {.no_operand = own_numbers}),
    contract::writes(
        "block_jacobi", [](contract::Data& d) { return BlockJacobiPreconditioner(d.exec, d.structured); },
        [](contract::Data& d, auto& M) { M.apply(d.exec, d.part(contract::Data::m), d.square_y); },
        {.no_operand = own_numbers}),
    contract::writes(
        "chebyshev", [](contract::Data& d) { return ChebyshevPreconditioner(d.exec, d.structured); },
        [](contract::Data& d, auto& M) { M.apply(d.exec, d.part(contract::Data::m), d.square_y); })};

}  // namespace solve_preconditioner_test
