// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// Transposition of a small matrix on a GPU: one launch, whose blocks wait for each other twice.
///
///   1  each block finds the rows of its chunk of A; where all find mirror images too, B is written, and nothing follows
///   2  each sorts its chunk by ranges of columns, and notes where in it each range begins
///   3  each takes a range, collects the pieces of it chunk by chunk, sorts them by column, and writes these rows of B;
///      blocks share a range that is too long for one, and wait once more to learn each other's counts
///
/// Invariant: before each sort, entries stand in the order of A; sorts are stable (bucket_tile.hpp).
/// Bytes: k (4 Ordinal + 8 + 2 Scalar), nearly all from L2; here time is latency. Workspace: 8 bytes an entry and
/// 4 * (blocks * ranges + 2 k / tile * columns of a range), 9 to 11 bytes an entry in all.

#include <Araios/core/workspace.hpp>
#include <Araios/operations/impl/transpose_symmetric_cuda.hpp>

#include <cstdint>

#ifdef ARAIOS_HAVE_CUDA_LAUNCH

#include <cooperative_groups.h>

#include <algorithm>

namespace Araios::Impl {

/// Numbers of the fused transposition.
struct FusedTuning {
  using ChunkTile = TileShape<512, 8>;  ///< a chunk is one
  using RangeTile = TileShape<512, 4>;  ///< a range is one, or more
  static constexpr int blocks = 2;      ///< of a multiprocessor. One of 1,024 threads took 15 % longer
  static constexpr int least_chunk = 512;
  static constexpr int mean_range = 1600;  ///< entries: a tile, with room for chance
  static constexpr std::int64_t most_entries = std::int64_t(1) << 20;
  /// Above, waiting for all blocks costs more than launches: buckets are faster.
  static constexpr std::int64_t most_automatic = std::int64_t(5) << 17;
};

template <class Data>
struct FusedTranspose {
  using Offset = typename Data::Offset;
  using Ordinal = typename Data::Ordinal;
  using Shape = FusedTuning::ChunkTile;
  using RangeShape = FusedTuning::RangeTile;
  static constexpr int threads = Shape::threads, blocks_per_multiprocessor = FusedTuning::blocks;
  static constexpr bool cooperative = true;
  static constexpr int at_once = RangeShape::items;  ///< entries of a thread, so that their loads overlap
  static constexpr int tile = RangeShape::tile;

  Data data;              ///< buckets: the number of ranges
  int width;              ///< columns of a range
  std::uint32_t inverse;  ///< 2^32 / width, rounded up
  int chunk;              ///< consecutive entries of a block
  int* asymmetric;        ///< chunks: whether an entry without mirror image was seen
  int* totals;            ///< ranges: their entries
  int* table;             ///< chunks x (ranges + 1): where a range begins in a chunk
  int* rows;              ///< k, of the entries of a chunk in the order of ranges
  std::uint32_t* places;  ///< k: column in its range << 16 | place in the chunk
  int* slot_table;        ///< slots x columns of a range: counts. A slot is a tile of a range that has more than one

  static std::int64_t most_slots(std::int64_t k) { return 2 * k / tile + 1; }
  static int shared_bytes(int chunk, int width, int ranges) {
    auto const counters = [](int bins) { return shared_piece(2 * Shape::warps * counters_of_warp(bins)); };
    auto const two = shared_piece(4 * chunk) + counters(ranges);
    auto const three = 2 * shared_piece(4 * tile) + shared_piece(2 * tile) + shared_piece(4 * width) + counters(width) +
                       2 * shared_piece(4 * threads) + 2 * shared_piece(4 * (most_bins + 1));
    return static_cast<int>(std::max(two, three) + shared_piece(8 * Shape::warps));
  }

  /// Exact for columns below 2^20 and ranges of at most 2^10 of them: the excess, column / 2^32, is less than 1 / width.
  __device__ std::uint32_t range_of(std::uint32_t column) const {
    return width > 1 ? __umulhi(column, inverse) : column;
  }

  __device__ static void wait_for_all() { cooperative_groups::this_grid().sync(); }

  /// The sum of `value` over the threads before the caller's, and over all in `total`. The block calls.
  __device__ static int scan_block(int value, int& total) {
    __shared__ int of_warp[Shape::warps];
    int const inclusive = warp_inclusive_scan(value);
    __syncthreads();
    if (lane_id() == 31) of_warp[warp_id()] = inclusive;
    __syncthreads();
    int const all = warp_inclusive_scan(lane_id() < Shape::warps ? of_warp[lane_id()] : 0);
    total = __shfl_sync(all_lanes, all, 31);
    int const before = __shfl_sync(all_lanes, all, max(warp_id() - 1, 0));
    return (warp_id() > 0 ? before : 0) + inclusive - value;
  }

