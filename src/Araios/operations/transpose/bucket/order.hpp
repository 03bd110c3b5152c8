// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// Bucket transposition on a GPU, phase 3: sorts by column the entries of a bucket that one block can hold.
///
/// All entries are read before the first is written, so the bucket is sorted in place in B. The entries arrive in the
/// order of A, so a stable rank by column is the final position. The starts of its columns are part of B.row_map. A
/// bucket of one column, however long, is in order already.
///
/// Bytes: k (2 Ordinal + 2 Scalar [+ 2]) + pointers.

#include <Araios/operations/transpose/bucket/by_records/records.hpp>

#ifdef ARAIOS_HAVE_CUDA_LAUNCH

#include <cstdint>

namespace Araios::Impl::transpose {

template <class Data, class Shape_>
struct BucketLocal {
  using Shape = Shape_;
  using ShortShape = TileShape<Shape::threads, 6>;  ///< for small matrices, and for buckets that phase 4 has split
  using Offset = typename Data::Offset;
  using Scalar = typename Data::Scalar;
  using Ordinal = typename Data::Ordinal;
  static constexpr int threads = Shape::threads, blocks_per_multiprocessor = 2;
  static constexpr std::uint32_t nowhere = 0xffff;

  Data data;
  int shared_bytes;

  /// Sorts a bucket, or returns false, the same in all threads, when it has too many entries or columns.
  static __device__ bool order(Data const& data, char* shared, int shared_bytes, BucketRange const& range) {
    return order(data, shared, shared_bytes, range, EntriesInPlace<Data>{data, range.start});
  }
  /// Orders entries that are read from other arrays.
  template <class Entries>
  static __device__ bool order(Data const& data, char* shared, int shared_bytes, BucketRange const& range,
                               Entries const& from) {
    int const thread = static_cast<int>(threadIdx.x);
    Offset const start = static_cast<Offset>(range.start);
    if (range.count == 0 || (Entries::in_place && range.width == 1)) {
      for (int b = thread; b < range.width; b += Shape::threads) data.out_map[range.column + b] = start;
      return true;
    }
    if (range.width > max_bins || range.count > Shape::tile) return false;
    if (range.count <= ShortShape::tile)
      order_tile<ShortShape>(data, shared, shared_bytes, range, from);
    else
      order_tile<Shape>(data, shared, shared_bytes, range, from);
    return true;
  }

  /// The same for a bucket that a Tile holds. In a short one a thread also has registers for the columns, and loads
  /// them with the rows; in a long one it reads columns that are not packed when it needs them.
  template <class Tile, class Entries>
  static __device__ __forceinline__ void order_tile(Data const& data, char* shared, int shared_bytes,
                                                    BucketRange const& range, Entries const& source) {
    constexpr bool is_short = Tile::items <= ShortShape::items;
    int const thread = static_cast<int>(threadIdx.x);
    Offset const start = static_cast<Offset>(range.start);
    int const columns = range.width, count = static_cast<int>(range.count);
    int const used = (count + Tile::threads - 1) / Tile::threads, first = warp_id() * 32 * used + lane_id();
    char* const shared_end = shared + shared_bytes;
    auto* const sums = take_shared<int>(shared, rank_sums<Tile>);
    auto* const counters = take_shared<std::uint16_t>(shared, Tile::warps * counters_of_warp(columns));
    int const room = static_cast<int>(shared_end - shared);
    Ordinal* const entries = data.out_entries + start;

    clear_counters<Tile>(counters, columns);
    auto* const rows = reinterpret_cast<std::uint32_t*>(shared);  // where masks are before
    std::uint32_t word[Tile::items];
    ARAIOS_UNROLL
    for (int i = 0; i < Tile::items; ++i) {
      int const q = first + i * 32;
      word[i] = i < used && q < count ? source.word(q) : 0;
    }
    PackedRanks<is_short ? Tile::items : 1> column;
    if constexpr (is_short) {
      ARAIOS_UNROLL
      for (int i = 0; i < Tile::items; ++i) {
        int const q = first + i * 32;
        if (i < used && q < count) column.set(i, source.column(q, word[i]));
      }
    }
    auto const bin = [&](int i) -> std::uint32_t {
      int const q = first + i * 32;
      if (i >= used || q >= count) return no_bin;
      if constexpr (is_short) return column.get(i);
      return source.column(q, word[i]);
    };
    __syncthreads();
    PackedRanks<Tile::items> ranks;
    rank_tile<Tile>(bin, used, columns, counters, rows, sums, ranks, [&](int b, int position) {
      data.out_map[range.column + b] = start + static_cast<Offset>(position);
    });
    ARAIOS_UNROLL
    for (int i = 0; i < Tile::items; ++i) {
      std::uint32_t const b = bin(i);
      ranks.set(i, b != no_bin ? position_of<Tile>(b, i, ranks, counters, columns) : nowhere);
      word[i] &= data.row_mask();
    }

    for (int from = 0, rows_per_pass = room / 4; from < count; from += rows_per_pass) {
      ARAIOS_UNROLL
      for (int i = 0; i < Tile::items; ++i) {
        int const q = static_cast<int>(ranks.get(i));
        if (q != static_cast<int>(nowhere) && q >= from && q < from + rows_per_pass) rows[q - from] = word[i];
      }
      __syncthreads();
#pragma unroll 4
      for (int q = from + thread; q < min(count, from + rows_per_pass); q += Tile::threads)
        entries[q] = static_cast<Ordinal>(rows[q - from]);
      __syncthreads();
    }
    if constexpr (Data::has_values) {
      Scalar* const values = data.out_values + start;
      if (count * Data::value_bytes <= room) {
        auto* const staged = reinterpret_cast<Scalar*>(shared);
        // Loads in batches, before the stores: the compiler must not reorder loads and stores.
        constexpr int batch = sizeof(Scalar) <= 4 ? Tile::items : Tile::items / 2;
        ARAIOS_UNROLL
        for (int i0 = 0; i0 < Tile::items; i0 += batch) {
          Scalar held[batch];
          ARAIOS_UNROLL
          for (int i = i0; i < i0 + batch && i < Tile::items; ++i)
            if (ranks.get(i) != nowhere) held[i - i0] = source.value(first + i * 32);
          ARAIOS_UNROLL
          for (int i = i0; i < i0 + batch && i < Tile::items; ++i)
            if (ranks.get(i) != nowhere) staged[ranks.get(i)] = held[i - i0];
        }
        __syncthreads();
#pragma unroll 4
        for (int q = thread; q < count; q += Tile::threads) values[q] = staged[q];
      } else {
        // Wide values wait in registers or local memory until all are read.
        Scalar held[Tile::items];
        ARAIOS_UNROLL
        for (int i = 0; i < Tile::items; ++i)
          if (ranks.get(i) != nowhere) held[i] = source.value(first + i * 32);
        __syncthreads();
        ARAIOS_UNROLL
        for (int i = 0; i < Tile::items; ++i)
          if (ranks.get(i) != nowhere) values[ranks.get(i)] = held[i];
      }
      __syncthreads();
    }
  }

  __device__ void operator()(char* shared) const {
    if (data.done_or_starts_over()) return;
    BucketRange const range = data.range_of(data.equal_width(), static_cast<int>(blockIdx.x));
    if (!order(data, shared, shared_bytes, range) && threadIdx.x == 0) data.add_oversized(range);
  }
};

}  // namespace Araios::Impl::transpose

#endif
