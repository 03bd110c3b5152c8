// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// Bucket transposition on a GPU, phase 4: oversized buckets, which have long columns or very many columns.
///
/// An oversized bucket is divided into slots, one per block, and all its slots are in shared memory before any entry is
/// written, so it is split in place. It is split by column where it has at most 2^10 columns, else by the high bits of
/// the column in its bucket, into block-sized buckets for phase 3; one that is still too long is split again. Buckets
/// are taken in batches that fill the blocks of the device. In a batch: rank the slot, publish its counts; wait; scan
/// the counts of a bucket over its slots, each block a share of the columns; wait; write. Blocks wait for those of the
/// same bucket only. A bucket that needs more blocks than the device has comes from A once more (bucket_restart.hpp).
///
/// Bytes: (entries in oversized buckets) * (2 Ordinal + 2 Scalar [+ 4]) for each time that a bucket is split.

#include <Araios/operations/transpose/bucket/in_place/restart.hpp>

#ifdef ARAIOS_HAVE_CUDA_LAUNCH

#include <cuda_pipeline.h>

#include <cstdint>

namespace Araios::Impl::transpose {

/// What a launch of phase 4 does: all; splits the buckets of phase 3; or what follows when their parts have been
/// sorted.
enum class SplitRounds { all, first, later };

template <class Data, class Shape_, class LocalShape>
struct BucketSplit {
  using Shape = Shape_;
  using Offset = typename Data::Offset;
  using Scalar = typename Data::Scalar;
  using Ordinal = typename Data::Ordinal;
  using Restart = BucketRestart<Data, Shape, LocalShape>;
  static constexpr int threads = Shape::threads, blocks_per_multiprocessor = 2;
  static constexpr bool cooperative = true;
  static constexpr int max_bits = 10;
  static_assert(Shape::threads == LocalShape::threads);
  static_assert(Shape::warps * rank_masks <= Shape::tile);

  Data data;
  int shared_bytes;
  int slot_length;   ///< entries of a bucket that one block holds
  int slot_width;    ///< counters per slot: the maximum number of parts that a bucket is split into
  int longest_part;  ///< entries of a part, of those that a bucket of many columns is split into
  BucketTargets targets;
  SplitRounds rounds;

  /// The longest slot in `shared_bytes`.
  static int longest_slot(int shared_bytes, int slot_width) {
    std::int64_t const fixed = shared_piece(2 * Shape::warps * counters_of_warp(slot_width)) +
                               shared_piece(static_cast<std::int64_t>(sizeof(Offset)) * slot_width) +
                               shared_piece(8 * Shape::warps) + shared_piece(4 * Shape::tile) + 64;
    std::int64_t const length = (shared_bytes - fixed) / (Data::value_bytes + 4 + 2) / 32 * 32;
    return static_cast<int>(length < Shape::tile ? length : Shape::tile);
  }
  static __host__ __device__ std::int64_t slot_table_length(int blocks, int slot_width) {
    return std::int64_t(2) * 2 * blocks * slot_width;  // even and odd batches; counts and totals
  }