  /// For each of the values, the last element in [low, high) of an ascending array that is not above it.
  template <class T, int each>
  __device__ __forceinline__ static void find_last(T const* array, int low, int high, int const (&value)[each],
                                                   int (&found)[each]) {
    ARAIOS_UNROLL
    for (int u = 0; u < each; ++u) found[u] = low;
    for (int span = high - low; span > 1;) {
      int const half = span / 2;
      ARAIOS_UNROLL
      for (int u = 0; u < each; ++u)
        if (static_cast<int>(array[found[u] + half]) <= value[u]) found[u] += half;
      span -= half;
    }
  }

  /// Step 1. True when the block saw mirror images only.
  __device__ bool find_rows(int* row_of, int base, int count) const {
    __shared__ int row_range[2];
    int const warp = warp_id();
    if (warp < 2) {
      int const row = data.find_row(warp == 0 ? base : base + count - 1, 0, data.m);
      if (lane_id() == 0) row_range[warp] = row;
    }
    __syncthreads();
    // The first entries one at a time: where the pattern is not symmetric, they tell, and nobody searches for more.
    bool good = data.try_symmetric;
    find_rows<1>(row_of, base, count, row_range[0], row_range[1] + 1, 0, good);
    for (int from = threads; from < count; from += at_once * threads)
      find_rows<at_once>(row_of, base, count, row_range[0], row_range[1] + 1, from, good);
    return good;
  }
  template <int each>
  __device__ __forceinline__ void find_rows(int* row_of, int base, int count, int low, int high, int from,
                                            bool& good) const {
    int const first = from + static_cast<int>(threadIdx.x);
    int p[each], row[each];
    ARAIOS_UNROLL
    for (int u = 0; u < each; ++u) p[u] = base + min(first + u * threads, count - 1);
    find_last(data.row_map, low, high, p, row);
    ARAIOS_UNROLL
    for (int u = 0; u < each; ++u)
      if (first + u * threads < count) row_of[first + u * threads] = row[u];
    if (good) good = __syncthreads_and(copy_mirror_images<threads>(data, base, first, count, row)) != 0;
  }

  /// Step 2.
  __device__ void sort_chunk(int const* row_of, std::uint16_t* counters, int* sums, int base, int count) const {
    int const used = (count + threads - 1) / threads, first = warp_id() * 32 * used + lane_id();
    int* const begins = table + static_cast<std::int64_t>(blockIdx.x) * (data.buckets + 1);
    std::uint32_t column[Shape::items];
    ARAIOS_UNROLL
    for (int i = 0; i < Shape::items; ++i) {
      int const q = first + i * 32;
      column[i] = i < used && q < count ? static_cast<std::uint32_t>(data.entries[base + q]) : no_bin;
    }
    clear_counters<Shape>(counters, data.buckets);
    __syncthreads();
    auto const bin = [&](int i) { return column[i] != no_bin ? range_of(column[i]) : no_bin; };
    PackedRanks<Shape::items> ranks;
    rank_tile<Shape>(bin, used, data.buckets, data.ordered, counters, sums, ranks, [](int, int) {});
    for (int b = static_cast<int>(threadIdx.x); b <= data.buckets; b += threads) {
      int const begin = b < data.buckets ? counters[b] : count, end = b + 1 < data.buckets ? counters[b + 1] : count;
      begins[b] = begin;
      if (end > begin) atomicAdd(&totals[b], end - begin);
    }
    ARAIOS_UNROLL
    for (int i = 0; i < Shape::items; ++i) {
      if (column[i] == no_bin) continue;
      int const q = first + i * 32;
      auto const to = base + static_cast<int>(place_of<Shape>(bin(i), i, ranks, counters, data.buckets));
      rows[to] = row_of[q];
      places[to] = (column[i] - bin(i) * static_cast<std::uint32_t>(width)) << 16 | static_cast<std::uint32_t>(q);
    }
  }

  /// The memory of step 3.
  struct Range {
    int* piece_begin;  ///< chunks: entries of the range in chunks before
    int* piece_from;   ///< chunks: place of its first entry in the chunk, less piece_begin
    int* place_in_a;   ///< of the entries of a tile
    int* row;
    std::uint16_t* column;
    int* next;  ///< columns: place of the next entry
    std::uint16_t* counters;
    int* sums;
  };

