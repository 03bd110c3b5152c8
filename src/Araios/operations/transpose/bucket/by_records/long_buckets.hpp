// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// Bucket transposition on a GPU through records: buckets and parts that a block can sort, and the counts of those that
/// no block can.
///
/// A long bucket is divided into tiles. A block counts the columns of a tile, or parts of 2^shift columns; a block turns
/// the counts of a bucket into positions in B. RecordScatter then moves the entries there.
///
/// Bytes: k records read and k (Ordinal + Scalar) written; of long buckets the columns read once more, and
/// tiles * bins * 4 bytes written, read and written.

#include <Araios/collective/block_scan.hpp>
#include <Araios/operations/transpose/bucket/by_records/source.hpp>
#include <Araios/operations/transpose/bucket/order.hpp>

#ifdef ARAIOS_HAVE_CUDA_LAUNCH

#include <cstdint>

namespace Araios::Impl::transpose {

/// Phase 3: a block sorts a bucket by column, or leaves it to phase 4.
template <class Problem, class Shape, bool Packed>
struct RecordLocal {
  static constexpr int threads = Shape::threads, blocks_per_multiprocessor = 2;

  Problem problem;
  BucketLayout layout;
  BucketTables<typename Problem::Offset> tables;
  RecordBuffer<Problem> buffer;
  LongBuckets long_buckets;
  int shared_bytes;

  __device__ void operator()(char* shared) const {
    if (tables.counters->is_done(layout)) return;
    BucketRange const range = tables.range_of(problem, layout, static_cast<int>(blockIdx.x));
    int const row_bits = problem.row_bits;
    BucketOrder<Problem, Shape> const order{problem, WordsInB{nullptr, Packed}.row_mask(row_bits), shared_bytes};
    if (!order(shared, range, EntriesInRecords<Problem, Packed>{buffer, row_bits, range.start}))
      long_buckets.add(tables.counters, range);
  }
};

/// The same for the parts of buckets of many columns, in B.
template <class Problem, class Shape>
struct RecordParts {
  static constexpr int threads = Shape::threads, blocks_per_multiprocessor = 4;

  Problem problem;
  BucketLayout layout;
  BucketCounters* counters;
  WordsInB words;
  LongBuckets set, long_parts;
  int shared_bytes;

  __device__ void operator()(char* shared) const {
    if (counters->is_done(layout)) return;
    int const parts = counters->long_buckets[set.set] * set.bins;
#pragma unroll 1
    for (int part = static_cast<int>(blockIdx.x); part < parts; part += static_cast<int>(gridDim.x)) {
      BucketRange const whole = set.buckets[part / set.bins];
      int const first = (part % set.bins) << set.shift;
      if (first >= whole.width) continue;
      BucketRange const range{set.begins[part], set.totals[part], whole.column + first,
                              min(whole.width - first, 1 << set.shift), set.shift};
      if (!BucketOrder<Problem, Shape>::in_place(problem, words, shared, shared_bytes, range))
        long_parts.add(counters, range);
      __syncthreads();
    }
  }
};

/// Phase 4, first step: counts the entries of each tile of long buckets in its bins.
template <class Source>
struct RecordLongCount {
  static constexpr int threads = 512, blocks_per_multiprocessor = 4;
  static constexpr int loads = 8;                         // per thread, before it uses the first
  static constexpr int max_copies = 8, max_copied = 128;  // copies of the counters of so few bins

  Source source;

  static int shared_bytes(int bins) {
    return static_cast<int>(shared_piece(4 * (bins <= max_copied ? max_copies * (bins + 1) : bins + 1)));
  }

  __device__ void operator()(char* shared) const {
    if (source.is_done()) return;
    auto* const counts = reinterpret_cast<int*>(shared);
    int const tiles = source.tiles();
    for (int tile = static_cast<int>(blockIdx.x); tile < tiles; tile += static_cast<int>(gridDim.x)) {
      count(source.set, counts, source.set.tiles[tile], tile);
      __syncthreads();
    }
  }

 private:
  __device__ void count(LongBuckets const& set, int* counts, LongTile const& tile, int index) const {
    int const thread = static_cast<int>(threadIdx.x);
    // Lanes that share one of few bins would wait for each other: eight copies of these.
    int const copies = set.bins <= max_copied ? max_copies : 1, copy = set.bins + 1;
    int* const mine = counts + lane_id() % copies * copy;
    for (int b = thread; b < copies * copy; b += threads) counts[b] = 0;
    __syncthreads();
    for (int q0 = 0; q0 < tile.count; q0 += loads * threads) {
      std::uint32_t column[loads];
      ARAIOS_UNROLL
      for (int i = 0; i < loads; ++i) {
        int const q = q0 + thread + i * threads;
        if (q < tile.count) column[i] = source.column(tile.base + q);
      }
      ARAIOS_UNROLL
      for (int i = 0; i < loads; ++i) {
        if (q0 + i * threads >= tile.count) continue;
        count_bin(mine, q0 + thread + i * threads < tile.count ? column[i] >> set.shift : no_bin);
      }
    }
    __syncthreads();
    std::uint32_t* const table = set.table + static_cast<std::int64_t>(index) * set.bins;
    std::uint32_t* const totals = set.totals + static_cast<std::int64_t>(tile.bucket) * set.bins;
    for (int b = thread; b < set.bins; b += threads) {
      std::uint32_t sum = 0;
      for (int c = 0; c < copies; ++c) sum += static_cast<std::uint32_t>(counts[c * copy + b]);
      table[b] = sum;
      if (sum != 0) atomicAdd(totals + b, sum);
    }
  }
};

/// Phase 4, second step: counts of all tiles of a long bucket become positions in B.
///
/// A block takes 128 bins of a bucket, a lane four of them, and a warp a share of the tiles: it adds these up, and again
/// from where its share begins.
template <class Problem>
struct RecordLongScan {
  using Offset = typename Problem::Offset;
  static constexpr int threads = 512, blocks_per_multiprocessor = 2;
  static constexpr int warps = threads / 32, bins_of_block = 4 * 32;
  static constexpr int loads = 8;  // of a bin, before a thread uses the first

