// SPDX-License-Identifier: Apache-2.0
//
// Warps of 32 and 64 lanes without a GPU: each lane is a simulated thread, and waits where a warp is in lockstep.

#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "support/simulated_threads.hpp"

namespace Araios::test {

/// The lanes of one simulated warp, and what each shows the others.
struct SimulatedGroup {
  using Words = std::vector<std::uint64_t>;
  explicit SimulatedGroup(int width) : lockstep(width), exchanges(static_cast<std::size_t>(width)) {
    for (auto& shown : words) shown.resize(static_cast<std::size_t>(width));
  }
  SimulatedBarrier lockstep;
  Words words[2];                   // in turn
  std::vector<unsigned> exchanges;  // how often each lane has shown a word
};
/// The warps of the block that runs, and its barrier.
inline std::vector<std::unique_ptr<SimulatedGroup>> simulated_groups;
inline SimulatedBarrier* simulated_block = nullptr;

/// As CudaWarp of lanes.hpp, for the threads of run_simulated_team.
template <int Width>
struct SimulatedWarp {
  static constexpr int width = Width;
  using Mask = std::uint64_t;

  static int lane() { return SimulatedThreads::rank() % width; }
  static SimulatedGroup& group() {
    return *simulated_groups[static_cast<std::size_t>(SimulatedThreads::rank() / width)];
  }
  static void fence() { group().lockstep.arrive_and_wait(); }

  template <int Bits>
  static Mask peers(unsigned label, bool valid) {
    auto const& words = exchange(valid ? std::uint64_t(label) + 1 : 0);
    Mask mask = 0;
    for (int lane = 0; lane < width; ++lane)
      if (words[static_cast<std::size_t>(lane)] == std::uint64_t(label) + 1) mask |= Mask(1) << lane;
    return mask;
  }
  static int count(Mask mask) { return std::popcount(mask); }
  static int count_below(Mask mask, int lane) { return std::popcount(mask & ((Mask(1) << lane) - 1)); }
  template <class T>
  static T inclusive_scan(T value, int lane) {
    auto const& words = exchange(static_cast<std::uint64_t>(value));
    T sum = 0;
    for (int l = 0; l <= lane; ++l) sum += static_cast<T>(words[static_cast<std::size_t>(l)]);
    return sum;
  }

  /// The words of all lanes, which all call. They are valid up to the next call but one: a lane writes to them again
  /// only after the fence of the next call, where all have read them.
  static SimulatedGroup::Words const& exchange(std::uint64_t mine) {
    auto const at = static_cast<std::size_t>(lane());
    auto& words = group().words[group().exchanges[at]++ % 2];
    words[at] = mine;
    fence();
    return words;
  }
};

/// A team of Kokkos, as far as lanes.hpp uses one.
class SimulatedTeam {
 public:
  SimulatedTeam(int rank, int size, SimulatedBarrier& barrier) : rank_(rank), size_(size), barrier_(barrier) {}
  int team_rank() const { return rank_; }
  int team_size() const { return size_; }
  void team_barrier() const { barrier_.arrive_and_wait(); }

 private:
  int rank_, size_;
  SimulatedBarrier& barrier_;
};

/// Calls body(team) on each of team_size threads, a multiple of the width of the Warp.
template <class Warp, class Body>
void run_simulated_team(int team_size, Body const& body) {
  SimulatedBarrier all(team_size);
  simulated_block = &all;
  for (int g = 0; g < team_size / Warp::width; ++g)
    simulated_groups.push_back(std::make_unique<SimulatedGroup>(Warp::width));
  SimulatedThreads::run(team_size, [&](int rank) { body(SimulatedTeam(rank, team_size, all)); });
  simulated_groups.clear();
}

}  // namespace Araios::test
