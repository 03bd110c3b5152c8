// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// Stable ranking of the entries of a tile by bins, in one thread block of a GPU.
///
/// A warp owns consecutive entries of the tile and a row of 16-bit counters, one per bin. It processes 32 entries at a
/// time. The counter of a bin holds the number of earlier entries of the warp in that bin. Lanes with the same bin set
/// their bits in one mask, so each sees how many lower lanes share its bin: the entries of a bin keep their order. A
/// prefix sum over (bin, warp) then turns the counters into positions.

#include <Araios/collective/warp.hpp>

#ifdef ARAIOS_HAVE_CUDA_LAUNCH

#include <cstdint>

namespace Araios::Impl {

inline constexpr std::uint32_t no_bin = 0xffffffffu;
inline constexpr int max_bins = 1024;  ///< maximum of one ranking, unless it says otherwise

/// A thread block of Threads threads, each with up to Items entries of a tile.
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

/// Number of counters of a warp: even, because the scan reads two at a time.
__host__ __device__ constexpr int counters_of_warp(int bins) { return (bins + 2) / 2 * 2; }

template <class Shape>
__device__ void clear_counters(std::uint16_t* counters, int bins) {
  auto* const pairs = reinterpret_cast<std::uint32_t*>(counters);
  for (int i = static_cast<int>(threadIdx.x); i < Shape::warps * counters_of_warp(bins) / 2; i += Shape::threads)
    pairs[i] = 0;
}

/// Masks of a warp, one for each value of the low bits of a bin; all 0 except during a ranking.
inline constexpr int rank_masks = 256;

/// Clears the masks of this warp, and returns them.
__device__ inline std::uint32_t* clear_masks(std::uint32_t* of_block) {
  std::uint32_t* const mine = of_block + warp_id() * rank_masks;
  for (int i = lane_id(); i < rank_masks; i += 32) mine[i] = 0;
  __syncwarp();
  return mine;
}

/// Ranks the items of a warp among those of the same bin, below 2^Bits, or no_bin; adds them to its counters `mine`.
///
/// Lanes set their bit in the mask of the low 8 bits of the bin; where there are `many` bins, votes separate those with
/// the same low bits.
/// Invariant: before item i, mine[b] is the number of entries with bin b among items 0 .. i-1 of this warp.
template <class Shape, int Bits, class Bin>
__device__ __forceinline__ void rank_in_warp(Bin const& bin, int used, bool many, std::uint32_t* masks,
                                             std::uint16_t* mine, PackedRanks<Shape::items>& ranks) {
  unsigned const me = 1u << lane_id();
  ARAIOS_UNROLL
  for (int i = 0; i < Shape::items; ++i) {
    if (i >= used) continue;
    std::uint32_t const b = bin(i);
    bool const valid = b != no_bin;
    std::uint32_t* const mask = masks + b % rank_masks;
    if (valid) atomicOr(mask, me);
    __syncwarp();
    unsigned peers = *mask;
    if (many) {
      ARAIOS_UNROLL
      for (int bit = 8; bit < Bits; ++bit) {
        bool const set = ((b >> bit) & 1u) != 0;
        unsigned const lanes = __ballot_sync(all_lanes, set);
        peers &= set ? lanes : ~lanes;
      }
    }
    std::uint32_t const rank = (valid ? mine[b] : 0) + __popc(peers & (me - 1));
    __syncwarp();
    if (valid && (peers & ~(me - 1) & ~me) == 0) mine[b] = static_cast<std::uint16_t>(rank + 1);  // the last of them
    if (valid) *mask = 0;
    __syncwarp();
    ranks.set(i, rank);
  }
}

/// Rounds in which rank_tile scans its bins: two bins per thread in each.
template <class Shape, int MaxBins>
inline constexpr int rank_rounds = MaxBins / 2 > Shape::threads ? MaxBins / 2 / Shape::threads : 1;
/// Elements of `sums` of rank_tile.
template <class Shape, int MaxBins = max_bins>
inline constexpr int rank_sums = rank_rounds<Shape, MaxBins> * Shape::warps;

/// Turns the counters of all warps into positions: of bin b in warp w, the entries of smaller bins, and those of bin b in
/// smaller warps. One thread calls start_of(b, s) for each bin b, with the position s of its first entry. Returns the
/// number of entries. Begins and ends with a barrier.
template <class Shape, int MaxBins, class StartOf>
__device__ __forceinline__ int scan_counters(int bins, std::uint16_t* counters, int* sums, StartOf const& start_of) {
  constexpr int rounds = rank_rounds<Shape, MaxBins>;
  int const row = counters_of_warp(bins), warp = warp_id(), thread = static_cast<int>(threadIdx.x);
  __syncthreads();

  // A round scans two bins per thread over all warps. No sum reaches 2^16, so one addition serves both.
  int before = 0;
#pragma unroll 1
  for (int y = 0; y < rounds; ++y) {
    int const first = 2 * (thread + y * Shape::threads);
    if (y > 0 && 2 * y * Shape::threads >= bins) break;
    auto* const pairs = reinterpret_cast<std::uint32_t*>(counters) + first / 2;
    std::uint32_t both = 0;
    if (first < bins) {
      ARAIOS_UNROLL
      for (int w = 0; w < Shape::warps; ++w) both += pairs[w * (row / 2)];
    }
    int const mine_total = static_cast<int>((both & 0xffffu) + (both >> 16));
    int const inclusive = warp_inclusive_scan(mine_total);
    if (lane_id() == 31) sums[y * Shape::warps + warp] = inclusive;
    __syncthreads();
    int start = before + inclusive - mine_total;
    ARAIOS_UNROLL
    for (int w = 0; w < Shape::warps; ++w) {
      int const sum = sums[y * Shape::warps + w];
      start += w < warp ? sum : 0;
      before += sum;
    }
    if (first >= bins) continue;
    int const second = start + static_cast<int>(both & 0xffffu);
    start_of(first, start);
    if (first + 1 < bins) start_of(first + 1, second);
    std::uint32_t run = static_cast<std::uint32_t>(start) | static_cast<std::uint32_t>(second) << 16;
    ARAIOS_UNROLL
    for (int w = 0; w < Shape::warps; ++w) {
      std::uint32_t const count = pairs[w * (row / 2)];
      pairs[w * (row / 2)] = run;
      run += count;
    }
  }
  __syncthreads();
  return before;
}

/// Ranks the items of a block: bin(i) is the bin of item i of the calling thread, below `bins`, or no_bin
///
/// Item i of lane l in warp w is entry (w * used + i) * 32 + l of the tile. Counters must be clear. On return
/// `position_of` is the position of an item in the order of (bin, entry), and one thread has called start_of(b, s) for
/// each bin b, with the position s of its first entry. Returns the number of items with a bin. Ends with a barrier.
///
/// Requires      bins <= MaxBins; sums: rank_sums<Shape, MaxBins> elements; masks: Shape::warps * rank_masks, which are
///               overwritten, and may be used again before start_of is called.
template <class Shape, int MaxBins = max_bins, class Bin, class StartOf>
__device__ __forceinline__ int rank_tile(Bin const& bin, int used, int bins, std::uint16_t* counters,
                                         std::uint32_t* masks, int* sums, PackedRanks<Shape::items>& ranks,
                                         StartOf const& start_of) {
  rank_in_warp<Shape, (MaxBins > 1024 ? 11 : 10)>(bin, used, bins > rank_masks, clear_masks(masks),
                                                  counters + warp_id() * counters_of_warp(bins), ranks);
  return scan_counters<Shape, MaxBins>(bins, counters, sums, start_of);
}

/// The position of item i, of bin b, after rank_tile.
template <class Shape>
__device__ std::uint32_t position_of(std::uint32_t b, int i, PackedRanks<Shape::items> const& ranks,
                                     std::uint16_t const* counters, int bins) {
  return counters[warp_id() * counters_of_warp(bins) + b] + ranks.get(i);
}

/// Adds one to histogram[bin] for each lane with a bin. Consecutive lanes with the same bin, as in sorted rows, share
/// one addition. All lanes call, and none returns early: lanes that did would come to the next vote of the caller from
/// another line than the others, and an unoptimised program (nvcc -Ofc=max) waited for them without an end.
__device__ inline void count_bin(int* histogram, std::uint32_t bin) {
  int const lane = lane_id();
  std::uint32_t const before = __shfl_up_sync(all_lanes, bin, 1);
  bool const head = lane == 0 || before != bin;
  unsigned const heads = __ballot_sync(all_lanes, head);
  unsigned const after = lane == 31 ? 0 : heads >> (lane + 1);
  if (head && bin != no_bin) atomicAdd(histogram + bin, after != 0 ? __ffs(static_cast<int>(after)) : 32 - lane);
  __syncwarp();
}

}  // namespace Araios::Impl

#endif
