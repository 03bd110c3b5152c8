// SPDX-License-Identifier: Apache-2.0

#include <Araios/generate/banded.hpp>
#include <gtest/gtest.h>

#include <vector>

#include "support/contract.hpp"
#include "support/fingerprint.hpp"
#include "support/matrices.hpp"
#include "support/refusals.hpp"
#include "support/types.hpp"

namespace generate_banded_test {

using namespace Araios;
using namespace Araios::test;

std::vector<std::vector<std::int64_t>> band(std::int64_t m, std::int64_t n, std::int64_t lower, std::int64_t upper) {
  std::vector<std::vector<std::int64_t>> rows(m);
  for (std::int64_t i = 0; i < m; ++i)
    for (std::int64_t j = 0; j < n; ++j)
      if (-lower <= j - i && j - i <= upper) rows[i].push_back(j);
  return rows;
}

template <class C>
struct Banded : testing::Test {};
TYPED_TEST_SUITE(Banded, AllCases, CaseName);

TYPED_TEST(Banded, has_every_cell_of_the_band) {
  using Scalar = typename TypeParam::Scalar;
  using Ordinal = typename TypeParam::Ordinal;
  using Offset = typename TypeParam::Offset;
  for (std::int64_t const m : {0, 1, 2, 7, 40})
    for (std::int64_t const n : {0, 1, 2, 7, 40})
      for (std::int64_t const lower : {0, 1, 3, 50})
        for (std::int64_t const upper : {0, 1, 3, 50}) {
          auto const A = to_host(banded_matrix<Scalar, Ordinal, Offset>(
              typename TypeParam::Exec(), {.num_rows = m, .num_cols = n, .lower = lower, .upper = upper}));
          auto const expected = from_rows<Scalar, Ordinal, Offset>(band(m, n, lower, upper), n);
          ASSERT_EQ(A.num_cols, n);
          ASSERT_EQ(A.row_map, expected.row_map) << m << " x " << n << ", " << lower << " below, " << upper << " above";
          ASSERT_EQ(A.entries, expected.entries) << m << " x " << n << ", " << lower << " below, " << upper << " above";
        }
}

using Exec = Kokkos::DefaultExecutionSpace;

TEST(BandedMatrix, has_the_same_values_everywhere) {
  auto const A =
      to_host(banded_matrix(Exec(), {.num_rows = 1000, .num_cols = 1000, .lower = 3, .upper = 2, .seed = 7}));
  EXPECT_EQ(fingerprint(A.values), 13081912190764064480u);
  auto const B =
      to_host(banded_matrix(Exec(), {.num_rows = 1000, .num_cols = 1000, .lower = 3, .upper = 2, .seed = 8}));
  EXPECT_EQ(A.entries, B.entries);
  EXPECT_NE(A.values, B.values);
}

TEST(BandedMatrix, refuses_what_cannot_be) {
  EXPECT_EQ(refusal([] { banded_matrix(Exec(), {.num_rows = 3, .num_cols = 3, .lower = -1}); }),
            "Araios::banded_matrix: negative width: lower -1, upper 1");
  EXPECT_EQ(refusal([] { banded_matrix(Exec(), {.num_rows = -1, .num_cols = 3}); }),
            "Araios::banded_matrix: rows * columns: negative factor in -1 * 3");
  // A full band of more entries than Offset counts: refused before anything is allocated.
  EXPECT_EQ(
      refusal([] { banded_matrix(Exec(), {.num_rows = 100000, .num_cols = 100000, .lower = 99999, .upper = 99999}); }),
      "Araios::banded_matrix: 10000000000 entries, and the Offset of the result counts up to 2147483647; name a wider "
      "Offset, as std::int64_t");
}

contract::Operations const operations{contract::returns(
    "banded_matrix", [](contract::Data& d) { return banded_matrix(d.exec, {.num_rows = 99, .num_cols = 99}); },
    {.no_operand = "it takes no matrix"})};

}  // namespace generate_banded_test
