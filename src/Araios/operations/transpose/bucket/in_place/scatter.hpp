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

#include <Araios/operations/transpose/bucket/in_place/scratch.hpp>
#include <Araios/operations/transpose/tile_rows.hpp>

#ifdef ARAIOS_HAVE_CUDA_LAUNCH

#include <algorithm>
#include <cstdint>
#include <type_traits>

namespace Araios::Impl::transpose {

/// MaxBins: buckets of one ranking. Planned: with buckets of equal weight, in phase 4; else of equal width.
template <class Problem, class Shape_, int MaxBins, bool Planned = false>
struct BucketScatter {
  using Shape = Shape_;
  using Offset = typename Problem::Offset;
  using Scalar = typename Problem::Scalar;
  using Ordinal = typename Problem::Ordinal;
  using Ranks = PackedRanks<Shape::items>;
  static constexpr int threads = Shape::threads, blocks_per_multiprocessor = 2;
  static constexpr std::uint32_t nowhere = 0xffff;
  static_assert(rank_sums<Shape, MaxBins> <= 2 * Shape::warps);
  static_assert(Shape::warps * rank_masks <= Shape::tile);

  Problem problem;
  BucketLayout layout;
  BucketTables<Offset> tables;
  WordsInB words;
  RowsOfTiles rows_of_tiles;
  int const* first_column;  ///< of each bucket of equal weight

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

  __device__ void operator()(char* shared) const {
    if (tables.counters->is_done_or_starts_over(layout)) return;
    scatter_tile(shared, static_cast<int>(blockIdx.x), 0, layout.equal_width(), words.packed);
  }

  /// Moves the entries of a tile, columns from first_of_all on, to their buckets; those in none are left out.
  __device__ void scatter_tile(char* shared, int tile, std::uint32_t first_of_all, BucketMap const& map,
                               bool packed) const {
    Staged const staged = take_staged(shared, map, packed);
    std::int64_t base = static_cast<std::int64_t>(tile) * layout.tiles.length;
    std::int64_t const tile_end = min(problem.k, base + layout.tiles.length);
    Held held;
    int loaded = static_cast<int>(tile_end - base);                // entries from `base` on that `held` has
    held.load(problem.entries + base, loaded, first_of_all, map);  // loads are in flight while the tables are read
    if (threadIdx.x == 0) *staged.next_row = rows_of_tiles.row[tile];
    read_tables(staged, tile, map.buckets);
    __syncthreads();

    while (base < tile_end) {
      int const first_row = *staged.next_row;
      int const last_row = static_cast<int>(
          min(static_cast<std::int64_t>(problem.m), static_cast<std::int64_t>(first_row) + TileRowIndices::max_rows));
      std::int64_t const end = min(tile_end, static_cast<std::int64_t>(problem.row_map[last_row]));
      int const count = static_cast<int>(end - base);
      if (loaded != count) held.load(problem.entries + base, count, first_of_all, map);
      loaded = 0;
      scatter_rows(staged, held, map, packed, base, count, first_row, last_row, end < tile_end);
      base = end;
      // A tile that was split at its 65,536th row continues at an unknown row when empty rows follow.
      if (base < tile_end && last_row < problem.m && base == static_cast<std::int64_t>(problem.row_map[last_row]) &&
          warp_id() == 0) {
        int const row = problem.find_row(base, last_row, problem.m);
        if (lane_id() == 0) *staged.next_row = row;
      }
      __syncthreads();
    }
  }

 private:
  /// In shared memory.
  struct Staged {
    std::uint32_t* words;  ///< rows, or row and column in the bucket; before, the masks of the ranking
    Where* where;
    std::uint16_t* low_bits;  ///< columns in the buckets, where they are not in `words`; else null
    std::uint16_t* counters;
    Offset* next;   ///< destination of the next entry of a bin, minus its position in the tile
    int* first_of;  ///< column of a bin
    int* carry;
    int* sums;
    int* next_row;
    bool apart;  ///< low_bits are used
  };
  /// The entries of a tile that a thread holds.
  struct Held {
    std::uint32_t column[Shape::items];
    PackedRanks<Planned ? Shape::items : 1> bucket{};  ///< of equal weight

    __device__ __forceinline__ void load(Ordinal const* entries, int count, std::uint32_t first_of_all,
                                         BucketMap const& map) {
      int const used = (count + Shape::threads - 1) / Shape::threads, first = warp_id() * 32 * used + lane_id();
      ARAIOS_UNROLL
      for (int i = 0; i < Shape::items; ++i) {
        int const q = first + i * 32;
        column[i] = i < used && q < count ? static_cast<std::uint32_t>(entries[q]) - first_of_all : no_bin;
      }
      if constexpr (Planned) {
        ARAIOS_UNROLL
        for (int i = 0; i < Shape::items; ++i)
          if (column[i] != no_bin) bucket.set(i, map(column[i]));
      }
    }
    __device__ __forceinline__ std::uint32_t bucket_at(int i, BucketMap const& map) const {
      if constexpr (Planned) return bucket.get(i);
      return column[i] >> map.bits;
    }
  };
  struct Window {
    int low, high;
  };

