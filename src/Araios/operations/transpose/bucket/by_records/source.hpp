// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// What a scatter through records reads and where it writes: entries of A, to records in buckets; entries of long
/// buckets, to B or to records.
///
/// A source has tiles, the bins of a tile, and for each tile and bin the position of the first entry; it loads a tile
/// into registers (Held), and resolves these into words and bins when they have arrived. With `apart`, what a bin
/// leaves of the column goes beside the record.

#include <Araios/operations/transpose/bucket/by_records/records.hpp>
#include <Araios/operations/transpose/bucket/order.hpp>

#ifdef ARAIOS_HAVE_CUDA_LAUNCH

#include <cstdint>

namespace Araios::Impl::transpose {

/// Items of each thread for a tile of `count` entries.
template <class Shape>
__device__ int used_items(int count) {
  return (count + Shape::threads - 1) / Shape::threads;
}
/// The first entry of this thread: entry i of lane l in warp w is entry (w * used_items + i) * 32 + l of a tile.
template <class Shape>
__device__ int first_in_tile(int count) {
  return warp_id() * 32 * used_items<Shape>(count) + lane_id();
}

/// The entries of A, to buckets of equal width.
template <class Problem>
struct EntriesOfA {
  using Offset = typename Problem::Offset;
  using Scalar = typename Problem::Scalar;
  using Records = typename RecordBuffer<Problem>::Records;
  static constexpr int max_listed = 500;  ///< rows in a warp's part of a tile; more are searched for

  Problem problem;
  BucketLayout layout;
  BucketTables<Offset> tables;
  RowsOfParts rows_of_parts;
  RecordBuffer<Problem> buffer;

  struct Tile {
    std::int64_t base;
    int index, count;
    int first_row, last_row;  ///< of the entries of this warp; the last may be that of the entry after them
  };
  struct Rows {
    Offset begin, end;
  };
  template <class Shape>
  struct Held {
    std::uint32_t column[Shape::items];
    Scalar values[Shape::items];
    Rows rows;  ///< row first_row + lane
    __device__ Scalar value(int i) const { return values[i]; }
  };

  __device__ bool is_done() const { return tables.counters->is_done(layout); }
  __device__ int tiles() const { return layout.tiles.number; }
  __device__ int tile_length() const { return layout.tiles.length; }
  __device__ int bins() const { return layout.buckets; }
  /// The position of the first entry of a bin, as loaded, so that nothing waits for it yet.
  struct BinStart {
    std::uint32_t start, chunk, tile;
    __device__ std::uint32_t operator()() {
      asm volatile("" : "+r"(start), "+r"(chunk), "+r"(tile));  // else the compiler adds, and waits, before the ranking
      return start + chunk + tile;
    }
  };
  __device__ BinStart bin_start(Tile const& tile, int bucket) const {
    std::int64_t const row = layout.buckets, chunk = tile.index / layout.tiles.per_chunk;
    return {static_cast<std::uint32_t>(tables.start[bucket]),
            static_cast<std::uint32_t>(tables.chunk_table[chunk * row + bucket]),
            tables.tile_table[tile.index * row + bucket]};
  }
  template <class Shape>
  __device__ Tile tile(int index) const {
    std::int64_t const base = static_cast<std::int64_t>(index) * layout.tiles.length;
    std::int64_t const left = problem.k - base;
    int const* const rows = rows_of_parts.row + static_cast<std::int64_t>(index) * Shape::warps + warp_id();
    return {base, index, static_cast<int>(left < layout.tiles.length ? left : layout.tiles.length), rows[0], rows[1]};
  }
  template <class Shape>
  __device__ void load(Tile const& tile, Held<Shape>& held) const {
    int const first = first_in_tile<Shape>(tile.count), used = used_items<Shape>(tile.count);
    ARAIOS_UNROLL
    for (int i = 0; i < Shape::items; ++i) {
      int const q = first + i * 32;
      held.column[i] = q < tile.count && i < used ? static_cast<std::uint32_t>(problem.entries[tile.base + q]) : no_bin;
    }
    if constexpr (Problem::has_values) {
      ARAIOS_UNROLL
      for (int i = 0; i < Shape::items; ++i) {
        int const q = first + i * 32;
        if (q < tile.count && i < used) held.values[i] = problem.values(tile.base + q);
      }
    }
    held.rows = rows_from(tile, tile.first_row);
    // The rows after them, one cache line for each lane.
    int const ahead = 32 + lane_id() * (128 / static_cast<int>(sizeof(Offset)));
    if (ahead <= tile.last_row - tile.first_row)
      asm volatile("prefetch.global.L1 [%0];" ::"l"(problem.row_map + tile.first_row + ahead));
  }
  /// Words and bins of a tile that has been loaded; no_bin after its end. marks: rank_masks + items elements of a warp,
  /// the first rank_masks of them 0 before and after.
  template <class Shape>
  __device__ void resolve(Tile const& tile, Held<Shape> const& held, std::uint32_t* marks,
                          std::uint32_t (&word)[Shape::items], std::uint32_t (&bin)[Shape::items]) const {
    static_assert(Shape::items * 32 * 2 <= rank_masks * 4);
    int const first = first_in_tile<Shape>(tile.count) - lane_id();
    int const length = min(tile.count - first, 32 * used_items<Shape>(tile.count));
    if (tile.last_row - tile.first_row > max_listed)
      search_rows<Shape>(tile, first, word);
    else
      list_rows<Shape>(tile, held.rows, first, length, marks, word);
    ARAIOS_UNROLL
    for (int i = 0; i < Shape::items; ++i) {
      bin[i] = held.column[i] != no_bin ? held.column[i] >> layout.bits : no_bin;
      if (buffer.packed) word[i] |= low_bits(held, i) << problem.row_bits;
    }
  }
  /// Whether the column in its bucket is stored beside the record.
  __device__ bool apart() const { return !buffer.packed; }
  template <class Shape>
  __device__ std::uint32_t low_bits(Held<Shape> const& held, int i) const {
    return held.column[i] & ((1u << layout.bits) - 1);
  }
  __device__ void put(std::uint32_t position, typename Records::Raw const& record, std::uint16_t low_bits) const {
    buffer.records.put(position, record);
    if (apart()) buffer.low_bits[position] = low_bits;
  }

