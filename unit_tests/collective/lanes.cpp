// SPDX-License-Identifier: Apache-2.0
//
// Every function of a group of lanes against its definition: in warps of 32 and 64 lanes that threads of the host
// simulate, in groups of one thread in every space, and in warps of a GPU.

#include <Araios/collective/lanes.hpp>
#include <Araios/collective/staging.hpp>
#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#ifndef KOKKOS_ENABLE_CUDA
#include "support/simulated_warp.hpp"
#endif

namespace collective_lanes_test {

using namespace Araios;
using Exec = Kokkos::DefaultExecutionSpace;

KOKKOS_INLINE_FUNCTION unsigned label_of(int rank) { return static_cast<unsigned>(rank * rank / 3) % 16; }
KOKKOS_INLINE_FUNCTION bool is_valid(int rank) { return rank % 5 != 3; }
KOKKOS_INLINE_FUNCTION std::int64_t value_of(int rank) { return 1000003LL * (rank % 7) + rank; }

/// What a thread of a team finds.
struct Found {
  std::uint64_t peers;
  int count, count_below, neighbor;
  std::int64_t inclusive, exclusive, total;
};

/// Calls every function as all threads of a team. `written` has an element a thread, `sums` one a group.
template <class Lanes, class Team>
KOKKOS_INLINE_FUNCTION Found find(Team const& team, int* written, std::int64_t* sums) {
  int const rank = team.team_rank(), lane = rank % Lanes::width;
  Found found{};
  auto const peers = Lanes::template peers<4>(label_of(rank), is_valid(rank));
  found.peers = peers;
  found.count = Lanes::count(peers);
  found.count_below = Lanes::count_below(peers, lane);
  written[rank] = 3 * rank;
  Lanes::fence();
  found.neighbor = written[rank - lane + (lane + 1) % Lanes::width];
  found.inclusive = Lanes::inclusive_scan(value_of(rank), lane);
  found.exclusive = Impl::team_exclusive_scan<Lanes>(team, value_of(rank), sums, found.total);
  return found;
}

void expect_definition(int width, int team_size, std::vector<Found> const& found) {
  ASSERT_EQ(found.size(), static_cast<std::size_t>(team_size));
  std::int64_t total = 0;
  for (int rank = 0; rank < team_size; ++rank) total += value_of(rank);
  std::int64_t before_team = 0;
  for (int rank = 0; rank < team_size; ++rank) {
    SCOPED_TRACE("thread " + std::to_string(rank) + " of groups of " + std::to_string(width));
    int const lane = rank % width, first = rank - lane;
    std::uint64_t peers = 0;
    int count = 0, below = 0;
    std::int64_t inclusive = 0;
    for (int l = 0; l < width; ++l) {
      if (l <= lane) inclusive += value_of(first + l);
      if (!is_valid(first + l) || label_of(first + l) != label_of(rank)) continue;
      peers |= std::uint64_t(1) << l;
      ++count;
      below += l < lane;
    }
    Found const& f = found[static_cast<std::size_t>(rank)];
    EXPECT_EQ(f.peers, peers);
    EXPECT_EQ(f.count, count);
    EXPECT_EQ(f.count_below, below);
    EXPECT_EQ(f.neighbor, 3 * (first + (lane + 1) % width));
    EXPECT_EQ(f.inclusive, inclusive);
    EXPECT_EQ(f.exclusive, before_team);
    EXPECT_EQ(f.total, total);
    before_team += value_of(rank);
  }
}

#ifndef KOKKOS_ENABLE_CUDA  // nvcc compiles the functions of lanes.hpp for the device, which has no threads of a host

template <int Width>
void simulate(int groups) {
  int const team_size = groups * Width;
  std::vector<Found> found(static_cast<std::size_t>(team_size));
  std::vector<int> written(found.size());
  std::vector<std::int64_t> sums(static_cast<std::size_t>(groups));
  test::run_simulated_team<test::SimulatedWarp<Width>>(team_size, [&](test::SimulatedTeam const& team) {
    found[static_cast<std::size_t>(team.team_rank())] =
        find<test::SimulatedWarp<Width>>(team, written.data(), sums.data());
  });
  expect_definition(Width, team_size, found);
}

TEST(Lanes, agree_with_their_definition_in_simulated_warps_of_32) {
  for (int const groups : {1, 2, 3}) simulate<32>(groups);
}
TEST(Lanes, agree_with_their_definition_in_simulated_warps_of_64) {
  for (int const groups : {1, 2}) simulate<64>(groups);
}

#endif

template <class Lanes>
struct FindKernel {
  using Member = Kokkos::TeamPolicy<Exec>::member_type;
  Kokkos::View<Found*, Exec::memory_space> found;

  KOKKOS_FUNCTION void operator()(Member const& team) const {
    auto* const sums = static_cast<std::int64_t*>(team.team_scratch(0).get_shmem_aligned(team.team_size() * 8, 8));
    auto* const written = static_cast<int*>(team.team_scratch(0).get_shmem_aligned(team.team_size() * 4, 8));
    found(team.league_rank() * team.team_size() + team.team_rank()) = find<Lanes>(team, written, sums);
  }
};

template <class Lanes>
void check_in_space(int team_size) {
  Exec const exec;
  constexpr int teams = 5;
  Kokkos::View<Found*, Exec::memory_space> const found("found", teams * team_size);
  Kokkos::parallel_for("Araios::test::lanes",
                       Impl::staging_policy(exec, "Araios::test::lanes", teams, team_size, 16 * team_size),
                       FindKernel<Lanes>{found});
  exec.fence();
  auto const host = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), found);
  for (int team = 0; team < teams; ++team)
    expect_definition(Lanes::width, team_size,
                      std::vector<Found>(host.data() + team * team_size, host.data() + (team + 1) * team_size));
}

TEST(Lanes, of_one_thread_agree_with_their_definition) {
  check_in_space<Impl::OneLane>(1);
  if constexpr (is_gpu_v<Exec>) check_in_space<Impl::OneLane>(96);
}

TEST(Lanes, of_a_warp_agree_with_their_definition) {
#ifdef KOKKOS_ENABLE_CUDA
  for (int const team_size : {32, 64, 256}) check_in_space<Impl::CudaWarp>(team_size);
#else
  GTEST_SKIP() << "NOT TESTED: CudaWarp exists in a CUDA build only; warps are simulated here";
#endif
}

}  // namespace collective_lanes_test
