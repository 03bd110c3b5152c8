// SPDX-License-Identifier: Apache-2.0

#include "support/simulated_cuda.hpp"
//
#include <Araios/collective/warp.hpp>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>

namespace collective_warp_test {

using namespace Araios;
using Complex = Kokkos::complex<double>;

/// What a lane finds of the numbers value_of of its warp.
struct Found {
  int warp, lane;
  double from, up, across;
  Complex complex_from, complex_up, complex_across;
  int maximum;
  unsigned bits;
  int inclusive;
};
__host__ __device__ int value_of(int thread) { return thread * 37 % 101 - 50; }
__host__ __device__ Complex complex_of(int thread) { return {double(value_of(thread)), 0.5 + thread}; }
__host__ __device__ unsigned bits_of(int thread) { return thread % 8 == 3 ? 1u << (thread % 32) : 0u; }

struct Find {
  static constexpr int threads = 96, blocks_per_multiprocessor = 1;
  Kokkos::View<Found*, test::BlockMemory> found;
  __device__ void operator()(char*) const {
    int const me = static_cast<int>(threadIdx.x);
    Found& f = found(me);
    f.warp = Impl::warp_id();
    f.lane = Impl::lane_id();
    f.from = Impl::warp_shuffle(double(value_of(me)), 5, 8);
    f.up = Impl::warp_shuffle_up(double(value_of(me)), 3);
    f.across = Impl::warp_shuffle_xor(double(value_of(me)), 6);
    f.complex_from = Impl::warp_shuffle(complex_of(me), 5, 8);
    f.complex_up = Impl::warp_shuffle_up(complex_of(me), 3);
    f.complex_across = Impl::warp_shuffle_xor(complex_of(me), 6);
    f.maximum = Impl::warp_max(value_of(me));
    f.bits = Impl::warp_or(bits_of(me));
    f.inclusive = Impl::warp_inclusive_scan(value_of(me));
  }
};

TEST(Warp, shuffles_and_folds_as_defined) {
  Kokkos::View<Found*, test::BlockMemory> const found("found", Find::threads);
  test::launch_block(64, Find{found});
  auto const host = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), found);
  for (int me = 0; me < Find::threads; ++me) {
    SCOPED_TRACE(me);
    Found const& f = host(me);
    int const lane = me % 32, first = me - lane;
    EXPECT_EQ(f.warp, me / 32);
    EXPECT_EQ(f.lane, lane);
    int const from = me - me % 8 + 5, up = lane >= 3 ? me - 3 : me, across = me ^ 6;
    EXPECT_EQ(f.from, value_of(from));
    EXPECT_EQ(f.up, value_of(up));
    EXPECT_EQ(f.across, value_of(across));
    EXPECT_EQ(f.complex_from, complex_of(from));
    EXPECT_EQ(f.complex_up, complex_of(up));
    EXPECT_EQ(f.complex_across, complex_of(across));
    int maximum = value_of(first), inclusive = 0;
    unsigned bits = 0;
    for (int l = 0; l < 32; ++l) {
      maximum = std::max(maximum, value_of(first + l));
      bits |= bits_of(first + l);
      if (l <= lane) inclusive += value_of(first + l);
    }
    EXPECT_EQ(f.maximum, maximum);
    EXPECT_EQ(f.bits, bits);
    EXPECT_EQ(f.inclusive, inclusive);
  }
}

/// Takes pieces of types of several sizes one after the other, and writes where each begins.
struct TakePieces {
  static constexpr int threads = 32, blocks_per_multiprocessor = 1;
  Kokkos::View<std::int64_t*, test::BlockMemory> begins;
  __device__ void operator()(char* shared) const {
    char* from = shared;
    auto const begin_of = [&](auto const* piece) { return reinterpret_cast<char const*>(piece) - shared; };
    std::int64_t const all[] = {
        begin_of(Impl::take_shared<char>(from, 1)), begin_of(Impl::take_shared<double>(from, 3)),
        begin_of(Impl::take_shared<Complex>(from, 2)), begin_of(Impl::take_shared<int>(from, 0)), begin_of(from)};
    if (threadIdx.x == 0)
      for (int i = 0; i < 5; ++i) begins(i) = all[i];
  }
};

TEST(Warp, takes_aligned_pieces_of_shared_memory) {
  Kokkos::View<std::int64_t*, test::BlockMemory> const begins("begins", 5);
  test::launch_block(128, TakePieces{begins});
  auto const host = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), begins);
  std::int64_t const expected[] = {0, 16, 48, 80, 80};
  for (int i = 0; i < 5; ++i) EXPECT_EQ(host(i), expected[i]) << i;
  EXPECT_EQ(Impl::shared_piece(0), 0);
  EXPECT_EQ(Impl::shared_piece(1), 16);
  EXPECT_EQ(Impl::shared_piece(16), 16);
  EXPECT_EQ(Impl::shared_piece(17), 32);
}

}  // namespace collective_warp_test
