// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <Araios/core/read_back.hpp>

#include <cstddef>
#include <cstdint>
#include <limits>

namespace core_read_back_test {

using Exec = Kokkos::DefaultExecutionSpace;
using Space = Exec::memory_space;

TEST(ReadBack, one_element_keeps_its_type) {
  Exec const exec;
  Kokkos::View<std::size_t*, Space> const array("array", 3);
  std::size_t const most = std::numeric_limits<std::size_t>::max();
  Kokkos::deep_copy(exec, array, std::size_t(7));
  Kokkos::deep_copy(exec, Kokkos::subview(array, 1), most);
  Kokkos::View<std::size_t const*, Space> const constant = array;
  EXPECT_EQ(Araios::read_back(exec, constant, 1, "Araios::test::read_back"), most);
  EXPECT_EQ(Araios::read_back(exec, array, 2, "Araios::test::read_back"), std::size_t(7));
  EXPECT_EQ(Araios::read_back(exec, Kokkos::subview(array, 1), "Araios::test::read_back"), most);
}

struct Record {
  std::int64_t row;
  bool found;
};

TEST(ReadBack, a_record_and_all_elements) {
  Exec const exec;
  Kokkos::View<Record, Space> const record("record");
  Kokkos::deep_copy(exec, record, Record{5, true});
  auto const read = Araios::read_back(exec, record, "Araios::test::read_back");
  EXPECT_EQ(read.row, 5);
  EXPECT_TRUE(read.found);
  Kokkos::View<int*, Space> const pair("pair", 2);
  Kokkos::deep_copy(exec, pair, 3);
  auto const [a, b] = Araios::Impl::read_back_array<2>(exec, pair, "Araios::test::read_back");
  EXPECT_EQ(a, 3);
  EXPECT_EQ(b, 3);
}

}  // namespace core_read_back_test
