// SPDX-License-Identifier: Apache-2.0

#include <Araios/convert.hpp>
#include <Araios/generate/rmat.hpp>
#include <Araios/operations/convert/compressed.hpp>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <random>
#include <type_traits>
#include <vector>

#include "support/contract.hpp"
#include "support/matrices.hpp"
#include "support/reference.hpp"
#include "support/types.hpp"

namespace convert_compressed_test {

using namespace Araios;
using namespace Araios::test;
using reference::HostCoo;

template <class Space, class Offset, class Scalar, class Ordinal>
CooMatrix<Scalar, Ordinal, Offset, Space> to_coo(HostCoo<Scalar, Ordinal> const& A) {
  using Matrix = CooMatrix<Scalar, Ordinal, Offset, Space>;
  auto const rows = to_view<Space>(A.rows);
  auto const cols = to_view<Space>(A.cols);
  if constexpr (is_pattern_v<Scalar>)
    return Matrix(A.num_rows, A.num_cols, rows, cols);
  else
    return Matrix(A.num_rows, A.num_cols, rows, cols, to_view<Space>(A.values));
}

/// The entries of A, rows and all, in an order that has nothing to do with them.
template <class Scalar, class Ordinal, class Offset>
HostCoo<Scalar, Ordinal> shuffled(HostCsr<Scalar, Ordinal, Offset> const& A) {
  HostCoo<Scalar, Ordinal> B;
  B.num_rows = A.num_rows;
  B.num_cols = A.num_cols;
  std::vector<Ordinal> rows;
  for (std::int64_t i = 0; i < A.num_rows; ++i)
    rows.insert(rows.end(), A.row_map[i + 1] - A.row_map[i], static_cast<Ordinal>(i));
  std::vector<std::size_t> order(rows.size());
  for (std::size_t p = 0; p < order.size(); ++p) order[p] = p;
  std::shuffle(order.begin(), order.end(), std::mt19937_64(5));
  for (std::size_t const p : order) {
    B.rows.push_back(rows[p]);
    B.cols.push_back(A.entries[p]);
    B.values.push_back(A.values[p]);
  }
  return B;
}

/// Values whose sum depends on the order of addition, with zeros of both signs among them.
template <class Scalar, class Ordinal, class Offset>
void make_rounding_visible(HostCsr<Scalar, Ordinal, Offset>& A) {
  std::mt19937_64 random(6);
  if constexpr (!is_pattern_v<Scalar>)
    for (auto& value : A.values) {
      auto const any = [&] {
        double const size = std::ldexp(1.0, int(random() % 60) - 30);
        return random() % 10 == 0 ? -0.0 : (static_cast<double>(random() % 1000) - 500) * size;
      };
      if constexpr (is_complex_v<Scalar>)
        value = Scalar(any(), any());
      else
        value = static_cast<Scalar>(any());
    }
}

template <class C>
struct Convert : testing::Test {
  using Scalar = typename C::Scalar;
  using Ordinal = typename C::Ordinal;
  using Offset = typename C::Offset;
  using Space = typename C::Space;

