// SPDX-License-Identifier: Apache-2.0

#include <Araios/convert.hpp>
#include <Araios/format_sizes.hpp>
#include <Araios/formats/copy.hpp>
#include <Araios/formats/validate/hypersparse.hpp>
#include <Araios/operations/convert/compressed.hpp>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <random>
#include <vector>

#include "support/contract.hpp"
#include "support/matrices.hpp"
#include "support/types.hpp"

namespace convert_hypersparse_test {

using namespace Araios;
using namespace Araios::test;
using Exec = Kokkos::DefaultExecutionSpace;
using Space = Exec::memory_space;

/// The rows of A that have entries.
template <class Host>
std::vector<std::int64_t> rows_of(Host const& A) {
  std::vector<std::int64_t> rows;
  for (std::int64_t i = 0; i < A.num_rows; ++i)
    if (A.row_map[i + 1] > A.row_map[i]) rows.push_back(i);
  return rows;
}

template <class C>
struct ConvertHypersparse : testing::Test {
  typename C::Exec exec;
};
TYPED_TEST_SUITE(ConvertHypersparse, AllCases, CaseName);

TYPED_TEST(ConvertHypersparse, there_and_back_keeps_every_bit) {
  using Scalar = typename TypeParam::Scalar;
  using Ordinal = typename TypeParam::Ordinal;
  using Offset = typename TypeParam::Offset;
  auto const& exec = this->exec;
  for (auto const& [name, host] : small_matrices<Scalar, Ordinal, Offset>()) {
    auto const A = to_csr<typename TypeParam::Space>(host);
    auto const B = convert<Format::hypersparse>(exec, A);
    auto const rows = rows_of(host);
    auto const listed = to_vector(B.rows);
    ASSERT_TRUE(std::equal(listed.begin(), listed.end(), rows.begin(), rows.end())) << name;
    EXPECT_EQ(B.bytes(), (hypersparse_bytes<Scalar, Ordinal, Offset>(rows.size(), A.nnz()))) << name;
    EXPECT_EQ(B.entries.data(), A.entries.data()) << name;
    EXPECT_NO_THROW(validate(exec, B)) << name;
    auto const C = convert<Format::csr>(exec, B);
    auto const list = convert<Format::coo>(exec, B);
    auto const expected = convert<Format::coo>(exec, A);
    exec.fence();
    EXPECT_TRUE(same_bits(to_host(C), host)) << name;
    EXPECT_TRUE(same_bits(to_vector(list.row_indices), to_vector(expected.row_indices))) << name;
    EXPECT_EQ(list.col_indices.data(), A.entries.data()) << name;
    auto const D = convert<Format::hypersparse>(exec, list);
    EXPECT_EQ(D.entries.data(), A.entries.data()) << name << ": sorted by row, and yet copied";
    EXPECT_TRUE(same_bits(to_vector(D.rows), listed)) << name;
    EXPECT_TRUE(same_bits(to_vector(D.row_map), to_vector(B.row_map))) << name;
    EXPECT_EQ(is_hypersparse_better(exec, A), B.bytes() < A.bytes()) << name;
    EXPECT_EQ(is_hypersparse_better(exec, B), B.bytes() < A.bytes()) << name;
  }
}

TYPED_TEST(ConvertHypersparse, entries_in_no_order_keep_that_of_their_rows) {
  using Scalar = typename TypeParam::Scalar;
  using Ordinal = typename TypeParam::Ordinal;
  using Offset = typename TypeParam::Offset;
  using Space = typename TypeParam::Space;
  for (auto const& [name, host] : small_matrices<Scalar, Ordinal, Offset>()) {
    if (host.num_rows == 0 || host.num_cols == 0) continue;
    std::vector<std::size_t> order(host.entries.size());
    std::iota(order.begin(), order.end(), std::size_t(0));
    std::shuffle(order.begin(), order.end(), std::mt19937_64(7));
    std::vector<Ordinal> rows(order.size()), cols(order.size());
    std::vector<Scalar> values(order.size());
    auto const row_of = [&, A = &host](std::size_t p) {
      return std::upper_bound(A->row_map.begin(), A->row_map.end(), static_cast<Offset>(p)) - A->row_map.begin() - 1;
    };
    for (std::size_t e = 0; e < order.size(); ++e) {
      rows[e] = static_cast<Ordinal>(row_of(order[e]));
      cols[e] = host.entries[order[e]];
      values[e] = host.values[order[e]];
    }
    auto const A = [&, &host = host] {
      using Matrix = CooMatrix<Scalar, Ordinal, Offset, Space>;
      if constexpr (is_pattern_v<Scalar>)
        return Matrix(host.num_rows, host.num_cols, to_view<Space>(rows), to_view<Space>(cols));
      else
        return Matrix(host.num_rows, host.num_cols, to_view<Space>(rows), to_view<Space>(cols), to_view<Space>(values));
    }();
    auto const B = convert<Format::hypersparse>(this->exec, A);
    EXPECT_NO_THROW(validate(this->exec, B)) << name;
    auto const C = convert<Format::csr>(this->exec, B);
    auto const expected = convert<Format::csr>(this->exec, A);
    this->exec.fence();
    EXPECT_TRUE(same_bits(to_host(C), to_host(expected))) << name;
  }
}

TEST(ConvertHypersparseByHand, lists_the_rows) {
  Exec const exec;
  auto const A = to_csr<Space>(from_rows<double, int, int>({{}, {2, 0}, {}, {}, {1}, {}}, 3));
  auto const B = convert<Format::hypersparse>(exec, A);
  EXPECT_EQ(to_vector(B.rows), (std::vector<int>{1, 4}));
  EXPECT_EQ(to_vector(B.row_map), (std::vector<int>{0, 2, 3}));
  EXPECT_EQ(to_vector(B.entries), (std::vector<int>{2, 0, 1}));
  EXPECT_EQ(to_vector(convert<Format::coo>(exec, B).row_indices), (std::vector<int>{1, 1, 4}));
  auto const none = convert<Format::hypersparse>(exec, to_csr<Space>(from_rows<double, int, int>({{}, {}}, 3)));
  EXPECT_EQ(none.nonempty_rows(), 0);
  EXPECT_EQ(to_vector(convert<Format::csr>(exec, none).row_map), (std::vector<int>{0, 0, 0}));
}

/// 4 (2 r + 1 + k) bytes against 4 (m + 1 + k): r of m = 10 rows have entries.
TEST(ConvertHypersparseByHand, is_better_below_half_of_the_rows) {
  Exec const exec;
  for (int const r : {0, 1, 4, 5, 6, 10}) {
    std::vector<std::vector<std::int64_t>> rows(10);
    for (int i = 0; i < r; ++i) rows[9 - i] = {0};
    auto const A = to_csr<Space>(from_rows<double, int, int>(rows, 1));
    EXPECT_EQ(is_hypersparse_better(exec, A), r < 5) << r;
    EXPECT_EQ(is_hypersparse_better(exec, convert<Format::hypersparse>(exec, A)), r < 5) << r;
    // Rows of 4 bytes and offsets of 8: below two thirds.
    auto const B = to_csr<Space>(from_rows<Pattern, int, std::int64_t>(rows, 1));
    EXPECT_EQ(is_hypersparse_better(exec, B), r < 7) << r;
  }
}

/// A matrix of two billion rows takes the bytes of its entries.
TEST(ConvertHypersparseByHand, rows_without_entries_take_no_memory) {
  Exec const exec;
  auto const rows = to_view<Space>(std::vector<int>{2'000'000'000, 3, 3});
  auto const cols = to_view<Space>(std::vector<int>{0, 1'999'999'999, 7});
  CooMatrix<Pattern, int, int, Space> const A(2'000'000'001, 2'000'000'001, rows, cols);
  auto const B = convert<Format::hypersparse>(exec, A);
  EXPECT_EQ(to_vector(B.rows), (std::vector<int>{3, 2'000'000'000}));
  EXPECT_EQ(to_vector(B.row_map), (std::vector<int>{0, 2, 3}));
  EXPECT_EQ(to_vector(B.entries), (std::vector<int>{1'999'999'999, 7, 0}));
  EXPECT_EQ(B.bytes(), 4 * (2 + 3 + 3));
}

auto unsorted_list(contract::Data& d) {
  return CooMatrix<double, int, int, Space>(d.k, d.n, d.A.entries, d.A.entries, d.A.values);
}

contract::Operations const operations{
    contract::returns("csr_to_hypersparse",
                      [](contract::Data& d) { return convert<Format::hypersparse>(d.exec, d.A, {}, d.workspace); },
                      {.fences = 1}),
    contract::returns(
        "hypersparse_to_csr", [](contract::Data& d) { return convert<Format::hypersparse>(d.exec, d.structured); },
        [](contract::Data& d, auto& operand) { return convert<Format::csr>(d.exec, operand); }),
    contract::returns(
        "hypersparse_to_coo", [](contract::Data& d) { return convert<Format::hypersparse>(d.exec, d.structured); },
        [](contract::Data& d, auto& operand) { return convert<Format::coo>(d.exec, operand); }),
    contract::returns(
        "coo_to_hypersparse", [](contract::Data& d) { return convert<Format::coo>(d.exec, d.A); },
        [](contract::Data& d, auto& operand) { return convert<Format::hypersparse>(d.exec, operand, {}, d.workspace); },
        {.fences = 1}),
    contract::returns(
        "coo_to_hypersparse_unsorted", unsorted_list,
        [](contract::Data& d, auto& operand) { return convert<Format::hypersparse>(d.exec, operand, {}, d.workspace); },
        {.fences = 1}),
    contract::returns("is_hypersparse_better", [](contract::Data& d) { return is_hypersparse_better(d.exec, d.A); },
                      {.allocations = 0, .no_operand = "it reads row_map alone"})};

}  // namespace convert_hypersparse_test
