// SPDX-License-Identifier: Apache-2.0

#include <Araios/formats/validate/compressed.hpp>
#include <Araios/generate/rmat.hpp>
#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "support/contract.hpp"
#include "support/fingerprint.hpp"
#include "support/matrices.hpp"
#include "support/refusals.hpp"
#include "support/types.hpp"

namespace generate_rmat_test {

using namespace Araios;
using namespace Araios::test;

template <class C>
struct Rmat : testing::Test {};
TYPED_TEST_SUITE(Rmat, AllCases, CaseName);

// Recorded once: who changes the generator changes every matrix that measurements were made with.
TYPED_TEST(Rmat, has_the_same_places_in_every_space_and_for_every_type) {
  typename TypeParam::Exec const exec;
  auto const A = rmat_matrix<typename TypeParam::Scalar, typename TypeParam::Ordinal, typename TypeParam::Offset>(
      exec, {.scale = 11, .draws = 20000, .seed = 42});
  EXPECT_EQ(A.num_rows(), 2048);
  EXPECT_EQ(A.num_cols(), 2048);
  EXPECT_EQ(A.nnz(), 20000);
  EXPECT_NO_THROW(validate(exec, A));
  EXPECT_EQ(fingerprint(to_vector(A.col_indices), fingerprint(to_vector(A.row_indices))), 11529308319069449237u);
}

using Exec = Kokkos::DefaultExecutionSpace;

TEST(RmatMatrix, a_certain_quadrant_is_always_chosen) {
  auto const corner = [](double a, double b, double c, int row, int col) {
    auto const A = rmat_matrix(Exec(), {.scale = 9, .draws = 100, .a = a, .b = b, .c = c});
    EXPECT_EQ(to_vector(A.row_indices), std::vector<int>(100, row));
    EXPECT_EQ(to_vector(A.col_indices), std::vector<int>(100, col));
  };
  corner(1, 0, 0, 0, 0);
  corner(0, 1, 0, 0, 511);
  corner(0, 0, 1, 511, 0);
  corner(0, 0, 0, 511, 511);
}

TEST(RmatMatrix, quadrants_have_their_probabilities_on_every_level) {
  int const draws = 100000;
  double const probability[] = {0.45, 0.25, 0.2, 0.1};
  auto const A = rmat_matrix(Exec(), {.scale = 6, .draws = draws, .a = 0.45, .b = 0.25, .c = 0.2});
  auto const rows = to_vector(A.row_indices);
  auto const cols = to_vector(A.col_indices);
  for (int level = 0; level < 6; ++level) {
    int count[4] = {};
    for (int i = 0; i < draws; ++i) ++count[2 * ((rows[i] >> level) & 1) + ((cols[i] >> level) & 1)];
    for (int q = 0; q < 4; ++q)
      EXPECT_NEAR(count[q], draws * probability[q], 6 * std::sqrt(draws * probability[q] * (1 - probability[q])))
          << "level " << level << ", quadrant " << q;
  }
}

TEST(RmatMatrix, the_least_ones) {
  EXPECT_EQ(rmat_matrix(Exec(), {.scale = 5, .draws = 0}).nnz(), 0);
  auto const A = rmat_matrix(Exec(), {.scale = 0, .draws = 3});
  EXPECT_EQ(A.num_rows(), 1);
  EXPECT_EQ(to_vector(A.row_indices), std::vector<int>(3, 0));
  EXPECT_EQ(to_vector(A.col_indices), std::vector<int>(3, 0));
}

TEST(RmatMatrix, refuses_what_cannot_be) {
  EXPECT_EQ(refusal([] { rmat_matrix(Exec(), {.scale = -1}); }), "Araios::rmat_matrix: scale -1 is not in [0, 62]");
  EXPECT_EQ(refusal([] { rmat_matrix(Exec(), {.draws = -2}); }), "Araios::rmat_matrix: negative number of draws -2");
  EXPECT_EQ(refusal([] { rmat_matrix(Exec(), {.a = 0.8, .b = 0.2, .c = 0.2}); }),
            "Araios::rmat_matrix: probabilities 0.8, 0.2, 0.2 are negative or sum to more than 1");
  EXPECT_EQ(refusal([] { rmat_matrix(Exec(), {.a = std::nan("")}); }),
            "Araios::rmat_matrix: probabilities nan, 0.19, 0.19 are negative or sum to more than 1");
  EXPECT_EQ(refusal([] { rmat_matrix(Exec(), {.scale = 31, .draws = 1}); }),
            "Araios::rmat_matrix: number of rows: 2147483648 does not fit a 32-bit signed integer");
}

contract::Operations const operations{contract::returns(
    "rmat_matrix", [](contract::Data& d) { return rmat_matrix(d.exec, {}); }, {.no_operand = "it takes no matrix"})};

}  // namespace generate_rmat_test