  /// Where in the chunks the entries of a range are.
  __device__ void find_pieces(Range const& own, int range) const {
    int const thread = static_cast<int>(threadIdx.x), chunks = static_cast<int>(gridDim.x);
    int before = 0, length = 0, total = 0;
    if (thread < chunks) {
      int const* const begins = table + static_cast<std::int64_t>(thread) * (data.buckets + 1) + range;
      before = begins[0];
      length = begins[1] - before;
    }
    int const begin = scan_block(length, total);
    if (thread < chunks) {
      own.piece_begin[thread] = begin;
      own.piece_from[thread] = thread * chunk + before - begin;
    }
    __syncthreads();
  }

  /// Counts the columns of a slot.
  __device__ void count_slot(Range const& own, int from, int count, int* counts) const {
    int const thread = static_cast<int>(threadIdx.x);
    for (int b = thread; b < width; b += threads) own.next[b] = 0;
    __syncthreads();
    int q[at_once], piece[at_once];
    ARAIOS_UNROLL
    for (int u = 0; u < at_once; ++u) q[u] = from + min(thread + u * threads, count - 1);
    find_last(own.piece_begin, 0, static_cast<int>(gridDim.x), q, piece);
    ARAIOS_UNROLL
    for (int u = 0; u < at_once; ++u)
      count_bin(own.next, thread + u * threads < count ? places[own.piece_from[piece[u]] + q[u]] >> 16 : no_bin);
    __syncthreads();
    for (int b = thread; b < width; b += threads) counts[b] = own.next[b];
  }

  /// Sorts the entries from .. from + count - 1 of a range, and writes them. first_of(b, s) is called for each column of the
  /// range, where s entries of the tile have a lesser one, before the place own.next[b] is used.
  template <class FirstOf>
  __device__ __forceinline__ void sort_tile(Range const& own, int from, int count, FirstOf const& first_of) const {
    int const thread = static_cast<int>(threadIdx.x);
    int q[at_once], piece[at_once];
    ARAIOS_UNROLL
    for (int u = 0; u < at_once; ++u) q[u] = from + min(thread + u * threads, count - 1);
    find_last(own.piece_begin, 0, static_cast<int>(gridDim.x), q, piece);
    ARAIOS_UNROLL
    for (int u = 0; u < at_once; ++u) {
      int const t = thread + u * threads, e = own.piece_from[piece[u]] + q[u];
      if (t >= count) continue;
      std::uint32_t const place = places[e];
      own.row[t] = rows[e];
      own.place_in_a[t] = piece[u] * chunk + static_cast<int>(place & 0xffffu);
      own.column[t] = static_cast<std::uint16_t>(place >> 16);
    }
    clear_counters<RangeShape>(own.counters, width);
    __syncthreads();
    int const used = (count + threads - 1) / threads, first = warp_id() * 32 * used + lane_id();
    auto const bin = [&](int i) -> std::uint32_t {
      return i < used && first + i * 32 < count ? own.column[first + i * 32] : no_bin;
    };
    PackedRanks<RangeShape::items> ranks;
    rank_tile<RangeShape>(bin, used, width, data.ordered, own.counters, own.sums, ranks, first_of);
    typename Data::Scalar value[RangeShape::items];
    if constexpr (Data::has_values) {
      ARAIOS_UNROLL
      for (int i = 0; i < RangeShape::items; ++i)
        if (bin(i) != no_bin) value[i] = data.values(own.place_in_a[first + i * 32]);
    }
    ARAIOS_UNROLL
    for (int i = 0; i < RangeShape::items; ++i) {
      if (bin(i) == no_bin) continue;
      int const to = own.next[bin(i)] + static_cast<int>(place_of<RangeShape>(bin(i), i, ranks, own.counters, width));
      data.out_entries[to] = static_cast<Ordinal>(own.row[first + i * 32]);
      if constexpr (Data::has_values) data.out_values[to] = value[i];
    }
    __syncthreads();
  }

  /// A range that is one tile.
  __device__ void sort_range(Range const& own, int range, int start, int count) const {
    int const thread = static_cast<int>(threadIdx.x), first_column = range * width;
    auto const map = data.out_map + first_column;
    int const columns = min(width, data.n - first_column);
    if (count == 0) {
      for (int b = thread; b < columns; b += threads) map[b] = static_cast<Offset>(start);
      return;
    }
    find_pieces(own, range);
    for (int b = thread; b < columns; b += threads) own.next[b] = start;
    sort_tile(own, 0, count, [&](int b, int place) {
      if (b < columns) map[b] = static_cast<Offset>(start + place);
    });
  }

