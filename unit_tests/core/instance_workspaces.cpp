// SPDX-License-Identifier: Apache-2.0
//
// The workspaces that Araios keeps for instances: what WorkspaceFor gives when the caller passes none.

#include <Araios/core/instance.hpp>
#include <Araios/core/workspace.hpp>
#include <Araios/testing/count_allocations.hpp>
#include <Araios/transpose.hpp>
#include <gtest/gtest.h>

#include <barrier>
#include <cstddef>
#include <cstdint>
#include <set>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "support/captured_graph.hpp"
#include "support/matrices.hpp"
#include "support/reference.hpp"
#include "support/refusals.hpp"

namespace core_instance_workspaces_test {

using namespace Araios;
using Exec = Kokkos::DefaultExecutionSpace;
using Space = Exec::memory_space;
using Ints = Kokkos::View<int*, Space>;

/// The first array that an operation takes from its workspace.
int* first_array(Exec const& exec, std::int64_t length, WorkspaceFor<Exec> workspace = {}) {
  typename Workspace<Space>::Frame const frame(workspace.get(exec));
  return workspace.get(exec).take<Ints>(exec, length).data();
}

class InstanceWorkspaces : public testing::Test {
 protected:
  void SetUp() override { release_instance_workspaces<Exec>(); }
  void TearDown() override { release_instance_workspaces<Exec>(); }
};

TEST_F(InstanceWorkspaces, the_callers_is_used_where_there_is_one) {
  Workspace<Space> workspace;
  EXPECT_NE(first_array(Exec(), 64, workspace), nullptr);
  EXPECT_EQ(workspace.bytes(), 256);
  EXPECT_EQ(instance_workspace_bytes<Exec>(), 0);
}

TEST_F(InstanceWorkspaces, second_call_finds_the_memory_of_the_first) {
  Exec const exec;
  int* const first = first_array(exec, 1000);
  std::int64_t const allocations = allocations_made();
  EXPECT_EQ(first_array(exec, 1000), first);
  EXPECT_EQ(first_array(Exec(exec), 500), first) << "a copy is the same instance";
  EXPECT_EQ(allocations_made(), allocations);
  EXPECT_EQ(instance_workspace_bytes(exec), 4096);
  EXPECT_EQ(instance_workspace_bytes<Exec>(), 4096);
}

TEST_F(InstanceWorkspaces, release_frees_them) {
  Exec const exec;
  first_array(exec, 1000);
  release_instance_workspaces(exec);
  EXPECT_EQ(instance_workspace_bytes<Exec>(), 0);
  first_array(exec, 1000);
  EXPECT_GT(instance_workspace_bytes<Exec>(), 0);
  release_instance_workspaces<Exec>();
  EXPECT_EQ(instance_workspace_bytes(exec), 0);
}

TEST_F(InstanceWorkspaces, calls_at_the_same_time_on_one_instance_get_different_ones) {
  Exec const exec;
  WorkspaceFor<Exec> outer;
  typename Workspace<Space>::Frame const frame(outer.get(exec));
  int* const taken = outer.get(exec).take<Ints>(exec, 64).data();
  EXPECT_NE(first_array(exec, 64), taken);
}

/// An operation that leaves the work to another, as overloads without options do.
int* first_array_of_another(Exec const& exec, std::int64_t length, WorkspaceFor<Exec> workspace = {}) {
  return first_array(exec, length, std::move(workspace));
}

TEST_F(InstanceWorkspaces, an_argument_is_handed_on) {
  Exec const exec;
  int* const first = first_array(exec, 1000);
  EXPECT_EQ(first_array_of_another(exec, 1000), first);
  EXPECT_EQ(first_array(exec, 1000), first) << "it was given back once";
  Workspace<Space> workspace;
  EXPECT_NE(first_array_of_another(exec, 1000, workspace), first);
  EXPECT_EQ(workspace.bytes(), 4096);

  WorkspaceFor<Exec> lent;
  auto const* const of_instance = &lent.get(exec);
  WorkspaceFor<Exec> handed_on(std::move(lent));
  EXPECT_EQ(&handed_on.get(exec), of_instance);
  EXPECT_NE(first_array(exec, 1000), first) << "it is still lent";
}

TEST_F(InstanceWorkspaces, of_two_instances_differ) {
  Exec const exec;
  Exec const other = Impl::separate_instance(exec);
  if (Impl::instance_key(exec) == Impl::instance_key(other))
    GTEST_SKIP() << "launches of " << Exec::name() << " block: its instances share their workspaces";
  int* const first = first_array(exec, 64);
  EXPECT_NE(first_array(other, 64), first);
  EXPECT_EQ(first_array(exec, 64), first);
  EXPECT_EQ(instance_workspace_bytes(exec), 256);
  EXPECT_EQ(instance_workspace_bytes<Exec>(), 512);
  release_instance_workspaces(other);
  EXPECT_EQ(instance_workspace_bytes<Exec>(), 256);
}

TEST_F(InstanceWorkspaces, keys_are_not_used_again) {
  std::set<Impl::InstanceKey> keys;
  int made = 0;
  for (; made < 100; ++made) {
    Exec const exec = Impl::separate_instance(Exec());
    if (Impl::instance_key(exec) == Impl::instance_key(Exec()))
      GTEST_SKIP() << Exec::name() << " has no instances of its own queue here";
    keys.insert(Impl::instance_key(exec));
    first_array(exec, 64);
  }
  EXPECT_EQ(static_cast<int>(keys.size()), made);
  EXPECT_LE(instance_workspace_bytes<Exec>(), 32 * 256) << "a bounded number is kept";
}

/// Each of several host threads holds an array of one instance until all of them have one.
TEST_F(InstanceWorkspaces, host_threads_on_one_instance_hold_different_arrays) {
  constexpr int threads = 4;
  Exec const exec;
  std::vector<int*> arrays(threads);
  std::barrier everyone(threads);
  std::vector<std::thread> all;
  for (int t = 0; t < threads; ++t)
    all.emplace_back([&, t] {
      WorkspaceFor<Exec> workspace;
      typename Workspace<Space>::Frame const frame(workspace.get(exec));
      arrays[t] = workspace.get(exec).take<Ints>(exec, 64).data();
      everyone.arrive_and_wait();
    });
  for (auto& thread : all) thread.join();
  EXPECT_EQ(std::set<int*>(arrays.begin(), arrays.end()).size(), static_cast<std::size_t>(threads));
  EXPECT_EQ(instance_workspace_bytes(exec), threads * 256);
}

/// Host threads that transpose at the same time, first on instances of their own, then on one that they share.
TEST_F(InstanceWorkspaces, host_threads_do_not_disturb_each_other) {
  if (Impl::launches_block_v<Exec>)
    GTEST_SKIP() << "host threads may not launch kernels of " << Exec::name() << " at once";
  constexpr int threads = 4;
  Exec const exec;
  auto const host =
      test::from_rows<double, int, int>(test::random_rows(20000, 9000, 20, test::Rows::power_law, false, 7), 9000);
  auto const A = test::to_csr<Space>(host);
  auto const expected = test::reference::transpose(host);
  for (bool const shared : {false, true}) {
    std::vector<Exec> instances;
    for (int t = 0; t < threads; ++t) instances.push_back(shared ? exec : Impl::separate_instance(exec));
    std::vector<CsrMatrix<double, int, int, Space>> results(threads);
    std::vector<std::thread> all;
    for (int t = 0; t < threads; ++t)
      all.emplace_back([&, t] {
        for (int run = 0; run < 20; ++run) results[t] = transpose(instances[t], A);
      });
    for (auto& thread : all) thread.join();
    Kokkos::fence();
    for (auto const& result : results) EXPECT_TRUE(same_bits(test::to_host(result), expected));
  }
}

#ifdef KOKKOS_ENABLE_CUDA
TEST_F(InstanceWorkspaces, are_refused_to_a_graph_and_the_callers_is_not) {
  Exec const exec = Impl::separate_instance(Exec());
  first_array(exec, 64);
  Workspace<Space> workspace;
  first_array(exec, 64, workspace);
  test::CapturedGraph const graph(exec.cuda_stream(), [&] {
    EXPECT_NE(test::refusal([&] { first_array(exec, 64); }).find("captured for a CUDA graph"), std::string::npos);
    EXPECT_NO_THROW(first_array(exec, 0)) << "nothing is needed";
    EXPECT_NO_THROW(first_array(exec, 64, workspace));
    Araios::fill(exec, Ints(), 0);
  });
  EXPECT_NO_THROW(first_array(exec, 64)) << "after the capture";
}
#endif

}  // namespace core_instance_workspaces_test
