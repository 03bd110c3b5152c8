// SPDX-License-Identifier: Apache-2.0

#include <Araios/core/kept_memory.hpp>
#include <Araios/core/memory.hpp>
#include <Araios/core/workspace.hpp>
#include <Araios/transpose.hpp>
#include <gtest/gtest.h>

#include <cstdint>
#include <type_traits>

#include "support/matrices.hpp"
#include "support/reference.hpp"
#include "support/refusals.hpp"

namespace core_kept_memory_test {

using namespace Araios;
using Exec = Kokkos::DefaultExecutionSpace;
using Space = Exec::memory_space;
using Doubles = Kokkos::View<double*, Space>;

struct KeptMemory : testing::Test {
  ~KeptMemory() override { keep_freed_memory<Space>(0); }
  Doubles make(std::int64_t length) { return allocate<Doubles>(exec, "Araios::test::kept", length); }
  Exec exec;
};

TEST_F(KeptMemory, is_off_in_the_beginning_and_after_zero) {
  make(16'000);
  EXPECT_EQ(kept_memory_bytes<Space>(), 0);
  keep_freed_memory<Space>(1 << 24);
  make(16'000);
  EXPECT_GE(kept_memory_bytes<Space>(), 128'000);
  keep_freed_memory<Space>(0);
  EXPECT_EQ(kept_memory_bytes<Space>(), 0);
  make(16'000);
  EXPECT_EQ(kept_memory_bytes<Space>(), 0);
}

TEST_F(KeptMemory, an_array_takes_the_memory_of_one_that_has_ended_and_of_no_other) {
  keep_freed_memory<Space>(1 << 24);
  auto first = make(16'000);
  auto const second = make(16'000);
  EXPECT_NE(first.data(), second.data());
  EXPECT_EQ(first.extent(0), 16'000u);
  auto const* const memory = first.data();
  auto copy = first;
  first = Doubles();
  EXPECT_NE(make(16'000).data(), memory) << "a copy of the View is alive";
  copy = Doubles();
  auto const bytes = kept_memory_bytes<Space>();
  EXPECT_EQ(make(15'900).data(), memory);
  for (int i = 0; i < 100; ++i) make(16'000);
  EXPECT_EQ(kept_memory_bytes<Space>(), bytes);
  EXPECT_LE(bytes, 3 * 128'000 * 5 / 4);
}

TEST_F(KeptMemory, has_no_blocks_of_workspaces) {
  keep_freed_memory<Space>(1 << 24);
  Workspace<Space> workspace;
  for (std::int64_t const length : {16'000, 32'000}) {
    Workspace<Space>::Frame const frame(workspace);
    (void)workspace.take<Doubles>(exec, length);
  }
  EXPECT_EQ(kept_memory_bytes<Space>(), 0);
}

TEST_F(KeptMemory, no_more_is_kept_than_the_limit) {
  keep_freed_memory<Space>(1'600'000);
  make(320'000);
  EXPECT_EQ(kept_memory_bytes<Space>(), 0) << "larger than the limit";
  auto const held = make(80'000);
  auto const bytes = kept_memory_bytes<Space>();
  make(96'000);
  EXPECT_GT(kept_memory_bytes<Space>(), bytes);
  auto const more = make(112'000);  // in the place of the last one
  EXPECT_LE(kept_memory_bytes<Space>(), 1'600'000);
  auto const no_room = make(96'000);
  EXPECT_LE(kept_memory_bytes<Space>(), 1'600'000);
  EXPECT_EQ(no_room.extent(0), 96'000u);
  Kokkos::deep_copy(no_room, 1.0);
  keep_freed_memory<Space>(0);
  EXPECT_EQ(kept_memory_bytes<Space>(), 0);
  Kokkos::deep_copy(held, 1.0);  // arrays that are alive have their memory
  Kokkos::deep_copy(more, 1.0);
}

TEST_F(KeptMemory, is_released) {
  keep_freed_memory<Space>(1 << 24);
  auto const held = make(10'000);
  make(16'000);
  make(32'000);
  release_kept_memory<Space>();
  EXPECT_LE(kept_memory_bytes<Space>(), 100'000);
  EXPECT_GE(kept_memory_bytes<Space>(), 80'000);
}

TEST_F(KeptMemory, of_a_host_only_what_its_allocator_does_not_keep) {
  keep_freed_memory<Space>(1 << 24);
  make(100);
  EXPECT_EQ(kept_memory_bytes<Space>() == 0, (std::is_same_v<Space, Kokkos::HostSpace>));
}

TEST_F(KeptMemory, refuses_a_negative_limit) {
  EXPECT_EQ(test::refusal([] { keep_freed_memory<Space>(-1); }),
            "Araios::keep_freed_memory: a negative number of bytes, -1");
}

TEST_F(KeptMemory, operations_give_the_same_results) {
  auto const A = test::from_rows<double, int, int>(test::random_rows(300, 200, 10, test::Rows::uniform, false, 1), 200);
  auto const on_exec = test::to_csr<Space>(A);
  auto const expected = test::reference::transpose(A);
  keep_freed_memory<Space>(1 << 24);
  for (int i = 0; i < 5; ++i) {
    auto const B = transpose(exec, on_exec);
    auto const C = transpose(exec, B);
    EXPECT_TRUE(test::same_bits(test::to_host(B), expected));
    EXPECT_TRUE(test::same_bits(test::to_host(C), test::reference::transpose(expected)));
  }
}

}  // namespace core_kept_memory_test