  /// The slot `slot` of `slots` of a range.
  __device__ void sort_slot(Range const& own, int range, int start, int slot, int slots, int count,
                            int const* counts) const {
    int const thread = static_cast<int>(threadIdx.x), first_column = range * width;
    find_pieces(own, range);
    int before[2] = {}, all[2] = {}, total = 0;
#pragma unroll 4
    for (int s = 0; s < slots; ++s) {
      ARAIOS_UNROLL
      for (int y = 0; y < 2; ++y) {
        int const b = 2 * thread + y, mine = b < width ? counts[s * width + b] : 0;
        all[y] += mine;
        before[y] += s < slot ? mine : 0;
      }
    }
    int first = start + scan_block(all[0] + all[1], total);
    for (int y = 0; y < 2; ++y) {
      int const b = 2 * thread + y;
      if (b < width) own.next[b] = first + before[y];
      if (b < width && slot == 0 && first_column + b < data.n)
        data.out_map[first_column + b] = static_cast<Offset>(first);
      first += all[y];
    }
    sort_tile(own, slot * tile, min(tile, count - slot * tile), [&](int b, int place) { own.next[b] -= place; });
  }

  /// Step 3.
  __device__ void sort_ranges(char* shared, int* sums) const {
    int const thread = static_cast<int>(threadIdx.x), block = static_cast<int>(blockIdx.x),
              blocks = static_cast<int>(gridDim.x);
    auto* const range_start = take_shared<int>(shared, most_bins + 1);
    auto* const first_slot = take_shared<int>(shared, most_bins + 1);
    Range own{};
    own.piece_begin = take_shared<int>(shared, threads);
    own.piece_from = take_shared<int>(shared, threads);
    own.place_in_a = take_shared<int>(shared, tile);
    own.row = take_shared<int>(shared, tile);
    own.column = take_shared<std::uint16_t>(shared, tile);
    own.next = take_shared<int>(shared, width);
    own.counters = take_shared<std::uint16_t>(shared, Shape::warps * counters_of_warp(width));
    own.sums = sums;

    static_assert(most_bins <= 2 * threads, "a thread has two ranges, or two columns of a range");
    int length[2] = {}, tiles[2] = {}, total = 0, slots = 0;
    for (int y = 0; y < 2; ++y) {
      if (2 * thread + y < data.buckets) length[y] = totals[2 * thread + y];
      if (length[y] > tile) tiles[y] = (length[y] + tile - 1) / tile;
    }
    int start = scan_block(length[0] + length[1], total), slot = scan_block(tiles[0] + tiles[1], slots);
    for (int y = 0; y < 2; ++y) {
      if (2 * thread + y <= data.buckets) {
        range_start[2 * thread + y] = start;
        first_slot[2 * thread + y] = slot;
      }
      start += length[y];
      slot += tiles[y];
    }
    if (thread == 0) {
      range_start[data.buckets] = total;
      first_slot[data.buckets] = slots;
    }
    __syncthreads();
    auto const for_slots_of_block = [&](auto const& body) {
      for (int s = block; s < slots; s += blocks) {
        int low = 0;  // the last range that begins at or before the slot is the one that has it
        for (int span = data.buckets; span > 1; span -= span / 2)
          if (first_slot[low + span / 2] <= s) low += span / 2;
        body(low, s - first_slot[low], range_start[low + 1] - range_start[low],
             slot_table + static_cast<std::int64_t>(first_slot[low]) * width);
      }
    };
    for_slots_of_block([&](int range, int slot, int count, int* counts) {
      find_pieces(own, range);
      count_slot(own, slot * tile, min(tile, count - slot * tile), counts + slot * width);
    });
    for (int range = block; range < data.buckets; range += blocks)
      if (first_slot[range] == first_slot[range + 1])
        sort_range(own, range, range_start[range], range_start[range + 1] - range_start[range]);
    if (slots == 0) return;
    wait_for_all();
    for_slots_of_block([&](int range, int slot, int count, int const* counts) {
      sort_slot(own, range, range_start[range], slot, first_slot[range + 1] - first_slot[range], count, counts);
    });
  }

