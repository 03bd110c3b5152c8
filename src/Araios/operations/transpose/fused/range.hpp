// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// Fused transposition on a GPU, step 3: ranges of columns, each a few rows of B.
///
/// The entries of a range are stored in pieces, one per chunk, in the order of A. A range of one tile is sorted by one
/// block; a longer one is divided into slots of a tile each, sorted by several blocks: they count, wait for each other,
/// and then know their destinations.

#include <Araios/collective/block_scan.hpp>
#include <Araios/operations/transpose/fused/data.hpp>

#ifdef ARAIOS_HAVE_CUDA_LAUNCH

#include <cstdint>

namespace Araios::Impl::transpose {

template <class Problem>
struct FusedRanges {
  using Offset = typename Problem::Offset;
  using Ordinal = typename Problem::Ordinal;
  using RangeShape = FusedLayout::RangeShape;
  static constexpr int threads = FusedLayout::threads, in_flight = FusedLayout::in_flight, tile = FusedLayout::tile;

  FusedData<Problem> const& fused;

  // In shared memory; those after first_slot belong to the current range or slot.
  int* sums;
  int* range_start;  ///< ranges + 1: where in B a range begins
  int* first_slot;   ///< ranges + 1
  int* piece_begin;  ///< chunks: entries of the range in the chunks before
  int* piece_from;   ///< chunks: position of its first entry in `rows`, minus piece_begin
  int* next;         ///< columns: position of the next entry
  std::uint16_t* counters;
  std::uint32_t* masks;

  /// The arrays after `sums` begin at `shared`: FusedLayout::shared_bytes includes all.
  __device__ FusedRanges(FusedData<Problem> const& of, char* shared, int* sums_) : fused(of), sums(sums_) {
    range_start = take_shared<int>(shared, max_bins + 1);
    first_slot = take_shared<int>(shared, max_bins + 1);
    piece_begin = take_shared<int>(shared, threads);
    piece_from = take_shared<int>(shared, threads);
    next = take_shared<int>(shared, fused.layout.width);
    counters = take_shared<std::uint16_t>(shared, RangeShape::warps * counters_of_warp(fused.layout.width));
    masks = take_shared<std::uint32_t>(shared, RangeShape::warps * rank_masks);
  }

  /// Finds the entries of a range in the chunks.
  __device__ void find_pieces(int range) const {
    int const thread = static_cast<int>(threadIdx.x), chunks = static_cast<int>(gridDim.x);
    int before = 0, length = 0, total = 0;
    if (thread < chunks) {
      int const* const begins =
          fused.scratch.table + static_cast<std::int64_t>(thread) * (fused.layout.ranges + 1) + range;
      before = begins[0];
      length = begins[1] - before;
    }
    int const begin = block_exclusive_scan<threads>(length, total);
    if (thread < chunks) {
      piece_begin[thread] = begin;
      piece_from[thread] = thread * fused.layout.chunk + before - begin;
    }
    __syncthreads();
  }

  /// Counts the columns of a slot.
  __device__ void count_slot(int from, int count, int* counts) const {
    int const thread = static_cast<int>(threadIdx.x);
    for (int b = thread; b < fused.layout.width; b += threads) next[b] = 0;
    __syncthreads();
    int q[in_flight], piece[in_flight];
    ARAIOS_UNROLL
    for (int u = 0; u < in_flight; ++u) q[u] = from + min(thread + u * threads, count - 1);
    find_last(piece_begin, 0, static_cast<int>(gridDim.x), q, piece);
    ARAIOS_UNROLL
    for (int u = 0; u < in_flight; ++u)
      count_bin(next, thread + u * threads < count ? fused.scratch.packed[piece_from[piece[u]] + q[u]] >> 16 : no_bin);
    __syncthreads();
    for (int b = thread; b < fused.layout.width; b += threads) counts[b] = next[b];
  }

  /// Sorts the entries from .. from + count - 1 of a range, and writes them. first_of(b, s) is called for each column b
  /// of the range before next[b] is used; s is the number of entries of the tile with lower columns.
  template <class FirstOf>
  __device__ __forceinline__ void sort_tile(int from, int count, FirstOf const& first_of) const {
    constexpr int items = RangeShape::items;
    int const used = (count + threads - 1) / threads, first = warp_id() * 32 * used + lane_id();
    int q[items], piece[items];
    ARAIOS_UNROLL
    for (int i = 0; i < items; ++i) q[i] = from + min(first + i * 32, count - 1);
    find_last(piece_begin, 0, static_cast<int>(gridDim.x), q, piece);
    int row[items];
    std::uint32_t packed[items];
    ARAIOS_UNROLL
    for (int i = 0; i < items; ++i) {
      int const e = piece_from[piece[i]] + q[i];
      row[i] = fused.scratch.rows[e];
      packed[i] = fused.scratch.packed[e];
    }
    clear_counters<RangeShape>(counters, fused.layout.width);
    __syncthreads();
    auto const bin = [&](int i) { return i < used && first + i * 32 < count ? packed[i] >> 16 : no_bin; };
    PackedRanks<items> ranks;
    rank_tile<RangeShape>(bin, used, fused.layout.width, counters, masks, sums, ranks, first_of);
    typename Problem::Scalar value[items];
    if constexpr (Problem::has_values) {
      ARAIOS_UNROLL
      for (int i = 0; i < items; ++i)
        if (bin(i) != no_bin)
          value[i] = fused.problem.values(piece[i] * fused.layout.chunk + static_cast<int>(packed[i] & 0xffffu));
    }
    ARAIOS_UNROLL
    for (int i = 0; i < items; ++i) {
      if (bin(i) == no_bin) continue;
      int const to =
          next[bin(i)] + static_cast<int>(position_of<RangeShape>(bin(i), i, ranks, counters, fused.layout.width));
      fused.problem.out_entries[to] = static_cast<Ordinal>(row[i]);
      if constexpr (Problem::has_values) fused.problem.out_values[to] = value[i];
    }
    __syncthreads();
  }