  __device__ __forceinline__ Staged take_staged(char* shared, BucketMap const& map, bool packed) const {
    int const bins = map.buckets;
    Staged staged;
    staged.apart = !packed && map.bits > 0;
    staged.words = take_shared<std::uint32_t>(shared, Shape::tile);
    staged.where = take_shared<Where>(shared, layout.tiles.length);
    staged.low_bits = take_shared<std::uint16_t>(shared, staged.apart ? layout.tiles.length : 0);
    staged.counters = take_shared<std::uint16_t>(shared, Shape::warps * counters_of_warp(min(bins, MaxBins)));
    staged.next = take_shared<Offset>(shared, bins);
    staged.first_of = take_shared<int>(shared, Planned ? bins : 0);
    staged.carry = take_shared<int>(shared, Shape::tile / 32 + 1);
    staged.sums = take_shared<int>(shared, 2 * Shape::warps + 1);
    staged.next_row = staged.sums + 2 * Shape::warps;
    return staged;
  }
  /// Reads the destinations of the bins, and clears the counters.
  __device__ __forceinline__ void read_tables(Staged const& staged, int tile, int bins) const {
    Offset const* const chunk = tables.chunk_table + static_cast<std::int64_t>(tile / layout.tiles.per_chunk) * bins;
    std::uint16_t const* const so_far = tables.tile_table + static_cast<std::int64_t>(tile) * bins;
    for (int b = static_cast<int>(threadIdx.x); b < bins; b += 2 * Shape::threads) {
      int const c = b + Shape::threads;
      bool const two = c < bins;
      Offset const first = tables.start[b] + chunk[b] + so_far[b];
      Offset const second = two ? tables.start[c] + chunk[c] + so_far[c] : 0;
      staged.next[b] = first;
      if (two) staged.next[c] = second;
      if (Planned) staged.first_of[b] = first_column[b];
      if (Planned && two) staged.first_of[c] = first_column[c];
    }
    clear_counters<Shape>(staged.counters, min(bins, MaxBins));
  }