  static auto matrices() {
    auto all = small_matrices<Scalar, Ordinal, Offset>();
    for (auto& [name, matrix] : all) make_rounding_visible(matrix);
    return all;
  }
  typename C::Exec exec;
};
TYPED_TEST_SUITE(Convert, AllCases, CaseName);

TYPED_TEST(Convert, between_rows_and_columns) {
  using Fixture = TestFixture;
  for (auto const& [name, host] : Fixture::matrices()) {
    auto const A = to_csr<typename Fixture::Space>(host);
    auto const B = convert<Format::csc>(this->exec, A);
    EXPECT_EQ(B.num_rows(), host.num_rows) << name;
    EXPECT_EQ(B.num_cols(), host.num_cols) << name;
    EXPECT_TRUE(same_bits(to_host(B.transposed()), reference::transpose(host))) << name;
    EXPECT_TRUE(same_bits(to_host(convert<Format::csr>(this->exec, B)), reference::sort_rows(host))) << name;
    for (auto const method : {TransposeMethod::serial, TransposeMethod::radix}) {
      auto const C = convert<Format::csc>(this->exec, A, {.method = method});
      EXPECT_TRUE(same_bits(to_host(C.transposed()), reference::transpose(host))) << name;
      EXPECT_TRUE(
          same_bits(to_host(convert<Format::csr>(this->exec, C, {.method = method})), reference::sort_rows(host)))
          << name;
    }
  }
}

TYPED_TEST(Convert, to_a_list_and_back_is_the_matrix_bit_for_bit) {
  using Fixture = TestFixture;
  for (auto const& [name, host] : Fixture::matrices()) {
    auto const A = to_csr<typename Fixture::Space>(host);
    auto const list = convert<Format::coo>(this->exec, A);
    EXPECT_EQ(list.num_rows(), host.num_rows);
    EXPECT_EQ(list.num_cols(), host.num_cols);
    EXPECT_EQ(list.col_indices.data(), A.entries.data()) << "the columns are shared";
    EXPECT_TRUE(same_bits(to_host(convert<Format::csr>(this->exec, list)), host)) << name;
    EXPECT_TRUE(same_bits(to_host(convert<Format::csr>(this->exec, list, {.may_wait = true})), host)) << name;

    CscMatrix<typename Fixture::Scalar, typename Fixture::Ordinal, typename Fixture::Offset,
              typename Fixture::Space> const C(A);
    auto const list_by_columns = convert<Format::coo>(this->exec, C);
    EXPECT_EQ(list_by_columns.num_rows(), host.num_cols);
    EXPECT_EQ(list_by_columns.num_cols(), host.num_rows);
    EXPECT_TRUE(same_bits(to_host(convert<Format::csc>(this->exec, list_by_columns).transposed()), host)) << name;
  }
}

TYPED_TEST(Convert, a_list_in_any_order) {
  using Fixture = TestFixture;
  using Offset = typename Fixture::Offset;
  for (auto const& [name, host] : Fixture::matrices()) {
    auto const list = shuffled(host);
    auto exchanged = list;
    std::swap(exchanged.rows, exchanged.cols);
    std::swap(exchanged.num_rows, exchanged.num_cols);
    auto const A = to_coo<typename Fixture::Space, Offset>(list);

    auto const kept = reference::coo_to_csr<Offset>(list);
    auto const kept_by_columns = reference::coo_to_csr<Offset>(exchanged);
    EXPECT_TRUE(same_bits(to_host(convert<Format::csr>(this->exec, A)), kept)) << name;
    EXPECT_TRUE(same_bits(to_host(convert<Format::csr>(this->exec, A, {.may_wait = true})), kept)) << name;
    EXPECT_TRUE(same_bits(to_host(convert<Format::csc>(this->exec, A).transposed()), kept_by_columns)) << name;

    auto const summed = reference::sum_duplicates(kept);
    for (bool const may_wait : {false, true}) {
      CooToCsrOptions const options{.duplicates = Duplicates::sum, .may_wait = may_wait};
      EXPECT_TRUE(same_bits(to_host(convert<Format::csr>(this->exec, A, options)), summed)) << name;
    }
    EXPECT_TRUE(same_bits(to_host(convert<Format::csc>(this->exec, A, {.duplicates = Duplicates::sum}).transposed()),
                          reference::sum_duplicates(kept_by_columns)))
        << name;
  }
}

TYPED_TEST(Convert, rows_are_sorted_and_duplicates_summed) {
  using Fixture = TestFixture;
  for (auto const& [name, host] : Fixture::matrices()) {
    auto const A = to_csr<typename Fixture::Space>(host);
    EXPECT_TRUE(same_bits(to_host(sort_rows(this->exec, A)), reference::sort_rows(host))) << name;
    EXPECT_TRUE(same_bits(to_host(sum_duplicates(this->exec, A)), reference::sum_duplicates(host))) << name;
    EXPECT_TRUE(same_bits(to_host(A), host)) << name << " was changed";
  }
}

TYPED_TEST(Convert, a_workspace_is_used_again) {
  using Fixture = TestFixture;
  auto host = from_rows<typename Fixture::Scalar, typename Fixture::Ordinal, typename Fixture::Offset>(
      random_rows(3000, 500, 20, Rows::power_law, true, 3), 500);
  make_rounding_visible(host);
  auto const list = shuffled(host);
  auto const A = to_coo<typename Fixture::Space, typename Fixture::Offset>(list);
  auto const expected = reference::sum_duplicates(reference::coo_to_csr<typename Fixture::Offset>(list));
  Workspace<typename Fixture::Space> workspace;
  std::int64_t held = 0;
  for (int run = 0; run < 5; ++run) {
    EXPECT_TRUE(
        same_bits(to_host(convert<Format::csr>(this->exec, A, {.duplicates = Duplicates::sum}, workspace)), expected))
        << run;
    if (run >= 1) {
      EXPECT_TRUE(run == 1 || held == workspace.bytes()) << run;
      held = workspace.bytes();
    }
  }
}

using Exec = Kokkos::DefaultExecutionSpace;
using Space = Exec::memory_space;

TEST(ConvertValues, zeros_and_nan_are_entries_like_others) {
  double const nan = std::numeric_limits<double>::quiet_NaN();
  HostCsr<double> const host{2, 3, {0, 3, 6}, {2, 0, 2, 1, 1, 0}, {-0.0, 0.0, -0.0, 1.0, -1.0, nan}};
  Exec const exec;
  auto const A = to_csr<Space>(host);
  HostCsr<double> const sorted{2, 3, {0, 3, 6}, {0, 2, 2, 0, 1, 1}, {0.0, -0.0, -0.0, nan, 1.0, -1.0}};
  EXPECT_TRUE(same_bits(to_host(sort_rows(exec, A)), sorted));
  // -0.0 + -0.0 is -0.0, and 1 - 1 leaves an explicit zero.
  HostCsr<double> const summed{2, 3, {0, 2, 4}, {0, 2, 0, 1}, {0.0, -0.0, nan, 0.0}};
  EXPECT_TRUE(same_bits(to_host(sum_duplicates(exec, A)), summed));
  EXPECT_TRUE(same_bits(to_host(convert<Format::csr>(exec, convert<Format::coo>(exec, A))), host));
  EXPECT_TRUE(same_bits(to_host(convert<Format::csr>(exec, convert<Format::coo>(exec, A), {.may_wait = true})), host));
}

TEST(ConvertValues, sums_are_made_in_the_order_of_the_entries) {
  HostCsr<double> const host{1, 1, {0, 3}, {0, 0, 0}, {1e16, 1.0, -1e16}};
  auto const sum = to_host(sum_duplicates(Exec(), to_csr<Space>(host)));
  EXPECT_EQ(sum.values, std::vector<double>{(1e16 + 1.0) - 1e16});
  HostCsr<double> const other{1, 1, {0, 3}, {0, 0, 0}, {1e16, -1e16, 1.0}};
  EXPECT_EQ(to_host(sum_duplicates(Exec(), to_csr<Space>(other))).values, std::vector<double>{1.0});
}

/// 256 floats at one coordinate that are 2^24 together, and 44 ones, which a sum in float would not notice.
template <class Scalar>
void check_long_sum() {
  Exec const exec;
  HostCsr<Scalar> host{1, 2, {0, 301}, std::vector<int>(301, 1), std::vector<Scalar>(301, Scalar(0))};
  host.values[7] = Scalar(16777216);
  for (std::size_t p = 256; p < 300; ++p) host.values[p] = Scalar(1);
  host.entries[300] = 0;
  std::vector<Scalar> const expected{Scalar(0), Scalar(16777260)};
  EXPECT_TRUE(same_bits(to_host(sum_duplicates(exec, to_csr<Space>(host))).values, expected));
  auto const list = convert<Format::coo>(exec, to_csr<Space>(host));
  EXPECT_TRUE(same_bits(to_host(convert<Format::csr>(exec, list, {.duplicates = Duplicates::sum})).values, expected));
}
TEST(ConvertValues, many_floats_at_one_coordinate_are_added_in_double) {
  check_long_sum<float>();
  check_long_sum<Kokkos::complex<float>>();
}

TEST(ConvertValues, may_be_const) {
  auto const host = from_rows<double, int, int>({{2, 1}, {0}, {2, 2}}, 3);
  auto const B = to_csr<Space>(host);
  CsrMatrix<double const, int, int, Space> const A(3, 3, B.row_map, B.entries, B.values);
  Exec const exec;
  auto const list = convert<Format::coo>(exec, A);
  static_assert(std::is_same_v<decltype(list), CooMatrix<double const, int, int, Space> const>);
  EXPECT_TRUE(same_bits(to_host(convert<Format::csr>(exec, list)), host));
  EXPECT_TRUE(same_bits(to_host(sum_duplicates(exec, A)), reference::sum_duplicates(host)));
  EXPECT_TRUE(
      same_bits(to_host(convert<Format::csr>(exec, convert<Format::csc>(exec, A))), reference::sort_rows(host)));
}

TEST(ConvertGraph, duplicates_of_a_random_graph_are_merged) {
  Exec const exec;
  auto const list = rmat_matrix<Pattern>(exec, {.scale = 12, .draws = 200000});
  auto const all = to_host(convert<Format::csr>(exec, list));
  auto const merged = to_host(convert<Format::csr>(exec, list, {.duplicates = Duplicates::sum}));
  EXPECT_EQ(all.entries.size(), 200000u);
  EXPECT_LT(merged.entries.size(), 200000u);
  EXPECT_TRUE(same_bits(merged, reference::sum_duplicates(all)));
}

auto unsorted_list(contract::Data& d) {
  return CooMatrix<double, int, int, Space>(d.k, d.n, d.A.entries, d.A.entries, d.A.values);
}

contract::Operations const operations{
    contract::returns("csr_to_csc",
                      [](contract::Data& d) { return convert<Format::csc>(d.exec, d.A, {}, d.workspace); }),
    contract::returns("csr_to_coo", [](contract::Data& d) { return convert<Format::coo>(d.exec, d.A); }),
    contract::returns("sort_rows", [](contract::Data& d) { return sort_rows(d.exec, d.A, d.workspace); }),
    contract::returns("sort_rows_shortest_call", [](contract::Data& d) { return sort_rows(d.exec, d.A); },
                      {.allocations = 1}),
    contract::returns("sum_duplicates", [](contract::Data& d) { return sum_duplicates(d.exec, d.A, d.workspace); },
                      {.fences = 1}),
    contract::returns(
        "coo_to_csr", unsorted_list,
        [](contract::Data& d, auto& operand) { return convert<Format::csr>(d.exec, operand, {}, d.workspace); }),
    contract::returns("coo_to_csr_sum", unsorted_list,
                      [](contract::Data& d, auto& operand) {
                        return convert<Format::csr>(d.exec, operand, {.duplicates = Duplicates::sum}, d.workspace);
                      },
                      {.fences = 1}),
    contract::returns(
        "coo_to_csr_shortest_call", [](contract::Data& d) { return convert<Format::coo>(d.exec, d.A); },
        [](contract::Data& d, auto& operand) { return convert<Format::csr>(d.exec, operand); }, {.allocations = 1})};

}  // namespace convert_compressed_test
