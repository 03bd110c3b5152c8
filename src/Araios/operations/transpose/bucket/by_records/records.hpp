// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// Records: entries of the bucket transposition on a GPU between its phases, in workspace.
///
/// A record holds the row, above it the column in its bucket, and the value. A tile leaves runs of a few entries in each
/// bucket. Sectors of 32 bytes that are written in parts are what limits the scatter, not bytes: 4-byte words and values
/// in arrays of their own would be twice as many runs, half as long (perf_tests/notes/transpose.md).

#include <Araios/operations/transpose/bucket/tables.hpp>

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

/// The records of a transposition, in workspace.
template <class Problem>
struct RecordBuffer {
  using Records = transpose::Records<typename Problem::Scalar, Problem::value_bytes>;

  Records records;          ///< k, in the order of B but within buckets
  std::uint16_t* low_bits;  ///< the column in its bucket, of each record, where it does not fit above the row
  bool packed;              ///< it fits there

  /// To B, where the word is the row alone.
  template <class Position>
  static __device__ void put_in_b(Problem const& problem, Position q, typename Records::Raw const& record) {
    problem.out_entries[q] = static_cast<typename Problem::Ordinal>(Records::word_of(record));
    if constexpr (Problem::has_values) problem.out_values[q] = Records::value_of(record);
  }
};

/// The rows at which parts of tiles begin, from phase 1 for phase 2: one part per warp.
struct RowsOfParts {
  int* row;  ///< of each part; a last one is m - 1

  /// The whole block calls, with as many warps as phase 2.
  template <class Problem>
  __device__ void find(Problem const& problem, TileSizes const& tiles, int tile, std::int64_t base, int count) const {
    int const block = static_cast<int>(blockDim.x), warps = block / 32, warp = warp_id();
    auto const part_begins = [&](int w) { return min(w * 32 * ((count + block - 1) / block), count); };
    int const first = problem.find_row(base + part_begins(warp), 0, problem.m);
    if (lane_id() != 0) return;
    row[static_cast<std::int64_t>(tile) * warps + warp] = first;
    if (tile == tiles.number - 1 && warp == 0) row[static_cast<std::int64_t>(tiles.number) * warps] = problem.m - 1;
  }
};

/// Any bucket may be long: phase 1 checks nothing.
struct NoCheck {
  template <class Offset>
  __device__ void operator()(BucketLayout const&, BucketTables<Offset> const&) const {}
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

/// The entries of a bucket in records. `Packed`: the column in its bucket is above the row.
template <class Problem, bool Packed>
struct EntriesInRecords {
  static constexpr bool in_place = false;
  RecordBuffer<Problem> const& buffer;
  int row_bits;
  std::int64_t start;
  __device__ std::uint32_t word(int q) const { return buffer.records.word(start + q); }
  __device__ std::uint32_t column(int q, std::uint32_t word) const {
    if constexpr (Packed)
      return word >> row_bits;
    else
      return buffer.low_bits[start + q];
  }
  __device__ typename Problem::Scalar value(int q) const { return buffer.records.value(start + q); }
};

}  // namespace Araios::Impl::transpose

#endif