  __device__ void operator()(char* shared) const {
    int const thread = static_cast<int>(threadIdx.x), block = static_cast<int>(blockIdx.x);
    int const blocks = static_cast<int>(gridDim.x), k = static_cast<int>(data.k);
    int const base = block * chunk, count = min(chunk, k - base);
    auto* const sums = take_shared<int>(shared, 2 * Shape::warps);
    char* free = shared;
    auto* const row_of = take_shared<int>(free, chunk);
    auto* const counters = take_shared<std::uint16_t>(free, Shape::warps * counters_of_warp(data.buckets));

    bool const good = find_rows(row_of, base, count);
    for (int i = block * threads + thread; i <= data.n && good; i += blocks * threads)
      data.out_map[i] = data.row_map[i];
    for (int b = block * threads + thread; b <= data.buckets; b += blocks * threads) totals[b] = 0;
    if (thread == 0) asymmetric[block] = !good;
    wait_for_all();
    if (__syncthreads_or(thread < blocks && asymmetric[thread] != 0) == 0) return;
    sort_chunk(row_of, counters, sums, base, count);
    wait_for_all();
    sort_ranges(shared, sums);
    if (block == 0 && thread == 0) data.out_map[data.n] = static_cast<Offset>(k);
  }
};

/// A thread of a block looks at each block.
inline std::int64_t fused_most_blocks(Kokkos::Cuda const& exec) {
  return std::min(FusedTuning::blocks * CudaResources::of(exec, FusedTuning::blocks).multiprocessors,
                  FusedTuning::ChunkTile::threads);
}

/// Whether the GPU of `exec` can run the method for a matrix of this size.
inline bool fused_suits(Kokkos::Cuda const& exec, std::int64_t m, std::int64_t n, std::int64_t k) {
  auto const resources = CudaResources::of(exec, FusedTuning::blocks);
  constexpr int most_columns = most_bins * most_bins, least_shared = 80 * 1024;
  return resources.shared_bytes >= least_shared && exec.cuda_device_prop().major >= 8 && k > 0 && m <= 0x7fffffff &&
         n <= most_columns && k <= FusedTuning::most_entries &&
         k <= fused_most_blocks(exec) * FusedTuning::ChunkTile::tile;
}

/// Requires      fused_suits. ordered: entries of a row of B keep the order that they had in A.
template <class Exec, class Matrix, class Values, class Arrays, class Space>
void transpose_fused_cuda(Exec const& exec, Matrix const& A, Values const& values, Arrays const& B, bool ordered,
                          Workspace<Space>& workspace) {
  auto data = bucket_data(A, values, B, true, ordered);
  using Fused = FusedTranspose<decltype(data)>;
  auto const chunk =
      std::max<std::int64_t>(FusedTuning::least_chunk, tiles_for(tiles_for(data.k, fused_most_blocks(exec)), 32) * 32);
  auto const blocks = tiles_for(data.k, chunk);
  // As many ranges as blocks, or a multiple.
  auto const rounds =
      std::max(tiles_for(data.k, blocks * FusedTuning::mean_range), tiles_for(data.n, blocks * most_bins));
  auto const width = tiles_for(data.n, std::min<std::int64_t>(most_bins, rounds * blocks));
  data.buckets = static_cast<int>(tiles_for(data.n, width));

  typename Workspace<Space>::Frame const frame(workspace);
  auto const take = [&](std::int64_t length) {
    return workspace.template take<Kokkos::View<int*, Space>>(exec, length).data();
  };
  Fused fused{};
  fused.data = data;
  fused.chunk = static_cast<int>(chunk);
  fused.width = static_cast<int>(width);
  fused.inverse = static_cast<std::uint32_t>(tiles_for(std::int64_t(1) << 32, width));
  fused.asymmetric = take(blocks);
  fused.totals = take(data.buckets + 1);
  fused.table = take(blocks * (data.buckets + 1));
  fused.rows = take(data.k);
  fused.places = workspace.template take<Kokkos::View<std::uint32_t*, Space>>(exec, data.k).data();
  fused.slot_table = take(Fused::most_slots(data.k) * width);
  cuda_launch(exec, "Araios::transpose::fused", blocks, Fused::shared_bytes(fused.chunk, fused.width, data.buckets),
              fused);
}

}  // namespace Araios::Impl

#else

namespace Araios::Impl {
struct FusedTuning {
  static constexpr std::int64_t most_automatic = 0;
};
/// Without CUDA, or in the host's part of its compiler, the method suits nothing.
template <class Exec>
bool fused_suits(Exec const&, std::int64_t, std::int64_t, std::int64_t) {
  return false;
}
}  // namespace Araios::Impl

#endif