  /// Sorts a range of one tile.
  __device__ void sort_range(int range, int start, int count) const {
    int const thread = static_cast<int>(threadIdx.x), first_column = range * fused.layout.width;
    auto const map = fused.problem.out_map + first_column;
    int const columns = min(fused.layout.width, fused.problem.n - first_column);
    if (count == 0) {
      for (int b = thread; b < columns; b += threads) map[b] = static_cast<Offset>(start);
      return;
    }
    find_pieces(range);
    for (int b = thread; b < columns; b += threads) next[b] = start;
    sort_tile(0, count, [&](int b, int position) {
      if (b < columns) map[b] = static_cast<Offset>(start + position);
    });
  }

  /// Sorts slot `slot` of the `slots` of a range.
  __device__ void sort_slot(int range, int start, int slot, int slots, int count, int const* counts) const {
    int const thread = static_cast<int>(threadIdx.x), first_column = range * fused.layout.width;
    find_pieces(range);
    int before[2] = {}, all[2] = {}, total = 0;
#pragma unroll 4
    for (int s = 0; s < slots; ++s) {
      ARAIOS_UNROLL
      for (int y = 0; y < 2; ++y) {
        int const b = 2 * thread + y, mine = b < fused.layout.width ? counts[s * fused.layout.width + b] : 0;
        all[y] += mine;
        before[y] += s < slot ? mine : 0;
      }
    }
    int first = start + block_exclusive_scan<threads>(all[0] + all[1], total);
    for (int y = 0; y < 2; ++y) {
      int const b = 2 * thread + y;
      if (b < fused.layout.width) next[b] = first + before[y];
      if (b < fused.layout.width && slot == 0 && first_column + b < fused.problem.n)
        fused.problem.out_map[first_column + b] = static_cast<Offset>(first);
      first += all[y];
    }
    sort_tile(slot * tile, min(tile, count - slot * tile), [&](int b, int position) { next[b] -= position; });
  }

  /// All of step 3.
  __device__ void sort_ranges() const {
    int const thread = static_cast<int>(threadIdx.x), block = static_cast<int>(blockIdx.x),
              blocks = static_cast<int>(gridDim.x);
    static_assert(max_bins <= 2 * threads, "a thread has two ranges, or two columns of a range");
    int length[2] = {}, tiles[2] = {}, total = 0, slots = 0;
    for (int y = 0; y < 2; ++y) {
      if (2 * thread + y < fused.layout.ranges) length[y] = fused.scratch.totals[2 * thread + y];
      if (length[y] > tile) tiles[y] = (length[y] + tile - 1) / tile;
    }
    int start = block_exclusive_scan<threads>(length[0] + length[1], total),
        slot = block_exclusive_scan<threads>(tiles[0] + tiles[1], slots);
    for (int y = 0; y < 2; ++y) {
      if (2 * thread + y <= fused.layout.ranges) {
        range_start[2 * thread + y] = start;
        first_slot[2 * thread + y] = slot;
      }
      start += length[y];
      slot += tiles[y];
    }
    if (thread == 0) {
      range_start[fused.layout.ranges] = total;
      first_slot[fused.layout.ranges] = slots;
    }
    __syncthreads();
    auto const for_slots_of_block = [&](auto const& body) {
      for (int s = block; s < slots; s += blocks) {
        int low = 0;  // the last range that begins at or before the slot contains it
        for (int span = fused.layout.ranges; span > 1; span -= span / 2)
          if (first_slot[low + span / 2] <= s) low += span / 2;
        body(low, s - first_slot[low], range_start[low + 1] - range_start[low],
             fused.scratch.slot_table + static_cast<std::int64_t>(first_slot[low]) * fused.layout.width);
      }
    };
    for_slots_of_block([&](int range, int slot, int count, int* counts) {
      find_pieces(range);
      count_slot(slot * tile, min(tile, count - slot * tile), counts + slot * fused.layout.width);
    });
    for (int range = block; range < fused.layout.ranges; range += blocks)
      if (first_slot[range] == first_slot[range + 1])
        sort_range(range, range_start[range], range_start[range + 1] - range_start[range]);
    if (slots == 0) return;
    cuda_wait_for_all_blocks();
    for_slots_of_block([&](int range, int slot, int count, int const* counts) {
      sort_slot(range, range_start[range], slot, first_slot[range + 1] - first_slot[range], count, counts);
    });
  }
};

}  // namespace Araios::Impl::transpose

#endif