 private:
  static __device__ int from_part(std::int64_t position, std::int64_t part) {
    std::int64_t const distance = position - part, max_distance = 1 << 20;
    return static_cast<int>(distance < -1 ? -1 : (distance > max_distance ? max_distance : distance));
  }

  // row[i] := the row of entry i, by bisection, the steps of all items side by side.
  template <class Shape>
  __device__ void search_rows(Tile const& tile, int first, std::uint32_t (&row)[Shape::items]) const {
    std::int64_t const part = tile.base + first + lane_id();
    ARAIOS_UNROLL
    for (int i = 0; i < Shape::items; ++i) row[i] = static_cast<std::uint32_t>(tile.first_row);
    for (int step = 1 << (31 - __clz(tile.last_row - tile.first_row)); step > 0; step /= 2) {
      ARAIOS_UNROLL
      for (int i = 0; i < Shape::items; ++i) {
        std::uint32_t const middle = row[i] + static_cast<std::uint32_t>(step);
        if (middle <= static_cast<std::uint32_t>(tile.last_row) &&
            static_cast<std::int64_t>(problem.row_map[middle]) <= part + i * 32)
          row[i] = middle;
      }
    }
  }

  // Row first + lane, if it is one of the tile: as loaded, so that nothing waits for it yet.
  __device__ Rows rows_from(Tile const& tile, int first) const {
    Offset const* const row = problem.row_map + first + lane_id();
    return lane_id() <= tile.last_row - first ? Rows{row[0], row[1]} : Rows{0, 0};  // first + lane may exceed an int
  }

  // The same where fewer rows begin: a list of those with entries, and one bit for each entry that begins a row.
  template <class Shape>
  __device__ void list_rows(Tile const& tile, Rows const& first_rows, int first, int length, std::uint32_t* marks,
                            std::uint32_t (&row)[Shape::items]) const {
    int const lane = lane_id();
    auto* const list = reinterpret_cast<std::uint16_t*>(marks);
    std::uint32_t* const heads = marks + rank_masks;
    if (lane < Shape::items) heads[lane] = 0;
    __syncwarp();
    int listed = 0;
    auto const add = [&](int r, Rows const& rows) {
      int const begin = from_part(rows.begin, tile.base + first), end = from_part(rows.end, tile.base + first);
      bool const is_listed = r <= tile.last_row - tile.first_row && begin < length && end > begin && end > 0;
      unsigned const lanes = __ballot_sync(all_lanes, is_listed);
      if (is_listed) {
        list[listed + __popc(lanes & ((1u << lane) - 1))] = static_cast<std::uint16_t>(r);
        if (begin > 0) atomicOr(heads + begin / 32, 1u << begin % 32);
      }
      listed += __popc(lanes);
    };
    add(lane, first_rows);
    int const rows = tile.last_row - tile.first_row + 1;
#pragma unroll 4
    for (int r = 32; r < rows; r += 32) add(r + lane, rows_from(tile, tile.first_row + r));
    __syncwarp();
    int before = 0;
    ARAIOS_UNROLL
    for (int i = 0; i < Shape::items; ++i) {
      std::uint32_t const begins = heads[i];
      int const which = before + __popc(begins & ((2u << lane) - 1));
      row[i] = i * 32 < length ? static_cast<std::uint32_t>(tile.first_row) + list[which] : 0;
      before += __popc(begins);
    }
    __syncwarp();
    for (int i = lane; i < (listed + 1) / 2; i += 32) marks[i] = 0;
    __syncwarp();
  }
};

/// Where the entries of long buckets lie: in records, with the column above the row or apart; or, parts, in B.
enum class LongEntries { in_records, in_records_apart, in_b };

/// The entries of long buckets: records to their columns or parts in B, or parts in B to their columns in records.
template <class Problem, LongEntries Where>
struct EntriesOfLongBuckets {
  static constexpr bool from_records = Where != LongEntries::in_b, packed = Where == LongEntries::in_records;
  using Scalar = typename Problem::Scalar;
  using Records = typename RecordBuffer<Problem>::Records;
  using Raw = typename Records::Raw;

