// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// Bucket transposition on a GPU through records: buckets that a block can sort, and the counts of the columns of those
/// that no block can.
///
/// A long bucket is divided into tiles. A block counts the columns of a tile; the last block of a bucket turns counts
/// into places in B. RecordScatter then moves the records there.
///
/// Bytes: k records read and k (Ordinal + Scalar) written; of long buckets the words read once more, and
/// long tiles * columns * 4 bytes written, read and written.

#include <Araios/operations/transpose/bucket_local.hpp>
#include <Araios/operations/transpose/record_data.hpp>

#ifdef ARAIOS_HAVE_CUDA_LAUNCH

#include <cstdint>

namespace Araios::Impl::transpose {

/// Phase 3: a block sorts a bucket by column, or divides it into tiles.
template <class Data, class Shape_>
struct RecordLocal {
  using Shape = Shape_;
  using Local = BucketLocal<Data, Shape>;
  static constexpr int threads = Shape::threads, blocks_per_multiprocessor = 2;
  static constexpr bool cooperative = false;

  Data data;
  int shared_bytes;

  __device__ void operator()(char* shared) const {
    if (data.done()) return;
    BucketRange const range = data.range_of(data.equal_width(), static_cast<int>(blockIdx.x));
    if (!Local::order(data, shared, shared_bytes, range, EntriesInRecords<Data>{data, range.start}))
      data.add_long(range);
  }
};

/// Phase 4, first part: the places of the records of long buckets.
template <class Data>
struct RecordLongCount {
  using Offset = typename Data::Offset;
  static constexpr int threads = 512, blocks_per_multiprocessor = 2;
  static constexpr bool cooperative = false;
  static constexpr int loads = 8;   // per thread, before it uses the first
  static constexpr int tables = 6;  // of a column, before a thread stores the first

  Data data;

  __device__ void operator()(char* shared) const {
    if (data.done()) return;
    auto* const counts = take_shared<int>(shared, 2 * data.columns);
    for (int tile = static_cast<int>(blockIdx.x); tile < data.counters->long_tiles;
         tile += static_cast<int>(gridDim.x)) {
      count(counts, data.long_tiles[tile], tile);
      __syncthreads();
    }
  }

 private:
  __device__ void count(int* counts, LongTile const& tile, int index) const {
    __shared__ bool last;
    int const thread = static_cast<int>(threadIdx.x);
    for (int b = thread; b < data.columns; b += threads) counts[b] = 0;
    __syncthreads();
    for (int q0 = 0; q0 < tile.count; q0 += loads * threads) {
      std::uint32_t word[loads];
      ARAIOS_UNROLL
      for (int i = 0; i < loads; ++i) {
        int const q = q0 + thread + i * threads;
        if (q < tile.count) word[i] = EntriesInRecords<Data>{data, tile.base}.word(q);
      }
      ARAIOS_UNROLL
      for (int i = 0; i < loads; ++i) {
        if (q0 + i * threads >= tile.count) continue;
        count_bin(counts, q0 + thread + i * threads < tile.count ? word[i] >> data.row_bits : no_bin);
      }
    }
    __syncthreads();
    std::uint32_t* const table = data.long_table + static_cast<std::int64_t>(index) * data.columns;
    std::uint32_t* const totals = data.long_totals + static_cast<std::int64_t>(tile.bucket) * data.columns;
    for (int b = thread; b < data.columns; b += threads) {
      table[b] = static_cast<std::uint32_t>(counts[b]);
      if (counts[b] != 0) atomicAdd(totals + b, static_cast<std::uint32_t>(counts[b]));
    }
    __threadfence();
    __syncthreads();
    if (thread == 0) last = atomicAdd(data.arrivals + tile.bucket, 1) == tile.tiles - 1;
    __syncthreads();
    if (!last) return;
    __threadfence();
    find_places(reinterpret_cast<std::uint32_t*>(counts), tile);
  }

  // Counts of all tiles of a bucket become places in B. One block calls.
  __device__ void find_places(std::uint32_t* begins, LongTile const& tile) const {
    std::uint32_t* const ends = begins + data.columns;
    __shared__ std::uint32_t sums[threads / 32];
    BucketRange const range = data.heavy[tile.bucket];
    int const thread = static_cast<int>(threadIdx.x);
    std::uint32_t const volatile* const totals =
        data.long_totals + static_cast<std::int64_t>(tile.bucket) * data.columns;
    std::uint32_t before = 0;  // a bucket may have more entries than an int counts
    for (int b0 = 0; b0 < range.width; b0 += threads) {
      int const b = b0 + thread;
      std::uint32_t const mine = b < range.width ? totals[b] : 0, inclusive = warp_inclusive_scan(mine);
      if (lane_id() == 31) sums[warp_id()] = inclusive;
      __syncthreads();
      std::uint32_t begin = before + inclusive - mine;
      for (int w = 0; w < threads / 32; ++w) {
        if (w < warp_id()) begin += sums[w];
        before += sums[w];
      }
      if (b < range.width) {
        begins[b] = static_cast<std::uint32_t>(range.start) + begin;
        ends[b] = begins[b] + mine;
        data.out_map[range.column + b] = static_cast<Offset>(range.start + begin);
      }
      __syncthreads();
    }
    // Half of the threads take the tiles from the first on, the others from the last back: four columns each.
    int const quads = (range.width + 3) / 4, half = thread / (threads / 2);
    int const tiles = half == 0 ? (tile.tiles + 1) / 2 : tile.tiles / 2, step = half == 0 ? 1 : -1;
    auto* const table =
        reinterpret_cast<uint4*>(data.long_table + static_cast<std::int64_t>(tile.first) * data.columns);
    std::int64_t const row = data.columns / 4;
    for (int b = thread % (threads / 2); b < quads; b += threads / 2) {
      uint4* next = table + b + (half == 0 ? 0 : (tile.tiles - 1) * row);
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

}  // namespace Araios::Impl::transpose

#endif
