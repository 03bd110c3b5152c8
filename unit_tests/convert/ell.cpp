// SPDX-License-Identifier: Apache-2.0

#include <Araios/convert.hpp>
#include <Araios/operations/convert/ell.hpp>
#include <Araios/row_statistics.hpp>
#include <Araios/testing/count_allocations.hpp>
#include <gtest/gtest.h>

#include <cstdint>
#include <vector>

#include "support/contract.hpp"
#include "support/matrices.hpp"
#include "support/padded.hpp"
#include "support/padded_moves.hpp"
#include "support/refusals.hpp"
#include "support/types.hpp"

namespace convert_ell_test {

using namespace Araios;
using namespace Araios::test;
using Exec = Kokkos::DefaultExecutionSpace;
using Space = Exec::memory_space;

template <class C>
struct ConvertEll : testing::Test {};
TYPED_TEST_SUITE(ConvertEll, AllCases, CaseName);

TYPED_TEST(ConvertEll, there_and_back_keeps_every_bit) {
  using Scalar = typename TypeParam::Scalar;
  typename TypeParam::Exec const exec;
  for (auto const& [name, host] : paddable_matrices<Scalar, typename TypeParam::Ordinal, typename TypeParam::Offset>())
    for (auto const padding : {EllPadding::index, EllPadding::zero}) {
      if (is_pattern_v<Scalar> && padding == EllPadding::zero) continue;
      auto const A = to_csr<typename TypeParam::Space>(host);
      auto const ell = convert<Format::ell>(exec, A, {.padding = padding, .limits = no_limits});
      auto const longest = row_statistics(exec, A).longest;
      EXPECT_EQ(ell.width(), longest) << name;
      EXPECT_EQ(ell.nnz(), A.nnz()) << name;
      EXPECT_EQ(ell.bytes(), (ell_bytes<Scalar, typename TypeParam::Ordinal>(host.num_rows, longest, padding))) << name;
      auto const B = convert<Format::csr>(exec, ell);
      exec.fence();
      EXPECT_TRUE(same_bits(to_host(B), host)) << name;
    }
}

TEST(ConvertEllByHand, padding_by_index) {
  Exec const exec;
  auto const A = convert<Format::ell>(exec, to_csr<Space>(from_rows<double, int, int>({{2, 0}, {}, {1, 2, 3}}, 4)));
  exec.fence();
  EXPECT_EQ(A.padding(), EllPadding::index);
  EXPECT_EQ(A.stride(), 32);
  EXPECT_EQ(A.width(), 3);
  auto const entries = to_vector(A.entries);
  auto const values = to_vector(A.values);
  for (std::int64_t i = 0; i < 32; ++i) {
    std::vector<int> const expected = i == 0   ? std::vector<int>{2, 0, -1}
                                      : i == 2 ? std::vector<int>{1, 2, 3}
                                               : std::vector<int>{-1, -1, -1};
    for (int k = 0; k < 3; ++k) {
      EXPECT_EQ(entries[k * 32 + i], expected[k]) << i << " " << k;
      if (expected[k] < 0) {
        EXPECT_EQ(values[k * 32 + i], 0) << i << " " << k;
      }
    }
  }
  EXPECT_EQ(values[0], 1);
  EXPECT_EQ(values[32], 2);
  EXPECT_EQ(values[32 + 2], 4);
}

TEST(ConvertEllByHand, padding_by_zero_stays_in_the_columns_of_the_row) {
  Exec const exec;
  auto const A = convert<Format::ell>(exec, to_csr<Space>(from_rows<double, int, int>({{2, 0}, {}, {1, 2, 3}}, 4)),
                                      {.padding = EllPadding::zero});
  exec.fence();
  EXPECT_EQ(A.padding(), EllPadding::zero);
  EXPECT_EQ(to_vector(A.row_lengths), (std::vector<int>{2, 0, 3}));
  auto const entries = to_vector(A.entries);
  auto const values = to_vector(A.values);
  EXPECT_EQ(entries[2 * 32 + 0], 0) << "the column of the last entry";
  EXPECT_EQ(values[2 * 32 + 0], 0);
  EXPECT_EQ(entries[1], 0) << "the first column, for want of another";
}

TEST(ConvertEllByHand, keeps_zeros_signs_and_nans) {
  Exec const exec;
  auto const host = awkward_values();
  for (auto const padding : {EllPadding::index, EllPadding::zero})
    EXPECT_TRUE(same_bits(
        to_host(convert<Format::csr>(exec, convert<Format::ell>(exec, to_csr<Space>(host), {.padding = padding}))),
        host));
}

TEST(ConvertEllByHand, refuses_what_is_too_large_before_it_allocates) {
  Exec const exec;
  auto rows = std::vector<std::vector<std::int64_t>>(4000, {0});
  rows[17].assign(5000, 1);
  auto const A = to_csr<Space>(from_rows<double, int, int>(rows, 7));
  std::int64_t const before = allocations_made();
  EXPECT_EQ(refusal([&] { convert<Format::ell>(exec, A); }),
            "Araios::convert::csr_to_ell: 20000000 slots (240000000 bytes) for 8999 entries are more than the limit of "
            "3 slots per entry; row 17 has 5000 entries, the mean is 2.24975");
  EXPECT_EQ(
      refusal([&] { convert<Format::ell>(exec, A, {.limits = {.slots_per_entry = 1e9, .bytes = 239999999}}); }),
      "Araios::convert::csr_to_ell: 240000000 bytes are more than the limit of 239999999; row 17 has 5000 entries, the "
      "mean is 2.24975");
  EXPECT_EQ(allocations_made(), before);
  EXPECT_NO_THROW(convert<Format::ell>(exec, A, {.limits = {.always_accepted_bytes = 240000000}}));
}

TEST(ConvertEllByHand, refuses_padding_by_zero_without_values) {
  Exec const exec;
  auto const A = to_csr<Space>(from_rows<Pattern, int, int>({{0}}, 1));
  EXPECT_EQ(refusal([&] { convert<Format::ell>(exec, A, {.padding = EllPadding::zero}); }),
            "Araios::convert::csr_to_ell: a matrix without values cannot be padded by zero");
}

/// The kernels that only GPUs choose, in every space.
TEST(MovePadded, every_method_moves_the_same) {
  Exec const exec;
  for (auto const& [name, host] : paddable_matrices<double>())
    for (auto const padding : {EllPadding::index, EllPadding::zero}) {
      auto const A = to_csr<Space>(host);
      auto const expected = convert<Format::ell>(exec, A, {.padding = padding, .limits = no_limits});
      if (expected.slots() == 0) continue;
      check_moves(exec, name, host, A, expected, Impl::slots_of(expected),
                  {expected.stride(), expected.width(), host.num_rows, A.nnz()}, padding == EllPadding::zero);
    }
}

TEST(MovePadded, long_lines_go_by_parts_on_a_gpu) {
  Exec const exec;
  auto const chosen = [&](Impl::convert::MoveWork const& work) {
    return Impl::convert::choose_move(exec, work, Impl::convert::MoveMethod::automatic);
  };
  if constexpr (Araios::is_gpu_v<Exec>) {
    std::int64_t const many = 8 * Impl::concurrency(exec);
    EXPECT_EQ(chosen({many, 81, many, 81 * many}), Impl::convert::MoveMethod::tiles);
    EXPECT_EQ(chosen({many, 5000, many, 81 * many}), Impl::convert::MoveMethod::parts);
    EXPECT_EQ(chosen({32, 1000, 10, 10000}), Impl::convert::MoveMethod::parts);
    EXPECT_EQ(chosen({32, 100, 10, 1000}), Impl::convert::MoveMethod::tiles);
  } else {
    EXPECT_EQ(chosen({32, 1000000, 10, 10000000}), Impl::convert::MoveMethod::lines);
  }
}

contract::Operations const operations{
    contract::returns("csr_to_ell",
                      [](contract::Data& d) { return convert<Format::ell>(d.exec, d.A, {}, d.workspace); }),
    contract::returns(
        "ell_to_csr", [](contract::Data& d) { return convert<Format::ell>(d.exec, d.A); },
        [](contract::Data& d, auto& operand) { return convert<Format::csr>(d.exec, operand, {}, d.workspace); })};

}  // namespace convert_ell_test
