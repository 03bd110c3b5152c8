// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// The scatter of the bucket transposition on a GPU through records: entries of A to their buckets, and records of long
/// buckets to their columns.
///
/// A persistent block takes tile after tile. It ranks a tile by bin, brings it into that order in shared memory and
/// writes; the loads of its next tile are issued before, so that it waits neither for loads nor for stores. Blocks take
/// neighbouring tiles at the same time: runs that meet in a sector meet in the cache.
///
/// Bytes of a pass: k (Ordinal + Scalar) read and k records written, or k records read and k (Ordinal + Scalar) written.

#include <Araios/operations/transpose/bucket/by_records/source.hpp>

#ifdef ARAIOS_HAVE_CUDA_LAUNCH

#include <algorithm>
#include <cstdint>

namespace Araios::Impl::transpose {

/// Source: the entries and where they go (source.hpp). MaxBins: bins of one ranking.
template <class Source, class Shape_, int MaxBins>
struct RecordScatter {
  using Shape = Shape_;
  using Records = typename Source::Records;
  using Tile = typename Source::Tile;
  using Held = typename Source::template Held<Shape>;
  using Raw = typename Records::Raw;
  static constexpr int threads = Shape::threads, blocks_per_multiprocessor = 1;
  static constexpr int rounds = rank_rounds<Shape, MaxBins>;
  static constexpr int words_of_warp = rank_masks + Shape::items;  ///< masks, then heads of rows

  Source source;

  static __host__ __device__ constexpr int windowed(int bins) { return bins < MaxBins ? bins : MaxBins; }
  static std::int64_t fixed_bytes(int bins) {
    return shared_piece(2 * Shape::warps * counters_of_warp(windowed(bins))) + shared_piece(4 * windowed(bins)) +
           shared_piece(4 * Shape::warps * words_of_warp) + shared_piece(4 * sums_length);
  }
  static std::int64_t shared_bytes(int bins, int tile_length, bool apart) {
    return fixed_bytes(bins) + shared_piece(static_cast<std::int64_t>(sizeof(Raw)) * tile_length) +
           shared_piece(4 * tile_length) + shared_piece(apart ? 2 * tile_length : 0);
  }
  /// The longest tile in `bytes` of shared memory.
  static std::int64_t longest_tile(std::int64_t bytes, int bins, bool apart) {
    std::int64_t const each = static_cast<std::int64_t>(sizeof(Raw)) + (apart ? 6 : 4);
    return std::min<std::int64_t>(Shape::tile, (bytes - fixed_bytes(bins) - 48) / each / 32 * 32);
  }

  __device__ void operator()(char* shared) const {
    if (source.is_done()) return;
    int const tiles = source.tiles();
    if (static_cast<int>(blockIdx.x) >= tiles) return;
    Staged const staged = take_staged(shared);
    for (int i = lane_id(); i < rank_masks; i += 32) staged.masks[i] = 0;

    int index = static_cast<int>(blockIdx.x);
    int const step = static_cast<int>(gridDim.x);
    Tile tile = source.template tile<Shape>(index), tile_after = tile;
    if (index + step < tiles) tile_after = source.template tile<Shape>(index + step);
    Held held;
    source.template load<Shape>(tile, held);

    for (bool more = true; more;) {
      int const used = used_items<Shape>(tile.count);
      std::uint32_t word[Shape::items], bins_of[Shape::items];
      source.template resolve<Shape>(tile, held, staged.masks, word, bins_of);
      int low = 0, high = source.bins() - 1;
      if (high >= MaxBins) find_range(bins_of, used, staged.sums, low, high);

      // More bins than one ranking can have: windows of bins, from the first to the last that occurs in the tile.
      for (bool last = false; !last; low += MaxBins) {
        last = low + MaxBins > high;
        int const moved = stage_window(staged, tile, held, word, bins_of, low, min(MaxBins, high - low + 1), used);
        __syncthreads();
        if (last) {
          index += step;
          more = index < tiles;
          if (more) {
            tile = tile_after;
            source.template load<Shape>(tile, held);
            if (index + step < tiles) tile_after = source.template tile<Shape>(index + step);
          }
        }
#pragma unroll 4
        for (int q = static_cast<int>(threadIdx.x); q < moved; q += Shape::threads)
          source.put(staged.where[q], staged.records[q], staged.apart ? staged.low_bits[q] : std::uint16_t(0));
      }
    }
  }

