// SPDX-License-Identifier: Apache-2.0

#include <Araios/convert.hpp>
#include <Araios/format_sizes.hpp>
#include <Araios/row_statistics.hpp>
#include <Araios/testing/count_allocations.hpp>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <vector>

#include "support/contract.hpp"
#include "support/matrices.hpp"
#include "support/padded.hpp"
#include "support/padded_moves.hpp"
#include "support/refusals.hpp"
#include "support/types.hpp"

namespace convert_sell_test {

using namespace Araios;
using namespace Araios::test;
using Exec = Kokkos::DefaultExecutionSpace;
using Space = Exec::memory_space;

/// Chunks of a warp, of one row, of another number, and of more rows than most matrices have; unsorted and sorted.
std::vector<SellOptions> shapes() {
  return {{.chunk = 32, .limits = no_limits},
          {.chunk = 1, .limits = no_limits},
          {.chunk = 7, .limits = no_limits},
          {.chunk = 32, .sorting_window = 256, .limits = no_limits},
          {.chunk = 32, .sorting_window = sell_sort_all, .limits = no_limits},
          {.chunk = 100, .sorting_window = 300, .limits = no_limits}};
}

template <class C>
struct ConvertSell : testing::Test {};
TYPED_TEST_SUITE(ConvertSell, AllCases, CaseName);

TYPED_TEST(ConvertSell, there_and_back_keeps_every_bit) {
  using Scalar = typename TypeParam::Scalar;
  using Ordinal = typename TypeParam::Ordinal;
  using Offset = typename TypeParam::Offset;
  typename TypeParam::Exec const exec;
  for (auto const& [name, host] : small_matrices<Scalar, Ordinal, Offset>())
    for (auto const& options : shapes()) {
      auto const A = to_csr<typename TypeParam::Space>(host);
      auto const sell = convert<Format::sell>(exec, A, options);
      EXPECT_EQ(sell.nnz(), A.nnz()) << name;
      EXPECT_EQ(sell.chunk(), options.chunk) << name;
      EXPECT_EQ(sell.bytes(), (sell_bytes<Scalar, Ordinal, Offset>(host.num_rows, options.chunk, sell.slots(),
                                                                   options.sorting_window > 1)))
          << name;
      if (options.sorting_window == 1) {
        EXPECT_EQ(sell.slots(), sell_slots(exec, A, {.chunk = options.chunk})) << name;
      }
      auto const B = convert<Format::csr>(exec, sell);
      exec.fence();
      EXPECT_TRUE(same_bits(to_host(B), host)) << name << ", chunk " << options.chunk;
    }
}

TEST(ConvertSellByHand, unsorted) {
  Exec const exec;
  auto const A =
      convert<Format::sell>(exec, to_csr<Space>(from_rows<double, int, int>({{2, 0}, {}, {1}}, 4)), {.chunk = 2});
  exec.fence();
  EXPECT_EQ(to_vector(A.chunk_offsets), (std::vector<int>{0, 4, 6}));
  EXPECT_EQ(to_vector(A.entries), (std::vector<int>{2, -1, 0, -1, 1, -1}));
  EXPECT_EQ(to_vector(A.values), (std::vector<double>{1, 0, 2, 0, 3, 0}));
  EXPECT_EQ(A.permutation.extent(0), 0u);
}

TEST(ConvertSellByHand, sorted_within_windows_and_stable) {
  Exec const exec;
  std::vector<std::vector<std::int64_t>> rows(7);
  std::vector<int> const lengths{1, 3, 0, 3, 2, 5, 5};
  for (int i = 0; i < 7; ++i) rows[i].assign(lengths[i], i);
  auto const csr = to_csr<Space>(from_rows<double, int, int>(rows, 7));
  auto const A = convert<Format::sell>(exec, csr, {.chunk = 2, .sorting_window = 4});
  exec.fence();
  EXPECT_EQ(to_vector(A.permutation), (std::vector<int>{1, 3, 0, 2, 5, 6, 4}));
  EXPECT_EQ(to_vector(A.chunk_offsets), (std::vector<int>{0, 6, 8, 18, 22}));
  auto const B = convert<Format::sell>(exec, csr, {.chunk = 2, .sorting_window = sell_sort_all});
  exec.fence();
  EXPECT_EQ(to_vector(B.permutation), (std::vector<int>{5, 6, 1, 3, 4, 0, 2}));
  EXPECT_EQ(to_vector(B.chunk_offsets), (std::vector<int>{0, 10, 16, 20, 20}));
}

TEST(ConvertSellByHand, keeps_zeros_signs_and_nans) {
  Exec const exec;
  auto const host = awkward_values();
  for (auto const& options : shapes())
    EXPECT_TRUE(same_bits(
        to_host(convert<Format::csr>(exec, convert<Format::sell>(exec, to_csr<Space>(host), options))), host));
}

TEST(ConvertSellByHand, refuses_what_is_too_large) {
  Exec const exec;
  std::vector<std::vector<std::int64_t>> rows(100, {0});
  rows[17].assign(9000, 1);
  auto const A = to_csr<Space>(from_rows<double, int, int>(rows, 7));
  std::int64_t const before = allocations_made();
  EXPECT_EQ(refusal([&] { convert<Format::sell>(exec, A); }),
            "Araios::convert::csr_to_sell: 288096 slots (3457172 bytes) for 9099 entries are more than the limit of 3 "
            "slots per "
            "entry; row 17 has 9000 entries, the mean is 90.99");
  EXPECT_EQ(allocations_made(), before);
  EXPECT_EQ(refusal([&] { convert<Format::sell>(exec, A, {.limits = {.bytes = 1000}}); }),
            "Araios::convert::csr_to_sell: 3457172 bytes are more than the limit of 1000; row 17 has 9000 entries, the "
            "mean is "
            "90.99");
  EXPECT_EQ(refusal([&] { convert<Format::sell>(exec, A, {.chunk = 1 << 20, .limits = no_limits}); }),
            "Araios::convert::csr_to_sell: number of slots: 9437184000 does not fit a 32-bit signed integer");
}

TEST(ConvertSellByHand, refuses_chunks_and_windows_that_do_not_fit) {
  Exec const exec;
  auto const A = to_csr<Space>(from_rows<double, int, int>(std::vector<std::vector<std::int64_t>>(100, {0}), 7));
  EXPECT_EQ(refusal([&] { convert<Format::sell>(exec, A, {.chunk = 0}); }),
            "Araios::convert::csr_to_sell: chunks of 0 rows");
  EXPECT_EQ(refusal([&] { convert<Format::sell>(exec, A, {.chunk = 32, .sorting_window = 48}); }),
            "Araios::convert::csr_to_sell: a sorting window of 48 rows is not a multiple of the chunk of 32, nor 1, "
            "nor all 100 "
            "rows");
  EXPECT_EQ(refusal([&] { convert<Format::sell>(exec, A, {.chunk = 32, .sorting_window = 0}); }),
            "Araios::convert::csr_to_sell: a sorting window of 0 rows is not a multiple of the chunk of 32, nor 1, nor "
            "all 100 "
            "rows");
  EXPECT_EQ(refusal([&] { sell_slots(exec, A, {.chunk = -1}); }), "Araios::sell_slots: chunks of -1 rows");
  EXPECT_NO_THROW(convert<Format::sell>(exec, A, {.chunk = 32, .sorting_window = 100}));
}

/// A GPU takes the one for small windows, hosts the other; both run everywhere.
TEST(SortLines, by_ranks_and_by_keys_alike) {
  Exec const exec;
  Workspace<Space> workspace;
  for (auto const& [name, host] : paddable_matrices<double>())
    for (std::int64_t const window : {1, 3, 32, 256, 1000000}) {
      if (host.num_rows == 0) continue;
      auto const A = to_csr<Space>(host);
      Kokkos::View<int*, Space> const by_keys("Araios::test::by_keys", host.num_rows);
      Kokkos::View<int*, Space> const by_ranks("Araios::test::by_ranks", host.num_rows);
      Kokkos::View<std::int64_t*, Space> const keys("Araios::test::keys", host.num_rows);
      Impl::convert::sort_lines(exec, A.row_map, row_statistics(exec, A), window, keys, by_keys, workspace);
      Araios::fill(exec, by_ranks, -1);
      Impl::convert::rank_lines(exec, A.row_map, host.num_rows, window, by_ranks);
      exec.fence();
      ASSERT_EQ(to_vector(by_ranks), to_vector(by_keys)) << name << " in windows of " << window;
    }
}

/// The kernels that only GPUs choose, in every space.
TEST(MoveSell, every_method_moves_the_same) {
  Exec const exec;
  for (auto const& [name, host] : paddable_matrices<double>())
    for (auto const& options : shapes()) {
      auto const A = to_csr<Space>(host);
      auto const expected = convert<Format::sell>(exec, A, options);
      auto const layout = Impl::layout_of(expected);
      check_moves(exec, name, host, A, expected, layout,
                  {layout.lines(), row_statistics(exec, A).longest, host.num_rows, A.nnz()});
    }
}

contract::Operations const operations{
    contract::returns(
        "csr_to_sell",
        [](contract::Data& d) { return convert<Format::sell>(d.exec, d.A, {.sorting_window = 64}, d.workspace); }),
    contract::returns(
        "sell_to_csr", [](contract::Data& d) { return convert<Format::sell>(d.exec, d.A, {.sorting_window = 64}); },
        [](contract::Data& d, auto& operand) { return convert<Format::csr>(d.exec, operand, {}, d.workspace); }),
    contract::returns("csr_to_grouped_jds",
                      [](contract::Data& d) { return csr_to_grouped_jds(d.exec, d.A, {}, d.workspace); }),
    contract::returns("sell_slots", [](contract::Data& d) { return sell_slots(d.exec, d.A); },
                      {.allocations = 0, .no_operand = "it reads row_map alone"})};

}  // namespace convert_sell_test
