// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// Bucket transposition on a GPU, phase 4: oversized buckets, which have long columns or very many columns.
///
/// An oversized bucket is divided into slots, one per block, and all its slots are in shared memory before any entry is
/// written, so it is split in place. It is split by column where it has at most 2^10 columns, else by the high bits of
/// the column in its bucket, into block-sized buckets for phase 3; one that is still too long is split again. Buckets
/// are taken in batches that fill the blocks of the device. In a batch: rank the slot, publish its counts; wait; scan
/// the counts of a bucket over its slots, each block a share of the columns; wait; write. A bucket that needs more
/// blocks than the device has is counted and scattered from A once more, by column.
///
/// Bytes: (entries in oversized buckets) * (2 Ordinal + 2 Scalar [+ 4]) for each time that a bucket is split.

#include <Araios/operations/transpose/bucket_count.hpp>
#include <Araios/operations/transpose/bucket_local.hpp>
#include <Araios/operations/transpose/bucket_scatter.hpp>

#ifdef ARAIOS_HAVE_CUDA_LAUNCH

#include <cuda_pipeline.h>

#include <cstdint>

namespace Araios::Impl::transpose {

template <class Data, class Shape_, class LocalShape>
struct BucketSplit {
  using Shape = Shape_;
  using Offset = typename Data::Offset;
  using Scalar = typename Data::Scalar;
  using Ordinal = typename Data::Ordinal;
  using Scatter = BucketScatter<Data, Shape>;
  using Local = BucketLocal<Data, LocalShape>;
  static constexpr int threads = Shape::threads, blocks_per_multiprocessor = 2;
  static constexpr bool cooperative = true;
  static constexpr int max_bits = 10;
  static_assert(Shape::threads == LocalShape::threads);

  Data data;
  int shared_bytes;
  int slot_length;  ///< entries of a bucket that one block holds
  int slot_width;   ///< counters per slot: the maximum number of parts that a bucket is split into

  /// The longest slot in `shared_bytes`.
  static int longest_slot(int shared_bytes, int slot_width) {
    std::int64_t const fixed = shared_piece(2 * Shape::warps * counters_of_warp(slot_width)) +
                               shared_piece(static_cast<std::int64_t>(sizeof(Offset)) * slot_width) +
                               shared_piece(8 * Shape::warps) + 64;
    std::int64_t const length = (shared_bytes - fixed) / (Data::value_bytes + 4 + 4 + 2) / 32 * 32;
    return static_cast<int>(length < Shape::tile ? length : Shape::tile);
  }
  static __host__ __device__ std::int64_t slot_table_length(int blocks, int slot_width) {
    return std::int64_t(2) * 2 * blocks * slot_width;  // even and odd batches; counts and totals
  }

  /// The number of low bits of the column that remain unsorted when a bucket is split.
  static __device__ int bits_left(BucketRange const& range) {
    if (range.bits <= max_bits) return 0;
    int bits = max_bits;
    for (std::int64_t count = range.count >> (range.bits - bits); bits > 0 && count > LocalShape::tile / 2; count /= 2)
      --bits;
    return max(bits, range.bits - max_bits);
  }

  /// A copy to shared memory that is complete after __pipeline_wait_prior: values arrive while columns are ranked.
  __device__ static void copy_later(Scalar* to, Scalar const* from) {
    if constexpr (sizeof(Scalar) == 4 || sizeof(Scalar) == 8 || sizeof(Scalar) == 16)
      __pipeline_memcpy_async(to, from, sizeof(Scalar));
    else
      *to = *from;
  }

