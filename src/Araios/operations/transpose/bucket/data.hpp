// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// Data of the kernels of the bucket transposition on a GPU: A and B; with what all phases share; with what phase 4 needs
/// in place. Records have data of their own (record_data.hpp).

#include <Araios/collective/rank_bins.hpp>
#include <Araios/core/execution.hpp>
#include <Araios/core/pattern.hpp>
#include <Araios/operations/transpose/tuning.hpp>

#ifdef ARAIOS_HAVE_CUDA_LAUNCH

#include <cstdint>
#include <type_traits>

namespace Araios::Impl::transpose {

/// Maximum number of buckets of one ranking, where there are not many more.
inline constexpr int max_ranked = 2 * max_bins;

/// The entries of B at start .. start + count - 1, from columns column .. column + width - 1 of A, not sorted by
/// column. width <= 2^bits.
struct BucketRange {
  std::int64_t start;
  std::int64_t count;
  std::int64_t column;
  int width;
  int bits;
};

/// Counters that pass from kernel to kernel.
struct BucketCounters {
  int scanned;            ///< finished blocks of the scan
  int oversized;          ///< oversized buckets in `oversized`
  int oversized_split;    ///< of these, split by the first launch of phase 4
  int block_sized;        ///< block-sized buckets in `block_sized`
  int block_sized_taken;  ///< of these, taken by a block
  int long_parts;         ///< of these, too long for the blocks that sort the others
  int long_buckets[2];    ///< of each set of long buckets (record_data.hpp)
  int long_tiles[2];      ///< of these
  int is_not_symmetric;   ///< an entry has no transposed entry
  int starts_over;        ///< buckets of equal width are longer than the device holds: phase 4 does all the work
  int buckets;            ///< number of buckets of equal weight; 0: buckets have equal width
};

/// The columns of each bucket: of equal width, or of nearly equal weight, from a table.
struct BucketMap {
  std::uint16_t const* bucket_of;  ///< the bucket of a column; null: column >> bits
  int bits, buckets;

  __device__ std::uint32_t operator()(std::uint32_t column) const {
    return bucket_of != nullptr ? bucket_of[column] : column >> bits;
  }
};

/// A as input and B as output.
template <class Ordinal_, class Offset_, class Values_, class Scalar_>
struct TransposeArrays {
  using Ordinal = Ordinal_;
  using Offset = Offset_;
  using Values = Values_;
  using Scalar = Scalar_;  ///< type of an element of B.values; char when there is none
  static constexpr bool has_values = !std::is_same_v<Scalar, char>;
  static constexpr int value_bytes = has_values ? static_cast<int>(sizeof(Scalar)) : 0;

  Offset const* row_map;
  Ordinal const* entries;
  Values values;  ///< values(p): the value of entry p of A
  Offset* out_map;
  Ordinal* out_entries;
  Scalar* out_values;
  std::int64_t k;
  int m, n;
  int row_bits;  ///< of a row index

  /// The last row r in [low, high) with row_map[r] <= p. Called by a whole warp, which reads 32 rows per step.
  __device__ int find_row(std::int64_t p, int low, int high) const {
    while (high - low > 1) {
      std::int64_t const step = (high - low + 31) / 32;
      std::int64_t const row = low + (lane_id() + 1) * step;
      int const before = __popc(__ballot_sync(all_lanes, row < high && static_cast<std::int64_t>(row_map[row]) <= p));
      std::int64_t const next = low + (before + 1) * step;
      high = next < high ? static_cast<int>(next) : high;
      low += static_cast<int>(before * step);
    }
    return low;
  }
};

/// The arrays of A and B, with `values` instead of the values of A.
template <class Matrix, class Values, class Arrays>
auto transpose_arrays(Matrix const& A, Values const& values, Arrays const& B) {
  using ValuesOfB = std::remove_cv_t<decltype(B.values)>;
  constexpr bool no_values = std::is_same_v<ValuesOfB, NoValues>;
  using Scalar = std::conditional_t<no_values, char, typename ValuesOfB::non_const_value_type>;
  TransposeArrays<typename Matrix::Ordinal, typename Matrix::Offset, Values, Scalar> arrays{};
  arrays.row_map = A.row_map.data();
  arrays.entries = A.entries.data();
  arrays.values = values;
  arrays.out_map = B.row_map.data();
  arrays.out_entries = B.entries.data();
  if constexpr (!no_values) arrays.out_values = B.values.data();
  arrays.k = A.nnz();
  arrays.m = static_cast<int>(A.num_rows());
  arrays.n = static_cast<int>(A.num_cols());
  arrays.row_bits = bits_for(A.num_rows());
  return arrays;
}

/// With the sizes and the workspace of phases 1 and 2, and of the check for symmetry before them.
template <class Arrays>
struct BucketData : Arrays {
  using Offset = typename Arrays::Offset;

