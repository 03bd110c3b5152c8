// SPDX-License-Identifier: Apache-2.0

#include <Araios/formats/validate/compressed.hpp>
#include <Araios/generate/citations.hpp>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <functional>
#include <set>
#include <vector>

#include "support/contract.hpp"
#include "support/fingerprint.hpp"
#include "support/matrices.hpp"
#include "support/refusals.hpp"
#include "support/types.hpp"

namespace generate_citations_test {

using namespace Araios;
using namespace Araios::test;

template <class C>
struct Citations : testing::Test {};
TYPED_TEST_SUITE(Citations, AllCases, CaseName);

// Recorded once: who changes the generator changes every matrix that measurements were made with.
TYPED_TEST(Citations, has_the_same_places_in_every_space_and_for_every_type) {
  typename TypeParam::Exec const exec;
  auto const A = citation_matrix<typename TypeParam::Scalar, typename TypeParam::Ordinal, typename TypeParam::Offset>(
      exec, {.num_rows = 3000, .nnz = 30000, .seed = 42});
  EXPECT_NO_THROW(validate(exec, A, {.order = Order::strict}));
  EXPECT_EQ(fingerprint_of_structure(to_host(A)), 434425564560548882u);
}

using Exec = Kokkos::DefaultExecutionSpace;

TEST(CitationMatrix, has_about_the_entries_that_are_requested) {
  struct Sizes {
    std::int64_t n, nnz, max_degree;
  };
  for (auto const& [n, nnz, max_degree] :
       std::vector<Sizes>{{30000, 350000, 400}, {300000, 90000, 400}, {30000, 900000, 80}, {200000, 600000, 40}}) {
    auto const A = citation_matrix<Pattern>(Exec(), {.num_rows = n, .nnz = nnz, .max_degree = max_degree});
    EXPECT_EQ(A.num_rows(), n);
    EXPECT_EQ(A.num_cols(), n);
    EXPECT_NEAR(A.nnz(), static_cast<double>(nnz), 0.05 * static_cast<double>(nnz)) << n;
    EXPECT_NO_THROW(validate(Exec(), A, {.order = Order::strict})) << n << ", " << nnz;
    auto const row_map = to_vector(A.row_map);
    for (std::int64_t i = 0; i < n; ++i) ASSERT_LE(row_map[i + 1] - row_map[i], max_degree);
  }
}

TEST(CitationMatrix, cites_earlier_papers_recent_ones_and_popular_ones_more_often) {
  int const n = 30000;
  auto const A = to_host(citation_matrix<Pattern>(Exec(), {.num_rows = n, .nnz = 350000}));
  auto const nnz = static_cast<double>(A.entries.size());
  std::vector<int> cited(n);
  int recent = 0;
  for (int i = 0; i < n; ++i)
    for (int p = A.row_map[i]; p < A.row_map[i + 1]; ++p) {
      ASSERT_LT(A.entries[p], i);
      ++cited[A.entries[p]];
      recent += i - A.entries[p] <= n / 8;
    }
  EXPECT_GT(recent, 0.4 * nnz);  // 0.23 if all earlier papers were equally likely
  std::sort(cited.begin(), cited.end(), std::greater<>());
  int popular = 0;
  for (int k = 0; k < n / 100; ++k) popular += cited[k];
  EXPECT_GT(popular, 0.08 * nnz);
  EXPECT_GT(cited[0], 30 * nnz / n);
  EXPECT_GT(cited[n / 10], 1.5 * cited[n / 2]);
}

TEST(CitationMatrix, seeds_differ_and_values_belong_to_their_places) {
  auto const a = to_host(citation_matrix(Exec(), {.num_rows = 100, .nnz = 500, .seed = 1}));
  auto const b = to_host(citation_matrix(Exec(), {.num_rows = 100, .nnz = 500, .seed = 2}));
  EXPECT_NE(a.entries, b.entries);
  EXPECT_TRUE(std::all_of(a.values.begin(), a.values.end(), [](double x) { return -1 <= x && x < 1; }));
  EXPECT_EQ(std::set<double>(a.values.begin(), a.values.end()).size(), a.values.size());
}

TEST(CitationMatrix, the_least_ones) {
  EXPECT_EQ(citation_matrix(Exec(), {}).num_rows(), 0);
  EXPECT_EQ(to_vector(citation_matrix(Exec(), {}).row_map), std::vector<int>{0});
  EXPECT_EQ(citation_matrix(Exec(), {.num_rows = 1}).nnz(), 0);
  auto const empty = citation_matrix(Exec(), {.num_rows = 1000});
  EXPECT_EQ(to_vector(empty.row_map), std::vector<int>(1001, 0));
  for (std::int64_t n = 2; n < 12; ++n)
    for (std::uint64_t seed = 1; seed < 20; ++seed) {
      auto const A = to_host(citation_matrix(Exec(), {.num_rows = n, .nnz = n * (n - 1) / 2, .seed = seed}));
      for (std::int64_t i = 0; i < n; ++i)
        for (int p = A.row_map[i]; p < A.row_map[i + 1]; ++p) {
          EXPECT_LT(A.entries[p], i) << n << ", seed " << seed;
          EXPECT_TRUE(p == A.row_map[i] || A.entries[p - 1] < A.entries[p]) << n << ", seed " << seed;
        }
    }
}

TEST(CitationMatrix, refuses_what_cannot_be) {
  EXPECT_EQ(refusal([] { citation_matrix(Exec(), {.num_rows = 4, .nnz = -1}); }),
            "Araios::citation_matrix: negative size: 4 rows, -1 entries, up to 400 in a row");
  EXPECT_EQ(refusal([] { citation_matrix(Exec(), {.num_rows = 10, .nnz = 46}); }),
            "Araios::citation_matrix: 46 entries are more than half of 10 rows of 9");
  EXPECT_EQ(refusal([] { citation_matrix(Exec(), {.nnz = 1}); }),
            "Araios::citation_matrix: 1 entries are more than half of 0 rows of 0");
  EXPECT_EQ(refusal([] { citation_matrix(Exec(), {.num_rows = std::int64_t(1) << 31, .nnz = 1}); }),
            "Araios::citation_matrix: number of rows: 2147483648 does not fit a 32-bit signed integer");
}

contract::Operations const operations{contract::returns(
    "citation_matrix", [](contract::Data& d) { return citation_matrix(d.exec, {.num_rows = 99, .nnz = 999}); },
    {.no_operand = "it takes no matrix"})};

}  // namespace generate_citations_test
