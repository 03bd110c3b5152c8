// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// Ranking the entries of a tile by bins, stably, in one block of a GPU.
///
/// A warp owns consecutive entries of the tile, and a row of 16-bit counters, one for each bin. It takes 32 entries at a
/// time. The counter of a bin tells how many earlier entries of the warp have it; votes, one for each bit of the bin, or
/// atomics that are put in order where lanes share a bin, tell how many lanes before do. So no entry overtakes another.
/// A scan over (bin, warp) then turns counters into places.

#include <Araios/collective/warp.hpp>

#ifdef ARAIOS_HAVE_CUDA_LAUNCH

#include <cstdint>

namespace Araios::Impl {

inline constexpr std::uint32_t no_bin = 0xffffffffu;
inline constexpr int most_bins = 1024;  ///< of one ranking

/// A block of Threads threads, each with up to Items entries of a tile.
template <int Threads, int Items>
struct TileShape {
  static constexpr int threads = Threads;
  static constexpr int warps = Threads / 32;
  static constexpr int items = Items;
  static constexpr int tile = Threads * Items;
};

/// 16-bit numbers of the items of a thread, two in a register.
template <int Items>
struct PackedRanks {
  std::uint32_t pairs[(Items + 1) / 2];
  __device__ std::uint32_t get(int i) const { return i % 2 == 0 ? pairs[i / 2] & 0xffffu : pairs[i / 2] >> 16; }
  __device__ void set(int i, std::uint32_t value) {
    pairs[i / 2] = i % 2 == 0 ? (pairs[i / 2] & 0xffff0000u) | value : (pairs[i / 2] & 0xffffu) | value << 16;
  }
};

/// Counters of all warps of a tile: an even number each, because the scan reads two at a time.
__host__ __device__ constexpr int counters_of_warp(int bins) { return (bins + 2) / 2 * 2; }

template <class Shape>
__device__ void clear_counters(std::uint16_t* counters, int bins) {
  auto* const pairs = reinterpret_cast<std::uint32_t*>(counters);
  for (int i = static_cast<int>(threadIdx.x); i < Shape::warps * counters_of_warp(bins) / 2; i += Shape::threads)
    pairs[i] = 0;
}

/// The lanes whose bin, below 2^Bits, is that of the caller, by a vote for each bit. A lane without a bin gets any lanes.
template <int Bits>
__device__ __forceinline__ unsigned lanes_with(std::uint32_t bin) {
  return CudaWarp::peers<Bits>(bin, bin != no_bin);
}

// Before item i: mine[b] is the number of entries with bin b among items 0 .. i-1 of this warp.
template <class Shape, int Bits, class Bin>
__device__ __forceinline__ void rank_by_votes(Bin const& bin, int used, std::uint16_t* mine,
                                              PackedRanks<Shape::items>& ranks) {
  unsigned const me = 1u << lane_id();
  ARAIOS_UNROLL
  for (int i = 0; i < Shape::items; ++i) {
    if (i >= used) continue;
    std::uint32_t const b = bin(i);
    bool const valid = b != no_bin;
    unsigned const peers = lanes_with<Bits>(b);
    std::uint32_t const rank = (valid ? mine[b] : 0) + __popc(peers & (me - 1));
    __syncwarp();
    if (valid && (peers & ~(me - 1) & ~me) == 0) mine[b] = static_cast<std::uint16_t>(rank + 1);  // the last of them
    __syncwarp();
    ranks.set(i, rank);
  }
}

// The same for many bins, of which lanes seldom have the same: each adds to its counter, which ranks it at once when it was
// alone. The others are put in order, one bin after the other, or by votes where that would take longer; or not at all.
template <class Shape, int Bits, class Bin>
__device__ __forceinline__ void rank_by_atomics(Bin const& bin, int used, bool ordered, std::uint16_t* mine,
                                                PackedRanks<Shape::items>& ranks) {
  constexpr int most_shared = 8;
  unsigned const me = 1u << lane_id();
  ARAIOS_UNROLL
  for (int i = 0; i < Shape::items; ++i) {
    if (i >= used) continue;
    std::uint32_t const b = bin(i);
    bool const valid = b != no_bin;
    std::uint32_t rank = 0, after = 1;
    if (valid) {
      std::uint32_t const shift = b % 2 * 16;
      rank = atomicAdd(reinterpret_cast<std::uint32_t*>(mine) + b / 2, 1u << shift) >> shift & 0xffffu;
    }
    __syncwarp();
    if (ordered && valid) after = mine[b];
    unsigned together =
        __ballot_sync(all_lanes, ordered && after - rank > 1);  // of lanes that share a bin, all but one
    if (__popc(together) > most_shared) {
      unsigned const peers = lanes_with<Bits>(b);
      rank = after - __popc(peers) + __popc(peers & (me - 1));
    } else {
      while (together != 0) {
        std::uint32_t const common = __shfl_sync(all_lanes, b, __ffs(static_cast<int>(together)) - 1);
        unsigned const peers = __ballot_sync(all_lanes, b == common);
        if (b == common) rank = after - __popc(peers) + __popc(peers & (me - 1));
        together &= ~peers;
      }
    }
    __syncwarp();
    ranks.set(i, rank);
  }
}

/// Ranks the items of a block: bin(i) is the bin of item i of the calling thread, below `bins`, or no_bin
///
/// Item i of lane l in warp w is entry (w * used + i) * 32 + l of the tile. Counters must be clear. On return the place of
/// an item, its number in the order of (bin, entry), is `place_of`, and start_of(b, s) was called by one thread for each
/// bin with the place s of its first entry. Returns the number of items with a bin. Ends with a barrier.
///
/// Without `ordered`, items of one bin that 32 neighbouring lanes have come in any order.
///
/// Requires      bins <= most_bins; sums: one int a warp.
template <class Shape, class Bin, class StartOf>
__device__ __forceinline__ int rank_tile(Bin const& bin, int used, int bins, bool ordered, std::uint16_t* counters,
                                         int* sums, PackedRanks<Shape::items>& ranks, StartOf const& start_of) {
  constexpr int words = most_bins / 2 >= Shape::threads ? most_bins / 2 / Shape::threads : 1;  // pairs of bins a thread
  static_assert(words * Shape::threads * 2 >= most_bins, "rank_tile: the threads must cover all bins");
  int const row = counters_of_warp(bins), warp = warp_id();
  std::uint16_t* const mine = counters + warp * row;
  if (ordered && bins <= 16)
    rank_by_votes<Shape, 4>(bin, used, mine, ranks);
  else if (ordered && bins <= 128)
    rank_by_votes<Shape, 7>(bin, used, mine, ranks);
  else
    rank_by_atomics<Shape, 10>(bin, used, ordered, mine, ranks);
  __syncthreads();

  // A thread scans neighbouring pairs of bins over all warps; no sum reaches 2^16, so two fit one addition.
  int const first = 2 * words * static_cast<int>(threadIdx.x);
  auto* const pairs = reinterpret_cast<std::uint32_t*>(counters) + words * threadIdx.x;
  std::uint32_t both[words];
  int mine_total = 0;
  ARAIOS_UNROLL
  for (int y = 0; y < words; ++y) {
    both[y] = 0;
    if (first + 2 * y < bins) {
      ARAIOS_UNROLL
      for (int w = 0; w < Shape::warps; ++w) both[y] += pairs[w * (row / 2) + y];
    }
    mine_total += static_cast<int>((both[y] & 0xffffu) + (both[y] >> 16));
  }
  int const inclusive = warp_inclusive_scan(mine_total);
  if (lane_id() == 31) sums[warp] = inclusive;
  __syncthreads();
  int start = inclusive - mine_total, total = 0;
  ARAIOS_UNROLL
  for (int w = 0; w < Shape::warps; ++w) {
    start += w < warp ? sums[w] : 0;
    total += sums[w];
  }
  ARAIOS_UNROLL
  for (int y = 0; y < words; ++y) {
    if (first + 2 * y >= bins) continue;
    int const second = start + static_cast<int>(both[y] & 0xffffu);
    start_of(first + 2 * y, start);
    if (first + 2 * y + 1 < bins) start_of(first + 2 * y + 1, second);
    std::uint32_t run = static_cast<std::uint32_t>(start) | static_cast<std::uint32_t>(second) << 16;
    start = second + static_cast<int>(both[y] >> 16);
    ARAIOS_UNROLL
    for (int w = 0; w < Shape::warps; ++w) {
      std::uint32_t const count = pairs[w * (row / 2) + y];
      pairs[w * (row / 2) + y] = run;
      run += count;
    }
  }
  __syncthreads();
  return total;
}

/// The place of item i, of bin b, after rank_tile.
template <class Shape>
__device__ std::uint32_t place_of(std::uint32_t b, int i, PackedRanks<Shape::items> const& ranks,
                                  std::uint16_t const* counters, int bins) {
  return counters[warp_id() * counters_of_warp(bins) + b] + ranks.get(i);
}

/// Adds one to histogram[bin] for each lane with a bin. Lanes next to each other with the same bin, which sorted rows
/// bring, add together.
__device__ inline void count_bin(int* histogram, std::uint32_t bin) {
  int const lane = lane_id();
  std::uint32_t const before = __shfl_up_sync(all_lanes, bin, 1);
  bool const head = lane == 0 || before != bin;
  unsigned const heads = __ballot_sync(all_lanes, head);
  if (!head || bin == no_bin) return;
  unsigned const after = lane == 31 ? 0 : heads >> (lane + 1);
  atomicAdd(histogram + bin, after != 0 ? __ffs(static_cast<int>(after)) : 32 - lane);
}

}  // namespace Araios::Impl

#endif