  Problem problem;
  BucketLayout layout;
  BucketCounters* counters;
  LongBuckets set;

  static __host__ __device__ int pieces(int bins) { return (bins + bins_of_block - 1) / bins_of_block; }

  __device__ void operator()(char*) const {
    if (counters->is_done(layout)) return;
    int const of_bucket = pieces(set.bins), all = counters->long_buckets[set.set] * of_bucket;
    for (int piece = static_cast<int>(blockIdx.x); piece < all; piece += static_cast<int>(gridDim.x)) {
      scan(piece / of_bucket, piece % of_bucket * bins_of_block);
      __syncthreads();
    }
  }

 private:
  __device__ void scan(int bucket, int first) const {
    __shared__ uint4 begins[32], sums[warps][32];
    find_begins(bucket, first, reinterpret_cast<std::uint32_t*>(begins));
    int const warp = warp_id(), lane = lane_id();
    int const tiles = static_cast<int>((set.buckets[bucket].count + set.tile_length - 1) / set.tile_length);
    int const each = (tiles + warps - 1) / warps, begin = min(tiles, warp * each), end = min(tiles, begin + each);
    bool const has_bins = first + lane * 4 < set.bins;
    std::int64_t const row = set.bins / 4;
    uint4* const table = reinterpret_cast<uint4*>(set.table) +
                         (static_cast<std::int64_t>(set.first_tiles[bucket]) * set.bins + first) / 4 + lane;
    uint4 sum = make_uint4(0, 0, 0, 0);
    if (has_bins) for_tiles(table, row, begin, end, [&](int, uint4 const& counts) { sum = plus(sum, counts); });
    sums[warp][lane] = sum;
    __syncthreads();
    uint4 run = begins[lane];
    for (int w = 0; w < warp; ++w) run = plus(run, sums[w][lane]);
    if (has_bins)
      for_tiles(table, row, begin, end, [&](int tile, uint4 const& counts) {
        table[tile * row] = run;
        run = plus(run, counts);
      });
  }

  // begins := where bins from `first` on begin in B; all bins of the bucket are added up. Ends with a barrier.
  __device__ void find_begins(int bucket, int first, std::uint32_t* begins) const {
    BucketRange const range = set.buckets[bucket];
    std::int64_t const row = static_cast<std::int64_t>(bucket) * set.bins;
    int const bins = set.bins_of(range), each = (set.bins + threads - 1) / threads;
    int const b0 = static_cast<int>(threadIdx.x) * each;
    std::uint32_t mine = 0, all = 0;
    for (int b = b0; b < min(bins, b0 + each); ++b) mine += set.totals[row + b];
    auto begin = static_cast<std::uint32_t>(range.start) + block_exclusive_scan<threads>(mine, all);
    for (int b = b0; b < min(set.bins, b0 + each); ++b) {
      if (b >= first && b < first + bins_of_block) {
        begins[b - first] = begin;
        if (b < bins && set.shift == 0) problem.out_map[range.column + b] = static_cast<Offset>(begin);
        if (b < bins && set.shift > 0) set.begins[row + b] = begin;
      }
      if (b < bins) begin += set.totals[row + b];
    }
    __syncthreads();
  }

  // use(t, counts) for the tiles of a share, several loads side by side.
  template <class Use>
  static __device__ void for_tiles(uint4 const* table, std::int64_t row, int begin, int end, Use const& use) {
    for (int t0 = begin; t0 < end; t0 += loads) {
      uint4 counts[loads];
      ARAIOS_UNROLL
      for (int t = 0; t < loads; ++t)
        if (t0 + t < end) counts[t] = __ldcg(table + (t0 + t) * row);
      ARAIOS_UNROLL
      for (int t = 0; t < loads; ++t)
        if (t0 + t < end) use(t0 + t, counts[t]);
    }
  }
  static __device__ uint4 plus(uint4 const& a, uint4 const& b) {
    return make_uint4(a.x + b.x, a.y + b.y, a.z + b.z, a.w + b.w);
  }
};

/// Phase 4, last step: entries of long parts, which are in order in records, to B.
template <class Problem>
struct RecordsToB {
  static constexpr int threads = 512, blocks_per_multiprocessor = 4;

  Problem problem;
  BucketLayout layout;
  BucketCounters* counters;
  RecordBuffer<Problem> buffer;
  LongBuckets long_parts;

  __device__ void operator()(char*) const {
    if (counters->is_done(layout)) return;
    int const tiles = counters->long_tiles[long_parts.set];
    for (int index = static_cast<int>(blockIdx.x); index < tiles; index += static_cast<int>(gridDim.x)) {
      LongTile const tile = long_parts.tiles[index];
#pragma unroll 4
      for (int q = static_cast<int>(threadIdx.x); q < tile.count; q += threads) {
        auto const record = buffer.records.get(tile.base + q);
        buffer.put_in_b(problem, tile.base + q, record);
      }
    }
  }
};

}  // namespace Araios::Impl::transpose

#endif
