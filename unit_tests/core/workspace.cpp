// SPDX-License-Identifier: Apache-2.0

#include <Araios/core/workspace.hpp>
#include <Araios/testing/count_allocations.hpp>
#include <Araios/testing/fail_allocation.hpp>
#include <gtest/gtest.h>

#include <cstdint>
#include <limits>
#include <stdexcept>

namespace core_workspace_test {

using namespace Araios;
using Exec = Kokkos::DefaultExecutionSpace;
using Space = Exec::memory_space;
using Ints = Kokkos::View<int*, Space>;
using Doubles = Kokkos::View<double*, Space>;
using Chars = Kokkos::View<char*, Space>;

template <class A, class B>
bool overlap(A const& a, B const& b) {
  auto const begin = [](auto const& v) { return reinterpret_cast<std::uintptr_t>(v.data()); };
  auto const end = [](auto const& v) { return reinterpret_cast<std::uintptr_t>(v.data() + v.extent(0)); };
  return begin(a) < end(b) && begin(b) < end(a);
}

TEST(Workspace, arrays_of_a_frame_do_not_overlap_and_are_aligned) {
  Exec const exec;
  Workspace<Space> workspace;
  Workspace<Space>::Frame const frame(workspace);
  auto const a = workspace.take<Ints>(exec, 1001);
  auto const b = workspace.take<Doubles>(exec, 777);
  auto const c = workspace.take<Ints>(exec, 1);
  EXPECT_FALSE(overlap(a, b) || overlap(a, c) || overlap(b, c));
  for (auto const address : {reinterpret_cast<std::uintptr_t>(a.data()), reinterpret_cast<std::uintptr_t>(b.data()),
                             reinterpret_cast<std::uintptr_t>(c.data())})
    EXPECT_EQ(address % sizeof(double), 0u);
  EXPECT_EQ(b.extent(0), 777u);
}

TEST(Workspace, frames_nest_and_give_back) {
  Exec const exec;
  Workspace<Space> workspace;
  Workspace<Space>::Frame const outer(workspace);
  auto const kept = workspace.take<Ints>(exec, 100);
  int* inner_data = nullptr;
  {
    Workspace<Space>::Frame const inner(workspace);
    auto const lent = workspace.take<Ints>(exec, 100);
    EXPECT_FALSE(overlap(kept, lent));
    inner_data = lent.data();
  }
  // The place of the inner frame's array is free again; that of the outer one is not.
  auto const again = workspace.take<Ints>(exec, 100);
  EXPECT_EQ(again.data(), inner_data);
  EXPECT_FALSE(overlap(kept, again));
}

TEST(Workspace, repeated_use_allocates_nothing_more) {
  Exec const exec;
  Workspace<Space> workspace;
  auto const use = [&] {
    Workspace<Space>::Frame const frame(workspace);
    for (int n = 1; n < 100000; n *= 3) workspace.take<Doubles>(exec, n);
  };
  use();
  std::int64_t const before = allocations_made();
  std::int64_t const bytes = workspace.bytes();
  for (int run = 0; run < 5; ++run) use();
  EXPECT_EQ(allocations_made(), before);
  EXPECT_EQ(workspace.bytes(), bytes);
  EXPECT_GE(workspace.bytes(), workspace.peak_bytes());
}

TEST(Workspace, arrays_stay_valid_while_the_workspace_grows) {
  Exec const exec;
  Workspace<Space> workspace;
  Workspace<Space>::Frame const frame(workspace);
  auto const first = workspace.take<Ints>(exec, 10);
  Araios::fill(exec, first, 42);
  auto const larger = workspace.take<Ints>(exec, 1000000);
  Araios::fill(exec, larger, 7);
  exec.fence();
  auto const host = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), first);
  for (int i = 0; i < 10; ++i) EXPECT_EQ(host(i), 42);
}

TEST(Workspace, absent_values_take_nothing) {
  Workspace<Space> workspace;
  Workspace<Space>::Frame const frame(workspace);
  EXPECT_EQ(workspace.take_values<NoValues>(Exec(), 1000).extent(0), 0u);
  EXPECT_EQ(workspace.bytes(), 0);
}

TEST(Workspace, a_failed_allocation_leaves_it_usable) {
  Exec const exec;
  Workspace<Space> workspace;
  {
    Workspace<Space>::Frame const frame(workspace);
    fail_allocation_after(0);
    EXPECT_THROW(workspace.take<Ints>(exec, 100), AllocationFailure);
  }
  Workspace<Space>::Frame const frame(workspace);
  EXPECT_EQ(workspace.take<Ints>(exec, 100).extent(0), 100u);
}