  std::uint16_t* low_bits;    ///< the column in its bucket, for each entry of B, where it is not packed with the row
  Offset* chunk_table;        ///< chunks x buckets: first the counts of a chunk, then the sums of the chunks before it
  std::uint16_t* tile_table;  ///< tiles x buckets: counts of the tiles before it in the same chunk
  Offset* totals;             ///< entries of each bucket
  Offset* start;              ///< buckets + 1
  int* probes;                ///< for each block of the probe: whether all its entries have transposed entries
  BucketCounters* counters;

  int bits;                ///< a bucket of equal width has 2^bits columns
  int buckets;             ///< number of these
  int tile_length, tiles;  ///< a tile is `tile_length` consecutive entries
  int tiles_per_chunk, chunks;
  bool packed;  ///< the row and, above it, the column in its bucket share 32 bits per entry until the order is final
  bool try_symmetric;
  int number_of_probes, symmetric_tile;

  void set_tiles(TileSizes const& sizes) {
    tile_length = sizes.length;
    tiles = sizes.tiles;
    tiles_per_chunk = sizes.per_chunk;
    chunks = sizes.chunks;
  }
  /// Whether an earlier kernel has written all of B: A has a symmetric pattern.
  __device__ bool done() const { return try_symmetric && counters->is_not_symmetric == 0; }
  __device__ BucketMap equal_width() const { return {nullptr, bits, buckets}; }
  /// A bucket of equal width after phase 2.
  __device__ BucketRange range_of(int bucket) const {
    std::int64_t const begin = start[bucket], column = static_cast<std::int64_t>(bucket) << bits;
    return {begin, static_cast<std::int64_t>(start[bucket + 1]) - begin, column,
            static_cast<int>(min(this->n - column, std::int64_t(1) << bits)), bits};
  }
  /// The mask of the row in a word of an entry whose order is not final.
  __device__ std::uint32_t row_mask() const { return packed ? (1u << this->row_bits) - 1 : 0xffffffffu; }
};

/// The data of A, B and the buckets, without workspace and without a check for symmetry.
template <class Matrix, class Values, class Arrays>
auto bucket_data(Matrix const& A, Values const& values, Arrays const& B, BucketSizes const& sizes) {
  auto const arrays = transpose_arrays(A, values, B);
  BucketData<std::remove_const_t<decltype(arrays)>> data{};
  static_cast<std::remove_const_t<decltype(arrays)>&>(data) = arrays;
  data.bits = sizes.bits;
  data.buckets = static_cast<int>(sizes.buckets);
  return data;
}

/// With the workspace of phase 4 in place, and of starting over.
template <class Base>
struct InPlaceData : Base {
  using Offset = typename Base::Offset;

  int* tile_row;             ///< the row of the first entry of each tile
  std::uint16_t* bucket_of;  ///< n: the bucket of each column, where buckets have equal weight
  int* first_column;         ///< of each of these buckets, and n after the last
  int* samples;              ///< n: sampled entries of each column
  std::int64_t* plan_sums;   ///< of the columns of each block that chooses the buckets
  BucketRange* oversized;
  int* arrivals;  ///< of the blocks that share an oversized bucket
  BucketRange* block_sized;
  BucketRange* long_parts;
  int* slot_table;
  int plan_bits;               ///< a bucket of equal weight has at most 2^plan_bits columns; 0: there are none
  std::int64_t max_in_bucket;  ///< entries of a bucket that all blocks can hold

