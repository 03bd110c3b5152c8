// SPDX-License-Identifier: Apache-2.0

#include <Araios/generate/stencil.hpp>
#include <gtest/gtest.h>

#include <cstdlib>
#include <vector>

#include "support/contract.hpp"
#include "support/matrices.hpp"
#include "support/refusals.hpp"
#include "support/types.hpp"

namespace generate_stencil_test {

using namespace Araios;
using namespace Araios::test;

/// Every pair of points, looked at one after the other.
std::vector<std::vector<std::int64_t>> coupled(StencilOptions const& grid) {
  std::int64_t const points = grid.nx * grid.ny * grid.nz;
  std::vector<std::vector<std::int64_t>> rows(points);
  for (std::int64_t i = 0; i < points; ++i)
    for (std::int64_t j = 0; j < points; ++j) {
      std::int64_t const dx = std::abs(i % grid.nx - j % grid.nx);
      std::int64_t const dy = std::abs(i / grid.nx % grid.ny - j / grid.nx % grid.ny);
      std::int64_t const dz = std::abs(i / grid.nx / grid.ny - j / grid.nx / grid.ny);
      bool const near = dx <= 1 && dy <= 1 && dz <= 1;
      if (near && (grid.shape == StencilShape::box || dx + dy + dz <= 1)) rows[i].push_back(j);
    }
  return rows;
}

template <class C>
struct Stencil : testing::Test {};
TYPED_TEST_SUITE(Stencil, AllCases, CaseName);

TYPED_TEST(Stencil, couples_neighbours) {
  using Scalar = typename TypeParam::Scalar;
  using Ordinal = typename TypeParam::Ordinal;
  using Offset = typename TypeParam::Offset;
  for (auto const shape : {StencilShape::star, StencilShape::box})
    for (std::int64_t const nx : {1, 2, 5})
      for (std::int64_t const ny : {1, 2, 4})
        for (std::int64_t const nz : {1, 2, 3}) {
          StencilOptions const options{shape, nx, ny, nz};
          auto const A = to_host(stencil_matrix<Scalar, Ordinal, Offset>(typename TypeParam::Exec(), options));
          auto const expected = from_rows<Scalar, Ordinal, Offset>(coupled(options), nx * ny * nz);
          ASSERT_EQ(A.row_map, expected.row_map) << nx << " x " << ny << " x " << nz;
          ASSERT_EQ(A.entries, expected.entries) << nx << " x " << ny << " x " << nz;
          ASSERT_EQ(A.num_cols, expected.num_cols);
        }
}

using Exec = Kokkos::DefaultExecutionSpace;

struct Named {
  char const* name;
  StencilOptions options;
  int points;  // of the stencil
  std::int64_t nnz;
};

TEST(StencilMatrix, has_the_usual_ones) {
  for (auto const& [name, options, points, nnz] :
       {Named{"5-point", {StencilShape::star, 30, 20}, 5, 5 * 600 - 2 * 50},
        Named{"9-point", {StencilShape::box, 30, 20}, 9, (3 * 30 - 2) * (3 * 20 - 2)},
        Named{"7-point", {StencilShape::star, 12, 11, 10}, 7, 7 * 1320 - 2 * (132 + 120 + 110)},
        Named{"27-point", {StencilShape::box, 12, 11, 10}, 27, 34 * 31 * 28}}) {
    auto const A = to_host(stencil_matrix(Exec(), options));
    EXPECT_EQ(A.row_map.back(), nnz) << name;
    int inside = 0;
    for (std::int64_t i = 0; i < A.num_rows; ++i) {
      double sum = 0;
      for (int p = A.row_map[i]; p < A.row_map[i + 1]; ++p) {
        ASSERT_EQ(A.values[p], A.entries[p] == i ? points - 1 : -1) << name << ", row " << i;
        sum += A.values[p];
      }
      ASSERT_EQ(sum, points - (A.row_map[i + 1] - A.row_map[i])) << name << ", row " << i;
      inside += sum == 0;
    }
    EXPECT_EQ(inside, (options.nx - 2) * (options.ny - 2) * (options.nz > 1 ? options.nz - 2 : 1)) << name;
  }
}

// A Kronecker product by its definition: block (i, j) is entry (i, j) of the scalar matrix times a small matrix.
TEST(StencilMatrix, has_a_block_for_each_entry_when_points_have_components) {
  for (auto const shape : {StencilShape::star, StencilShape::box})
    for (std::int64_t const c : {2, 3}) {
      StencilOptions options{shape, 4, 3, 2};
      auto const S = to_host(stencil_matrix(Exec(), options));
      options.components = c;
      auto const A = to_host(stencil_matrix(Exec(), options));
      ASSERT_EQ(A.num_rows, c * S.num_rows);
      ASSERT_EQ(A.num_cols, c * S.num_cols);
      ASSERT_EQ(A.row_map.size(), c * S.num_rows + 1u);
      std::size_t p = 0;
      for (std::int64_t row = 0; row < A.num_rows; ++row) {
        ASSERT_EQ(A.row_map[row], static_cast<int>(p)) << "row " << row;
        for (int q = S.row_map[row / c]; q < S.row_map[row / c + 1]; ++q)
          for (std::int64_t other = 0; other < c; ++other, ++p) {
            ASSERT_LT(p, A.entries.size());
            ASSERT_EQ(A.entries[p], S.entries[q] * c + other) << "row " << row;
            ASSERT_EQ(A.values[p], S.values[q] * (other == row % c ? static_cast<double>(c) : 1.0)) << "row " << row;
          }
      }
      ASSERT_EQ(p, A.entries.size());
      ASSERT_EQ(A.row_map.back(), static_cast<int>(p));
    }
}

TEST(StencilMatrix, refuses_what_cannot_be) {
  EXPECT_EQ(refusal([] { stencil_matrix(Exec(), {.nx = 3, .components = 0}); }),
            "Araios::stencil_matrix: 0 components");
  EXPECT_EQ(refusal([] { stencil_matrix(Exec(), {.nx = 40000, .ny = 40000, .components = 2}); }),
            "Araios::stencil_matrix: points * components: 3200000000 does not fit a 32-bit signed integer");
  EXPECT_EQ(refusal([] { stencil_matrix(Exec(), {.nx = 0, .ny = 3}); }),
            "Araios::stencil_matrix: empty grid 0 x 3 x 1");
  EXPECT_EQ(refusal([] { stencil_matrix(Exec(), {.nx = 50000, .ny = 50000}); }),
            "Araios::stencil_matrix: points of the grid: 2500000000 does not fit a 32-bit signed integer");
  EXPECT_EQ(refusal([] { stencil_matrix(Exec(), {.shape = StencilShape::box, .nx = 20000, .ny = 20000}); }),
            "Araios::stencil_matrix: 3599760004 entries, and the Offset of the result counts up to 2147483647; name a "
            "wider Offset, as std::int64_t");
  EXPECT_NE(refusal([] { stencil_matrix<unsigned>(Exec(), {.nx = 3}); }), "");
  EXPECT_NE(refusal([] {
              stencil_matrix<signed char>(Exec(),
                                          {.shape = StencilShape::box, .nx = 3, .ny = 3, .nz = 3, .components = 5});
            }),
            "");
  EXPECT_EQ(stencil_matrix<signed char>(Exec(), {.shape = StencilShape::box, .nx = 3, .ny = 3, .nz = 3}).nnz(), 343);
}

contract::Operations const operations{
    contract::returns("stencil_matrix", [](contract::Data& d) { return stencil_matrix(d.exec, {.nx = 20, .ny = 20}); },
                      {.no_operand = "it takes no matrix"})};

}  // namespace generate_stencil_test
