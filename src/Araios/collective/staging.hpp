// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// Staging: a range of an array is copied to team scratch by coalesced loads, and then read in any order.

#include <Araios/collective/lanes.hpp>
#include <Araios/core/checks.hpp>
#include <Araios/core/execution.hpp>
#include <Araios/core/kokkos_compat.hpp>

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <cstdint>

namespace Araios::Impl {

/// Bytes of scratch per team: every GPU has them, and 5 teams fit a multiprocessor.
inline constexpr std::int64_t max_staged_bytes = 40 * 1024;

/// Bytes of scratch that a kernel may request, whatever its types: Kokkos has 32 KB per team on a host, less its
/// alignment.
template <class Exec>
inline constexpr std::int64_t max_scratch_bytes = is_gpu_v<Exec> ? max_staged_bytes : 32 * 1024 - 256;

/// Capacity of a staged array, in elements of `bytes` each, where teams need `mean` elements on average: an eighth
/// more, because consecutive rows of the matrices that are staged differ little, and a multiple of 16, so that an array
/// of any type that follows is aligned.
inline std::int64_t staged_room(std::int64_t mean, std::int64_t bytes) {
  return std::min(mean + mean / 8, max_staged_bytes / bytes) / 16 * 16;
}

/// A policy of `teams` teams with `bytes` of scratch each.
///
/// Throws        std::invalid_argument in the name of `function` when teams do not fit an int.
template <class Exec>
Kokkos::TeamPolicy<Exec> staging_policy(Exec const& exec, char const* function, std::int64_t teams, int team_size,
                                        std::int64_t bytes) {
  // 16 bytes more for the alignment of the block.
  return Kokkos::TeamPolicy<Exec>(exec, checked_cast<int>(teams, function), team_size)
      .set_scratch_size(0, per_team(bytes + 16));
}

/// to[q] := from(begin + q) for q in [0, length), by all threads of a team. The caller adds the barrier.
///
/// A thread loads 8 elements before it stores the first of them. One by one, each load waited for the store before it,
/// because the compiler cannot exclude an overlap (perf_tests/notes/convert.md).
template <class Team, class From, class T>
KOKKOS_INLINE_FUNCTION void stage(Team const& team, From const& from, std::int64_t begin, std::int64_t length, T* to) {
  constexpr int batch = 8;
  std::int64_t const size = team.team_size();
  for (std::int64_t q = team.team_rank(); q < length; q += batch * size) {
    T held[batch];
    ARAIOS_UNROLL
    for (int u = 0; u < batch; ++u)
      if (q + u * size < length) held[u] = from(begin + q + u * size);
    ARAIOS_UNROLL
    for (int u = 0; u < batch; ++u)
      if (q + u * size < length) to[q + u * size] = held[u];
  }
}

/// An array in scratch, read like a View.
template <class T>
struct StagedArray {
  using non_const_value_type = T;
  T const* data;
  template <class Position>
  KOKKOS_FUNCTION T operator()(Position p) const {
    return data[p];
  }
};

}  // namespace Araios::Impl
