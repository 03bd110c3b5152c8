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
/// same bucket only. A bucket that needs more blocks than the device has comes from A once more (restart.hpp).
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

template <class Problem, class Shape_, class LocalShape>
struct BucketSplit {
  using Shape = Shape_;
  using Offset = typename Problem::Offset;
  using Scalar = typename Problem::Scalar;
  using Ordinal = typename Problem::Ordinal;
  using Restart = BucketRestart<Problem, Shape, LocalShape>;
  static constexpr int threads = Shape::threads, blocks_per_multiprocessor = 2;
  static constexpr bool cooperative = true;
  static constexpr int max_bits = 10;
  static_assert(Shape::threads == LocalShape::threads);
  static_assert(Shape::warps * rank_masks <= Shape::tile);

  InPlace<Problem> data;
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
    std::int64_t const length = (shared_bytes - fixed) / (Problem::value_bytes + 4 + 2) / 32 * 32;
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

  /// A bucket that is split, and the slot of this block.
  struct Slot {
    BucketRange range;
    int slots, slot;    ///< its number of slots, and which of them
    int left, parts;    ///< low bits of a column that remain unsorted, and the number of parts
    std::int64_t base;  ///< of its first entry in B
    int count;
    int* counts;     ///< slots x slot_width: entries of each part, then those of the slots before
    int* my_counts;  ///< those of this slot
    int* totals;     ///< parts
  };
  /// In shared memory.
  struct Staged {
    Scalar* values;
    std::uint32_t* words;
    std::uint32_t* order;  ///< part << 16 | entry, sorted by part; before, the masks of the ranking
    std::uint16_t* low_bits;
    std::uint16_t* counters;
    Offset* next;  ///< where a part begins in the slot, then its next entry in B, minus its position in the slot
    std::int64_t* sums;
  };

  /// Splits slot `slot` of a bucket. first_block: that of slot 0. before: the group that used the table last.
  __device__ void split(char* shared, BucketRange const& range, int slot, Group const& group, Group const& before,
                        int first_block, int* table) const {
    int const left = bits_left(range), parts = 1 << (range.bits - left);
    std::int64_t const from = static_cast<std::int64_t>(slot) * slot_length;
    int* const counts = table + static_cast<std::int64_t>(first_block) * slot_width;
    Slot const mine{range,
                    group.slots,
                    slot,
                    left,
                    parts,
                    range.start + from,
                    static_cast<int>(min(static_cast<std::int64_t>(slot_length), range.count - from)),
                    counts,
                    table + static_cast<std::int64_t>(blockIdx.x) * slot_width,
                    counts + static_cast<std::int64_t>(gridDim.x) * slot_width};
    Staged staged;
    staged.values = take_shared<Scalar>(shared, Problem::has_values ? slot_length : 0);
    staged.words = take_shared<std::uint32_t>(shared, slot_length);
    staged.order = take_shared<std::uint32_t>(shared, Shape::tile);
    staged.low_bits = take_shared<std::uint16_t>(shared, slot_length);
    staged.counters = take_shared<std::uint16_t>(shared, Shape::warps * counters_of_warp(slot_width));
    staged.next = take_shared<Offset>(shared, slot_width);
    staged.sums = take_shared<std::int64_t>(shared, Shape::warps);

    rank_slot(staged, mine, before);
    group.arrive_and_wait(1);
    sum_over_slots(mine);
    group.arrive_and_wait(2);
    find_destinations(staged, mine);
    __syncthreads();
    if (threadIdx.x == 0) group.arrive();
    write_slot(staged, mine);
    __syncthreads();
  }

