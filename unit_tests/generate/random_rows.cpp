// SPDX-License-Identifier: Apache-2.0

#include <Araios/generate/random_rows.hpp>
#include <gtest/gtest.h>

#include <cstdint>
#include <vector>

#include "support/matrices.hpp"
#include "support/refusals.hpp"

namespace generate_random_rows_test {

using namespace Araios;
using namespace Araios::test;
using Exec = Kokkos::DefaultExecutionSpace;

/// Row i has i columns: 4, 3, 4, 3 are inserted, but in row 2 columns 0 and 3 are appended.
struct Rows {
  KOKKOS_FUNCTION std::int64_t length(std::int64_t i) const { return i; }
  template <class Row>
  KOKKOS_FUNCTION void fill(std::int64_t i, std::int64_t length, Row& row) const {
    if (i == 2) {
      row.append(0);
      row.append(3);
    } else {
      for (std::int64_t k = 0; k < length; ++k) row.insert(4 - k % 2, 5);
    }
  }
};

TEST(RandomRows, columns_that_are_there_become_the_next_free_ones) {
  auto const A =
      to_host(Impl::matrix_of_random_rows<double, int, int>(Exec(), "Araios::test", 5, Rows(), CounterRandom(1, 0)));
  EXPECT_EQ(A.row_map, (std::vector<int>{0, 0, 1, 3, 6, 10}));
  // Row 3: 4; 3; 4, which becomes 0. Row 4: then 3, which becomes 4, 0, 1.
  EXPECT_EQ(A.entries, (std::vector<int>{4, 0, 3, 0, 3, 4, 0, 1, 3, 4}));
  std::vector<double> values;
  CounterRandom const random(1, 0);
  for (std::uint64_t const place : {9u, 10u, 13u, 15u, 18u, 19u, 20u, 21u, 23u, 24u})
    values.push_back(Impl::value_from_bits<double>(random(place)));
  EXPECT_EQ(A.values, values);
}

TEST(RandomRows, lengths_are_bounded_by_the_columns) {
  EXPECT_EQ(Impl::longest_random_row("f", 100, 100, 500, 20), 20);
  EXPECT_EQ(Impl::longest_random_row("f", 100, 10, 500, 20), 10);
  EXPECT_EQ(Impl::longest_random_row("f", 100, 10, 0, 20), 0);
  EXPECT_EQ(refusal([] { Impl::longest_random_row("f", 100, 10, 501, 20); }),
            "f: 501 entries are more than half of 100 rows of 10");
}

}  // namespace generate_random_rows_test
