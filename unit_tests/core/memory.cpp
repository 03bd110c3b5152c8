// SPDX-License-Identifier: Apache-2.0

#include <Araios/core/memory.hpp>
#include <Araios/testing/count_allocations.hpp>
#include <Araios/testing/fail_allocation.hpp>
#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "support/contract.hpp"
#include "support/matrices.hpp"
#include "support/refusals.hpp"

namespace core_memory_test {

using namespace Araios;
using Exec = Kokkos::DefaultExecutionSpace;
using Doubles = Kokkos::View<double*, Exec::memory_space>;

struct Memory : testing::Test {
  ~Memory() override { fail_allocation_after(-1); }
  Exec exec;
};

TEST_F(Memory, allocations_are_labelled_and_counted) {
  std::int64_t const allocations = allocations_made();
  std::int64_t const bytes = bytes_allocated();
  auto const array = allocate<Doubles>(exec, "Araios::test::array", 1000);
  EXPECT_EQ(array.label(), "Araios::test::array");
  EXPECT_EQ(array.extent(0), 1000u);
  EXPECT_EQ(allocations_made() - allocations, 1);
  EXPECT_EQ(bytes_allocated() - bytes, 8000);
}

TEST_F(Memory, values_that_are_absent_cost_nothing) {
  std::int64_t const allocations = allocations_made();
  auto const nothing = allocate_values<NoValues>(exec, "Araios::test::values", 1000);
  EXPECT_EQ(nothing.extent(0), 0u);
  EXPECT_EQ(allocations_made(), allocations);
  EXPECT_EQ(allocate_values<Doubles>(exec, "Araios::test::values", 10).extent(0), 10u);
  EXPECT_EQ(allocations_made(), allocations + 1);
}

TEST_F(Memory, tables_are_labelled_and_counted) {
  using Table = Kokkos::View<double**, Kokkos::LayoutRight, Exec::memory_space>;
  auto const count = allocations_made();
  auto const bytes = bytes_allocated();
  auto const table = allocate_table<Table>(exec, "Araios::test::table", 30, 7);
  EXPECT_EQ(table.extent(0), 30u);
  EXPECT_EQ(table.extent(1), 7u);
  EXPECT_EQ(table.label(), "Araios::test::table");
  EXPECT_EQ(allocations_made(), count + 1);
  EXPECT_EQ(bytes_allocated(), bytes + 30 * 7 * 8);
  EXPECT_EQ(test::refusal([&] { allocate_table<Table>(exec, "Araios::test", std::int64_t(1) << 40, 1 << 21); }),
            "Araios::allocate_table: bytes of a table: 2305843009213693952 * 8 does not fit 64 bits");
  fail_allocation_after(0);
  EXPECT_THROW(allocate_table<Table>(exec, "Araios::test", 1, 1), AllocationFailure);
}

TEST_F(Memory, arrays_together_share_an_allocation_that_lives_as_long_as_one_of_them) {
  auto const count = allocations_made();
  Doubles last;
  {
    auto const [a, nothing, b, c] = allocate_packed<Kokkos::View<int*, Exec::memory_space>, NoValues, Doubles, Doubles>(
        exec, "Araios::test::packed", {33, 7, 0, 100});
    EXPECT_EQ(allocations_made(), count + 1);
    EXPECT_EQ(a.extent(0), 33u);
    EXPECT_EQ(b.extent(0), 0u);
    EXPECT_EQ(c.extent(0), 100u);
    EXPECT_EQ(reinterpret_cast<char const*>(c.data()), reinterpret_cast<char const*>(a.data()) + 256)
        << "the next multiple of 256 bytes";
    Araios::fill(exec, c, 3.0);
    Araios::fill(exec, a, 1);
    last = c;
  }
  EXPECT_EQ(last.use_count(), 1);
  EXPECT_EQ(test::to_vector(last), std::vector<double>(100, 3.0));
  EXPECT_EQ(last.label(), "Araios::test::packed");
}

TEST_F(Memory, first_entries_stay_where_they_are_if_they_are_half_of_all) {
  using Ints = Kokkos::View<int*, Exec::memory_space>;
  auto const [row_map, entries, values] =
      allocate_packed<Ints, Ints, Doubles>(exec, "Araios::test::packed", {3, 100, 100});
  Araios::fill(exec, row_map, 1);
  Araios::fill(exec, entries, 2);
  Araios::fill(exec, values, 3.0);
  for (std::int64_t const nnz : {100, 50, 49, 0}) {
    auto const count = allocations_made();
    auto const [map, columns, numbers] = Impl::first_entries(exec, "Araios::test", row_map, entries, values, nnz);
    exec.fence();
    EXPECT_EQ(allocations_made() - count, nnz < 50);
    EXPECT_EQ(columns.data() == entries.data(), nnz >= 50);
    EXPECT_EQ(test::to_vector(map), std::vector<int>(3, 1));
    EXPECT_EQ(test::to_vector(columns), std::vector<int>(static_cast<std::size_t>(nnz), 2));
    EXPECT_EQ(test::to_vector(numbers), std::vector<double>(static_cast<std::size_t>(nnz), 3.0));
    auto const [none, pattern, nothing] =
        Impl::first_entries(exec, "Araios::test", NoValues{}, entries, NoValues{}, nnz);
    EXPECT_EQ(test::to_vector(pattern), test::to_vector(columns));
  }
}

TEST_F(Memory, large_arrays_are_like_others) {
  for (std::int64_t const bytes : {(1 << 22) - 8, 1 << 22, (1 << 22) + 8, 10'000'000}) {
    auto const array = allocate<Doubles>(exec, "Araios::test::large", bytes / 8);
    Araios::fill(exec, array, 1.5);
    EXPECT_EQ(test::to_vector(array), std::vector<double>(static_cast<std::size_t>(bytes / 8), 1.5));
  }
}

TEST_F(Memory, arrays_together_of_impossible_sizes_are_refused_before_anything_is_allocated) {
  auto const count = allocations_made();
  std::int64_t const most = std::numeric_limits<std::int64_t>::max();
  auto const pair = [&](std::int64_t a, std::int64_t b) {
    return test::refusal([&] { allocate_packed<Doubles, Doubles>(exec, "Araios::test::packed", {a, b}); });
  };
  EXPECT_EQ(pair(most / 2, 1),
            "Araios::allocate_packed: bytes of the arrays: 4611686018427387903 * 8 does not fit 64 bits");
  EXPECT_EQ(
      pair(most / 16, most / 16),
      "Araios::allocate_packed: bytes of the arrays: 4611686018427387904 + 4611686018427387896 does not fit 64 bits");
  EXPECT_EQ(pair(1, -1), "Araios::allocate_packed: bytes of the arrays: negative factor in -1 * 8");
  EXPECT_EQ(allocations_made(), count);
}

TEST_F(Memory, length_zero_is_an_array) { EXPECT_EQ(allocate<Doubles>(exec, "Araios::test::empty", 0).extent(0), 0u); }

TEST_F(Memory, impossible_sizes_are_refused_before_anything_is_allocated) {
  std::int64_t const allocations = allocations_made();
  EXPECT_EQ(test::refusal([&] { allocate<Doubles>(exec, "Araios::test", std::int64_t(1) << 60); }),
            "Araios::allocate: bytes of an array: 1152921504606846976 * 8 does not fit 64 bits");
  EXPECT_EQ(test::refusal([&] { allocate<Doubles>(exec, "Araios::test", -1); }),
            "Araios::allocate: bytes of an array: negative factor in -1 * 8");
  EXPECT_EQ(allocations_made(), allocations);
}

TEST_F(Memory, fill_sets_every_element) {
  auto const array = allocate<Doubles>(exec, "Araios::test::array", 1000);
  Araios::fill(exec, array, 2.5);
  exec.fence();
  auto const host = Kokkos::create_mirror_view(array);
  Kokkos::deep_copy(host, array);
  for (int i = 0; i < 1000; ++i) ASSERT_EQ(host(i), 2.5) << i;
  EXPECT_NO_THROW(Araios::fill(exec, allocate<Doubles>(exec, "Araios::test::empty", 0), 1.0));
}

test::contract::Operations const operations{
    test::contract::writes("fill", [](test::contract::Data& d) { Araios::fill(d.exec, d.result.entries, 0); },
                           {.no_operand = "its operand is dense, or bits"})};

}  // namespace core_memory_test