  /// Splits slot `slot` of the `slots` of a bucket, or only waits when slot < 0. first_block: that of slot 0.
  __device__ void split(char* shared, BucketRange const& range, int slot, int slots, int first_block,
                        int* table) const {
    int const left = bits_left(range), parts = 1 << (range.bits - left);
    int const thread = static_cast<int>(threadIdx.x), lane = lane_id(), warp = warp_id();
    auto* const values = take_shared<Scalar>(shared, Data::has_values ? slot_length : 0);
    auto* const words = take_shared<std::uint32_t>(shared, slot_length);
    auto* const order = take_shared<std::uint32_t>(shared, slot_length);  // (part, entry), sorted by part
    auto* const remainders = take_shared<std::uint16_t>(shared, slot_length);
    auto* const counters = take_shared<std::uint16_t>(shared, Shape::warps * counters_of_warp(slot_width));
    auto* const next = take_shared<Offset>(shared, slot_width);
    auto* const sums = take_shared<std::int64_t>(shared, Shape::warps);
    int* const my_counts = table + static_cast<std::int64_t>(blockIdx.x) * slot_width;
    int* const counts = table + static_cast<std::int64_t>(first_block) * slot_width;
    int* const totals = counts + static_cast<std::int64_t>(gridDim.x) * slot_width;
    Offset const start = static_cast<Offset>(range.start);
    std::int64_t const from = static_cast<std::int64_t>(slot) * slot_length;
    int const count = slot < 0 ? 0 : static_cast<int>(min(static_cast<std::int64_t>(slot_length), range.count - from));

    if (slot >= 0) {
      Offset const base = start + static_cast<Offset>(from);
      int const used = (count + Shape::threads - 1) / Shape::threads, first = warp * 32 * used + lane;
      std::uint32_t bins[Shape::items];
      clear_counters<Shape>(counters, parts);
      ARAIOS_UNROLL
      for (int i = 0; i < Shape::items; ++i) {
        int const q = first + i * 32;
        bins[i] = no_bin;
        if (i >= used || q >= count) continue;
        std::uint32_t const word = static_cast<std::uint32_t>(data.out_entries[base + q]);
        std::uint32_t const column = data.together ? word & ((1u << range.bits) - 1) : data.remainder[base + q];
        words[q] = data.together ? word >> range.bits : word;
        remainders[q] = static_cast<std::uint16_t>(column & ((1u << left) - 1));
        bins[i] = column >> left;
        if constexpr (Data::has_values) copy_later(values + q, data.out_values + (base + q));
      }
      __pipeline_commit();
      __syncthreads();
      PackedRanks<Shape::items> ranks;
      int const ranked = rank_tile<Shape>([&](int i) { return bins[i]; }, used, parts, data.ordered, counters,
                                          reinterpret_cast<int*>(sums), ranks,
                                          [&](int b, int place) { next[b] = static_cast<Offset>(place); });
      ARAIOS_UNROLL
      for (int i = 0; i < Shape::items; ++i)
        if (bins[i] != no_bin)
          order[place_of<Shape>(bins[i], i, ranks, counters, parts)] =
              bins[i] << 16 | static_cast<std::uint32_t>(first + i * 32);
      for (int b = thread; b < parts; b += Shape::threads)
        my_counts[b] = (b + 1 < parts ? static_cast<int>(next[b + 1]) : ranked) - static_cast<int>(next[b]);
      __pipeline_wait_prior(0);
    }
    cuda_wait_for_all_blocks();

    if (slot >= 0) {
      // Blocks of a bucket share its parts: counts of a part become sums over earlier slots, and its total.
      int const begin = static_cast<int>(static_cast<std::int64_t>(parts) * slot / slots);
      int const end = static_cast<int>(static_cast<std::int64_t>(parts) * (slot + 1) / slots);
      for (int b = begin + warp; b < end; b += Shape::warps) {
        int run = 0;
        for (int s0 = 0; s0 < slots; s0 += 32) {
          int const s = s0 + lane;
          int* const element = counts + static_cast<std::int64_t>(s) * slot_width + b;
          int const mine = s < slots ? *element : 0, inclusive = warp_inclusive_scan(mine);
          if (s < slots) *element = run + inclusive - mine;
          run += __shfl_sync(all_lanes, inclusive, 31);
        }
        if (lane == 0) totals[b] = run;
      }
    }
    cuda_wait_for_all_blocks();
    if (slot < 0) return;

    int const per = (parts + Shape::threads - 1) / Shape::threads;
    int const begin = min(parts, thread * per), end = min(parts, begin + per);
    std::int64_t sum = 0;
    for (int b = begin; b < end; ++b) sum += totals[b];
    std::int64_t const inclusive = warp_inclusive_scan(sum);
    if (lane == 31) sums[warp] = inclusive;
    __syncthreads();
    std::int64_t run = range.start + inclusive - sum;
    for (int w = 0; w < warp; ++w) run += sums[w];
    for (int b = begin; b < end; ++b) {
      next[b] = static_cast<Offset>(run + my_counts[b]) - next[b];
      std::int64_t const column = range.column + (static_cast<std::int64_t>(b) << left);
      if (slot == 0 && column < data.n) {
        if (left == 0)
          data.out_map[column] = static_cast<Offset>(run);
        else
          data.light[atomicAdd(&data.counters->light, 1)] = BucketRange{run, totals[b], column, left, 0};
      }
      run += totals[b];
    }
    __syncthreads();
#pragma unroll 4
    for (int q = thread; q < count; q += Shape::threads) {
      std::uint32_t const part = order[q] >> 16, entry = order[q] & 0xffffu;
      Offset const place = next[part] + static_cast<Offset>(q);
      std::uint32_t word = words[entry];
      if (left > 0 && data.together) word = word << left | remainders[entry];
      if (left > 0 && !data.together) data.remainder[place] = remainders[entry];
      data.out_entries[place] = static_cast<Ordinal>(word);
      if constexpr (Data::has_values) data.out_values[place] = values[entry];
    }
    __syncthreads();
  }

