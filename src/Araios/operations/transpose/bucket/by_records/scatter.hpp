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

/// MaxBins: bins of one ranking. Source: the entries and where they go (record_source.hpp).
template <class Data, class Shape_, int MaxBins, class Source>
struct RecordScatter {
  using Shape = Shape_;
  using Records = typename Data::Records;
  using Raw = typename Records::Raw;
  static constexpr int threads = Shape::threads, blocks_per_multiprocessor = 1;
  static constexpr int rounds = rank_rounds<Shape, MaxBins>;
  static constexpr int words_of_warp = rank_masks + Shape::items;  ///< masks, then heads of rows

  Data data;

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
    if (data.done()) return;
    Source const source{data};
    int const tiles = source.tiles();
    if (static_cast<int>(blockIdx.x) >= tiles) return;
    int const thread = static_cast<int>(threadIdx.x), lane = lane_id(), warp = warp_id();
    int const max_window = windowed(source.bins());
    auto* const records = take_shared<Raw>(shared, source.tile_length());
    auto* const where = take_shared<std::uint32_t>(shared, source.tile_length());
    bool const apart = source.apart();
    auto* const staged_low_bits = take_shared<std::uint16_t>(shared, apart ? source.tile_length() : 0);
    auto* const counters = take_shared<std::uint16_t>(shared, Shape::warps * counters_of_warp(max_window));
    auto* const next =
        take_shared<std::uint32_t>(shared, max_window);  // position of a bin's first entry, minus that in the tile
    auto* const sums = take_shared<int>(shared, sums_length);
    auto* const masks = take_shared<std::uint32_t>(shared, Shape::warps * words_of_warp) + warp * words_of_warp;
    for (int i = lane; i < rank_masks; i += 32) masks[i] = 0;

    int index = static_cast<int>(blockIdx.x);
    int const step = static_cast<int>(gridDim.x);
    auto tile = source.template tile<Shape>(index);
    auto tile_after = tile;
    if (index + step < tiles) tile_after = source.template tile<Shape>(index + step);
    typename Source::template Held<Shape> held;
    source.template load<Shape>(tile, held);

    for (bool more = true; more;) {
      int const count = tile.count, used = used_items<Shape>(count);
      std::uint32_t word[Shape::items], bins_of[Shape::items];
      source.template resolve<Shape>(tile, held, masks, word, bins_of);
      int low = 0, high = source.bins() - 1;
      if (high >= MaxBins) find_range(bins_of, used, sums, low, high);

      // More bins than one ranking can have: windows of bins, from the first to the last that occurs in the tile.
      for (bool last = false; !last; low += MaxBins) {
        last = low + MaxBins > high;
        int const window = min(MaxBins, high - low + 1);
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
        auto* const mine = counters + warp * counters_of_warp(window);
        for (int b = lane; b < counters_of_warp(window) / 2; b += 32) reinterpret_cast<std::uint32_t*>(mine)[b] = 0;
        __syncwarp();
        PackedRanks<Shape::items> ranks;
        rank_in_warp<Shape, (MaxBins > 1024 ? 11 : 10)>(bin, used, window > rank_masks, masks, mine, ranks);
        ARAIOS_UNROLL
        for (int y = 0; y < 2 * rounds; ++y) {
          int const b = thread + y * Shape::threads;
          if (b < window) next[b] = start[y]();
        }
        int const moved = scan_counters<Shape, MaxBins>(
            window, counters, sums, [&](int b, int position) { next[b] -= static_cast<std::uint32_t>(position); });
        ARAIOS_UNROLL
        for (int i = 0; i < Shape::items; ++i) {
          std::uint32_t const b = bin(i);
          if (i >= used || b == no_bin) continue;
          std::uint32_t const q = position_of<Shape>(b, i, ranks, counters, window);
          records[q] = Records::make(word[i], held.value(i));
          where[q] = next[b] + q;
          if (apart) staged_low_bits[q] = static_cast<std::uint16_t>(source.low_bits(held, i));
        }
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
        for (int q = thread; q < moved; q += Shape::threads)
          source.put(where[q], records[q], apart ? staged_low_bits[q] : std::uint16_t(0));
      }
    }
  }

 private:
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