  /// The number of low bits of the column that remain unsorted when a bucket is split.
  __device__ int bits_left(BucketRange const& range) const {
    if (range.bits <= max_bits) return 0;
    int bits = max_bits;
    for (std::int64_t count = range.count >> (range.bits - bits); bits > 0 && count > longest_part / 2; count /= 2)
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

  /// The blocks that share a bucket: each adds one to `arrived` where it waits for the others.
  struct Group {
    int* arrived = nullptr;
    int slots = 0;
    static constexpr int waits = 3;  ///< of a block in a bucket; the last for what the group has read

    __device__ void arrive() const {
      __threadfence();
      atomicAdd(arrived, 1);
    }
    /// Until all have arrived `times` times. One thread calls.
    __device__ void wait(int times) const {
      int const volatile* const count = arrived;
      while (*count < times * slots) {
      }
      __threadfence();
    }
    __device__ void arrive_and_wait(int times) const {
      __syncthreads();
      if (threadIdx.x == 0) {
        arrive();
        wait(times);
      }
      __syncthreads();
    }
  };

  /// Splits slot `slot` of a bucket. first_block: that of slot 0. before: the group that used the table last.
  __device__ void split(char* shared, BucketRange const& range, int slot, Group const& group, Group const& before,
                        int first_block, int* table) const {
    int const slots = group.slots;
    int const left = bits_left(range), parts = 1 << (range.bits - left);
    int const thread = static_cast<int>(threadIdx.x), lane = lane_id(), warp = warp_id();
    auto* const values = take_shared<Scalar>(shared, Data::has_values ? slot_length : 0);
    auto* const words = take_shared<std::uint32_t>(shared, slot_length);
    // (part, entry), sorted by part; before, the masks of the ranking
    auto* const order = take_shared<std::uint32_t>(shared, Shape::tile);
    auto* const staged_low_bits = take_shared<std::uint16_t>(shared, slot_length);
    auto* const counters = take_shared<std::uint16_t>(shared, Shape::warps * counters_of_warp(slot_width));
    auto* const next = take_shared<Offset>(shared, slot_width);
    auto* const sums = take_shared<std::int64_t>(shared, Shape::warps);
    int* const my_counts = table + static_cast<std::int64_t>(blockIdx.x) * slot_width;
    int* const counts = table + static_cast<std::int64_t>(first_block) * slot_width;
    int* const totals = counts + static_cast<std::int64_t>(gridDim.x) * slot_width;
    Offset const start = static_cast<Offset>(range.start);
    std::int64_t const from = static_cast<std::int64_t>(slot) * slot_length;
    int const count = static_cast<int>(min(static_cast<std::int64_t>(slot_length), range.count - from));

    {
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
        std::uint32_t const column = data.packed ? word >> data.row_bits : data.low_bits[base + q];
        words[q] = word & data.row_mask();
        staged_low_bits[q] = static_cast<std::uint16_t>(column & ((1u << left) - 1));
        bins[i] = column >> left;
        if constexpr (Data::has_values) copy_later(values + q, data.out_values + (base + q));
      }
      __pipeline_commit();
      __syncthreads();
      PackedRanks<Shape::items> ranks;
      int const ranked =
          rank_tile<Shape>([&](int i) { return bins[i]; }, used, parts, counters, order, reinterpret_cast<int*>(sums),
                           ranks, [&](int b, int position) { next[b] = static_cast<Offset>(position); });
      ARAIOS_UNROLL
      for (int i = 0; i < Shape::items; ++i)
        if (bins[i] != no_bin)
          order[position_of<Shape>(bins[i], i, ranks, counters, parts)] =
              bins[i] << 16 | static_cast<std::uint32_t>(first + i * 32);
      if (before.arrived != nullptr) {
        if (thread == 0) before.wait(Group::waits);
        __syncthreads();
      }
      for (int b = thread; b < parts; b += Shape::threads)
        my_counts[b] = (b + 1 < parts ? static_cast<int>(next[b + 1]) : ranked) - static_cast<int>(next[b]);
      __pipeline_wait_prior(0);
    }
    group.arrive_and_wait(1);

    {
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
    group.arrive_and_wait(2);

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
      if (slot == 0 && column < range.column + range.width) {
        if (left == 0)
          data.out_map[column] = static_cast<Offset>(run);
        else
          data.block_sized[atomicAdd(&data.counters->block_sized, 1)] =
              BucketRange{run, totals[b], column,
                          static_cast<int>(min(range.column + range.width - column, std::int64_t(1) << left)), left};
      }
      run += totals[b];
    }
    __syncthreads();
    if (thread == 0) group.arrive();
#pragma unroll 4
    for (int q = thread; q < count; q += Shape::threads) {
      std::uint32_t const part = order[q] >> 16, entry = order[q] & 0xffffu;
      Offset const position = next[part] + static_cast<Offset>(q);
      std::uint32_t word = words[entry];
      if (left > 0 && data.packed) word |= static_cast<std::uint32_t>(staged_low_bits[entry]) << data.row_bits;
      if (left > 0 && !data.packed) data.low_bits[position] = staged_low_bits[entry];
      data.out_entries[position] = static_cast<Ordinal>(word);
      if constexpr (Data::has_values) data.out_values[position] = values[entry];
    }
    __syncthreads();
  }

