// SPDX-License-Identifier: Apache-2.0

#include "support/simulated_cuda.hpp"
//
#include <Araios/collective/rank_bins.hpp>
#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <random>
#include <string>
#include <vector>

namespace collective_rank_bins_test {

using namespace Araios;
using Words = Kokkos::View<std::uint32_t*, test::BlockMemory>;
using Ints = Kokkos::View<int*, test::BlockMemory>;

/// Entry e of the tile gets positions(e); starts(b) is the position of the first entry of bin b; count(0) their number.
template <int Threads, int Items, int MaxBins>
struct RankTile {
  using Shape = Impl::TileShape<Threads, Items>;
  static constexpr int threads = Threads, blocks_per_multiprocessor = 1;
  Words bins_of, positions;
  Ints starts, count;
  int bins, used;

  static int shared_bytes(int bins) {
    return static_cast<int>(Impl::shared_piece(Shape::warps * Impl::counters_of_warp(bins) * 2) +
                            Impl::shared_piece(Shape::warps * Impl::rank_masks * 4) +
                            Impl::shared_piece(Impl::rank_sums<Shape, MaxBins> * 4));
  }
  __device__ std::int64_t entry(int i) const { return (Impl::warp_id() * used + i) * 32 + Impl::lane_id(); }
  __device__ void operator()(char* shared) const {
    auto* const counters = Impl::take_shared<std::uint16_t>(shared, Shape::warps * Impl::counters_of_warp(bins));
    auto* const masks = Impl::take_shared<std::uint32_t>(shared, Shape::warps * Impl::rank_masks);
    auto* const sums = Impl::take_shared<int>(shared, Impl::rank_sums<Shape, MaxBins>);
    Impl::clear_counters<Shape>(counters, bins);
    __syncthreads();
    Impl::PackedRanks<Items> ranks;
    auto const bin = [&](int i) { return bins_of(entry(i)); };
    int const found = Impl::rank_tile<Shape, MaxBins>(bin, used, bins, counters, masks, sums, ranks,
                                                      [&](int b, int start) { starts(b) = start; });
    for (int i = 0; i < used; ++i)
      if (bin(i) != Impl::no_bin) positions(entry(i)) = Impl::position_of<Shape>(bin(i), i, ranks, counters, bins);
    if (threadIdx.x == 0) count(0) = found;
  }
};

template <int Threads, int Items, int MaxBins = Impl::max_bins>
void check_ranks(int bins, int used, std::uint32_t distinct, int without_bin_percent) {
  SCOPED_TRACE(std::to_string(bins) + " bins, " + std::to_string(used) + " items of " + std::to_string(Threads) +
               " threads, " + std::to_string(distinct) + " distinct");
  using Kernel = RankTile<Threads, Items, MaxBins>;
  std::size_t const tile = static_cast<std::size_t>(Threads * used);
  Words const bins_of("bins_of", tile), positions("positions", tile);
  Ints const starts("starts", static_cast<std::size_t>(bins)), count("count", 1);
  auto const host_bins = Kokkos::create_mirror_view(bins_of);
  std::mt19937 random(static_cast<unsigned>(bins + used));
  for (std::size_t e = 0; e < tile; ++e)
    host_bins(e) = int(random() % 100) < without_bin_percent
                       ? Impl::no_bin
                       : static_cast<std::uint32_t>(random() % distinct * (unsigned(bins) / distinct));
  Kokkos::deep_copy(bins_of, host_bins);
  test::launch_block(Kernel::shared_bytes(bins), Kernel{bins_of, positions, starts, count, bins, used});

  std::vector<int> next(static_cast<std::size_t>(bins) + 1, 0);  // by counting: stable in the order of the entries
  int entries = 0;
  for (std::size_t e = 0; e < tile; ++e)
    if (host_bins(e) != Impl::no_bin) {
      ++next[host_bins(e) + 1];
      ++entries;
    }
  for (int b = 0; b < bins; ++b) next[static_cast<std::size_t>(b) + 1] += next[static_cast<std::size_t>(b)];
  auto const host_starts = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), starts);
  for (int b = 0; b < bins; ++b) ASSERT_EQ(host_starts(b), next[static_cast<std::size_t>(b)]) << "bin " << b;
  auto const host = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), positions);
  for (std::size_t e = 0; e < tile; ++e) {
    if (host_bins(e) == Impl::no_bin) continue;
    ASSERT_EQ(host(e), static_cast<std::uint32_t>(next[host_bins(e)]++)) << "entry " << e << ", bin " << host_bins(e);
  }
  EXPECT_EQ(Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), count)(0), entries);
}

TEST(RankBins, ranks_entries_stably) {
  check_ranks<32, 1>(1, 1, 1, 0);
  check_ranks<32, 3>(2, 3, 2, 0);
  check_ranks<128, 7>(255, 7, 255, 10);
  check_ranks<128, 7>(256, 7, 3, 0);     // few distinct bins: all lanes meet in one mask
  check_ranks<128, 7>(257, 5, 257, 50);  // more bins than masks: votes on the high bits
  check_ranks<128, 8>(1000, 8, 4, 0);    // bins that share their low bits
  check_ranks<256, 8>(1024, 8, 1024, 5);
  check_ranks<256, 8>(1023, 1, 1023, 100);  // no entry has a bin
  check_ranks<256, 4, 2048>(2048, 4, 2048, 1);
  check_ranks<512, 15>(700, 13, 700, 0);
}

/// Adds the lanes of each of 4 warps to one histogram.
struct CountBins {
  static constexpr int threads = 128, blocks_per_multiprocessor = 1;
  Words bins_of;
  Ints histogram;
  __device__ void operator()(char*) const { Impl::count_bin(histogram.data(), bins_of(threadIdx.x)); }
};

TEST(RankBins, count_bin_adds_runs_of_equal_bins_once_each) {
  std::mt19937 random(3);
  for (unsigned const run : {1u, 2u, 7u, 32u, 200u}) {
    Words const bins_of("bins_of", CountBins::threads);
    Ints const histogram("histogram", 9);
    auto const host_bins = Kokkos::create_mirror_view(bins_of);
    std::vector<int> expected(9, 0);
    std::uint32_t bin = 0;
    for (int e = 0; e < CountBins::threads; ++e) {
      if (static_cast<unsigned>(e) % run == 0) bin = random() % 10 == 0 ? Impl::no_bin : std::uint32_t(random() % 9);
      host_bins(e) = bin;
      if (bin != Impl::no_bin) ++expected[bin];
    }
    Kokkos::deep_copy(bins_of, host_bins);
    test::launch_block(64, CountBins{bins_of, histogram});
    auto const host = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), histogram);
    for (int b = 0; b < 9; ++b)
      EXPECT_EQ(host(b), expected[static_cast<std::size_t>(b)]) << "bin " << b << ", run " << run;
  }
}

}  // namespace collective_rank_bins_test
