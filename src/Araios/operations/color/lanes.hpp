// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// Work on one row of a matrix by one thread, or on a GPU by the vector lanes of Kokkos: as many as rows have entries.

#include <Araios/core/execution.hpp>
#include <Araios/core/kokkos_compat.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>
#include <string>

namespace Araios::Impl::color {

/// One thread. use(p) for p in [begin, end); use(p, result) adds to a sum, or unites bits.
struct SingleLane {
  template <class Use>
  KOKKOS_FUNCTION void for_each(std::int64_t begin, std::int64_t end, Use const& use) const {
    for (std::int64_t p = begin; p < end; ++p) use(p);
  }
  template <class Use>
  KOKKOS_FUNCTION std::int64_t sum(std::int64_t begin, std::int64_t end, Use const& use) const {
    std::int64_t result = 0;
    for (std::int64_t p = begin; p < end; ++p) use(p, result);
    return result;
  }
  template <class Use>
  KOKKOS_FUNCTION std::uint64_t unite(std::int64_t begin, std::int64_t end, Use const& use) const {
    std::uint64_t result = 0;
    for (std::int64_t p = begin; p < end; ++p) use(p, result);
    return result;
  }
  template <class Use>
  KOKKOS_FUNCTION void once(Use const& use) const {
    use();
  }
};

/// The vector lanes of a thread of a team.
template <class Member>
struct VectorLanes {
  Member const& team;

  template <class Use>
  KOKKOS_FUNCTION void for_each(std::int64_t begin, std::int64_t end, Use const& use) const {
    Kokkos::parallel_for(Kokkos::ThreadVectorRange(team, begin, end), use);
  }
  template <class Use>
  KOKKOS_FUNCTION std::int64_t sum(std::int64_t begin, std::int64_t end, Use const& use) const {
    std::int64_t result = 0;
    Kokkos::parallel_reduce(Kokkos::ThreadVectorRange(team, begin, end), use, Kokkos::Sum<std::int64_t>(result));
    return result;
  }
  template <class Use>
  KOKKOS_FUNCTION std::uint64_t unite(std::int64_t begin, std::int64_t end, Use const& use) const {
    std::uint64_t result = 0;
    Kokkos::parallel_reduce(Kokkos::ThreadVectorRange(team, begin, end), use, Kokkos::BOr<std::uint64_t>(result));
    return result;
  }
  template <class Use>
  KOKKOS_FUNCTION void once(Use const& use) const {
    Kokkos::single(Kokkos::PerThread(team), use);
  }
};

/// Tuning parameter: threads of a team on a GPU.
inline constexpr int team_threads = 128;

/// Lanes for rows of this mean length: half as many or fewer where rows are short, up to a warp.
template <class Exec>
int lanes_for(std::int64_t num_rows, std::int64_t entries) {
  int lanes = 1;
  if constexpr (is_gpu_v<Exec>)
    while (lanes < 32 && 2 * lanes * num_rows <= entries) lanes *= 2;
  return lanes;
}

/// body(lanes, i) for i below body.count(), which the kernel reads, in a grid of limited size; body.prepare(lanes)
/// once, with or without items.
template <class Exec, class Body>
struct InTeams {
  using Member = typename Kokkos::TeamPolicy<Exec>::member_type;
  Body body;
  KOKKOS_FUNCTION void operator()(Member const& team) const {
    if (team.league_rank() == 0 && team.team_rank() == 0) body.prepare(VectorLanes<Member>{team});
    std::int64_t const count = body.count();
    std::int64_t const step = std::int64_t(team.league_size()) * team.team_size();
    for (std::int64_t i = std::int64_t(team.league_rank()) * team.team_size() + team.team_rank(); i < count; i += step)
      body(VectorLanes<Member>{team}, i);
  }
};
template <class Body>
struct InThreads {
  Body body;
  KOKKOS_FUNCTION void operator()(std::int64_t i) const {
    if (i == 0) body.prepare(SingleLane());
    body(SingleLane(), i);
  }
};

/// Runs body(lanes, i) for at most `max_count` items: on a GPU for body.count() of them, on a host for max_count.
template <class Exec, class Body>
void launch_rows(Exec const& exec, std::string const& label, std::int64_t max_count, [[maybe_unused]] int lanes,
                 Body const& body) {
  if constexpr (is_gpu_v<Exec>) {
    int const threads = team_threads / lanes;
    std::int64_t const needed = tiles_for(max_count, threads), resident = concurrency(exec) / team_threads;
    auto const teams = static_cast<int>(needed < resident ? needed : resident);
    Kokkos::parallel_for(label, Kokkos::TeamPolicy<Exec>(exec, teams, threads, lanes), InTeams<Exec, Body>{body});
  } else {
    Kokkos::parallel_for(label, dynamic_range(exec, max_count), InThreads<Body>{body});
  }
}

}  // namespace Araios::Impl::color