  /// Splits the buckets begin .. end - 1 of `oversized`. Every warp computes the same batches: the maximum number of
  /// next buckets that the blocks can hold, 32 at a time.
  __device__ void split_all(char* shared, int begin, int end) const {
    int const me = static_cast<int>(blockIdx.x), blocks = static_cast<int>(gridDim.x), lane = lane_id();
    int batch = 0;
    Group last[2];  // of this block, in even and odd batches
    for (int next = begin; next < end;) {
      int used = 0, mine = -1, slot = -1, slots = 0, first_block = 0;
      for (bool full = false; next < end && !full;) {
        int const max_fitting = min(32, end - next);
        std::int64_t const count = lane < max_fitting ? data.oversized[next + lane].count : 0;
        int const needed =
            static_cast<int>(min((count + slot_length - 1) / slot_length, static_cast<std::int64_t>(blocks) + 1));
        int const inclusive = warp_inclusive_scan(needed), stop = used + inclusive;
        int const fitting = __popc(__ballot_sync(all_lanes, lane < max_fitting && stop <= blocks));
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
        full = fitting < max_fitting;
      }
      if (used == 0) {
        Restart{data, shared_bytes}.from_the_matrix(shared, data.oversized[next++]);
        continue;
      }
      int* const table = data.slot_table + (batch % 2) * slot_table_length(blocks, slot_width) / 2;
      if (mine >= 0) {
        Group const group{data.arrivals + mine, slots};
        split(shared, data.oversized[mine], slot, group, batch % 2 == 0 ? last[0] : last[1], first_block, table);
        (batch % 2 == 0 ? last[0] : last[1]) = group;
      }
      ++batch;
    }
  }

  __device__ void operator()(char* shared) const {
    if (data.done()) return;
    __shared__ int taken;
    if (rounds != SplitRounds::later && data.done_or_starts_over())
      Restart{data, shared_bytes}.start_over(shared, targets);
    if (rounds == SplitRounds::later && data.counters->long_parts > 0) {
      for (int part = static_cast<int>(blockIdx.x); part < data.counters->long_parts;
           part += static_cast<int>(gridDim.x))
        Restart{data, shared_bytes}.order(shared, data.long_parts[part]);
      cuda_wait_for_all_blocks();
    }
    int const volatile* const oversized = &data.counters->oversized;
    int const volatile* const block_sized = &data.counters->block_sized;
    for (int done = rounds == SplitRounds::later ? data.counters->oversized_split : 0; done < *oversized;) {
      int const end = *oversized;
      split_all(shared, done, end);
      if (rounds == SplitRounds::first) {
        if (blockIdx.x == 0 && threadIdx.x == 0) data.counters->oversized_split = end;
        return;
      }
      if (data.map().bits <= max_bits) return;  // all buckets were split by column
      done = end;
      cuda_wait_for_all_blocks();  // no block adds to `oversized` before every block has read it
      for (int const num_block_sized = *block_sized;;) {
        if (threadIdx.x == 0) taken = atomicAdd(&data.counters->block_sized_taken, 1);
        __syncthreads();
        int const index = taken;
        __syncthreads();
        if (index >= num_block_sized) break;
        Restart{data, shared_bytes}.order(shared, data.block_sized[index]);
      }
      if (threadIdx.x == 0) atomicSub(&data.counters->block_sized_taken, 1);  // each block took one ticket too many
      cuda_wait_for_all_blocks();
    }
  }
};

}  // namespace Araios::Impl::transpose

#endif
