// SPDX-License-Identifier: Apache-2.0
//
// Warps of 32 and 64 lanes without a GPU: each lane is a thread of the host, and waits where a warp is in lockstep.

#pragma once

#include <barrier>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <thread>
#include <vector>

namespace Araios::test {

/// The lanes of one simulated warp, and what each shows the others.
struct SimulatedGroup {
  using Words = std::vector<std::uint64_t>;
  explicit SimulatedGroup(int width) : lockstep(width) {
    for (auto& shown : words) shown.resize(static_cast<std::size_t>(width));
  }
  std::barrier<> lockstep;
  Words words[2];  // in turn
};
/// The warp and the lane of the calling thread.
inline thread_local SimulatedGroup* simulated_group = nullptr;
inline thread_local int simulated_lane = 0;
/// How often the calling thread has shown a word.
inline thread_local unsigned simulated_exchanges = 0;

/// As CudaWarp of lanes.hpp, for the threads of run_simulated_team.
template <int Width>
struct SimulatedWarp {
  static constexpr int width = Width;
  using Mask = std::uint64_t;

  static void fence() { simulated_group->lockstep.arrive_and_wait(); }

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
    auto& words = simulated_group->words[simulated_exchanges++ % 2];
    words[static_cast<std::size_t>(simulated_lane)] = mine;
    fence();
    return words;
  }
};

/// A team of Kokkos, as far as lanes.hpp uses one.
class SimulatedTeam {
 public:
  SimulatedTeam(int rank, int size, std::barrier<>& barrier) : rank_(rank), size_(size), barrier_(barrier) {}
  int team_rank() const { return rank_; }
  int team_size() const { return size_; }
  void team_barrier() const { barrier_.arrive_and_wait(); }

 private:
  int rank_, size_;
  std::barrier<>& barrier_;
};

/// Calls body(team) on each of team_size threads, a multiple of the width of the Warp.
template <class Warp, class Body>
void run_simulated_team(int team_size, Body const& body) {
  std::barrier<> all(team_size);
  std::vector<std::unique_ptr<SimulatedGroup>> groups;
  for (int g = 0; g < team_size / Warp::width; ++g) groups.push_back(std::make_unique<SimulatedGroup>(Warp::width));
  std::vector<std::thread> threads;
  for (int rank = 0; rank < team_size; ++rank)
    threads.emplace_back([&, rank] {
      simulated_group = groups[static_cast<std::size_t>(rank / Warp::width)].get();
      simulated_lane = rank % Warp::width;
      body(SimulatedTeam(rank, team_size, all));
    });
  for (auto& thread : threads) thread.join();
}

}  // namespace Araios::test