TEST(Workspace, a_failed_allocation_within_a_frame_leaves_its_arrays_alone) {
  Exec const exec;
  // A block that is full, and blocks of later frames behind it, or none.
  for (bool const used_before : {false, true}) {
    Workspace<Space> workspace;
    if (used_before) {
      Workspace<Space>::Frame const frame(workspace);
      workspace.take<Ints>(exec, 64);
      workspace.take<Ints>(exec, 640);
    }
    Workspace<Space>::Frame const frame(workspace);
    auto const first = workspace.take<Ints>(exec, 64);
    auto const second = workspace.take<Ints>(exec, 128);
    fail_allocation_after(0);
    EXPECT_THROW(workspace.take<Ints>(exec, 100000), AllocationFailure);
    EXPECT_THROW(workspace.take<Ints>(exec, -1), std::invalid_argument);
    auto const third = workspace.take<Ints>(exec, 64);
    auto const fourth = workspace.take<Ints>(exec, 100000);
    EXPECT_FALSE(overlap(first, second) || overlap(first, third) || overlap(second, third)) << used_before;
    EXPECT_FALSE(overlap(first, fourth) || overlap(second, fourth) || overlap(third, fourth)) << used_before;
  }
}

TEST(Workspace, a_failed_allocation_leaves_frames_of_empty_arrays_alone) {
  Exec const exec;
  Workspace<Space> workspace;
  Workspace<Space>::Frame const outer(workspace);
  workspace.take<Ints>(exec, 0);
  {
    Workspace<Space>::Frame const inner(workspace);
    fail_allocation_after(0);
    EXPECT_THROW(workspace.take<Ints>(exec, 100), AllocationFailure);
  }
  auto const a = workspace.take<Ints>(exec, 100);
  auto const b = workspace.take<Ints>(exec, 100);
  EXPECT_FALSE(overlap(a, b));
}

TEST(Workspace, grows_without_leftovers_behind_an_empty_array) {
  Exec const exec;
  Workspace<Space> workspace;
  for (int n = 64; n < 100000; n *= 2) {
    Workspace<Space>::Frame const frame(workspace);
    workspace.take<Ints>(exec, 0);
    workspace.take<Ints>(exec, n);
    EXPECT_EQ(workspace.bytes(), 4 * n);
  }
}

TEST(Workspace, arrays_of_a_block_are_at_multiples_of_the_alignment) {
  Exec const exec;
  Workspace<Space> workspace;
  {
    Workspace<Space>::Frame const frame(workspace);
    workspace.take<Ints>(exec, 10000);
  }
  Workspace<Space>::Frame const frame(workspace);
  auto const first = workspace.take<Ints>(exec, 33);
  auto const second = workspace.take<Doubles>(exec, 1);
  auto const third = workspace.take<Doubles>(exec, 1);
  auto const distance = [&](auto const& v) {
    return reinterpret_cast<char*>(v.data()) - reinterpret_cast<char*>(first.data());
  };
  EXPECT_EQ(distance(second), Impl::array_alignment);
  EXPECT_EQ(distance(third), 2 * Impl::array_alignment);
  EXPECT_THROW(workspace.take<Chars>(exec, std::numeric_limits<std::int64_t>::max()), std::invalid_argument);
}

TEST(Workspace, memos_are_found_by_their_key_and_the_last_are_kept) {
  Workspace<Space> workspace;
  using Key = Workspace<Space>::Key;
  EXPECT_EQ(workspace.recall(Key{1, 2, 3, 4}), nullptr);
  for (std::uintptr_t k = 0; k < 20; ++k) workspace.remember(Key{k, 2, 3, 4}, static_cast<int>(k));
  EXPECT_EQ(workspace.recall(Key{3, 2, 3, 4}), nullptr);
  ASSERT_NE(workspace.recall(Key{4, 2, 3, 4}), nullptr);
  EXPECT_EQ(workspace.recall(Key{19, 2, 3, 4})->number, 19);
  EXPECT_EQ(workspace.recall(Key{19, 2, 3, 5}), nullptr);
  EXPECT_EQ(workspace.bytes(), 0);
  workspace.recall(Key{19, 2, 3, 4})->array = allocate<Chars>(Exec(), "Araios::test", 100);
  EXPECT_EQ(workspace.bytes(), 100);
}

TEST(Workspace, meter_measures_what_is_taken_while_it_lives) {
  Exec const exec;
  Workspace<Space> workspace;
  Workspace<Space>::Frame const frame(workspace);
  {
    Workspace<Space>::Frame const larger(workspace);
    workspace.take<Ints>(exec, 1 << 20);
  }
  workspace.take<Ints>(exec, 64);
  std::int64_t const peak = workspace.peak_bytes();
  {
    Workspace<Space>::Meter const meter(workspace);
    EXPECT_EQ(meter.peak_bytes(), 0);
    Workspace<Space>::Frame const inner(workspace);
    workspace.take<Ints>(exec, 128);
    EXPECT_EQ(meter.peak_bytes(), 512);
  }
  EXPECT_EQ(workspace.peak_bytes(), peak);
}

}  // namespace core_workspace_test
