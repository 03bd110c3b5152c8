// SPDX-License-Identifier: Apache-2.0

#include <Araios/formats/validate/compressed.hpp>
#include <Araios/generate/random.hpp>
#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <utility>
#include <vector>

#include "support/contract.hpp"
#include "support/fingerprint.hpp"
#include "support/matrices.hpp"
#include "support/refusals.hpp"
#include "support/scale.hpp"
#include "support/types.hpp"

namespace generate_random_test {

using namespace Araios;
using namespace Araios::test;

template <class C>
struct Random : testing::Test {};
TYPED_TEST_SUITE(Random, AllCases, CaseName);

TYPED_TEST(Random, has_exactly_the_entries_asked_for_sorted_and_different) {
  typename TypeParam::Exec const exec;
  struct Sizes {
    std::int64_t m, n, nnz;
  };
  for (auto const& [m, n, nnz] : std::vector<Sizes>{{0, 0, 0},
                                                    {0, 5, 0},
                                                    {7, 0, 0},
                                                    {7, 5, 0},
                                                    {1, 1, 1},
                                                    {1, 5000, 5000},
                                                    {5000, 1, 5000},
                                                    {1, 100000, 20000},
                                                    {5, 6, 29},
                                                    {5, 6, 15},
                                                    {5, 6, 16},
                                                    {3, 3, 1},
                                                    {300, 200, 60000},
                                                    {300, 200, 59999},
                                                    {300, 200, 31000},
                                                    {300, 200, 29000},
                                                    {100, 100000, 5000},
                                                    {1000000, 1000000, 10}}) {
    auto const A = random_matrix<typename TypeParam::Scalar, typename TypeParam::Ordinal, typename TypeParam::Offset>(
        exec, {.num_rows = m, .num_cols = n, .nnz = nnz});
    EXPECT_EQ(A.num_rows(), m);
    EXPECT_EQ(A.num_cols(), n);
    EXPECT_EQ(A.nnz(), nnz);
    EXPECT_NO_THROW(validate(exec, A, {.order = Order::strict})) << m << " x " << n << ", " << nnz;
  }
}

// Recorded once: who changes the generator changes every matrix that measurements were made with.
TYPED_TEST(Random, has_the_same_places_in_every_space_and_for_every_type) {
  auto const A = random_matrix<typename TypeParam::Scalar, typename TypeParam::Ordinal, typename TypeParam::Offset>(
      typename TypeParam::Exec(), {.num_rows = 1000, .num_cols = 700, .nnz = 20000, .seed = 42});
  EXPECT_EQ(fingerprint_of_structure(to_host(A)), 14298813555444040081u);
}

using Exec = Kokkos::DefaultExecutionSpace;

TEST(RandomMatrix, has_the_same_values_everywhere) {
  RandomOptions const options{.num_rows = 1000, .num_cols = 700, .nnz = 20000, .seed = 42};
  EXPECT_EQ(fingerprint(to_host(random_matrix<double>(Exec(), options)).values), 4600976486457804526u);
  EXPECT_EQ(fingerprint(to_host(random_matrix<float>(Exec(), options)).values), 4719574590136850887u);
  EXPECT_EQ(fingerprint(to_host(random_matrix<Kokkos::complex<double>>(Exec(), options)).values), 7901821704947640942u);
}

TEST(RandomMatrix, seeds_differ_and_values_belong_to_their_places) {
  auto const a = to_host(random_matrix(Exec(), {.num_rows = 100, .num_cols = 100, .nnz = 5000, .seed = 1}));
  auto const b = to_host(random_matrix(Exec(), {.num_rows = 100, .num_cols = 100, .nnz = 5000, .seed = 2}));
  EXPECT_NE(a.entries, b.entries);
  // c has the same seed and other places: a cell that is in both has the same value.
  auto const c = to_host(random_matrix(Exec(), {.num_rows = 100, .num_cols = 100, .nnz = 6000, .seed = 1}));
  EXPECT_NE(a.entries, c.entries);
  std::map<std::pair<int, int>, double> values;
  for (int i = 0; i < 100; ++i)
    for (int p = a.row_map[i]; p < a.row_map[i + 1]; ++p) values[{i, a.entries[p]}] = a.values[p];
  int common = 0;
  for (int i = 0; i < 100; ++i)
    for (int p = c.row_map[i]; p < c.row_map[i + 1]; ++p)
      if (auto const same = values.find({i, c.entries[p]}); same != values.end()) {
        ++common;
        ASSERT_EQ(same->second, c.values[p]);
      }
  EXPECT_GT(common, 2000);
}

TEST(RandomMatrix, rows_and_columns_are_filled_evenly_but_not_equally) {
  // 100 entries a row and a column on the average. Binomial: standard deviation sqrt(100 * 0.9) = 9.5.
  auto const A = to_host(random_matrix(Exec(), {.num_rows = 1000, .num_cols = 1000, .nnz = 100000, .seed = 3}));
  std::vector<double> columns(1000);
  double row_variance = 0;
  double column_variance = 0;
  for (int i = 0; i < 1000; ++i) {
    double const length = A.row_map[i + 1] - A.row_map[i];
    EXPECT_NEAR(length, 100, 6 * 9.5) << "row " << i;
    row_variance += (length - 100) * (length - 100) / 1000;
  }
  for (int const j : A.entries) columns[j] += 1;
  for (double const length : columns) {
    EXPECT_NEAR(length, 100, 6 * 9.5);
    column_variance += (length - 100) * (length - 100) / 1000;
  }
  // The variance of a sample of 1000 is within 6 * sqrt(2 / 1000) of that of the distribution.
  EXPECT_NEAR(row_variance, 90, 0.27 * 90 + 10);
  EXPECT_NEAR(column_variance, 90, 0.27 * 90);
}

TEST(RandomMatrix, every_set_of_places_is_as_likely) {
  // Two of four cells: six sets, 1000 times each, standard deviation 29. And three of four. On the host, where
  // thousands of tiny matrices are quick; other spaces make the same ones.
  Kokkos::DefaultHostExecutionSpace const exec;
  std::map<std::vector<int>, int> pairs, triples;
  for (std::uint64_t seed = 0; seed < 6000; ++seed) {
    auto const two = to_host(random_matrix(exec, {.num_rows = 2, .num_cols = 2, .nnz = 2, .seed = seed}));
    auto const three = to_host(random_matrix(exec, {.num_rows = 2, .num_cols = 2, .nnz = 3, .seed = seed}));
    ++pairs[{two.row_map[1], two.entries[0], two.entries[1]}];
    ++triples[{three.row_map[1], three.entries[0], three.entries[1], three.entries[2]}];
  }
  EXPECT_EQ(pairs.size(), 6u);
  for (auto const& [places, count] : pairs) EXPECT_NEAR(count, 1000, 6 * 29);
  EXPECT_EQ(triples.size(), 4u);
  for (auto const& [places, count] : triples) EXPECT_NEAR(count, 1500, 6 * 34);
}

TEST(RandomMatrix, the_benchmark_matrix) {
  Exec const exec;
  std::int64_t const nnz = scaled(10'000'000);
  auto const A = random_matrix<double>(exec, {.num_rows = nnz / 20, .num_cols = nnz / 20, .nnz = nnz});
  EXPECT_EQ(A.nnz(), nnz);
  EXPECT_NO_THROW(validate(exec, A, {.order = Order::strict}));
}

TEST(RandomMatrix, refuses_what_cannot_be) {
  Exec const exec;
  EXPECT_EQ(refusal([&] { random_matrix(exec, {.num_rows = 3, .num_cols = 4, .nnz = 13}); }),
            "Araios::random_matrix: 13 entries are not in [0, 3 x 4]");
  EXPECT_EQ(refusal([&] { random_matrix(exec, {.num_rows = 3, .num_cols = 4, .nnz = -1}); }),
            "Araios::random_matrix: -1 entries are not in [0, 3 x 4]");
  EXPECT_EQ(refusal([&] { random_matrix(exec, {.num_rows = -3, .num_cols = 4}); }),
            "Araios::random_matrix: rows * columns: negative factor in -3 * 4");
  EXPECT_EQ(refusal([&] { random_matrix(exec, {.num_rows = 1, .num_cols = std::int64_t(1) << 31}); }),
            "Araios::random_matrix: number of columns: 2147483648 does not fit a 32-bit signed integer");
  EXPECT_EQ(refusal([&] {
              std::int64_t const big = std::int64_t(1) << 32;
              random_matrix<double, std::int64_t, std::int64_t>(exec, {.num_rows = big, .num_cols = big});
            }),
            "Araios::random_matrix: rows * columns: 4294967296 * 4294967296 does not fit 64 bits");
}

contract::Operations const operations{contract::returns(
    "random_matrix",
    [](contract::Data& d) { return random_matrix(d.exec, {.num_rows = 99, .num_cols = 99, .nnz = 999}); },
    {.no_operand = "it takes no matrix"})};

}  // namespace generate_random_test