  /// Whether phases 2 and 3 have nothing to do.
  __device__ bool done_or_starts_over() const {
    return this->done() || (plan_bits > 0 && this->counters->starts_over != 0);
  }
  /// How columns are distributed to buckets.
  __device__ BucketMap map() const {
    if (plan_bits == 0) return this->equal_width();
    int const volatile* const equal_weight = &this->counters->buckets;  // phase 4 writes it
    return *equal_weight == 0 ? this->equal_width() : BucketMap{bucket_of, plan_bits, *equal_weight};
  }
  /// A bucket after phase 2.
  __device__ BucketRange range_of(BucketMap const& map, int bucket) const {
    if (map.bucket_of == nullptr) return Base::range_of(bucket);
    std::int64_t const begin = this->start[bucket];
    int const column = first_column[bucket], width = first_column[bucket + 1] - column;
    return {begin, static_cast<std::int64_t>(this->start[bucket + 1]) - begin, column, width,
            width > 1 ? 32 - __clz(width - 1) : 0};
  }
  /// Phase 4 starts over where buckets of equal width are so long that it would read A more than max_passes times. A
  /// block calls when `totals` are known.
  __device__ void check_totals() const {
    constexpr int max_passes = 4;  // more take longer than starting over
    if (plan_bits == 0) return;
    Offset const volatile* const entries = this->totals;  // written by other blocks
    int const threads = static_cast<int>(blockDim.x), thread = static_cast<int>(threadIdx.x);
    int too_long = 0;
    for (int b0 = 0; b0 < this->buckets; b0 += threads) {
      int const b = b0 + thread;
      too_long += __syncthreads_count(b < this->buckets && max_in_bucket < static_cast<std::int64_t>(entries[b]));
    }
    int const passes = too_long * ((1 << this->bits) / max_bins);
    if (thread == 0) this->counters->starts_over = passes > max_passes;
  }
  /// Leaves a bucket that no block holds to phase 4. One thread calls.
  __device__ void add_oversized(BucketRange const& range) const {
    int const position = atomicAdd(&this->counters->oversized, 1);
    oversized[position] = range;
    arrivals[position] = 0;
  }
  /// Stores what phase 2 needs to find the rows of a tile. The whole block calls.
  __device__ void find_rows_of_tile(int tile, std::int64_t base, int /*count*/) const {
    if (warp_id() != tile % (static_cast<int>(blockDim.x) / 32)) return;
    int const row = this->find_row(base, 0, this->m);
    if (lane_id() == 0) tile_row[tile] = row;
  }
};

/// The row index of each entry of a tile, 16 bits each, from the rows that begin in it.
///
/// marks[q] is row - first_row where a row begins at entry q of the tile, 0 elsewhere; carry[g] is that of the row that
/// covers the first entry of the group g of 32. A tile reaches no further than row first_row + 65535.
struct TileRowIndices {
  static constexpr int max_rows = 65535;
  std::uint32_t* marks;
  int* carry;
  int* next_row;  ///< the row of the entry after the tile

  /// Called by a block of `threads` threads, with `count` entries from `base` on. Ends with a barrier.
  template <class Data>
  __device__ void find(Data const& data, int threads, std::int64_t base, int count, int first_row, int last_row) const {
    int const thread = static_cast<int>(threadIdx.x);
    for (int q = thread; q < count; q += threads) marks[q] = 0;
    for (int g = thread; g <= count / 32; g += threads) carry[g] = 0;
    __syncthreads();
    for (int row = first_row + thread;; row += threads) {
      bool inside = false;
      if (row <= last_row && row < data.m) {
        std::int64_t const begin = static_cast<std::int64_t>(data.row_map[row]) - base;
        std::int64_t const end = static_cast<std::int64_t>(data.row_map[row + 1]) - base;
        inside = begin <= count;
        if (inside && end > begin) {
          if (begin < count) {
            int const first = begin > 0 ? static_cast<int>(begin) : 0;
            int const last = static_cast<int>(end < count ? end : count) - 1;
            if (begin > 0) marks[first] = static_cast<std::uint32_t>(row - first_row);
            for (int g = (first + 31) / 32; g <= last / 32; ++g) carry[g] = row - first_row;
          }
          if (end > count) *next_row = row;
        }
      }
      if (__syncthreads_and(inside) == 0) break;
    }
  }

  /// The row of entry q, minus the first row. The lanes of a warp pass 32 consecutive q, from the beginning of a group.
  __device__ std::uint32_t at(int q, int count) const {
    std::uint32_t const mark = q < count ? marks[q] : 0;
    unsigned const below = __ballot_sync(all_lanes, mark > 0) & ((2u << lane_id()) - 1);
    std::uint32_t const row = __shfl_sync(all_lanes, mark, below != 0 ? 31 - __clz(static_cast<int>(below)) : 0);
    return below != 0 ? row : static_cast<std::uint32_t>(q < count ? carry[q / 32] : 0);
  }
};

}  // namespace Araios::Impl::transpose

#endif
