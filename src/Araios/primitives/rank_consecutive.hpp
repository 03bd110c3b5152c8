// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// Ranks of consecutive numbers in a sorted array.
///
/// Row pointers and sorted indices determine each other: index(p) counts the rows that end at or before position p, and
/// pointers(b) counts the indices below b. Both are the number of elements of a sorted array that are at most q, for q
/// = 0, 1, 2, ...; `rank_consecutive` computes both.

#include <Araios/core/concepts.hpp>
#include <Araios/core/execution.hpp>
#include <Araios/core/kokkos_compat.hpp>
#include <Araios/core/search.hpp>

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <cstdint>
#include <string>

namespace Araios::Impl {

/// Tuning parameters of `rank_consecutive`.
struct RankShape {
  static constexpr int lanes = 32;                 // threads that step through the values q in lockstep: one GPU warp
  static constexpr int max_steps = 16;             // steps of such a group, so that one bisection serves 16 values
  static constexpr int min_run = 1024;             // values per host work item: enough to outweigh its bisection,
  static constexpr int max_run = 32768;            // few enough to balance uneven work
  static constexpr int runs_per_thread = 8;        // work items per host thread
  static constexpr int ahead = 8;                  // values that a host writes in one group of stores
  static constexpr std::int64_t narrow = 1 << 30;  // below this size 32-bit positions cannot overflow
};

/// rank(q) := number of elements of `sorted` that are at most q + shift, for q in [0, length).
///
/// Each work item bisects once and walks from there. Where the walk must skip many elements it doubles its stride, so
/// neither a long gap nor millions of equal elements cost more than a logarithm, and the work is divided by q alone. No
/// memory outside of `sorted` and `rank` is accessed, whatever the elements are.
template <bool Lockstep, class Position, class Sorted, class Rank>
struct RankConsecutive {
  Sorted sorted;
  Rank rank;
  Position count;
  Position length;
  Position shift;
  Position steps;  // Lockstep: of each group; otherwise values per work item

  using Value = typename Rank::non_const_value_type;

  KOKKOS_FUNCTION void operator()(std::int64_t item) const {
    // On a GPU consecutive threads write consecutive elements in the same step, so that stores are coalesced. On a host
    // a thread owns a contiguous run and writes each stretch of equal ranks in a vector loop.
    if constexpr (Lockstep)
      walk_in_lockstep(item);
    else
      walk_run(item);
  }

  KOKKOS_FUNCTION void walk_in_lockstep(std::int64_t item) const {
    Position const group = static_cast<Position>(item / RankShape::lanes);
    Position const lane = static_cast<Position>(item % RankShape::lanes);
    Position q = group * steps * RankShape::lanes + lane;
    if (q >= length) return;
    Position at = first_above(sorted, Position(0), count, Position(q + shift));
    auto next = element(at);
    for (Position step = 0; step < steps && q < length; ++step, q += RankShape::lanes) {
      if (next <= q + shift) {
        at = first_above_near(sorted, Position(at + 1), count, Position(q + shift));
        next = element(at);
      }
      rank(q) = static_cast<Value>(at);
    }
  }

  KOKKOS_FUNCTION void walk_run(std::int64_t item) const {
    Position q = static_cast<Position>(item) * steps;
    Position const stop = length - q < steps ? length : q + steps;
    Position at = first_above(sorted, Position(0), count, Position(q + shift));
    while (q < stop) {
      auto const next = element(at);  // ranks stay equal while q + shift < next
      Position const end = next - shift < stop ? static_cast<Position>(next - shift) : stop;
      if constexpr (Kokkos::is_view<Rank>::value) {
        // A few more than needed, which the next stretches overwrite: the lengths of short ones are not predictable.
        if (stop - q >= RankShape::ahead) {
          for (Position u = 0; u < RankShape::ahead; ++u) rank(q + u) = static_cast<Value>(at);
          q = end - q < RankShape::ahead ? end : q + RankShape::ahead;
        }
      }
      for (; q < end; ++q) rank(q) = static_cast<Value>(at);
      if (q < stop) at = first_above_near(sorted, Position(at + 1), count, Position(q + shift));
    }
  }

  // The element at a position; after the last element, a value above all requested ones.
  KOKKOS_FUNCTION Comparable<Sorted, Position> element(Position at) const {
    return at < count ? static_cast<Comparable<Sorted, Position>>(sorted(at))
                      : static_cast<Comparable<Sorted, Position>>(length);
  }
};

template <bool Lockstep, class Position, class Exec, class Sorted, class Rank>
void launch_rank_consecutive(Exec const& exec, std::string const& label, Sorted const& sorted, Rank const& rank,
                             int shift) {
  auto const length = static_cast<std::int64_t>(rank.extent(0));
  std::int64_t const threads = concurrency(exec);
  std::int64_t steps, items;
  if constexpr (Lockstep) {
    steps = std::clamp<std::int64_t>(tiles_for(length, threads), 1, RankShape::max_steps);
    items = tiles_for(length, steps * RankShape::lanes) * RankShape::lanes;
  } else {
    steps = std::clamp<std::int64_t>(tiles_for(length, threads * RankShape::runs_per_thread), RankShape::min_run,
                                     RankShape::max_run);
    items = tiles_for(length, steps);
  }
  Kokkos::parallel_for(label, dynamic_range(exec, items),
                       RankConsecutive<Lockstep, Position, Sorted, Rank>{
                           sorted, rank, static_cast<Position>(sorted.extent(0)), static_cast<Position>(length),
                           static_cast<Position>(shift), static_cast<Position>(steps)});
}

/// See RankConsecutive. One launch; none when `rank` is empty.
template <bool Lockstep, class Exec, class Sorted, class Rank>
void rank_consecutive(Exec const& exec, std::string const& label, Sorted const& sorted, Rank const& rank, int shift) {
  if (rank.extent(0) == 0) return;
  // 64-bit arithmetic doubles the instructions on a GPU, where this kernel is bound by instructions.
  if constexpr (Lockstep) {
    if (static_cast<std::int64_t>(rank.extent(0)) < RankShape::narrow &&
        static_cast<std::int64_t>(sorted.extent(0)) < RankShape::narrow)
      return launch_rank_consecutive<Lockstep, std::int32_t>(exec, label, sorted, rank, shift);
  }
  launch_rank_consecutive<Lockstep, std::int64_t>(exec, label, sorted, rank, shift);
}

}  // namespace Araios::Impl
