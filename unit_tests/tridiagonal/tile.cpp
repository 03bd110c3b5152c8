// SPDX-License-Identifier: Apache-2.0
//
// A tile gives the same bits whatever the order of its threads between two barriers, and with its rows in shared
// memory, where CUDA has them. Both are run here by one thread of the host.

#include <Araios/operations/tridiagonal/launch.hpp>
#include <Araios/operations/tridiagonal/staged.hpp>
#include <Araios/operations/tridiagonal/tile.hpp>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "support/banded_systems.hpp"
#include "support/scale.hpp"

namespace tridiagonal_tile_test {

using namespace Araios;
using namespace Araios::test;
using namespace Araios::Impl::tridiagonal;

/// Calls from the last to the first, or every seventh, and so on.
struct OtherOrder {
  bool is_reversed;
  template <class F>
  KOKKOS_FUNCTION void each(int count, F const& f) const {
    int const step = count % 7 != 0 ? 7 : 1;
    for (int i = 0; i < count; ++i) f(is_reversed ? count - 1 - i : static_cast<int>(std::int64_t(i) * step % count));
  }
  template <class F>
  KOKKOS_FUNCTION void start(int count, F const& f) const {
    each(count, f);
  }
  KOKKOS_FUNCTION void finish() const {}
  KOKKOS_FUNCTION void wait_for_work_before() const {}
};

/// Systems on the host with the scratch of one level above the leaves.
template <class T, int K>
struct Systems {
  std::vector<BandedSystem<T, K>> all;
  std::array<std::vector<T>, 2 * K + 2> arrays;
  std::vector<T> x, nodes, next_nodes, next_ends;
  std::int64_t zero_pivot = -1;
  Problem<T, K> problem{};
  Level level{};