  /// A bucket of more slots than blocks: phases 1 and 2 for its columns alone, with one bucket per column.
  __device__ void from_the_matrix(char* shared, BucketRange const& range) const {
    int const columns = 1 << min(range.bits, max_bits);
    std::int64_t const end = min(static_cast<std::int64_t>(data.n), range.column + (std::int64_t(1) << range.bits));
    Offset start = static_cast<Offset>(range.start);
    for (std::int64_t column = range.column; column < end; column += columns) {
      for (int chunk = static_cast<int>(blockIdx.x); chunk < data.chunks; chunk += static_cast<int>(gridDim.x))
        BucketCount<Data>::count_chunk(data, shared, chunk, static_cast<std::uint32_t>(column), 0, columns, false);
      cuda_wait_for_all_blocks();
      for (int b = static_cast<int>(blockIdx.x) * Shape::warps + warp_id(); b < columns;
           b += static_cast<int>(gridDim.x) * Shape::warps) {
        Offset run = 0;
        for (int c0 = 0; c0 < data.chunks; c0 += 32) {
          int const c = c0 + lane_id();
          Offset* const element = data.chunk_table + static_cast<std::int64_t>(c) * columns + b;
          Offset const mine = c < data.chunks ? *element : 0, inclusive = warp_inclusive_scan(mine);
          if (c < data.chunks) *element = run + inclusive - mine;
          run += __shfl_sync(all_lanes, inclusive, 31);
        }
        if (lane_id() == 0) data.totals[b] = run;
      }
      cuda_wait_for_all_blocks();
      if (blockIdx.x == 0) {
        scan_bucket_totals(data, columns, start);
        for (int b = static_cast<int>(threadIdx.x); b < columns; b += Shape::threads)
          if (column + b < data.n) data.out_map[column + b] = data.start[b];
      }
      cuda_wait_for_all_blocks();
      for (int tile = static_cast<int>(blockIdx.x); tile < data.tiles; tile += static_cast<int>(gridDim.x)) {
        Scatter::scatter_tile(data, shared, tile, static_cast<std::uint32_t>(column), 0, columns, false);
        __syncthreads();
      }
      start = data.start[columns];
      cuda_wait_for_all_blocks();
    }
  }

  /// Splits the buckets begin .. end - 1 of `heavy`. Every warp computes the same batches: the maximum number of next
  /// buckets that the blocks can hold, 32 at a time.
  __device__ void split_all(char* shared, int begin, int end) const {
    int const me = static_cast<int>(blockIdx.x), blocks = static_cast<int>(gridDim.x), lane = lane_id();
    int batch = 0;
    for (int next = begin; next < end;) {
      int used = 0, mine = -1, slot = -1, slots = 0, first_block = 0;
      for (bool full = false; next < end && !full;) {
        int const most = min(32, end - next);
        std::int64_t const count = lane < most ? data.heavy[next + lane].count : 0;
        int const needed =
            static_cast<int>(min((count + slot_length - 1) / slot_length, static_cast<std::int64_t>(blocks) + 1));
        int const inclusive = warp_inclusive_scan(needed), stop = used + inclusive;
        int const fitting = __popc(__ballot_sync(all_lanes, lane < most && stop <= blocks));
        unsigned const owner = __ballot_sync(all_lanes, lane < fitting && me >= stop - needed && me < stop);
        if (owner != 0) {  // one of these buckets has a slot for this block
          int const which = __ffs(static_cast<int>(owner)) - 1;
          mine = next + which;
          slots = __shfl_sync(all_lanes, needed, which);
          first_block = __shfl_sync(all_lanes, stop, which) - slots;
          slot = me - first_block;
        }
        if (fitting > 0) used = __shfl_sync(all_lanes, stop, fitting - 1);
        next += fitting;
        full = fitting < most;
      }
      if (used == 0) {
        from_the_matrix(shared, data.heavy[next++]);
        continue;
      }
      split(shared, data.heavy[mine < 0 ? begin : mine], slot, slots, first_block,
            data.slot_table + (batch % 2) * slot_table_length(blocks, slot_width) / 2);
      ++batch;
    }
  }

  __device__ void operator()(char* shared) const {
    if (data.done()) return;
    __shared__ int taken;
    int const volatile* const heavy = &data.counters->heavy;
    int const volatile* const light = &data.counters->light;
    for (int done = 0; done < *heavy;) {
      int const end = *heavy;
      split_all(shared, done, end);  // waits for all blocks, so no block adds to `heavy` before every block has read it
      if (data.bits <= max_bits) return;  // all buckets were split by column
      done = end;
      cuda_wait_for_all_blocks();
      for (int const lights = *light;;) {
        if (threadIdx.x == 0) taken = atomicAdd(&data.counters->light_taken, 1);
        __syncthreads();
        int const index = taken;
        __syncthreads();
        if (index >= lights) break;
        BucketRange const range = data.light[index];
        if (!Local::order(data, shared, shared_bytes, range) && threadIdx.x == 0)
          data.heavy[atomicAdd(&data.counters->heavy, 1)] = range;
        __syncthreads();
      }
      if (threadIdx.x == 0) atomicSub(&data.counters->light_taken, 1);  // each block took one ticket too many
      cuda_wait_for_all_blocks();
    }
  }
};

}  // namespace Araios::Impl::transpose

#endif