  /// Moves the entries of a tile, or of a part of at most 65,536 rows. more: another part of the tile follows.
  __device__ __forceinline__ void scatter_rows(Staged const& staged, Held const& held, BucketMap const& map,
                                               bool packed, std::int64_t base, int count, int first_row, int last_row,
                                               bool more) const {
    int const bins = map.buckets, used = (count + Shape::threads - 1) / Shape::threads;
    int const first = warp_id() * 32 * used + lane_id();
    TileRowIndices const tile_rows{staged.words, staged.carry, staged.next_row};
    tile_rows.find(problem, Shape::threads, base, count, first_row, last_row);
    Ranks rows, ranks;
    ARAIOS_UNROLL
    for (int i = 0; i < Shape::items; ++i)
      if (i < used) rows.set(i, tile_rows.at(first + i * 32, count));
    // More bins than one ranking can have: windows of bins, from the first to the last that occurs in the tile.
    Window all{0, bins - 1};
    if (bins > MaxBins) all = find_bins(held, map, staged.sums);
    __syncthreads();  // all threads have read rows and sums

    for (int low = all.low; low <= all.high; low += MaxBins) {
      int const window = min(MaxBins, all.high - low + 1);
      int const moved = stage_window(staged, held, map, packed, low, window, used, first_row, rows, ranks);
      write(staged, moved, ranks, base + first);
      if (more || low + MaxBins <= all.high) {
        // The next window or part follows: counters of the last bin begin where the first of the next would.
        __syncthreads();
        for (int b = static_cast<int>(threadIdx.x); b < window; b += Shape::threads)
          staged.next[low + b] += static_cast<Offset>(b + 1 < window ? staged.counters[b + 1] : moved);
        __syncthreads();
        clear_counters<Shape>(staged.counters, min(bins, MaxBins));
      }
      __syncthreads();
    }
  }
  /// The first and the last bin of all entries of the block.
  static __device__ __forceinline__ Window find_bins(Held const& held, BucketMap const& map, int* sums) {
    int const lane = lane_id(), bins = map.buckets;
    int lowest = -bins, highest = -1;
    ARAIOS_UNROLL
    for (int i = 0; i < Shape::items; ++i) {
      int const b = static_cast<int>(held.bucket_at(i, map));
      if (held.column[i] == no_bin || b >= bins) continue;
      lowest = max(lowest, -b);
      highest = max(highest, b);
    }
    lowest = warp_max(lowest);
    highest = warp_max(highest);
    if (lane == 0) {
      sums[warp_id()] = lowest;
      sums[Shape::warps + warp_id()] = highest;
    }
    __syncthreads();
    return {-warp_max(lane < Shape::warps ? sums[lane] : -bins),
            warp_max(lane < Shape::warps ? sums[Shape::warps + lane] : -1)};
  }
  /// Ranks the entries in a window of bins, and stages them in that order. ranks := their positions in it. Returns
  /// their number.
  __device__ __forceinline__ int stage_window(Staged const& staged, Held const& held, BucketMap const& map, bool packed,
                                              int low, int window, int used, int first_row, Ranks const& rows,
                                              Ranks& ranks) const {
    auto const bin = [&](int i) -> std::uint32_t {
      std::uint32_t const b = held.bucket_at(i, map) - static_cast<std::uint32_t>(low);
      return held.column[i] != no_bin && b < static_cast<std::uint32_t>(window) ? b : no_bin;
    };
    int const moved =
        rank_tile<Shape, MaxBins>(bin, used, window, staged.counters, staged.words, staged.sums, ranks,
                                  [&](int b, int start) { staged.next[low + b] -= static_cast<Offset>(start); });
    ARAIOS_UNROLL
    for (int i = 0; i < Shape::items; ++i) {
      std::uint32_t q = nowhere;
      if (i < used && bin(i) != no_bin) {
        std::uint32_t const row = static_cast<std::uint32_t>(first_row) + rows.get(i);
        std::uint32_t low_bits = held.column[i] & ((1u << map.bits) - 1);
        if constexpr (Planned)
          low_bits = held.column[i] - static_cast<std::uint32_t>(staged.first_of[held.bucket_at(i, map)]);
        q = position_of<Shape>(bin(i), i, ranks, staged.counters, window);
        staged.words[q] = packed ? low_bits << problem.row_bits | row : row;
        if constexpr (Planned)
          staged.where[q] = static_cast<std::uint16_t>(held.bucket_at(i, map));
        else
          staged.where[q] = staged.next[low + static_cast<int>(bin(i))] + static_cast<Offset>(q);
        if (staged.apart) staged.low_bits[q] = static_cast<std::uint16_t>(low_bits);
      }
      ranks.set(i, q);
    }
    return moved;
  }

  /// Writes the staged entries, then values through the same shared memory, as many at a time as fit.
  __device__ __forceinline__ void write(Staged const& staged, int moved, Ranks const& ranks, std::int64_t first) const {
    int const thread = static_cast<int>(threadIdx.x);
    auto const position_in_b = [&](int q) {
      if constexpr (Planned)
        return staged.next[staged.where[q]] + static_cast<Offset>(q);
      else
        return staged.where[q];
    };
    // Values of up to 8 bytes wait in registers while words are written.
    constexpr bool early = Problem::has_values && sizeof(Scalar) <= 8;
    Scalar values[Shape::items];
    if constexpr (early) {
      ARAIOS_UNROLL
      for (int i = 0; i < Shape::items; ++i)
        if (ranks.get(i) != nowhere) values[i] = problem.values(first + i * 32);
    }
    __syncthreads();
#pragma unroll 4
    for (int q = thread; q < moved; q += Shape::threads) {
      Offset const position = position_in_b(q);
      problem.out_entries[position] = static_cast<Ordinal>(staged.words[q]);
      if (staged.apart) words.low_bits[position] = staged.low_bits[q];
    }
    if constexpr (Problem::has_values) {
      auto* const room_for_values = reinterpret_cast<Scalar*>(staged.words);
      int const room = layout.tiles.length * 4 / static_cast<int>(sizeof(Scalar));
      for (int from = 0; from < moved; from += room) {
        __syncthreads();
        ARAIOS_UNROLL
        for (int i = 0; i < Shape::items; ++i) {
          int const q = static_cast<int>(ranks.get(i));
          if (q == static_cast<int>(nowhere) || q < from || q >= from + room) continue;
          if constexpr (early)
            room_for_values[q - from] = values[i];
          else
            room_for_values[q - from] = problem.values(first + i * 32);
        }
        __syncthreads();
#pragma unroll 4
        for (int q = from + thread; q < min(moved, from + room); q += Shape::threads)
          problem.out_values[position_in_b(q)] = room_for_values[q - from];
      }
    }
  }
};

}  // namespace Araios::Impl::transpose

#endif
