// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// Bucket transposition on a GPU through records: buckets and parts that a block can sort, and the counts of those that
/// no block can.
///
/// A long bucket is divided into tiles. A block counts the columns of a tile, or parts of 2^shift columns; a block turns
/// the counts of a bucket into places in B. RecordScatter then moves the entries there.
///
/// Bytes: k records read and k (Ordinal + Scalar) written; of long buckets the columns read once more, and
/// tiles * bins * 4 bytes written, read and written.

#include <Araios/operations/transpose/bucket_local.hpp>
#include <Araios/operations/transpose/record_source.hpp>

#ifdef ARAIOS_HAVE_CUDA_LAUNCH

#include <cstdint>

namespace Araios::Impl::transpose {

/// Phase 3: a block sorts a bucket by column, or leaves it to phase 4.
template <class Data, class Shape_, bool Together>
struct RecordLocal {
  using Shape = Shape_;
  using Local = BucketLocal<Data, Shape>;
  static constexpr int threads = Shape::threads, blocks_per_multiprocessor = 2;
  static constexpr bool cooperative = false;

  Data data;
  int shared_bytes;

  __device__ void operator()(char* shared) const {
    if (data.done()) return;
    BucketRange const range = data.range_of(static_cast<int>(blockIdx.x));
    if (!Local::order(data, shared, shared_bytes, range, EntriesInRecords<Data, Together>{data, range.start}))
      data.long_buckets.add(data.counters, range);
  }
};

/// The same for the parts of buckets of many columns, in B.
template <class Data, class Shape_>
struct RecordParts {
  using Shape = Shape_;
  using Local = BucketLocal<Data, Shape>;
  static constexpr int threads = Shape::threads, blocks_per_multiprocessor = 4;
  static constexpr bool cooperative = false;

  Data data;
  int shared_bytes;

  __device__ void operator()(char* shared) const {
    if (data.done()) return;
    LongBuckets const& set = data.long_buckets;
    int const parts = data.counters->long_buckets[0] * set.bins;
#pragma unroll 1
    for (int part = static_cast<int>(blockIdx.x); part < parts; part += static_cast<int>(gridDim.x)) {
      BucketRange const whole = set.buckets[part / set.bins];
      int const first = (part % set.bins) << set.shift;
      if (first >= whole.width) continue;
      BucketRange const range{set.begins[part], set.totals[part], whole.column + first,
                              min(whole.width - first, 1 << set.shift), set.shift};
      if (!Local::order(data, shared, shared_bytes, range)) data.long_parts.add(data.counters, range);
      __syncthreads();
    }
  }
};

/// Phase 4, first step: counts the entries of each tile of long buckets in its bins.
template <class Data, LongEntries Where>
struct RecordLongCount {
  using Source = EntriesOfLongBuckets<Data, Where>;
  static constexpr int threads = 512, blocks_per_multiprocessor = 4;
  static constexpr bool cooperative = false;
  static constexpr int loads = 8;                         // per thread, before it uses the first
  static constexpr int max_copies = 8, max_copied = 128;  // copies of the counters of so few bins

  Data data;

  static int shared_bytes(int bins) {
    return static_cast<int>(shared_piece(4 * (bins <= max_copied ? max_copies * (bins + 1) : bins + 1)));
  }

