// SPDX-License-Identifier: Apache-2.0

#include <Araios/convert.hpp>
#include <Araios/formats/validate/dok.hpp>
#include <Araios/operations/convert/dok.hpp>
#include <Araios/testing/count_allocations.hpp>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <string>
#include <vector>

#include "support/contract.hpp"
#include "support/matrices.hpp"
#include "support/reference.hpp"
#include "support/refusals.hpp"
#include "support/types.hpp"

namespace convert_dok_test {

using namespace Araios;
using namespace Araios::test;

bool has_duplicates(std::string const& name) {
  return name.find("duplicates") != std::string::npos || name == "every entry the same position";
}

template <class C>
struct ConvertDok : testing::Test {};
TYPED_TEST_SUITE(ConvertDok, AllCases, CaseName);

TYPED_TEST(ConvertDok, there_and_back_is_the_matrix_with_sorted_rows) {
  using Space = typename TypeParam::Space;
  typename TypeParam::Exec const exec;
  for (auto const& [name, host] :
       small_matrices<typename TypeParam::Scalar, typename TypeParam::Ordinal, typename TypeParam::Offset>()) {
    auto const A = to_csr<Space>(host);
    DokOptions const options{has_duplicates(name) ? DokDuplicates::sum : DokDuplicates::refuse};
    auto const B = convert<Format::dok>(exec, A, options);
    auto const fault = find_fault(exec, B);
    EXPECT_FALSE(fault) << name << ": " << fault->sentence;
    EXPECT_TRUE(same_bits(to_host(convert<Format::csr>(exec, B)), reference::sum_duplicates(host))) << name;
    auto const C = convert<Format::dok>(exec, convert<Format::coo>(exec, A), options);
    EXPECT_FALSE(find_fault(exec, C)) << name;
    EXPECT_TRUE(same_bits(to_host(convert<Format::csr>(exec, C)), reference::sum_duplicates(host))) << name;
    if (!has_duplicates(name)) {
      EXPECT_EQ(
          B.bytes(),
          (dok_bytes<typename TypeParam::Scalar, typename TypeParam::Ordinal, typename TypeParam::Offset>(A.nnz())));
    }
  }
}

TYPED_TEST(ConvertDok, entries_in_any_order) {
  using Space = typename TypeParam::Space;
  using Ordinal = typename TypeParam::Ordinal;
  using Scalar = typename TypeParam::Scalar;
  typename TypeParam::Exec const exec;
  auto const host =
      from_rows<Scalar, Ordinal, typename TypeParam::Offset>(random_rows(500, 400, 20, Rows::power_law, false, 3), 400);
  // Rows in reverse, and in each the columns in reverse.
  std::vector<Ordinal> rows, cols(host.entries.rbegin(), host.entries.rend());
  std::vector<Scalar> values(host.values.rbegin(), host.values.rend());
  for (std::int64_t i = host.num_rows - 1; i >= 0; --i)
    rows.insert(rows.end(), host.row_map[i + 1] - host.row_map[i], static_cast<Ordinal>(i));
  using List = CooMatrix<Scalar, Ordinal, typename TypeParam::Offset, Space>;
  auto const A = [&] {
    if constexpr (is_pattern_v<Scalar>)
      return List(500, 400, to_view<Space>(rows), to_view<Space>(cols));
    else
      return List(500, 400, to_view<Space>(rows), to_view<Space>(cols), to_view<Space>(values));
  }();
  auto const B = convert<Format::dok>(exec, A);
  EXPECT_FALSE(find_fault(exec, B));
  EXPECT_EQ(to_vector(convert<Format::coo>(exec, B).row_indices), rows) << "entries keep their numbers";
  EXPECT_TRUE(same_bits(to_host(convert<Format::csr>(exec, B)), host));
}

using Exec = Kokkos::DefaultExecutionSpace;
using Space = Exec::memory_space;

TEST(ConvertDokByHand, refuses_the_first_place_that_repeats) {
  Exec const exec;
  auto const A = to_csr<Space>(from_rows<double, int, int>({{3, 1}, {}, {4, 0, 4, 0, 4}}, 5));
  EXPECT_EQ(refusal([&] { convert<Format::dok>(exec, A); }),
            "Araios::convert::csr_to_dok: position 4: entry (2, 4) is a duplicate of an earlier entry; "
            "DokDuplicates::sum adds them");
  EXPECT_EQ(refusal([&] { convert<Format::dok>(exec, convert<Format::coo>(exec, A)); }),
            "Araios::convert::coo_to_dok: position 4: entry (2, 4) is a duplicate of an earlier entry; "
            "DokDuplicates::sum adds them");
  // Neighbours in a sorted row.
  EXPECT_EQ(refusal([&] { convert<Format::dok>(exec, to_csr<Space>(from_rows<double, int, int>({{1, 1}}, 5))); }),
            "Araios::convert::csr_to_dok: position 1: entry (0, 1) is a duplicate of an earlier entry; "
            "DokDuplicates::sum adds them");
}

TEST(ConvertDokByHand, zeros_and_nan_are_entries) {
  HostCsr<double> const host{2, 3, {0, 3, 5}, {2, 0, 1, 1, 0}, {-0.0, 0.0, -1.0, 1.0, std::nan("5")}};
  auto const B = convert<Format::dok>(Exec(), to_csr<Space>(host));
  EXPECT_EQ(B.nnz(), 5);
  EXPECT_TRUE(same_bits(to_host(convert<Format::csr>(Exec(), B)), reference::sort_rows(host)));
}

TEST(ConvertDokByHand, capacity_is_kept_for_more) {
  auto const host = from_rows<double, int, int>({{1, 2}, {0}, {2}}, 3);
  auto const B = convert<Format::dok>(Exec(), to_csr<Space>(host), {.capacity = 1000});
  EXPECT_EQ(B.capacity(), 1000);
  EXPECT_EQ(B.nnz(), 4);
  EXPECT_TRUE(same_bits(to_host(convert<Format::csr>(Exec(), B)), host));
}

TEST(ConvertDokByHand, refuses_beyond_its_limit_before_it_allocates) {
  Exec const exec;
  auto const A = to_csr<Space>(from_rows<double, int, int>({{1, 2}, {0}, {2}}, 3));
  auto const list = convert<Format::coo>(exec, A);
  std::int64_t const bytes = dok_bytes<double, int, int>(4);
  EXPECT_EQ(bytes, 16 * 4 + 4 * 16);
  EXPECT_EQ(convert<Format::dok>(exec, A, {.limits = {.bytes = bytes}}).bytes(), bytes);
  EXPECT_EQ(convert<Format::dok>(exec, list, {.limits = {.bytes = bytes}}).bytes(), bytes);
  std::int64_t const before = allocations_made();
  EXPECT_EQ(
      refusal([&] { convert<Format::dok>(exec, A, {.limits = {.bytes = bytes - 1}}); }),
      "Araios::convert::csr_to_dok: 128 bytes are more than the limit of 127; 4 entries, a capacity of 4 and 16 slots");
  EXPECT_EQ(
      refusal([&] { convert<Format::dok>(exec, list, {.capacity = 9, .limits = {.bytes = bytes}}); }),
      "Araios::convert::coo_to_dok: 272 bytes are more than the limit of 128; 4 entries, a capacity of 9 and 32 slots");
  EXPECT_EQ(allocations_made(), before);
  // Room that was asked for is no padding.
  EXPECT_EQ(convert<Format::dok>(exec, A, {.capacity = 1000000}).capacity(), 1000000);
}

TEST(ConvertDokByHand, values_may_be_const) {
  auto const host = from_rows<double, int, int>({{1, 2}, {0}, {2}}, 3);
  auto const B = to_csr<Space>(host);
  CsrMatrix<double const, int, int, Space> const A(3, 3, B.row_map, B.entries, B.values);
  EXPECT_TRUE(same_bits(to_host(convert<Format::csr>(Exec(), convert<Format::dok>(Exec(), A))), host));
}

contract::Operations const operations{
    contract::returns("csr_to_dok",
                      [](contract::Data& d) { return convert<Format::dok>(d.exec, d.A, {}, d.workspace); }),
    contract::returns(
        "dok_to_csr", [](contract::Data& d) { return convert<Format::dok>(d.exec, d.A, {}, d.workspace); },
        [](contract::Data& d, auto& operand) { return convert<Format::csr>(d.exec, operand, {}, d.workspace); })};

}  // namespace convert_dok_test
