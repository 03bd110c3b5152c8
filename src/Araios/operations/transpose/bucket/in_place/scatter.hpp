// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// Bucket transposition on a GPU, phase 2: moves every entry to its bucket in B, in the order of A.
///
/// A block processes one tile: it finds the rows, ranks entries by bucket, brings them into that order in shared memory
/// and writes, so that the entries of a bucket are written side by side. Rows and values are written to B itself. Phase
/// 3 needs the column in its bucket; it is packed into the free bits above the row, or stored separately in 16 bits. A
/// bucket of one column is then complete. Tiles run in order, so the writes of neighbouring tiles meet in the cache and
/// leave it as whole sectors.
///
/// Bytes: k (2 Ordinal + 2 Scalar [+ 2]), tables.

#include <Araios/operations/transpose/bucket/data.hpp>

#ifdef ARAIOS_HAVE_CUDA_LAUNCH

#include <algorithm>
#include <cstdint>
#include <type_traits>

namespace Araios::Impl::transpose {

/// MaxBins: buckets of one ranking. Planned: with buckets of equal weight, in phase 4; else of equal width.
template <class Data, class Shape_, int MaxBins, bool Planned = false>
struct BucketScatter {
  using Shape = Shape_;
  using Offset = typename Data::Offset;
  using Scalar = typename Data::Scalar;
  using Ordinal = typename Data::Ordinal;
  static constexpr int threads = Shape::threads, blocks_per_multiprocessor = 2;
  static constexpr std::uint32_t nowhere = 0xffff;
  static_assert(rank_sums<Shape, MaxBins> <= 2 * Shape::warps);
  static_assert(Shape::warps * rank_masks <= Shape::tile);

  Data data;

  static constexpr int windowed(int bins) { return bins < MaxBins ? bins : MaxBins; }
  // Where an entry goes, in shared memory: its position in B, or, to save memory, its bucket.
  using Where = std::conditional_t<Planned, std::uint16_t, Offset>;

  static std::int64_t fixed_bytes(int bins) {
    return shared_piece(2 * Shape::warps * counters_of_warp(windowed(bins))) +
           shared_piece(static_cast<std::int64_t>(sizeof(Offset)) * bins) + shared_piece(Planned ? 4 * bins : 0) +
           shared_piece(4 * Shape::tile) + shared_piece(4 * (Shape::tile / 32 + 1)) +
           shared_piece(4 * (2 * Shape::warps + 1));
  }
  static constexpr int bytes_per_entry(bool packed) { return static_cast<int>(sizeof(Where)) + (packed ? 0 : 2); }
  static std::int64_t shared_bytes(int bins, int tile_length, bool packed) {
    return fixed_bytes(bins) + static_cast<std::int64_t>(tile_length) * bytes_per_entry(packed) + 48;
  }
  /// The longest tile in `bytes` of shared memory.
  static std::int64_t longest_tile(std::int64_t bytes, int bins, bool packed) {
    return std::min<std::int64_t>(Shape::tile, (bytes - fixed_bytes(bins) - 48) / bytes_per_entry(packed) / 32 * 32);
  }

