// SPDX-License-Identifier: Apache-2.0

#include <Araios/convert.hpp>
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

namespace convert_jds_test {

using namespace Araios;
using namespace Araios::test;
using Exec = Kokkos::DefaultExecutionSpace;
using Space = Exec::memory_space;

template <class C>
struct ConvertJds : testing::Test {};
TYPED_TEST_SUITE(ConvertJds, AllCases, CaseName);

TYPED_TEST(ConvertJds, there_and_back_keeps_every_bit) {
  using Scalar = typename TypeParam::Scalar;
  using Ordinal = typename TypeParam::Ordinal;
  using Offset = typename TypeParam::Offset;
  typename TypeParam::Exec const exec;
  for (auto const& [name, host] : small_matrices<Scalar, Ordinal, Offset>()) {
    auto const A = to_csr<typename TypeParam::Space>(host);
    auto const jds = convert<Format::jds>(exec, A);
    auto const longest = row_statistics(exec, A).longest;
    EXPECT_EQ(jds.diagonals(), longest) << name;
    EXPECT_EQ(jds.nnz(), A.nnz()) << name;
    EXPECT_EQ(jds.bytes(), (jds_bytes<Scalar, Ordinal, Offset>(host.num_rows, longest, A.nnz()))) << name;
    auto const B = convert<Format::csr>(exec, jds);
    exec.fence();
    EXPECT_TRUE(same_bits(to_host(B), host)) << name;
  }
}

TEST(ConvertJdsByHand, diagonals) {
  Exec const exec;
  auto const A =
      convert<Format::jds>(exec, to_csr<Space>(from_rows<double, int, int>({{3, 0}, {}, {1, 2, 3}, {2}, {0, 1}}, 4)));
  exec.fence();
  EXPECT_EQ(to_vector(A.permutation), (std::vector<int>{2, 0, 4, 3, 1}));
  EXPECT_EQ(to_vector(A.diagonal_offsets), (std::vector<int>{0, 4, 7, 8}));
  EXPECT_EQ(to_vector(A.entries), (std::vector<int>{1, 3, 0, 2, 2, 0, 1, 3}));
  EXPECT_EQ(to_vector(A.values), (std::vector<double>{3, 1, 7, 6, 4, 2, 8, 5}));
}

TEST(ConvertJdsByHand, keeps_zeros_signs_and_nans) {
  Exec const exec;
  auto const host = awkward_values();
  EXPECT_TRUE(same_bits(to_host(convert<Format::csr>(exec, convert<Format::jds>(exec, to_csr<Space>(host)))), host));
  EXPECT_TRUE(same_bits(
      to_host(convert<Format::csr>(exec, csr_to_grouped_jds(exec, to_csr<Space>(host), {.rows_per_group = 3}))), host));
}

TEST(ConvertJdsByHand, refuses_what_is_too_large_before_it_allocates) {
  Exec const exec;
  auto const A = to_csr<Space>(from_rows<double, int, int>({{0, 1}, {0, 1, 2}}, 3));
  std::int64_t const before = allocations_made();
  EXPECT_EQ(
      refusal([&] { convert<Format::jds>(exec, A, {.limits = {.bytes = 80}}); }),
      "Araios::convert::csr_to_jds: 84 bytes are more than the limit of 80; row 1 has 3 entries, the mean is 2.5");
  EXPECT_EQ(allocations_made(), before);
  FormatLimits const of_padding{.slots_per_entry = 0.5, .always_accepted_bytes = 0};
  EXPECT_EQ(convert<Format::jds>(exec, A, {.limits = of_padding}).nnz(), 5);
}

TEST(ConvertJdsByHand, the_grouped_form_is_sell_over_all_rows) {
  Exec const exec;
  auto const csr = to_csr<Space>(from_rows<double, int, int>({{3, 0}, {}, {1, 2, 3}, {2}, {0, 1}}, 4));
  auto const A = csr_to_grouped_jds(exec, csr, {.rows_per_group = 2});
  exec.fence();
  EXPECT_EQ(A.chunk(), 2);
  EXPECT_EQ(to_vector(A.permutation), (std::vector<int>{2, 0, 4, 3, 1}));
  EXPECT_EQ(to_vector(A.chunk_offsets), (std::vector<int>{0, 6, 10, 10}));
  EXPECT_EQ(to_vector(A.entries), (std::vector<int>{1, 3, 2, 0, 3, -1, 0, 2, 1, -1}));
}

/// The kernels that only GPUs choose, in every space.
TEST(MoveJds, every_method_moves_the_same) {
  Exec const exec;
  for (auto const& [name, host] : small_matrices<double>()) {
    auto const A = to_csr<Space>(host);
    auto const expected = convert<Format::jds>(exec, A);
    check_moves(exec, name, host, A, expected, Impl::layout_of(expected),
                {host.num_rows, expected.diagonals(), host.num_rows, A.nnz()});
  }
}

contract::Operations const operations{
    contract::returns("csr_to_jds",
                      [](contract::Data& d) { return convert<Format::jds>(d.exec, d.A, {}, d.workspace); }),
    contract::returns(
        "jds_to_csr", [](contract::Data& d) { return convert<Format::jds>(d.exec, d.A); },
        [](contract::Data& d, auto& operand) { return convert<Format::csr>(d.exec, operand, {}, d.workspace); })};

}  // namespace convert_jds_test
