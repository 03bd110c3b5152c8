// SPDX-License-Identifier: Apache-2.0

#include <Araios/row_statistics.hpp>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

#include "support/contract.hpp"
#include "support/matrices.hpp"
#include "support/refusals.hpp"
#include "support/types.hpp"

namespace choose_row_statistics_test {

using namespace Araios;
using namespace Araios::test;
using Exec = Kokkos::DefaultExecutionSpace;
using Space = Exec::memory_space;

/// A matrix of which row_map is all that counts.
template <class Offset>
CsrMatrix<Pattern, int, Offset, Space> of_lengths(std::vector<std::int64_t> const& lengths) {
  std::vector<std::vector<std::int64_t>> rows;
  for (auto const length : lengths) rows.emplace_back(length, 0);
  return to_csr<Space>(from_rows<Pattern, int, Offset>(rows, 1));
}

template <class C>
struct RowStatisticsOf : testing::Test {};
TYPED_TEST_SUITE(RowStatisticsOf, AllCases, CaseName);

TYPED_TEST(RowStatisticsOf, are_those_of_the_definition) {
  typename TypeParam::Exec const exec;
  for (auto const& [name, host] :
       small_matrices<typename TypeParam::Scalar, typename TypeParam::Ordinal, typename TypeParam::Offset>()) {
    auto const rows = row_statistics(exec, to_csr<typename TypeParam::Space>(host));
    std::vector<std::int64_t> lengths(host.num_rows);
    for (std::int64_t i = 0; i < host.num_rows; ++i) lengths[i] = host.row_map[i + 1] - host.row_map[i];
    EXPECT_EQ(rows.num_rows, host.num_rows) << name;
    EXPECT_EQ(rows.num_cols, host.num_cols) << name;
    EXPECT_EQ(rows.nnz, static_cast<std::int64_t>(host.entries.size())) << name;
    if (lengths.empty()) continue;
    auto const longest = std::max_element(lengths.begin(), lengths.end());  // the first of the greatest
    EXPECT_EQ(rows.shortest, *std::min_element(lengths.begin(), lengths.end())) << name;
    EXPECT_EQ(rows.longest, *longest) << name;
    EXPECT_EQ(rows.longest_row, longest - lengths.begin()) << name;
    EXPECT_EQ(rows.empty_rows, std::count(lengths.begin(), lengths.end(), 0)) << name;
    long double sum = 0, squares = 0;
    for (auto const length : lengths) sum += length;
    for (auto const length : lengths) squares += std::pow(length - sum / lengths.size(), 2);
    EXPECT_DOUBLE_EQ(rows.mean, static_cast<double>(sum / lengths.size())) << name;
    EXPECT_NEAR(rows.standard_deviation, static_cast<double>(std::sqrt(squares / lengths.size())), 1e-12 * rows.longest)
        << name;
  }
}

TEST(RowStatistics, by_hand) {
  auto const rows = row_statistics(Exec(), of_lengths<int>({2, 0, 6, 6, 0, 4}));
  EXPECT_EQ(rows.shortest, 0);
  EXPECT_EQ(rows.longest, 6);
  EXPECT_EQ(rows.longest_row, 2);
  EXPECT_EQ(rows.empty_rows, 2);
  EXPECT_DOUBLE_EQ(rows.mean, 3);
  EXPECT_DOUBLE_EQ(rows.standard_deviation, std::sqrt((1. + 9 + 9 + 9 + 9 + 1) / 6));
  EXPECT_DOUBLE_EQ(rows.skew(), 2);
  EXPECT_DOUBLE_EQ(rows.variation(), rows.standard_deviation / 3);
  EXPECT_EQ(Impl::row_statistics::longest_row_sentence(rows), "row 2 has 6 entries, the mean is 3");
}

TEST(RowStatistics, of_rows_of_one_length_there_is_no_deviation) {
  auto const rows = row_statistics(Exec(), of_lengths<std::int64_t>(std::vector<std::int64_t>(777, 13)));
  EXPECT_EQ(rows.standard_deviation, 0);
  EXPECT_EQ(rows.shortest, 13);
  EXPECT_EQ(rows.longest, 13);
  EXPECT_EQ(rows.longest_row, 0);
}

TEST(RowStatistics, without_rows) {
  auto const rows = row_statistics(Exec(), CsrMatrix<double, int, int, Space>());
  EXPECT_EQ(rows.longest, 0);
  EXPECT_EQ(rows.longest_row, -1);
  EXPECT_EQ(rows.skew(), 1);
  EXPECT_EQ(rows.variation(), 0);
}

TEST(RowStatistics, the_longest_row_where_its_key_does_not_fit) {
  Impl::row_statistics::LongestRowKey const large(std::int64_t(1) << 31, std::int64_t(1) << 33);
  EXPECT_EQ(large.row_bits, 0);
  EXPECT_EQ(large(5, 17), 17);
  EXPECT_EQ(large.length(17), 17);
  Impl::row_statistics::LongestRowKey const just(std::int64_t(1) << 31, std::int64_t(1) << 31);
  EXPECT_EQ(just.row(just(12345, std::int64_t(1) << 31)), 12345);
  EXPECT_EQ(just.length(just(12345, std::int64_t(1) << 31)), std::int64_t(1) << 31);
  EXPECT_GT(just(7, 4), just(8, 4));
  EXPECT_GT(just((std::int64_t(1) << 31) - 1, 5), just(0, 4));

  auto const A = of_lengths<int>({2, 0, 6, 6, 0, 4});
  RowStatistics rows{.num_rows = 6, .num_cols = 1, .nnz = 18, .mean = 3};
  Impl::row_statistics::LongestRowKey key(6, 18);
  key.row_bits = 0;
  Impl::row_statistics::reduce_rows(Exec(), A.row_map, key, rows);
  EXPECT_EQ(rows.longest, 6);
  EXPECT_EQ(rows.longest_row, 2);
}

TEST(RowStatistics, squares_of_giant_rows_do_not_overflow) {
  // No entries are needed: a row of 3 * 2^32 entries beside three empty ones, by its offsets alone.
  std::int64_t const length = std::int64_t(3) << 32;
  auto const row_map = to_view<Space>(std::vector<std::int64_t>{0, 0, length, length, length});
  RowStatistics rows{.num_rows = 4, .num_cols = 1, .nnz = length, .mean = static_cast<double>(length) / 4};
  Impl::row_statistics::reduce_rows(Exec(), row_map, Impl::row_statistics::LongestRowKey(4, length), rows);
  EXPECT_EQ(rows.longest, length);
  EXPECT_EQ(rows.longest_row, 1);
  EXPECT_DOUBLE_EQ(rows.standard_deviation, std::sqrt(3.0) * static_cast<double>(length) / 4);
}

TEST(RowLengthHistogram, counts_up_to_its_end) {
  Exec const exec;
  auto const A = of_lengths<std::int64_t>({2, 0, 6, 6, 0, 4, 3, 100});
  Kokkos::View<int*, Space> const counts("Araios::test::counts", 5);
  row_length_histogram(exec, A, counts);
  exec.fence();
  EXPECT_EQ(to_vector(counts), (std::vector<int>{2, 0, 1, 1, 4}));
  Kokkos::View<std::int64_t*, Space> const all("Araios::test::counts", 1);
  row_length_histogram(exec, A, all);
  exec.fence();
  EXPECT_EQ(to_vector(all), std::vector<std::int64_t>{8});
  EXPECT_EQ(refusal([&] { row_length_histogram(exec, A, Kokkos::View<int*, Space>()); }),
            "Araios::row_length_histogram: counts has no element");
}

TEST(RowLengthHistogram, of_no_rows_is_zero) {
  Exec const exec;
  Kokkos::View<int*, Space> const counts("Araios::test::counts", 3);
  Araios::fill(exec, counts, 7);
  row_length_histogram(exec, CsrMatrix<double, int, int, Space>(), counts);
  exec.fence();
  EXPECT_EQ(to_vector(counts), (std::vector<int>{0, 0, 0}));
}

contract::Operations const operations{
    contract::writes("row_length_histogram",
                     [](contract::Data& d) { row_length_histogram(d.exec, d.A, d.result.entries, d.workspace); }),
    contract::returns("row_statistics", [](contract::Data& d) { return row_statistics(d.exec, d.structured); },
                      {.allocations = 0})};

}  // namespace choose_row_statistics_test