  Problem problem;
  BucketLayout layout;
  BucketCounters* counters;
  RecordBuffer<Problem> buffer;
  WordsInB words;
  LongBuckets set;

  struct Tile {
    LongTile tile;
    int index, count;
  };
  template <class Shape>
  struct Held {
    Raw records[Shape::items];
    std::uint16_t columns[packed ? 1 : Shape::items];  ///< in the bucket, where they are apart
    __device__ Scalar value(int i) const { return Records::value_of(records[i]); }
  };

  __device__ bool is_done() const { return counters->is_done(layout); }
  __device__ int tiles() const { return counters->long_tiles[set.set]; }
  __device__ int tile_length() const { return set.tile_length; }
  __device__ int bins() const { return set.bins; }
  struct BinStart {
    std::uint32_t position;
    __device__ std::uint32_t operator()() const { return position; }
  };
  __device__ BinStart bin_start(Tile const& tile, int bin) const {
    return {set.table[static_cast<std::int64_t>(tile.index) * set.bins + bin]};
  }
  template <class Shape>
  __device__ Tile tile(int index) const {
    LongTile const tile = set.tiles[index];
    return {tile, index, tile.count};
  }
  template <class Shape>
  __device__ void load(Tile const& tile, Held<Shape>& held) const {
    int const first = first_in_tile<Shape>(tile.count), used = used_items<Shape>(tile.count);
    ARAIOS_UNROLL
    for (int i = 0; i < Shape::items; ++i) {
      int const q = first + i * 32;
      if (i >= used || q >= tile.count) continue;
      held.records[i] = record(tile.tile.base + q);
      if (has_stored_columns()) held.columns[packed ? 0 : i] = stored_column(tile.tile.base + q);
    }
  }
  template <class Shape>
  __device__ void resolve(Tile const& tile, Held<Shape> const& held, std::uint32_t*,
                          std::uint32_t (&word)[Shape::items], std::uint32_t (&bin)[Shape::items]) const {
    int const first = first_in_tile<Shape>(tile.count), used = used_items<Shape>(tile.count);
    ARAIOS_UNROLL
    for (int i = 0; i < Shape::items; ++i) {
      word[i] = Records::word_of(held.records[i]);
      std::uint32_t const column =
          has_stored_columns() ? held.columns[packed ? 0 : i] >> set.shift : word[i] >> problem.row_bits;
      bin[i] = i < used && first + i * 32 < tile.count ? column : no_bin;
      if (!has_stored_columns()) word[i] &= (1u << problem.row_bits) - 1;
      if (has_parts() && words.packed) word[i] |= low_bits(held, i) << problem.row_bits;
    }
  }
  /// The column of an entry in its bucket.
  __device__ std::uint32_t column(std::int64_t p) const {
    if (has_stored_columns()) return stored_column(p);
    if constexpr (from_records)
      return buffer.records.word(p) >> problem.row_bits;
    else
      return static_cast<std::uint32_t>(problem.out_entries[p]) >> problem.row_bits;
  }
  __device__ bool apart() const { return has_parts() && !words.packed; }
  template <class Shape>
  __device__ std::uint32_t low_bits(Held<Shape> const& held, int i) const {
    return held.columns[packed ? 0 : i] & ((1u << set.shift) - 1);
  }
  __device__ void put(std::uint32_t position, Raw const& record, std::uint16_t low_bits) const {
    if constexpr (from_records) {
      RecordBuffer<Problem>::put_in_b(problem, position, record);
      if (apart()) words.low_bits[position] = low_bits;
    } else {
      buffer.records.put(position, record);
    }
  }

 private:
  /// Whether the columns of the entries that it reads lie apart; in B only if they do not fit there.
  __device__ bool has_stored_columns() const {
    return Where == LongEntries::in_records_apart || (Where == LongEntries::in_b && !words.packed);
  }
  __device__ bool has_parts() const { return Where == LongEntries::in_records_apart && set.shift > 0; }
  __device__ std::uint16_t stored_column(std::int64_t p) const {
    if constexpr (from_records)
      return buffer.low_bits[p];
    else
      return words.low_bits[p];
  }
  __device__ Raw record(std::int64_t p) const {
    if constexpr (from_records)
      return buffer.records.get(p);
    else if constexpr (Problem::has_values)
      return Records::make(static_cast<std::uint32_t>(problem.out_entries[p]), problem.out_values[p]);
    else
      return static_cast<std::uint32_t>(problem.out_entries[p]);
  }
};

}  // namespace Araios::Impl::transpose

#endif