  /// Moves the entries of a tile, columns from first_column on, to their buckets; those in none are left out.
  static __device__ void scatter_tile(Data const& data, char* shared, int tile, std::uint32_t first_column,
                                      BucketMap const& map, bool packed) {
    int const thread = static_cast<int>(threadIdx.x), lane = lane_id(), warp = warp_id(), bins = map.buckets;
    bool const apart = !packed && map.bits > 0;
    auto* const words = take_shared<std::uint32_t>(shared, Shape::tile);  // and, before, the masks of the ranking
    auto* const where = take_shared<Where>(shared, data.tile_length);
    auto* const staged_low_bits = take_shared<std::uint16_t>(shared, apart ? data.tile_length : 0);
    auto* const counters = take_shared<std::uint16_t>(shared, Shape::warps * counters_of_warp(min(bins, MaxBins)));
    auto* const next =
        take_shared<Offset>(shared, bins);  // destination of the next entry of a bin, minus its position in the tile
    auto* const first_of = take_shared<int>(shared, Planned ? bins : 0);  // column of a bin
    auto* const carry = take_shared<int>(shared, Shape::tile / 32 + 1);
    auto* const sums = take_shared<int>(shared, 2 * Shape::warps + 1);
    int* const next_row = sums + 2 * Shape::warps;

    std::int64_t base = static_cast<std::int64_t>(tile) * data.tile_length;
    std::int64_t const tile_end = min(data.k, base + data.tile_length);
    std::uint32_t column[Shape::items];
    PackedRanks<Planned ? Shape::items : 1> bucket{};  // of equal weight
    int loaded = 0;                                    // entries from `base` on that `column` holds
    auto const load = [&](int count) {
      int const used = (count + Shape::threads - 1) / Shape::threads, first = warp * 32 * used + lane;
      auto const* const entries = data.entries + base;
      ARAIOS_UNROLL
      for (int i = 0; i < Shape::items; ++i) {
        int const q = first + i * 32;
        column[i] = i < used && q < count ? static_cast<std::uint32_t>(entries[q]) - first_column : no_bin;
      }
      if constexpr (Planned) {
        ARAIOS_UNROLL
        for (int i = 0; i < Shape::items; ++i)
          if (column[i] != no_bin) bucket.set(i, map(column[i]));
      }
      loaded = count;
    };
    auto const bucket_at = [&](int i) -> std::uint32_t {
      if constexpr (Planned) return bucket.get(i);
      return column[i] >> map.bits;
    };
    load(static_cast<int>(tile_end - base));  // loads are in flight while the tables are read

    if (thread == 0) *next_row = data.tile_row[tile];
    Offset const* const chunk = data.chunk_table + static_cast<std::int64_t>(tile / data.tiles_per_chunk) * bins;
    std::uint16_t const* const so_far = data.tile_table + static_cast<std::int64_t>(tile) * bins;
    for (int b = thread; b < bins; b += 2 * Shape::threads) {
      int const c = b + Shape::threads;
      bool const two = c < bins;
      Offset const first = data.start[b] + chunk[b] + so_far[b];
      Offset const second = two ? data.start[c] + chunk[c] + so_far[c] : 0;
      next[b] = first;
      if (two) next[c] = second;
      if (Planned) first_of[b] = data.first_column[b];
      if (Planned && two) first_of[c] = data.first_column[c];
    }
    clear_counters<Shape>(counters, min(bins, MaxBins));
    __syncthreads();

    while (base < tile_end) {
      int const first_row = *next_row;
      int const last_row = static_cast<int>(
          min(static_cast<std::int64_t>(data.m), static_cast<std::int64_t>(first_row) + TileRowIndices::max_rows));
      std::int64_t const end = min(tile_end, static_cast<std::int64_t>(data.row_map[last_row]));
      int const count = static_cast<int>(end - base), used = (count + Shape::threads - 1) / Shape::threads;
      int const first = warp * 32 * used + lane;
      if (loaded != count) load(count);
      loaded = 0;

      TileRowIndices const tile_rows{words, carry, next_row};
      tile_rows.find(data, Shape::threads, base, count, first_row, last_row);
      PackedRanks<Shape::items> rows, ranks;
      ARAIOS_UNROLL
      for (int i = 0; i < Shape::items; ++i)
        if (i < used) rows.set(i, tile_rows.at(first + i * 32, count));

      // More bins than one ranking can have: windows of bins, from the first to the last that occurs in the tile.
      int low = 0, high = bins - 1;
      if (bins > MaxBins) {
        int lowest = -bins, highest = -1;
        ARAIOS_UNROLL
        for (int i = 0; i < Shape::items; ++i) {
          int const b = static_cast<int>(bucket_at(i));
          if (column[i] == no_bin || b >= bins) continue;
          lowest = max(lowest, -b);
          highest = max(highest, b);
        }
        lowest = warp_max(lowest);
        highest = warp_max(highest);
        if (lane == 0) {
          sums[warp] = lowest;
          sums[Shape::warps + warp] = highest;
        }
        __syncthreads();
        low = -warp_max(lane < Shape::warps ? sums[lane] : -bins);
        high = warp_max(lane < Shape::warps ? sums[Shape::warps + lane] : -1);
      }
      __syncthreads();  // all threads have read rows and sums

      for (; low <= high; low += MaxBins) {
        int const window = min(MaxBins, high - low + 1);
        auto const bin = [&](int i) -> std::uint32_t {
          std::uint32_t const b = bucket_at(i) - static_cast<std::uint32_t>(low);
          return column[i] != no_bin && b < static_cast<std::uint32_t>(window) ? b : no_bin;
        };
        int const moved =
            rank_tile<Shape, MaxBins>(bin, used, window, counters, words, sums, ranks,
                                      [&](int b, int start) { next[low + b] -= static_cast<Offset>(start); });
        ARAIOS_UNROLL
        for (int i = 0; i < Shape::items; ++i) {
          std::uint32_t q = nowhere;
          if (i < used && bin(i) != no_bin) {
            std::uint32_t const row = static_cast<std::uint32_t>(first_row) + rows.get(i);
            std::uint32_t low_bits = column[i] & ((1u << map.bits) - 1);
            if constexpr (Planned) low_bits = column[i] - static_cast<std::uint32_t>(first_of[bucket_at(i)]);
            q = position_of<Shape>(bin(i), i, ranks, counters, window);
            words[q] = packed ? low_bits << data.row_bits | row : row;
            if constexpr (Planned)
              where[q] = static_cast<std::uint16_t>(bucket_at(i));
            else
              where[q] = next[low + static_cast<int>(bin(i))] + static_cast<Offset>(q);
            if (apart) staged_low_bits[q] = static_cast<std::uint16_t>(low_bits);
          }
          ranks.set(i, q);
        }
        write<Scalar>(data, words, where, next, staged_low_bits, apart, moved, ranks, base + first);
        if (end < tile_end || low + MaxBins <= high) {
          // The next window or part follows: counters of the last bin begin where the first of the next would.
          __syncthreads();
          for (int b = thread; b < window; b += Shape::threads)
            next[low + b] += static_cast<Offset>(b + 1 < window ? counters[b + 1] : moved);
          __syncthreads();
          clear_counters<Shape>(counters, min(bins, MaxBins));
        }
        __syncthreads();
      }
      base = end;
      // A tile that was split at its 65,536th row continues at an unknown row when empty rows follow.
      if (base < tile_end && last_row < data.m && base == static_cast<std::int64_t>(data.row_map[last_row]) &&
          warp == 0) {
        int const row = data.find_row(base, last_row, data.m);
        if (lane == 0) *next_row = row;
      }
      __syncthreads();
    }
  }

