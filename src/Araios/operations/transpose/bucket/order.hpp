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

#include <Araios/operations/transpose/bucket/tables.hpp>

#ifdef ARAIOS_HAVE_CUDA_LAUNCH

#include <cstdint>

namespace Araios::Impl::transpose {

/// Entries of B whose order is not final. A word has the row and, where packed, above it the column in its bucket.
struct WordsInB {
  std::uint16_t* low_bits;  ///< the column in its bucket, for each entry of B, where it is not packed
  bool packed;

  __device__ std::uint32_t row_mask(int row_bits) const { return packed ? (1u << row_bits) - 1 : 0xffffffffu; }
};

/// Entries from `start` on that lie in B itself, in place.
template <class Problem>
struct EntriesInPlace {
  static constexpr bool in_place = true;
  Problem const& problem;
  WordsInB const& words;
  std::int64_t start;
  __device__ std::uint32_t word(int q) const { return static_cast<std::uint32_t>(problem.out_entries[start + q]); }
  /// The column in its bucket.
  __device__ std::uint32_t column(int q, std::uint32_t word) const {
    return words.packed ? word >> problem.row_bits : words.low_bits[start + q];
  }
  __device__ typename Problem::Scalar value(int q) const { return problem.out_values[start + q]; }
};

/// In a kernel of blocks of Shape::threads threads.
template <class Problem, class Shape_>
struct BucketOrder {
  using Shape = Shape_;
  using ShortShape = TileShape<Shape::threads, 6>;  ///< for small matrices, and for buckets that phase 4 has split
  using Offset = typename Problem::Offset;
  using Scalar = typename Problem::Scalar;
  using Ordinal = typename Problem::Ordinal;
  static constexpr std::uint32_t nowhere = 0xffff;

  Problem const& problem;
  std::uint32_t row_mask;  ///< of the row in a word
  int shared_bytes;

  /// Sorts a bucket, or returns false, the same in all threads, when it has too many entries or columns.
  static __device__ bool in_place(Problem const& problem, WordsInB const& words, char* shared, int shared_bytes,
                                  BucketRange const& range) {
    return BucketOrder{problem, words.row_mask(problem.row_bits),
                       shared_bytes}(shared, range, EntriesInPlace<Problem>{problem, words, range.start});
  }
  /// Orders entries that are read from other arrays.
  template <class Entries>
  __device__ bool operator()(char* shared, BucketRange const& range, Entries const& from) const {
    int const thread = static_cast<int>(threadIdx.x);
    Offset const start = static_cast<Offset>(range.start);
    if (range.count == 0 || (Entries::in_place && range.width == 1)) {
      for (int b = thread; b < range.width; b += Shape::threads) problem.out_map[range.column + b] = start;
      return true;
    }
    if (range.width > max_bins || range.count > Shape::tile) return false;
    if (range.count <= ShortShape::tile)
      order_tile<ShortShape>(shared, range, from);
    else
      order_tile<Shape>(shared, range, from);
    return true;
  }

  /// The same for a bucket that a Tile holds. In a short one a thread also has registers for the columns, and loads
  /// them with the rows; in a long one it reads columns that are not packed when it needs them.
  template <class Tile, class Entries>
  __device__ __forceinline__ void order_tile(char* shared, BucketRange const& range, Entries const& source) const {
    constexpr bool is_short = Tile::items <= ShortShape::items;
    Offset const start = static_cast<Offset>(range.start);
    int const columns = range.width, count = static_cast<int>(range.count);
    int const used = (count + Tile::threads - 1) / Tile::threads, first = warp_id() * 32 * used + lane_id();
    char* const shared_end = shared + shared_bytes;
    auto* const sums = take_shared<int>(shared, rank_sums<Tile>);
    auto* const counters = take_shared<std::uint16_t>(shared, Tile::warps * counters_of_warp(columns));
    int const room = static_cast<int>(shared_end - shared);

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
      problem.out_map[range.column + b] = start + static_cast<Offset>(position);
    });
    ARAIOS_UNROLL
    for (int i = 0; i < Tile::items; ++i) {
      std::uint32_t const b = bin(i);
      ranks.set(i, b != no_bin ? position_of<Tile>(b, i, ranks, counters, columns) : nowhere);
      word[i] &= row_mask;
    }
    write_rows<Tile>(word, ranks, rows, room / 4, start, count);
    if constexpr (Problem::has_values) write_values<Tile>(source, ranks, shared, room, start, first, count);
  }

 private:
  /// Brings the rows into their order in shared memory, as many at a time as fit, and writes them.
  template <class Tile>
  __device__ __forceinline__ void write_rows(std::uint32_t const (&word)[Tile::items],
                                             PackedRanks<Tile::items> const& ranks, std::uint32_t* rows,
                                             int rows_per_pass, Offset start, int count) const {
    Ordinal* const entries = problem.out_entries + start;
    int const thread = static_cast<int>(threadIdx.x);
    for (int from = 0; from < count; from += rows_per_pass) {
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
  }
  /// The same for values: all are read before the first is written.
  template <class Tile, class Entries>
  __device__ __forceinline__ void write_values(Entries const& source, PackedRanks<Tile::items> const& ranks,
                                               char* shared, int room, Offset start, int first, int count) const {
    int const thread = static_cast<int>(threadIdx.x);
    Scalar* const values = problem.out_values + start;
    if (count * Problem::value_bytes <= room) {
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
};

}  // namespace Araios::Impl::transpose

#endif
