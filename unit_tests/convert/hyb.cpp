// SPDX-License-Identifier: Apache-2.0

#include <Araios/convert.hpp>
#include <Araios/format_sizes.hpp>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <vector>

#include "support/contract.hpp"
#include "support/matrices.hpp"
#include "support/padded.hpp"
#include "support/refusals.hpp"
#include "support/types.hpp"

namespace convert_hyb_test {

using namespace Araios;
using namespace Araios::test;
using Exec = Kokkos::DefaultExecutionSpace;
using Space = Exec::memory_space;

template <class C>
struct ConvertHyb : testing::Test {};
TYPED_TEST_SUITE(ConvertHyb, AllCases, CaseName);

TYPED_TEST(ConvertHyb, there_and_back_keeps_every_bit) {
  using Scalar = typename TypeParam::Scalar;
  using Ordinal = typename TypeParam::Ordinal;
  using Offset = typename TypeParam::Offset;
  typename TypeParam::Exec const exec;
  for (auto const& [name, host] : small_matrices<Scalar, Ordinal, Offset>()) {
    auto const A = to_csr<typename TypeParam::Space>(host);
    for (HybOptions const& options :
         {HybOptions{}, HybOptions{.width = 0}, HybOptions{.width = 3}, HybOptions{.width = 20}}) {
      auto const split = hyb_split(exec, A, options);
      auto const hyb = convert<Format::hyb>(exec, A, {.width = options.width, .limits = no_limits});
      EXPECT_EQ(hyb.ell.width(), split.width) << name;
      EXPECT_EQ(hyb.coo.nnz(), split.overflow_entries) << name;
      EXPECT_EQ(hyb.overflow_rows.extent(0), static_cast<std::size_t>(split.overflow_rows)) << name;
      EXPECT_EQ(hyb.nnz(), A.nnz()) << name;
      EXPECT_EQ(hyb.bytes(), (hyb_bytes<Scalar, Ordinal, Offset>(host.num_rows, split.width, split.overflow_entries,
                                                                 split.overflow_rows)))
          << name;
      auto const B = convert<Format::csr>(exec, hyb);
      exec.fence();
      EXPECT_TRUE(same_bits(to_host(B), host)) << name << ", width " << split.width;
    }
  }
}

/// Columns of ELL have 32 slots at least. What the split takes must not be refused by the limits that go with it.
TYPED_TEST(ConvertHyb, default_options_take_few_rows_of_any_length) {
  using Scalar = typename TypeParam::Scalar;
  using Ordinal = typename TypeParam::Ordinal;
  using Offset = typename TypeParam::Offset;
  typename TypeParam::Exec const exec;
  FormatLimits const strict{.always_accepted_bytes = 0};
  auto const each = static_cast<double>(sizeof(Ordinal) + Impl::value_bytes_v<Scalar>);
  double const threshold = each / (each + sizeof(Ordinal)) * HybOptions{}.coo_over_ell;
  for (std::int64_t const m : {1, 2, 5, 10, 20, 31, 32, 33, 40}) {
    for (std::int64_t const step : {1, 2}) {
      std::int64_t const n = 3000;
      std::vector<std::vector<std::int64_t>> rows(m);
      for (std::int64_t i = 0; i < m; ++i)
        for (std::int64_t j = i % step; j < n; j += step) rows[i].push_back(j);
      auto const host = from_rows<Scalar, Ordinal, Offset>(rows, n);
      auto const A = to_csr<typename TypeParam::Space>(host);
      auto const hyb = convert<Format::hyb>(exec, A, {.limits = strict});
      EXPECT_EQ(hyb.ell.width() > 0, static_cast<double>(m) > threshold * static_cast<double>(ell_stride(m)))
          << m << " rows";
      auto const B = convert<Format::csr>(exec, hyb);
      exec.fence();
      EXPECT_TRUE(same_bits(to_host(B), host)) << m << " rows";
    }
  }
}

TEST(ConvertHybByHand, default_options_take_ten_long_rows) {
  std::vector<std::vector<std::int64_t>> rows(10);
  for (std::int64_t i = 0; i < 10; ++i)
    for (std::int64_t j = i % 2; j < 200000; j += 2) rows[i].push_back(j);
  auto const A = to_csr<Space>(from_rows<double, int, int>(rows, 200000));
  auto const hyb = convert<Format::hyb>(Exec(), A);
  EXPECT_EQ(hyb.ell.width(), 0);
  EXPECT_EQ(hyb.coo.nnz(), 1000000);
}

TEST(ConvertHybSplit, considers_no_more_widths_than_can_be_counted) {
  std::int64_t const many = std::int64_t(1) << 33;
  RowStatistics const rows{.num_rows = 40, .nnz = 40 * many, .longest = many, .mean = static_cast<double>(many)};
  EXPECT_EQ(Impl::convert::hyb_max_width(rows, 30), std::numeric_limits<int>::max() - 1);
  RowStatistics const few{.num_rows = 40, .nnz = 400, .longest = 100, .mean = 10};
  EXPECT_EQ(Impl::convert::hyb_max_width(few, 20), 22);
  EXPECT_EQ(Impl::convert::hyb_max_width(few, 2), 100);
}

TEST(ConvertHybByHand, the_list_is_sorted_and_knows_its_rows) {
  Exec const exec;
  auto const A = convert<Format::hyb>(
      exec, to_csr<Space>(from_rows<double, int, int>({{3, 0}, {}, {1, 2, 3}, {2}, {0, 1}}, 4)), {.width = 1});
  exec.fence();
  EXPECT_EQ(A.ell.width(), 1);
  EXPECT_EQ(A.ell.nnz(), 4);
  auto entries = to_vector(A.ell.entries);
  entries.resize(5);
  EXPECT_EQ(entries, (std::vector<int>{3, -1, 1, 2, 0}));
  EXPECT_EQ(to_vector(A.coo.row_indices), (std::vector<int>{0, 2, 2, 4}));
  EXPECT_EQ(to_vector(A.coo.col_indices), (std::vector<int>{0, 2, 3, 1}));
  EXPECT_EQ(to_vector(A.coo.values), (std::vector<double>{2, 4, 5, 8}));
  EXPECT_EQ(to_vector(A.overflow_rows), (std::vector<int>{0, 2, 4}));
  EXPECT_EQ(to_vector(A.overflow_offsets), (std::vector<int>{0, 1, 3, 4}));
}

/// The definition: columns are added while the rows that have them exceed the threshold of their slots.
TEST(HybSplitRule, is_that_of_its_formula) {
  Exec const exec;
  for (auto const& [name, host] : small_matrices<double>())
    for (double const ratio : {0.05, 0.5, 0.85, 1.0}) {
      double const threshold = (8. + 4) / (8. + 8) * ratio;
      std::int64_t expected = 0;
      for (std::int64_t k = 1; host.num_rows > 0; ++k) {
        std::int64_t rows = 0;
        for (std::int64_t i = 0; i < host.num_rows; ++i) rows += host.row_map[i + 1] - host.row_map[i] >= k;
        if (static_cast<double>(rows) <= threshold * static_cast<double>(ell_stride(host.num_rows))) break;
        expected = k;
      }
      EXPECT_EQ(hyb_split(exec, to_csr<Space>(host), {.coo_over_ell = ratio}).width, expected) << name << " " << ratio;
    }
}

TEST(HybSplitRule, depends_on_the_types) {
  Exec const exec;
  // 60 of 100 rows have a second entry: more than 0.5 * 0.85 (no values), less than 0.75 * 0.85 (double)
  std::vector<std::vector<std::int64_t>> rows(100, {0});
  for (int i = 0; i < 60; ++i) rows[i] = {0, 1};
  EXPECT_EQ(hyb_split(exec, to_csr<Space>(from_rows<Pattern, int, int>(rows, 2))).width, 2);
  auto const split = hyb_split(exec, to_csr<Space>(from_rows<double, int, int>(rows, 2)));
  EXPECT_EQ(split.width, 1);
  EXPECT_EQ(split.overflow_entries, 60);
  EXPECT_EQ(split.overflow_rows, 60);
}

TEST(ConvertHybByHand, keeps_zeros_signs_and_nans) {
  Exec const exec;
  auto const host = awkward_values();
  for (int width = 0; width < 4; ++width)
    EXPECT_TRUE(same_bits(
        to_host(convert<Format::csr>(exec, convert<Format::hyb>(exec, to_csr<Space>(host), {.width = width}))), host));
}

TEST(ConvertHybByHand, refuses_before_it_allocates) {
  Exec const exec;
  std::vector<std::vector<std::int64_t>> rows(4000, {0});
  rows[17].assign(5000, 1);
  auto const A = to_csr<Space>(from_rows<double, int, int>(rows, 7));
  EXPECT_NO_THROW(convert<Format::hyb>(exec, A));
  std::string const culprit = "; row 17 has 5000 entries, the mean is 2.24975";
  EXPECT_EQ(refusal([&] { convert<Format::hyb>(exec, A, {.width = 1000}); }),
            "Araios::convert::csr_to_hyb: 4004000 slots (48064012 bytes) for 8999 entries are more than the limit of 3 "
            "slots per "
            "entry" +
                culprit);
  EXPECT_EQ(refusal([&] { convert<Format::hyb>(exec, A, {.limits = {.bytes = 1000}}); }),
            "Araios::convert::csr_to_hyb: 127996 bytes are more than the limit of 1000" + culprit);
  EXPECT_EQ(refusal([&] { convert<Format::hyb>(exec, A, {.width = -1}); }), "Araios::hyb_split: negative width -1");
  EXPECT_EQ(refusal([&] { convert<Format::hyb>(exec, A, {.coo_over_ell = 0}); }),
            "Araios::hyb_split: coo_over_ell must be in (0, 1], not 0");
}

contract::Operations const operations{
    contract::returns("csr_to_hyb",
                      [](contract::Data& d) { return convert<Format::hyb>(d.exec, d.A, {}, d.workspace); }),
    contract::returns(
        "hyb_to_csr", [](contract::Data& d) { return convert<Format::hyb>(d.exec, d.A); },
        [](contract::Data& d, auto& operand) { return convert<Format::csr>(d.exec, operand, {}, d.workspace); })};

}  // namespace convert_hyb_test