 private:
  /// In shared memory.
  struct Staged {
    Raw* records;
    std::uint32_t* where;     ///< the position of each record
    std::uint16_t* low_bits;  ///< beside each record, where they are apart
    std::uint16_t* counters;
    std::uint32_t* next;  ///< position of a bin's first entry, minus that in the tile
    int* sums;
    std::uint32_t* masks;  ///< words_of_warp of this warp
    bool apart;
  };
  __device__ __forceinline__ Staged take_staged(char* shared) const {
    int const max_window = windowed(source.bins());
    Staged staged;
    staged.apart = source.apart();
    staged.records = take_shared<Raw>(shared, source.tile_length());
    staged.where = take_shared<std::uint32_t>(shared, source.tile_length());
    staged.low_bits = take_shared<std::uint16_t>(shared, staged.apart ? source.tile_length() : 0);
    staged.counters = take_shared<std::uint16_t>(shared, Shape::warps * counters_of_warp(max_window));
    staged.next = take_shared<std::uint32_t>(shared, max_window);
    staged.sums = take_shared<int>(shared, sums_length);
    staged.masks = take_shared<std::uint32_t>(shared, Shape::warps * words_of_warp) + warp_id() * words_of_warp;
    return staged;
  }
  /// Ranks the entries in a window of bins, and stages them in that order. Returns their number.
  __device__ __forceinline__ int stage_window(Staged const& staged, Tile const& tile, Held const& held,
                                              std::uint32_t const (&word)[Shape::items],
                                              std::uint32_t const (&bins_of)[Shape::items], int low, int window,
                                              int used) const {
    int const thread = static_cast<int>(threadIdx.x);
    auto const bin = [&](int i) {
      std::uint32_t const b = bins_of[i] - static_cast<std::uint32_t>(low);
      return b < static_cast<std::uint32_t>(window) ? b : no_bin;
    };
    typename Source::BinStart start[2 * rounds];  // in flight while the tile is ranked
    ARAIOS_UNROLL
    for (int y = 0; y < 2 * rounds; ++y) {
      int const b = thread + y * Shape::threads;
      start[y] = b < window ? source.bin_start(tile, low + b) : typename Source::BinStart{};
    }
    auto* const mine = staged.counters + warp_id() * counters_of_warp(window);
    for (int b = lane_id(); b < counters_of_warp(window) / 2; b += 32) reinterpret_cast<std::uint32_t*>(mine)[b] = 0;
    __syncwarp();
    PackedRanks<Shape::items> ranks;
    rank_in_warp<Shape, (MaxBins > 1024 ? 11 : 10)>(bin, used, window > rank_masks, staged.masks, mine, ranks);
    ARAIOS_UNROLL
    for (int y = 0; y < 2 * rounds; ++y) {
      int const b = thread + y * Shape::threads;
      if (b < window) staged.next[b] = start[y]();
    }
    int const moved = scan_counters<Shape, MaxBins>(window, staged.counters, staged.sums, [&](int b, int position) {
      staged.next[b] -= static_cast<std::uint32_t>(position);
    });
    ARAIOS_UNROLL
    for (int i = 0; i < Shape::items; ++i) {
      std::uint32_t const b = bin(i);
      if (i >= used || b == no_bin) continue;
      std::uint32_t const q = position_of<Shape>(b, i, ranks, staged.counters, window);
      staged.records[q] = Records::make(word[i], held.value(i));
      staged.where[q] = staged.next[b] + q;
      if (staged.apart) staged.low_bits[q] = static_cast<std::uint16_t>(source.low_bits(held, i));
    }
    return moved;
  }

  static constexpr int sums_length =
      2 * (rank_sums<Shape, MaxBins> > Shape::warps ? rank_sums<Shape, MaxBins> : Shape::warps);

  // low and high := the minimum and the maximum of the bins.
  static __device__ void find_range(std::uint32_t const (&bin)[Shape::items], int used, int* sums, int& low,
                                    int& high) {
    int lowest = -max_bins_of_all, highest = 0;
    ARAIOS_UNROLL
    for (int i = 0; i < Shape::items; ++i) {
      if (i >= used || bin[i] == no_bin) continue;
      lowest = max(lowest, -static_cast<int>(bin[i]));
      highest = max(highest, static_cast<int>(bin[i]));
    }
    lowest = warp_max(lowest);
    highest = warp_max(highest);
    int const lane = lane_id(), half = sums_length / 2;
    if (lane == 0) {
      sums[warp_id()] = lowest;
      sums[half + warp_id()] = highest;
    }
    __syncthreads();
    low = -warp_max(lane < Shape::warps ? sums[lane] : -max_bins_of_all);
    high = warp_max(lane < Shape::warps ? sums[half + lane] : 0);
  }
  static constexpr int max_bins_of_all = 1 << 30;
};

}  // namespace Araios::Impl::transpose

#endif