  __device__ void operator()(char* shared) const {
    if (data.done_or_starts_over()) return;
    scatter_tile(data, shared, static_cast<int>(blockIdx.x), 0, data.equal_width(), data.packed);
  }

 private:
  // Writes the staged entries, then values through the same shared memory, as many at a time as fit.
  template <class Value>
  static __device__ __forceinline__ void write(Data const& data, std::uint32_t* words, Where const* where,
                                               Offset const* next, std::uint16_t const* staged_low_bits, bool apart,
                                               int moved, PackedRanks<Shape::items> const& ranks, std::int64_t first) {
    int const thread = static_cast<int>(threadIdx.x);
    auto const position_in_b = [&](int q) {
      if constexpr (Planned)
        return next[where[q]] + static_cast<Offset>(q);
      else
        return where[q];
    };
    constexpr bool early = Data::has_values && sizeof(Value) <= 8;  // values wait in registers while words are written
    Value held[Shape::items];
    if constexpr (early) {
      ARAIOS_UNROLL
      for (int i = 0; i < Shape::items; ++i)
        if (ranks.get(i) != nowhere) held[i] = data.values(first + i * 32);
    }
    __syncthreads();
#pragma unroll 4
    for (int q = thread; q < moved; q += Shape::threads) {
      Offset const position = position_in_b(q);
      data.out_entries[position] = static_cast<Ordinal>(words[q]);
      if (apart) data.low_bits[position] = staged_low_bits[q];
    }
    if constexpr (Data::has_values) {
      auto* const staged = reinterpret_cast<Value*>(words);
      int const room = data.tile_length * 4 / static_cast<int>(sizeof(Value));
      for (int from = 0; from < moved; from += room) {
        __syncthreads();
        ARAIOS_UNROLL
        for (int i = 0; i < Shape::items; ++i) {
          int const q = static_cast<int>(ranks.get(i));
          if (q == static_cast<int>(nowhere) || q < from || q >= from + room) continue;
          if constexpr (early)
            staged[q - from] = held[i];
          else
            staged[q - from] = data.values(first + i * 32);
        }
        __syncthreads();
#pragma unroll 4
        for (int q = from + thread; q < min(moved, from + room); q += Shape::threads)
          data.out_values[position_in_b(q)] = staged[q - from];
      }
    }
  }
};

}  // namespace Araios::Impl::transpose

#endif