  Systems(std::int64_t n, std::int64_t systems, bool is_interleaved, bool is_periodic) {
    std::int64_t const row_stride = is_interleaved ? systems : 1, system_stride = is_interleaved ? 1 : n;
    for (auto& array : arrays) array.resize(n * systems);
    for (std::int64_t s = 0; s < systems; ++s) {
      auto const one = random_banded<T, K>(n, static_cast<unsigned>(s), 0, is_periodic);
      for (std::int64_t i = 0; i < n; ++i) {
        for (int d = 0; d <= 2 * K; ++d) arrays[d][i * row_stride + s * system_stride] = one.diagonals[d][i];
        arrays[2 * K + 1][i * row_stride + s * system_stride] = one.b[i];
      }
    }
    x.resize(n * systems);
    problem.n = n;
    problem.systems = systems;
    problem.is_periodic = is_periodic;
    for (int d = 0; d <= 2 * K; ++d) problem.diagonals[d] = {arrays[d].data(), row_stride, system_stride};
    problem.b = {arrays[2 * K + 1].data(), row_stride, system_stride};
    problem.x = {x.data(), row_stride, system_stride};
    problem.zero_pivot = &zero_pivot;
    level = leaf_level<T, K>(n, systems);
    nodes.resize(level.node_count() * Node<T, K>::words);
    next_nodes.resize(level.systems * level.root_count() * Node<T, K>::words);
    next_ends = test_vector<T>(level.systems * level.root_count() * 2 * K, 5);
  }
  LevelScratch<T> scratch() { return {nodes.data(), nullptr, next_nodes.data(), next_ends.data()}; }
};

/// x and the nodes that `run(tile, t)` makes of all tiles.
template <bool Pivoted, Phase Which, class T, int K, class Run>
std::vector<T> run_all(Systems<T, K>& systems, Run const& run) {
  std::fill(systems.x.begin(), systems.x.end(), T(0));
  std::fill(systems.next_nodes.begin(), systems.next_nodes.end(), T(0));
  Tile<T, K, Pivoted, true, Which> const tile{systems.problem, systems.level, systems.scratch()};
  for (std::int64_t t = 0; t < systems.level.tiles; ++t) run(tile, t);
  auto result = systems.x;
  result.insert(result.end(), systems.next_nodes.begin(), systems.next_nodes.end());
  result.insert(result.end(), systems.nodes.begin(), systems.nodes.end());
  return result;
}

template <bool Pivoted, Phase Which, class T, int K>
void check_phase(Systems<T, K>& systems) {
  using Staged = StagedTile<T, K, Pivoted, Which>;
  std::vector<T> memory(Tile<T, K, Pivoted, true, Which>::Nodes::words);
  int const stride = rows_of_tile<T, K>(systems.level, systems.problem.n);
  std::vector<T> shared(Staged::shared_bytes(stride) / sizeof(T) + 1, T(0));
  auto const expected = run_all<Pivoted, Which>(systems, [&](auto const& tile, std::int64_t t) {
    tile.run(Impl::SingleThread(), t, memory.data(), WithRowsInMemory<T, K>{tile.problem});
  });
  for (bool const is_reversed : {false, true}) {
    EXPECT_TRUE(same_bits(expected, run_all<Pivoted, Which>(systems, [&](auto const& tile, std::int64_t t) {
                            tile.run(OtherOrder{is_reversed}, t, memory.data(), WithRowsInMemory<T, K>{tile.problem});
                          })));
    EXPECT_TRUE(same_bits(expected, run_all<Pivoted, Which>(systems, [&](auto const& tile, std::int64_t t) {
                            Staged{tile, stride}.run(OtherOrder{is_reversed}, t,
                                                     reinterpret_cast<char*>(shared.data()));
                          })));
  }
}

template <class T, int K>
void check_tiles(std::int64_t n, std::int64_t count, bool is_interleaved, bool is_periodic) {
  SCOPED_TRACE(std::to_string(count) + " systems of " + std::to_string(n) + " rows" +
               (is_interleaved ? ", interleaved" : "") + (is_periodic ? ", periodic" : ""));
  Systems<T, K> systems(n, count, is_interleaved, is_periodic);
  if (systems.level.tiles_per_system == 1) {
    check_phase<true, Phase::solve>(systems);
    check_phase<false, Phase::solve>(systems);
  } else {
    check_phase<true, Phase::reduce>(systems);
    check_phase<true, Phase::substitute>(systems);
    check_phase<false, Phase::reduce>(systems);
    check_phase<false, Phase::substitute>(systems);
  }
}

template <class T, int K>
void check_all_sizes() {
  for (std::int64_t const n :
       {1, 2, 3, 4, 5, 20, 21, 22, 23, 24, 25, 42, 43, 44, 64, 500, 675, 676, 1345, 1346, 1347, 6000})
    for (std::int64_t const count : {1, 3, 70}) {
      if (n * count > (is_small_scale() ? 1400 : 6000)) continue;
      for (bool const is_interleaved : {false, true})
        for (bool const is_periodic : {false, true}) check_tiles<T, K>(n, count, is_interleaved, is_periodic);
    }
}

TEST(Tile, gives_the_same_bits_in_any_order_and_from_shared_memory) {
  check_all_sizes<double, 1>();
  check_all_sizes<double, 2>();
  check_all_sizes<float, 1>();
  check_all_sizes<Kokkos::complex<double>, 1>();
  check_all_sizes<Kokkos::complex<double>, 2>();
}

/// Teams, which GPUs of other makers have, on the host.
TEST(Tile, gives_the_same_bits_by_a_team) {
  using Host = Kokkos::DefaultHostExecutionSpace;
  using Whole = Tile<double, 1, true, true, Phase::solve>;
  Systems<double, 1> systems(300, 20, false, false);
  Whole const tile{systems.problem, systems.level, systems.scratch()};
  std::vector<double> memory(Whole::Nodes::words);
  auto const expected = run_all<true, Phase::solve>(systems, [&](auto const& one, std::int64_t t) {
    one.run(Impl::SingleThread(), t, memory.data(), WithRowsInMemory<double, 1>{one.problem});
  });
  std::fill(systems.x.begin(), systems.x.end(), 0.0);
  launch_teams<double>(Host(), "Araios::test::teams", tile, 1);
  Host().fence();
  EXPECT_TRUE(std::equal(systems.x.begin(), systems.x.end(), expected.begin()));
}

/// Blocks of leaves share the shared memory of a multiprocessor, 228 KB of an H100, less 2 KB for each. The last block
/// of nodes has one of its own.
template <class T, int K>
void check_shared_memory() {
  using Tuned = Tuning<T, K>;
  constexpr int share = 228 * 1024 / Tuned::leaf_blocks_per_multiprocessor - 2048;
  using Staged = StagedTile<T, K, true, Phase::solve>;
  EXPECT_LE(Staged::shared_bytes(rows_of_tile<T, K>(leaf_level<T, K>(1 << 20, 1), 1 << 20)), share);
  for (std::int64_t n = 1; n < 2000; ++n)
    EXPECT_LE(Staged::shared_bytes(rows_of_tile<T, K>(leaf_level<T, K>(n, 3000), n)), share) << n;
  EXPECT_LE((Tile<T, K, true, false, Phase::reduce>::tree_bytes), share);
  EXPECT_LE((Tile<T, K, true, false, Phase::solve>::tree_bytes), 227 * 1024);
}
TEST(Tile, fits_shared_memory) {
  check_shared_memory<double, 1>();
  check_shared_memory<double, 2>();
  check_shared_memory<Kokkos::complex<double>, 1>();
  check_shared_memory<Kokkos::complex<double>, 2>();
}

/// The leaves of a system have all of its rows, and each at least as many as it needs.
TEST(Level, has_all_rows) {
  for (std::int64_t n = 1; n < 3000; ++n) {
    auto const one = leaf_level<double, 1>(n, 3);
    auto const two = leaf_level<double, 2>(n, 3);
    EXPECT_GE(n - (one.count - 1) * one.span, n < 2 ? 1 : 2);
    EXPECT_LE(n - (one.count - 1) * one.span, one.span + 1);
    EXPECT_GE(n - (two.count - 1) * two.span, n < 4 ? 1 : 4);
    EXPECT_LE(n - (two.count - 1) * two.span, two.span + 3);
    EXPECT_LE(one.span, (Tuning<double, 1>::rows));
    EXPECT_LE(two.span, (Tuning<double, 2>::rows));
    EXPECT_TRUE(one.count == 1 || one.span >= 2) << n;
    EXPECT_TRUE(two.count == 1 || two.span >= 4) << n;
    EXPECT_EQ(1 << one.steps, one.slots);
    EXPECT_GE(one.tiles * one.systems_per_tile * one.slots, 3 * one.count);
  }
}

}  // namespace tridiagonal_tile_test
