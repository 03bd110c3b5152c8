// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// Records: entries of the bucket transposition on a GPU between its phases, in workspace.
///
/// A record holds the row, above it the column in its bucket, and the value. A tile leaves runs of a few entries in each
/// bucket. Sectors of 32 bytes that are written in parts are what limits the scatter, not bytes: 4-byte words and values
/// in arrays of their own would be twice as many runs, half as long (perf_tests/notes/transpose.md).

#include <Araios/operations/transpose/bucket/data.hpp>

#ifdef ARAIOS_HAVE_CUDA_LAUNCH

#include <cstdint>
#include <cstring>
#include <type_traits>

namespace Araios::Impl::transpose {

/// Records in workspace: with values of up to 4 bytes one array of 8 bytes each; with values of 8 bytes, whose runs are
/// long enough, an array of words and one of values. Entries of more bytes have none.
template <class Scalar, int ValueBytes>
struct Records {
  static constexpr bool exist = ValueBytes <= 8;
  static constexpr bool has_values = ValueBytes > 0, apart = ValueBytes > 4;

  /// A record in shared memory.
  struct alignas(has_values && !apart ? 8 : 4) Staged {
    std::uint32_t word;
    std::uint32_t value[apart ? 2 : 1];
  };
  using Raw = std::conditional_t<!has_values, std::uint32_t, Staged>;
  using InMemory = std::conditional_t<has_values && !apart, uint2, std::uint32_t>;

  InMemory* words;
  Scalar* values;  ///< where they are apart

  static constexpr std::int64_t bytes_each = 4 + ValueBytes + (ValueBytes > 0 && ValueBytes < 4 ? 4 - ValueBytes : 0);

  /// By value: from a reference it would copy byte by byte.
  static __device__ Raw make(std::uint32_t word, [[maybe_unused]] Scalar value) {
    if constexpr (!has_values) {
      return word;
    } else {
      Raw raw{word, {}};
      std::memcpy(raw.value, &value, ValueBytes);
      return raw;
    }
  }
  static __device__ std::uint32_t word_of(Raw const& raw) {
    if constexpr (has_values)
      return raw.word;
    else
      return raw;
  }
  static __device__ Scalar value_of(Raw const& raw) {
    Scalar value{};
    if constexpr (has_values) std::memcpy(&value, raw.value, ValueBytes);
    return value;
  }

  template <class Position>
  __device__ void put(Position q, Raw const& raw) const {
    if constexpr (has_values && !apart)
      words[q] = make_uint2(raw.word, raw.value[0]);
    else
      words[q] = word_of(raw);
    if constexpr (apart) values[q] = value_of(raw);
  }
  template <class Position>
  __device__ Raw get(Position q) const {
    if constexpr (has_values && !apart) {
      uint2 const both = words[q];
      return {both.x, {both.y}};
    } else if constexpr (apart) {
      return make(words[q], values[q]);
    } else {
      return words[q];
    }
  }
  template <class Position>
  __device__ std::uint32_t word(Position q) const {
    if constexpr (has_values && !apart)
      return words[q].x;
    else
      return words[q];
  }
  template <class Position>
  __device__ Scalar value(Position q) const {
    if constexpr (apart)
      return values[q];
    else if constexpr (has_values)
      return value_of(Raw{0, {words[q].y}});
    return Scalar{};
  }
};

/// A tile of a long bucket, one that no block sorts.
struct LongTile {
  std::int64_t base;  ///< its first entry
  int count;          ///< of its entries
  int bucket;
};

/// Long buckets, their tiles, and a table for the next step: by parts of 2^shift columns.
struct LongBuckets {
  BucketRange* buckets;
  LongTile* tiles;
  std::uint32_t* table;   ///< tiles x bins: entries, then positions in B
  std::uint32_t* totals;  ///< buckets x bins: entries
  std::uint32_t* begins;  ///< buckets x bins: where they begin in B; unused where a bin is a column
  int* first_tiles;       ///< of each bucket
  int set;                ///< which of the counters
  int bins;               ///< of a bucket, at most; a multiple of 4
  int shift, tile_length;