  __device__ void operator()(char* shared) const {
    if (data.done()) return;
    LongBuckets const& set = Source{data}.set();
    auto* const counts = reinterpret_cast<int*>(shared);
    int const tiles = Source{data}.tiles();
    for (int tile = static_cast<int>(blockIdx.x); tile < tiles; tile += static_cast<int>(gridDim.x)) {
      count(set, counts, set.tiles[tile], tile);
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
        if (q < tile.count) column[i] = Source{data}.column(tile.base + q);
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

/// Phase 4, second step: counts of all tiles of a long bucket become places in B. A block takes a bucket.
template <class Data>
struct RecordLongScan {
  using Offset = typename Data::Offset;
  static constexpr int threads = 512, blocks_per_multiprocessor = 2;
  static constexpr bool cooperative = false;
  static constexpr int tables = 6;  // of a bin, before a thread stores the first

  Data data;
  LongBuckets set;

  static int shared_bytes(int bins) { return static_cast<int>(2 * shared_piece(4 * bins)); }

  __device__ void operator()(char* shared) const {
    if (data.done()) return;
    auto* const begins = take_shared<std::uint32_t>(shared, set.bins);
    auto* const ends = take_shared<std::uint32_t>(shared, set.bins);
    for (int bucket = static_cast<int>(blockIdx.x); bucket < data.counters->long_buckets[set.set];
         bucket += static_cast<int>(gridDim.x)) {
      scan_totals(bucket, begins, ends);
      scan_tiles(bucket, begins, ends);
      __syncthreads();
    }
  }

 private:
  // Where the bins of a bucket begin and end in B. Ends with a barrier.
  __device__ void scan_totals(int bucket, std::uint32_t* begins, std::uint32_t* ends) const {
    __shared__ std::uint32_t sums[threads / 32];
    BucketRange const range = set.buckets[bucket];
    std::int64_t const row = static_cast<std::int64_t>(bucket) * set.bins;
    int const thread = static_cast<int>(threadIdx.x), bins = set.bins_of(range);
    auto before = static_cast<std::uint32_t>(range.start);
    for (int b0 = 0; b0 < set.bins; b0 += threads) {
      int const b = b0 + thread;
      std::uint32_t const mine = b < bins ? set.totals[row + b] : 0, inclusive = warp_inclusive_scan(mine);
      if (lane_id() == 31) sums[warp_id()] = inclusive;
      __syncthreads();
      std::uint32_t begin = before + inclusive - mine;
      for (int w = 0; w < threads / 32; ++w) {
        if (w < warp_id()) begin += sums[w];
        before += sums[w];
      }
      if (b < set.bins) {
        begins[b] = begin;
        ends[b] = begin + mine;
      }
      if (b < bins && set.shift == 0) data.out_map[range.column + b] = static_cast<Offset>(begin);
      if (b < bins && set.shift > 0) set.begins[row + b] = begin;
      __syncthreads();
    }
  }

  __device__ void scan_tiles(int bucket, std::uint32_t const* begins, std::uint32_t const* ends) const {
    // Half of the threads take the tiles from the first on, the others from the last back: four bins each.
    int const thread = static_cast<int>(threadIdx.x), bins = set.bins_of(set.buckets[bucket]);
    int const all_tiles = static_cast<int>((set.buckets[bucket].count + set.tile_length - 1) / set.tile_length);
    int const quads = (bins + 3) / 4, half = thread / (threads / 2);
    int const tiles = half == 0 ? (all_tiles + 1) / 2 : all_tiles / 2, step = half == 0 ? 1 : -1;
    auto* const table =
        reinterpret_cast<uint4*>(set.table + static_cast<std::int64_t>(set.first_tiles[bucket]) * set.bins);
    std::int64_t const row = set.bins / 4;
    for (int b = thread % (threads / 2); b < quads; b += threads / 2) {
      uint4* next = table + b + (half == 0 ? 0 : (all_tiles - 1) * row);
      uint4 run = reinterpret_cast<uint4 const*>(half == 0 ? begins : ends)[b];
      for (int t0 = 0; t0 < tiles; t0 += tables) {
        uint4 counts[tables];
        ARAIOS_UNROLL
        for (int t = 0; t < tables; ++t)
          if (t0 + t < tiles) counts[t] = __ldcg(next + t * step * row);
        ARAIOS_UNROLL
        for (int t = 0; t < tables; ++t) {
          if (t0 + t >= tiles) continue;
          uint4 const after = half == 0 ? plus(run, counts[t]) : minus(run, counts[t]);
          next[t * step * row] = half == 0 ? run : after;
          run = after;
        }
        next += tables * step * row;
      }
    }
  }
  static __device__ uint4 plus(uint4 const& a, uint4 const& b) {
    return make_uint4(a.x + b.x, a.y + b.y, a.z + b.z, a.w + b.w);
  }
  static __device__ uint4 minus(uint4 const& a, uint4 const& b) {
    return make_uint4(a.x - b.x, a.y - b.y, a.z - b.z, a.w - b.w);
  }
};

/// Phase 4, last step: entries of long parts, which are in order in records, to B.
template <class Data>
struct RecordsToB {
  static constexpr int threads = 512, blocks_per_multiprocessor = 4;
  static constexpr bool cooperative = false;

  Data data;

  __device__ void operator()(char*) const {
    if (data.done()) return;
    int const tiles = data.counters->long_tiles[1];
    for (int index = static_cast<int>(blockIdx.x); index < tiles; index += static_cast<int>(gridDim.x)) {
      LongTile const tile = data.long_parts.tiles[index];
#pragma unroll 4
      for (int q = static_cast<int>(threadIdx.x); q < tile.count; q += threads) {
        auto const record = data.records.get(tile.base + q);
        data.put_in_b(tile.base + q, record);
      }
    }
  }
};

}  // namespace Araios::Impl::transpose

#endif
