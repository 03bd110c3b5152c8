// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// Parts of an array in the scratch of a team: read side by side once, then in whatever order.

#include <Araios/collective/lanes.hpp>
#include <Araios/core/checks.hpp>
#include <Araios/core/execution.hpp>
#include <Araios/core/kokkos_compat.hpp>

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <cstdint>

namespace Araios::Impl {

/// Bytes of scratch of a team: 5 teams a multiprocessor, and every GPU has it.
inline constexpr std::int64_t most_staged_bytes = 40 * 1024;

/// Bytes of scratch that a kernel may ask for whatever its types: Kokkos has 32 KB for a team of a host, less what it
/// takes for alignment.
template <class Exec>
inline constexpr std::int64_t most_scratch_bytes = is_gpu_v<Exec> ? most_staged_bytes : 32 * 1024 - 256;

/// Elements of `bytes` each that a team has room for, where teams have `mean` of them on average: an eighth more, as
/// neighbouring rows of the matrices that are staged differ little, and a multiple of 16, so that an array is aligned
/// behind another one of any type.
inline std::int64_t staged_room(std::int64_t mean, std::int64_t bytes) {
  return std::min(mean + mean / 8, most_staged_bytes / bytes) / 16 * 16;
}

/// Teams with `bytes` of scratch each.
///
/// Throws        std::invalid_argument in the name of `function` when teams do not fit an int.
template <class Exec>
Kokkos::TeamPolicy<Exec> staging_policy(Exec const& exec, char const* function, std::int64_t teams, int team_size,
                                        std::int64_t bytes) {
  // 16 bytes more for the alignment of the block.
  return Kokkos::TeamPolicy<Exec>(exec, checked_cast<int>(teams, function), team_size)
      .set_scratch_size(0, per_team(bytes + 16));
}

/// to[q] := from(begin + q) for q in [0, length), by all threads of a team; a barrier is left to the caller.
///
/// A thread loads 8 elements before it stores the first of them. One after the other, each load waited for the store
/// before it, as the compiler cannot know that they do not overlap: 1.7 ms instead of 1.0 (elasticity to DIA, H200).
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

/// An array in scratch, read as a View is.
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
