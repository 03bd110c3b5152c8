// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// Records (keys with their payloads), and the two ways in which sorting and merging divide their work.

#include <Araios/core/checks.hpp>
#include <Araios/core/concepts.hpp>
#include <Araios/core/kokkos_compat.hpp>

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <cstdint>
#include <type_traits>

namespace Araios::Impl {

/// Keys and their payloads. Absent payloads are NoValues.
template <class Keys, class P1, class P2>
struct Records {
  Keys keys;
  P1 p1;
  P2 p2;

  using Key = typename Keys::non_const_value_type;

  std::int64_t size() const { return static_cast<std::int64_t>(keys.extent(0)); }
};
// clang 14 deduces no arguments of an aggregate without it.
template <class Keys, class P1, class P2>
Records(Keys, P1, P2) -> Records<Keys, P1, P2>;

template <class To, class From>
KOKKOS_INLINE_FUNCTION void copy_record(To const& to, std::int64_t i, From const& from, std::int64_t j) {
  to.keys(i) = from.keys(j);
  to.p1(i) = from.p1(j);
  to.p2(i) = from.p2(j);
}

template <class Values>
void check_payload(Values const& values, std::int64_t total, char const* what) {
  if constexpr (!std::is_same_v<Values, NoValues>) check_equal(values.extent(0), total, what);
}

/// The View type of a copy in the workspace; NoValues has none.
template <class Values, class Space>
struct TemporaryOf {
  using type = Kokkos::View<typename Values::non_const_value_type*, Space>;
};
template <class Space>
struct TemporaryOf<NoValues, Space> {
  using type = NoValues;
};
template <class Values, class Space>
using Temporary = typename TemporaryOf<std::remove_const_t<Values>, Space>::type;

/// Number of teams with this scratch that are resident on a multiprocessor, at most `requested`: Kokkos rejects a
/// launch whose bound cannot be met. An A100 has 160 KB; Kokkos itself needs 2 KB per team.
constexpr int resident_teams(int requested, std::int64_t scratch_bytes) {
  return static_cast<int>(std::clamp<std::int64_t>(160 * 1024 / (scratch_bytes + 2048), 1, requested));
}

/// One tile per team, staged in scratch, for a GPU. Registers are bounded so that TeamsPerProcessor teams reside on a
/// multiprocessor, or as many as the scratch of the kernel allows.
template <int TeamSize, int Items, int TeamsPerProcessor = 1>
struct ByTeams {
  static_assert(TeamSize > 0 && (TeamSize & (TeamSize - 1)) == 0, "teams have a power of two of threads");
  static constexpr int team_size = TeamSize;
  static constexpr int items = Items;
  static constexpr int tile = TeamSize * Items;
  template <class Exec>
  using Member = typename Kokkos::TeamPolicy<Exec>::member_type;

  /// The policy of a Kernel with `scratch_bytes` of scratch per team.
  template <class Kernel, class Exec>
  static auto policy(Exec const& exec, std::int64_t tiles, char const* what) {
    constexpr unsigned teams = resident_teams(TeamsPerProcessor, Kernel::scratch_bytes);
    Kokkos::TeamPolicy<Exec, Kokkos::LaunchBounds<unsigned(TeamSize), teams>> result(
        exec, checked_cast<int>(tiles, what), TeamSize);
    std::int64_t const available = result.scratch_size_max(0);
    check(Kernel::scratch_bytes <= available, what, ": a tile needs ", Kernel::scratch_bytes,
          " bytes of team scratch, this space has ", available);
    result.set_scratch_size(0, per_team(Kernel::scratch_bytes));
    return result;
  }
};

/// One tile per thread, processed sequentially, for a host.
template <int Tile>
struct ByThreads {
  static constexpr int tile = Tile;
};

}  // namespace Araios::Impl