  __device__ int bins_of(BucketRange const& range) const { return ((range.width - 1) >> shift) + 1; }

  /// Divides a bucket into tiles. The whole block calls.
  __device__ void add(BucketCounters* counters, BucketRange const& range) const {
    __shared__ int position, first;
    int const number = static_cast<int>((range.count + tile_length - 1) / tile_length);
    int const thread = static_cast<int>(threadIdx.x), threads = static_cast<int>(blockDim.x);
    if (thread == 0) {
      position = atomicAdd(&counters->long_buckets[set], 1);
      first = atomicAdd(&counters->long_tiles[set], number);
      buckets[position] = range;
      first_tiles[position] = first;
    }
    __syncthreads();
    for (int t = thread; t < number; t += threads) {
      std::int64_t const from = static_cast<std::int64_t>(t) * tile_length;
      int const count = static_cast<int>(min(range.count - from, static_cast<std::int64_t>(tile_length)));
      tiles[first + t] = LongTile{range.start + from, count, position};
    }
    for (int b = thread; b < bins; b += threads) totals[static_cast<std::int64_t>(position) * bins + b] = 0;
    __syncthreads();
  }
};

/// With records: the data of the phases, and workspace.
template <class Base>
struct RecordData : Base {
  using Records = transpose::Records<typename Base::Scalar, Base::value_bytes>;

  Records records;                 ///< k, in the order of B but within buckets
  std::uint16_t* record_low_bits;  ///< the column in its bucket, of each record, where it does not fit above the row
  int* part_row;        ///< the row of the first entry of each part of a tile, one per warp; a last one is m - 1
  bool records_packed;  ///< it fits there; `packed` says so of parts in B
  LongBuckets long_buckets;
  /// The parts of buckets of many columns. They are stored in B, with columns in `low_bits` or above the row.
  LongBuckets long_parts;

  /// Where the word is the row alone.
  template <class Position>
  __device__ void put_in_b(Position q, typename Records::Raw const& record) const {
    this->out_entries[q] = static_cast<typename Base::Ordinal>(Records::word_of(record));
    if constexpr (Base::has_values) this->out_values[q] = Records::value_of(record);
  }
  __device__ void check_totals() const {}  ///< any bucket may be long
  /// Stores the row at which each warp's part of a tile begins. The whole block calls, with as many warps as phase 2.
  __device__ void find_rows_of_tile(int tile, std::int64_t base, int count) const {
    int const block = static_cast<int>(blockDim.x), warps = block / 32, warp = warp_id();
    auto const part_begins = [&](int w) { return min(w * 32 * ((count + block - 1) / block), count); };
    int const row = this->find_row(base + part_begins(warp), 0, this->m);
    if (lane_id() != 0) return;
    part_row[static_cast<std::int64_t>(tile) * warps + warp] = row;
    if (tile == this->tiles - 1 && warp == 0) part_row[static_cast<std::int64_t>(this->tiles) * warps] = this->m - 1;
  }
};

/// Entries from `start` on that lie in B itself, in place.
template <class Data>
struct EntriesInPlace {
  static constexpr bool in_place = true;
  Data const& data;
  std::int64_t start;
  __device__ std::uint32_t word(int q) const { return static_cast<std::uint32_t>(data.out_entries[start + q]); }
  /// The column in its bucket.
  __device__ std::uint32_t column(int q, std::uint32_t word) const {
    return data.packed ? word >> data.row_bits : data.low_bits[start + q];
  }
  __device__ typename Data::Scalar value(int q) const { return data.out_values[start + q]; }
};

/// The entries of a bucket in records. `Packed`: the column in its bucket is above the row.
template <class Data, bool Packed>
struct EntriesInRecords {
  static constexpr bool in_place = false;
  Data const& data;
  std::int64_t start;
  __device__ std::uint32_t word(int q) const { return data.records.word(start + q); }
  __device__ std::uint32_t column(int q, std::uint32_t word) const {
    if constexpr (Packed)
      return word >> data.row_bits;
    else
      return data.record_low_bits[start + q];
  }
  __device__ typename Data::Scalar value(int q) const { return data.records.value(start + q); }
};

}  // namespace Araios::Impl::transpose

#endif
