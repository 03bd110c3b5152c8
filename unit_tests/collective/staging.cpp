// SPDX-License-Identifier: Apache-2.0

#include <Araios/collective/staging.hpp>
#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <string>

#include "support/refusals.hpp"

namespace collective_staging_test {

using namespace Araios;
using Exec = Kokkos::DefaultExecutionSpace;
using Numbers = Kokkos::View<double*, Exec::memory_space>;

/// Team t stages `length` elements from 3 t on and writes them in reverse.
struct Reverse {
  Numbers from, to;
  std::int64_t length;
  KOKKOS_FUNCTION void operator()(Kokkos::TeamPolicy<Exec>::member_type const& team) const {
    auto* const staged = static_cast<double*>(team.team_scratch(0).get_shmem_aligned(length * 8, 16));
    std::int64_t const t = team.league_rank();
    Impl::stage(team, from, 3 * t, length, staged);
    team.team_barrier();
    Impl::StagedArray<double> const array{staged};
    for (std::int64_t q = team.team_rank(); q < length; q += team.team_size())
      to(t * length + q) = array(length - 1 - q);
  }
};

TEST(Staging, copies_ranges_of_every_length) {
  Exec const exec;
  int const team_size = is_gpu_v<Exec> ? 64 : 1;
  constexpr int teams = 4;
  // Around a batch of 8 elements a thread: of one thread, and of 64.
  for (int const length : {1, 7, 8, 9, 63, 64, 65, 511, 512, 513, 1100}) {
    Numbers const from("from", 3 * teams + length), to("to", teams * length);
    auto const host_from = Kokkos::create_mirror_view(from);
    for (std::size_t i = 0; i < host_from.extent(0); ++i) host_from(i) = 0.5 * double(i);
    Kokkos::deep_copy(from, host_from);
    Kokkos::parallel_for("Araios::test::stage",
                         Impl::staging_policy(exec, "Araios::test::stage", teams, team_size, 8 * length),
                         Reverse{from, to, length});
    exec.fence();
    auto const host = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), to);
    for (int t = 0; t < teams; ++t)
      for (int q = 0; q < length; ++q)
        ASSERT_EQ(host(t * length + q), 0.5 * (3 * t + length - 1 - q)) << "team " << t << ", length " << length;
  }
}

TEST(Staging, has_room_for_an_eighth_more_within_the_scratch_of_a_team) {
  EXPECT_EQ(Impl::staged_room(0, 8), 0);
  EXPECT_EQ(Impl::staged_room(1000, 8), 1120);  // 1,125, a multiple of 16
  for (std::int64_t const bytes : {1, 4, 8, 12, 16})
    for (std::int64_t const mean : {1, 15, 16, 100, 5000, 1'000'000'000}) {
      std::int64_t const room = Impl::staged_room(mean, bytes);
      EXPECT_EQ(room % 16, 0);
      EXPECT_LE(room * bytes, Impl::max_staged_bytes);
      EXPECT_LE(room, mean + mean / 8);
    }
}

TEST(Staging, refuses_more_teams_than_an_int_counts) {
  EXPECT_NE(
      test::refusal([] { Impl::staging_policy(Exec(), "Araios::f", std::int64_t(1) << 31, 1, 64); }).find("Araios::f"),
      std::string::npos);
}

}  // namespace collective_staging_test