  /// Reads a slot, sorts it by part in shared memory, and publishes its counts.
  __device__ __forceinline__ void rank_slot(Staged const& staged, Slot const& mine, Group const& before) const {
    int const count = mine.count, parts = mine.parts, thread = static_cast<int>(threadIdx.x);
    Offset const base = static_cast<Offset>(mine.base);
    int const used = (count + Shape::threads - 1) / Shape::threads, first = warp_id() * 32 * used + lane_id();
    auto const& problem = data.problem;
    std::uint32_t bins[Shape::items];
    clear_counters<Shape>(staged.counters, parts);
    ARAIOS_UNROLL
    for (int i = 0; i < Shape::items; ++i) {
      int const q = first + i * 32;
      bins[i] = no_bin;
      if (i >= used || q >= count) continue;
      std::uint32_t const word = static_cast<std::uint32_t>(problem.out_entries[base + q]);
      std::uint32_t const column = data.words.packed ? word >> problem.row_bits : data.words.low_bits[base + q];
      staged.words[q] = word & data.words.row_mask(problem.row_bits);
      staged.low_bits[q] = static_cast<std::uint16_t>(column & ((1u << mine.left) - 1));
      bins[i] = column >> mine.left;
      if constexpr (Problem::has_values) copy_later(staged.values + q, problem.out_values + (base + q));
    }
    __pipeline_commit();
    __syncthreads();
    PackedRanks<Shape::items> ranks;
    int const ranked = rank_tile<Shape>([&](int i) { return bins[i]; }, used, parts, staged.counters, staged.order,
                                        reinterpret_cast<int*>(staged.sums), ranks,
                                        [&](int b, int position) { staged.next[b] = static_cast<Offset>(position); });
    ARAIOS_UNROLL
    for (int i = 0; i < Shape::items; ++i)
      if (bins[i] != no_bin)
        staged.order[position_of<Shape>(bins[i], i, ranks, staged.counters, parts)] =
            bins[i] << 16 | static_cast<std::uint32_t>(first + i * 32);
    if (before.arrived != nullptr) {
      if (thread == 0) before.wait(Group::waits);
      __syncthreads();
    }
    for (int b = thread; b < parts; b += Shape::threads)
      mine.my_counts[b] =
          (b + 1 < parts ? static_cast<int>(staged.next[b + 1]) : ranked) - static_cast<int>(staged.next[b]);
    __pipeline_wait_prior(0);
  }
  /// Blocks of a bucket share its parts: counts of a part become sums over earlier slots, and its total.
  __device__ __forceinline__ void sum_over_slots(Slot const& mine) const {
    int const begin = static_cast<int>(static_cast<std::int64_t>(mine.parts) * mine.slot / mine.slots);
    int const end = static_cast<int>(static_cast<std::int64_t>(mine.parts) * (mine.slot + 1) / mine.slots);
    for (int b = begin + warp_id(); b < end; b += Shape::warps) {
      int run = 0;
      for (int s0 = 0; s0 < mine.slots; s0 += 32) {
        int const s = s0 + lane_id();
        int* const element = mine.counts + static_cast<std::int64_t>(s) * slot_width + b;
        int const count = s < mine.slots ? *element : 0, inclusive = warp_inclusive_scan(count);
        if (s < mine.slots) *element = run + inclusive - count;
        run += __shfl_sync(all_lanes, inclusive, 31);
      }
      if (lane_id() == 0) mine.totals[b] = run;
    }
  }
  /// Where the entries of each part go; slot 0 also stores the starts of columns, or the parts that are left.
  __device__ __forceinline__ void find_destinations(Staged const& staged, Slot const& mine) const {
    int const parts = mine.parts, per = (parts + Shape::threads - 1) / Shape::threads;
    int const begin = min(parts, static_cast<int>(threadIdx.x) * per), end = min(parts, begin + per);
    std::int64_t sum = 0;
    for (int b = begin; b < end; ++b) sum += mine.totals[b];
    std::int64_t const inclusive = warp_inclusive_scan(sum);
    if (lane_id() == 31) staged.sums[warp_id()] = inclusive;
    __syncthreads();
    std::int64_t run = mine.range.start + inclusive - sum;
    for (int w = 0; w < warp_id(); ++w) run += staged.sums[w];
    for (int b = begin; b < end; ++b) {
      staged.next[b] = static_cast<Offset>(run + mine.my_counts[b]) - staged.next[b];
      std::int64_t const column = mine.range.column + (static_cast<std::int64_t>(b) << mine.left);
      std::int64_t const columns = mine.range.column + mine.range.width - column;
      if (mine.slot == 0 && columns > 0) {
        if (mine.left == 0)
          data.problem.out_map[column] = static_cast<Offset>(run);
        else
          data.splits.block_sized[atomicAdd(&data.tables.counters->block_sized, 1)] = BucketRange{
              run, mine.totals[b], column, static_cast<int>(min(columns, std::int64_t(1) << mine.left)), mine.left};
      }
      run += mine.totals[b];
    }
  }
  /// Writes a slot, the entries of a part side by side.
  __device__ __forceinline__ void write_slot(Staged const& staged, Slot const& mine) const {
    auto const& problem = data.problem;
    bool const is_unsorted = mine.left > 0;
#pragma unroll 4
    for (int q = static_cast<int>(threadIdx.x); q < mine.count; q += Shape::threads) {
      std::uint32_t const part = staged.order[q] >> 16, entry = staged.order[q] & 0xffffu;
      Offset const position = staged.next[part] + static_cast<Offset>(q);
      std::uint32_t word = staged.words[entry];
      if (is_unsorted && data.words.packed)
        word |= static_cast<std::uint32_t>(staged.low_bits[entry]) << problem.row_bits;
      if (is_unsorted && !data.words.packed) data.words.low_bits[position] = staged.low_bits[entry];
      problem.out_entries[position] = static_cast<Ordinal>(word);
      if constexpr (Problem::has_values) problem.out_values[position] = staged.values[entry];
    }
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
        std::int64_t const count = lane < max_fitting ? data.oversized.ranges[next + lane].count : 0;
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
        Restart{data, shared_bytes}.from_the_matrix(shared, data.oversized.ranges[next++]);
        continue;
      }
      int* const table = data.splits.slot_table + (batch % 2) * slot_table_length(blocks, slot_width) / 2;
      if (mine >= 0) {
        Group const group{data.oversized.arrivals + mine, slots};
        split(shared, data.oversized.ranges[mine], slot, group, batch % 2 == 0 ? last[0] : last[1], first_block, table);
        (batch % 2 == 0 ? last[0] : last[1]) = group;
      }
      ++batch;
    }
  }

  __device__ void operator()(char* shared) const {
    BucketCounters* const counters = data.tables.counters;
    if (counters->is_done(data.layout)) return;
    __shared__ int taken;
    if (rounds != SplitRounds::later && counters->is_done_or_starts_over(data.layout))
      Restart{data, shared_bytes}.start_over(shared, targets);
    if (rounds == SplitRounds::later && counters->long_parts > 0) {
      for (int part = static_cast<int>(blockIdx.x); part < counters->long_parts; part += static_cast<int>(gridDim.x))
        Restart{data, shared_bytes}.order(shared, data.splits.long_parts[part]);
      cuda_wait_for_all_blocks();
    }
    int const volatile* const oversized = &counters->oversized;
    int const volatile* const block_sized = &counters->block_sized;
    for (int done = rounds == SplitRounds::later ? counters->oversized_split : 0; done < *oversized;) {
      int const end = *oversized;
      split_all(shared, done, end);
      if (rounds == SplitRounds::first) {
        if (blockIdx.x == 0 && threadIdx.x == 0) counters->oversized_split = end;
        return;
      }
      if (data.equal_weight.map(data.layout, counters).bits <= max_bits) return;  // all buckets were split by column
      done = end;
      cuda_wait_for_all_blocks();  // no block adds to `oversized` before every block has read it
      for (int const num_block_sized = *block_sized;;) {
        if (threadIdx.x == 0) taken = atomicAdd(&counters->block_sized_taken, 1);
        __syncthreads();
        int const index = taken;
        __syncthreads();
        if (index >= num_block_sized) break;
        Restart{data, shared_bytes}.order(shared, data.splits.block_sized[index]);
      }
      if (threadIdx.x == 0) atomicSub(&counters->block_sized_taken, 1);  // each block took one ticket too many
      cuda_wait_for_all_blocks();
    }
  }
};

}  // namespace Araios::Impl::transpose

#endif
