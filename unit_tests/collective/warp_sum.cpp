// SPDX-License-Identifier: Apache-2.0

#include "support/simulated_cuda.hpp"
//
#include <Araios/collective/warp_sum.hpp>
#include <gtest/gtest.h>

#include <cstddef>
#include <random>
#include <vector>

namespace collective_warp_sum_test {

using namespace Araios;
using Numbers = Kokkos::View<long long*, test::BlockMemory>;

__host__ __device__ long long term(int i) { return (i * 7919LL) % 1009 - 500; }

/// sums(width * 128 + thread) for the widths 2^0 to 2^5, then the sum of the block.
template <class Semiring>
struct SumLanes {
  static constexpr int threads = 128, blocks_per_multiprocessor = 1;
  Numbers sums;
  __device__ void operator()(char* shared) const {
    int const me = static_cast<int>(threadIdx.x);
    sums(me) = Impl::warp_sum<Semiring, 1>(term(me));
    sums(threads + me) = Impl::warp_sum<Semiring, 2>(term(me));
    sums(2 * threads + me) = Impl::warp_sum<Semiring, 4>(term(me));
    sums(3 * threads + me) = Impl::warp_sum<Semiring, 8>(term(me));
    sums(4 * threads + me) = Impl::warp_sum<Semiring, 16>(term(me));
    sums(5 * threads + me) = Impl::warp_sum<Semiring, 32>(term(me));
    long long const all = Impl::block_sum<Semiring, threads>(term(me), reinterpret_cast<long long*>(shared));
    if (me == 0) sums(6 * threads) = all;
  }
};

template <class Semiring>
void check_sums() {
  constexpr int threads = SumLanes<Semiring>::threads;
  Numbers const sums("sums", 6 * threads + 1);
  test::launch_block(64, SumLanes<Semiring>{sums});
  auto const host = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), sums);
  auto const sum_of = [](int begin, int count) {
    long long sum = term(begin);
    for (int i = 1; i < count; ++i) sum = Semiring::add(sum, term(begin + i));
    return sum;
  };
  for (int w = 0; w < 6; ++w)
    for (int me = 0; me < threads; ++me)
      ASSERT_EQ(host(w * threads + me), sum_of(me >> w << w, 1 << w)) << "thread " << me << ", width " << (1 << w);
  EXPECT_EQ(host(6 * threads), sum_of(0, threads));
}

TEST(WarpSum, adds_neighboring_lanes_and_the_block) {
  check_sums<PlusTimes>();
  check_sums<MinPlus>();
}

constexpr int items = 3;

/// stores(e - 1) := the sum of end e; first(e - 1) := 1 for the first end, 10 for others; rest(0) := the sum after all.
template <class Semiring>
struct SumSegments {
  static constexpr int threads = 128, blocks_per_multiprocessor = 1;
  Kokkos::View<unsigned short const*, test::BlockMemory> ends;
  Numbers stores, first, rest;
  __device__ void operator()(char* shared) const {
    auto* const terms = Impl::take_shared<long long>(shared, threads * items);
    auto* const my_ends = Impl::take_shared<unsigned short>(shared, threads * items);
    auto* const warp_sums = Impl::take_shared<long long>(shared, threads / 32);
    for (int q = static_cast<int>(threadIdx.x); q < threads * items; q += threads) {
      terms[q] = term(q);
      my_ends[q] = ends(q);
    }
    __syncthreads();
    Impl::sum_segments<Semiring, threads, items>(
        terms, my_ends, warp_sums,
        [&](int end, long long sum, bool is_first) {
          stores(end - 1) = sum;
          first(end - 1) += is_first ? 1 : 10;  // each end is stored once
        },
        [&](long long sum) { rest(0) = sum; });
  }
};

template <class Semiring>
void check_segments(std::vector<bool> const& is_end) {
  using Kernel = SumSegments<Semiring>;
  int const length = Kernel::threads * items;
  Kokkos::View<unsigned short*, test::BlockMemory> const ends("ends", length);
  auto const host_ends = Kokkos::create_mirror_view(ends);
  std::vector<long long> sums;
  long long sum = Semiring::template zero<long long>();
  for (int q = 0; q < length; ++q) {
    sum = Semiring::add(sum, term(q));
    host_ends(q) = 0;
    if (!is_end[static_cast<std::size_t>(q)]) continue;
    sums.push_back(sum);
    host_ends(q) = static_cast<unsigned short>(sums.size());
    sum = Semiring::template zero<long long>();
  }
  Kokkos::deep_copy(ends, host_ends);
  Numbers const stores("stores", length), first("first", length), rest("rest", 1);
  test::launch_block(8192, Kernel{ends, stores, first, rest});
  auto const host = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), stores);
  auto const host_first = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), first);
  for (std::size_t e = 0; e < sums.size(); ++e) {
    ASSERT_EQ(host(e), sums[e]) << "end " << e << " of " << sums.size();
    ASSERT_EQ(host_first(e), e == 0 ? 1 : 10) << "end " << e << " of " << sums.size();
  }
  EXPECT_EQ(Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), rest)(0), sum) << sums.size() << " ends";
}

TEST(WarpSum, adds_segments_however_their_ends_lie) {
  std::size_t const length = SumSegments<PlusTimes>::threads * items;
  check_segments<PlusTimes>(std::vector<bool>(length, false));
  check_segments<PlusTimes>(std::vector<bool>(length, true));
  for (std::size_t const only : {std::size_t(0), std::size_t(95), std::size_t(96), std::size_t(200), length - 1}) {
    std::vector<bool> ends(length, false);
    ends[only] = true;
    check_segments<PlusTimes>(ends);
    check_segments<MinPlus>(ends);
  }
  std::mt19937 random(5);
  for (int const per_mille : {2, 10, 50, 300, 900})
    for (int repeat = 0; repeat < 2; ++repeat) {
      std::vector<bool> ends(length);
      for (std::size_t q = 0; q < length; ++q) ends[q] = int(random() % 1000) < per_mille;
      check_segments<PlusTimes>(ends);
      check_segments<MinPlus>(ends);
    }
}

}  // namespace collective_warp_sum_test
