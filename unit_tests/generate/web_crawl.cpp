// SPDX-License-Identifier: Apache-2.0

#include <Araios/formats/validate/compressed.hpp>
#include <Araios/generate/web_crawl.hpp>
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

namespace generate_web_crawl_test {

using namespace Araios;
using namespace Araios::test;

template <class C>
struct WebCrawl : testing::Test {};
TYPED_TEST_SUITE(WebCrawl, AllCases, CaseName);

// Recorded once: who changes the generator changes every matrix that measurements were made with.
TYPED_TEST(WebCrawl, has_the_same_places_in_every_space_and_for_every_type) {
  typename TypeParam::Exec const exec;
  auto const A = web_crawl_matrix<typename TypeParam::Scalar, typename TypeParam::Ordinal, typename TypeParam::Offset>(
      exec, {.num_rows = 3000, .nnz = 30000, .seed = 42});
  EXPECT_NO_THROW(validate(exec, A, {.order = Order::strict}));
  EXPECT_EQ(fingerprint_of_structure(to_host(A)), 7949575835721273603u);
}

using Exec = Kokkos::DefaultExecutionSpace;

TEST(WebCrawlMatrix, has_about_the_entries_that_are_requested) {
  struct Sizes {
    std::int64_t n, nnz, max_degree;
  };
  for (auto const& [n, nnz, max_degree] : std::vector<Sizes>{{20000, 200000, 256},
                                                             {200000, 100000, 256},
                                                             {20000, 600000, 1000},
                                                             {2000, 200000, 200},
                                                             {200, 20000, 1000}}) {
    WebCrawlOptions const options{.num_rows = n, .nnz = nnz, .max_degree = max_degree};
    auto const A = web_crawl_matrix<Pattern>(Exec(), options);
    EXPECT_EQ(A.num_rows(), n);
    EXPECT_EQ(A.num_cols(), n);
    EXPECT_NEAR(A.nnz(), static_cast<double>(nnz), 0.05 * static_cast<double>(nnz)) << n;
    EXPECT_NO_THROW(validate(Exec(), A, {.order = Order::strict})) << n << ", " << nnz;
    auto const row_map = to_vector(A.row_map);
    for (std::int64_t i = 0; i < n; ++i) ASSERT_LE(row_map[i + 1] - row_map[i], max_degree);
  }
}

TEST(WebCrawlMatrix, has_popular_columns_runs_of_columns_and_links_within_sites) {
  int const n = 50000;
  auto const A = to_host(web_crawl_matrix<Pattern>(Exec(), {.num_rows = n, .nnz = 10 * n}));
  auto const nnz = static_cast<double>(A.entries.size());
  std::vector<int> in_degree(n);
  int consecutive = 0, near = 0, all_over = 0;
  for (int i = 0; i < n; ++i)
    for (int p = A.row_map[i]; p < A.row_map[i + 1]; ++p) {
      int const j = A.entries[p];
      ++in_degree[j];
      consecutive += p > A.row_map[i] && A.entries[p - 1] == j - 1;
      near += std::abs(i - j) < 4096;
      all_over += std::abs(i - j) > n / 4;
    }
  EXPECT_GT(consecutive, 0.4 * nnz);
  EXPECT_GT(near, 0.75 * nnz);
  EXPECT_GT(all_over, 0.05 * nnz);
  std::vector<int> sorted = in_degree;
  std::sort(sorted.begin(), sorted.end(), std::greater<>());
  int popular = 0;
  for (int k = 0; k < n / 100; ++k) popular += sorted[k];
  EXPECT_GT(popular, 0.25 * nnz);
  EXPECT_GT(sorted[0], 200 * nnz / n);
  // Popular pages are in all parts of the crawl.
  for (int part = 0; part < 5; ++part)
    EXPECT_GT(*std::max_element(in_degree.begin() + part * n / 5, in_degree.begin() + (part + 1) * n / 5),
              20 * nnz / n);
}

TEST(WebCrawlMatrix, sites_are_intervals_of_varying_size) {
  std::int64_t const n = 100000;
  Impl::WebCrawl const crawl(n, 10, 256, 1);
  std::set<std::int64_t> sizes;
  for (std::int64_t page = 0; page < n;) {
    auto const site = crawl.site_of(page);
    ASSERT_EQ(site.first, page);
    ASSERT_GE(site.size, 1);
    ASSERT_LE(site.size, 4096);
    for (std::int64_t const other : {page + site.size / 2, page + site.size - 1}) {
      ASSERT_EQ(crawl.site_of(other).first, site.first);
      ASSERT_EQ(crawl.site_of(other).size, site.size);
    }
    sizes.insert(site.size);
    page += site.size;
  }
  EXPECT_GT(sizes.size(), 40u);
  EXPECT_LT(*sizes.begin(), 10);
  EXPECT_GT(*sizes.rbegin(), 1000);
}

TEST(WebCrawlMatrix, seeds_differ_and_values_belong_to_their_places) {
  auto const a = to_host(web_crawl_matrix(Exec(), {.num_rows = 100, .nnz = 500, .seed = 1}));
  auto const b = to_host(web_crawl_matrix(Exec(), {.num_rows = 100, .nnz = 500, .seed = 2}));
  EXPECT_NE(a.entries, b.entries);
  EXPECT_TRUE(std::all_of(a.values.begin(), a.values.end(), [](double x) { return -1 <= x && x < 1; }));
  EXPECT_EQ(std::set<double>(a.values.begin(), a.values.end()).size(), a.values.size());
}

TEST(WebCrawlMatrix, the_least_ones) {
  EXPECT_EQ(web_crawl_matrix(Exec(), {}).num_rows(), 0);
  EXPECT_EQ(to_vector(web_crawl_matrix(Exec(), {}).row_map), std::vector<int>{0});
  auto const empty = web_crawl_matrix(Exec(), {.num_rows = 1000});
  EXPECT_EQ(to_vector(empty.row_map), std::vector<int>(1001, 0));
  for (std::int64_t n = 1; n < 12; ++n)
    for (std::uint64_t seed = 1; seed < 20; ++seed) {
      auto const A = web_crawl_matrix(Exec(), {.num_rows = n, .nnz = n * n / 2, .seed = seed});
      EXPECT_NO_THROW(validate(Exec(), A, {.order = Order::strict})) << n << ", seed " << seed;
    }
}

TEST(WebCrawlMatrix, refuses_what_cannot_be) {
  EXPECT_EQ(refusal([] { web_crawl_matrix(Exec(), {.num_rows = -1}); }),
            "Araios::web_crawl_matrix: negative size: -1 rows, 0 entries, up to 256 in a row");
  EXPECT_EQ(refusal([] { web_crawl_matrix(Exec(), {.num_rows = 10, .nnz = 51}); }),
            "Araios::web_crawl_matrix: 51 entries are more than half of 10 rows of 10");
  EXPECT_EQ(refusal([] { web_crawl_matrix(Exec(), {.num_rows = 100, .nnz = 600, .max_degree = 10}); }),
            "Araios::web_crawl_matrix: 600 entries are more than half of 100 rows of 10");
  EXPECT_EQ(refusal([] { web_crawl_matrix(Exec(), {.nnz = 1}); }),
            "Araios::web_crawl_matrix: 1 entries are more than half of 0 rows of 0");
  EXPECT_EQ(refusal([] { web_crawl_matrix(Exec(), {.num_rows = std::int64_t(1) << 31, .nnz = 1}); }),
            "Araios::web_crawl_matrix: number of rows: 2147483648 does not fit a 32-bit signed integer");
  EXPECT_EQ(refusal([] {
              web_crawl_matrix<double, std::int64_t, std::int64_t>(Exec(), {.num_rows = std::int64_t(1) << 50});
            }),
            "Araios::web_crawl_matrix: 1125899906842624 rows are more than 2^44");
}

contract::Operations const operations{contract::returns(
    "web_crawl_matrix", [](contract::Data& d) { return web_crawl_matrix(d.exec, {.num_rows = 99, .nnz = 999}); },
    {.no_operand = "it takes no matrix"})};

}  // namespace generate_web_crawl_test
