// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// Bucket transposition on a GPU: buckets of nearly equal weight, where some of equal width are longer than the device
/// holds. Phase 4 chooses them and does phases 1 to 3 again.
///
/// A sample of the entries estimates the weight of each column. A column that would fill the larger part of a bucket
/// becomes a bucket of its own, which phase 2 completes; the others are cut where their sum reaches a multiple of the
/// target. Empty columns have a small weight, so that no bucket has more columns than its words can number. The sample
/// decides how long the phases take, never what they store.
///
/// Bytes: 2^19 Ordinal in groups of 32, and n (4 * 4 + 2).

#include <Araios/collective/block_scan.hpp>
#include <Araios/collective/warp_sum.hpp>
#include <Araios/core/hash.hpp>
#include <Araios/core/semiring.hpp>
#include <Araios/operations/transpose/bucket/tables.hpp>

#include <Kokkos_Core.hpp>

#ifdef ARAIOS_HAVE_CUDA_LAUNCH

#include <algorithm>
#include <cstdint>

namespace Araios::Impl::transpose {

/// The beginning of sample `number` of `of`, each of `length` consecutive ones of the k entries: one in each of `of`
/// equal parts.
KOKKOS_INLINE_FUNCTION std::int64_t sample_position(std::int64_t k, int number, int of, int length) {
  auto const part = static_cast<std::uint32_t>(k / of), all = static_cast<std::uint32_t>(length);
  std::int64_t const begin = static_cast<std::int64_t>(part) * number;
  std::int64_t const p = begin + mixed_bits(static_cast<std::uint32_t>(number)) % (part > all ? part - all : 1);
  std::int64_t const last = k > length ? k - length : 0;
  return p < last ? p : last;
}

/// The maximum number of bits of a column in its bucket where buckets of equal weight may replace those of equal width;
/// 0 where they may not. Row and column share 32 bits where they do with buckets of equal width.
inline int weight_bits(BucketSizes const& sizes, std::int64_t m, std::int64_t n, std::int64_t k) {
  constexpr std::int64_t max_columns = std::int64_t(1) << 25;  // the table of buckets remains in the L2 cache
  if (sizes.bits <= BucketTuning::local_bits || n > k || n > max_columns) return 0;
  int const spare = 32 - bits_for(m);
  return spare < sizes.bits ? BucketTuning::max_bits : std::min(BucketTuning::max_bits, spare);
}

/// Targets of the buckets of equal weight: the host chooses, the device takes the first that needs few enough buckets.
struct BucketTargets {
  static constexpr int count = 4;
  static constexpr std::int64_t unit = 1024;
  std::int64_t target[count];  ///< sum of the weights of a bucket. Each sampled entry weighs `unit`
  std::int64_t empty[count];   ///< weight of a column, at least
  int alone[count];            ///< a column of more samples is a bucket of its own
  int groups;                  ///< samples, of 32 consecutive entries
  int max_buckets;             ///< number of buckets
};

/// Targets for buckets of equal weight: what a block sorts, or more where that would be too many buckets.
inline BucketTargets bucket_targets(std::int64_t k, int weight_bits) {
  using Tuning = BucketTuning;
  BucketTargets targets{};
  targets.max_buckets = max_ranked;
  targets.groups = static_cast<int>(std::clamp<std::int64_t>(k / 64, 1, Tuning::sample_groups));
  double const share = std::min(1.0, 32.0 * targets.groups / static_cast<double>(k));
  double const target_entries =
      std::max(Tuning::weight_fill * Tuning::LocalTile::tile, static_cast<double>(k) / (0.93 * max_ranked));
  for (int t = 0; t < BucketTargets::count; ++t) {
    double const samples = std::max(target_entries * share * (1 + 0.15 * t * t), 8.0);
    targets.target[t] = static_cast<std::int64_t>(samples * static_cast<double>(BucketTargets::unit));
    targets.empty[t] = tiles_for(targets.target[t], (std::int64_t(1) << weight_bits) - 48);
    targets.alone[t] = static_cast<int>(Tuning::alone * samples);
  }
  return targets;
}

/// Buckets of equal weight, in workspace.
struct EqualWeight {
  int bits;                  ///< a bucket has at most 2^bits columns; 0: there are no such buckets
  std::uint16_t* bucket_of;  ///< n: the bucket of each column
  int* first_column;         ///< of each bucket, and n after the last
  int* samples;              ///< n: sampled entries of each column
  std::int64_t* sums;        ///< of the columns of each block that chooses the buckets

  /// How columns are distributed to buckets.
  __device__ BucketMap map(BucketLayout const& layout, BucketCounters const* counters) const {
    if (bits == 0) return layout.equal_width();
    int const volatile* const number = &counters->buckets;  // phase 4 writes it
    return *number == 0 ? layout.equal_width() : BucketMap{bucket_of, bits, *number};
  }
  /// A bucket after phase 2.
  template <class Problem>
  __device__ BucketRange range_of(Problem const& problem, BucketLayout const& layout,
                                  BucketTables<typename Problem::Offset> const& tables, BucketMap const& map,
                                  int bucket) const {
    if (map.bucket_of == nullptr) return tables.range_of(problem, layout, bucket);
    std::int64_t const begin = tables.start[bucket];
    int const column = first_column[bucket], width = first_column[bucket + 1] - column;
    return {begin, static_cast<std::int64_t>(tables.start[bucket + 1]) - begin, column, width,
            width > 1 ? 32 - __clz(width - 1) : 0};
  }
};

/// Phase 4 starts over where buckets of equal width are so long that it would read A more than max_passes times. A
/// block calls when the totals are known.
struct StartOverCheck {
  static constexpr int max_passes = 4;  // more take longer than starting over
  std::int64_t max_in_bucket;           ///< entries of a bucket that all blocks can hold

  template <class Offset>
  __device__ void operator()(BucketLayout const& layout, BucketTables<Offset> const& tables) const {
    if (!layout.may_start_over) return;
    Offset const volatile* const entries = tables.totals;  // written by other blocks
    int const threads = static_cast<int>(blockDim.x), thread = static_cast<int>(threadIdx.x);
    int too_long = 0;
    for (int b0 = 0; b0 < layout.buckets; b0 += threads) {
      int const b = b0 + thread;
      too_long += __syncthreads_count(b < layout.buckets && max_in_bucket < static_cast<std::int64_t>(entries[b]));
    }
    int const passes = too_long * ((1 << layout.bits) / max_bins);
    if (thread == 0) tables.counters->starts_over = passes > max_passes;
  }
};

/// Chooses buckets of equal weight, in a cooperative kernel.
template <class Problem, int Threads>
struct ChooseEqualWeight {
  static constexpr int threads = Threads;
  static constexpr int each = 16;  ///< columns of a thread
  static constexpr std::int64_t unit = BucketTargets::unit;
  static constexpr int loads = 8;     ///< groups of samples of a warp whose loads overlap
  static constexpr int slots = 2048;  ///< columns whose samples a block adds in shared memory

  Problem const& problem;
  EqualWeight const& tables;
  BucketCounters* counters;
  BucketTargets const& targets;

  /// Columns of a block, a multiple of `each`.
  static __host__ __device__ std::int64_t columns_of_block(std::int64_t n, int blocks) {
    return padded((n + blocks - 1) / blocks);
  }
  /// The length of `samples` and `bucket_of`: n, padded to a multiple of `each`.
  static __host__ __device__ std::int64_t padded(std::int64_t n) { return (n + each - 1) / each * each; }

  __device__ void count_samples(int* tags, int* counts) const {
    int const thread = static_cast<int>(threadIdx.x), all_warps = static_cast<int>(gridDim.x) * (threads / 32);
    for (int s = thread; s < slots; s += threads) {
      tags[s] = -1;
      counts[s] = 0;
    }
    __syncthreads();
    for (int from = static_cast<int>(blockIdx.x) * (threads / 32) + warp_id(); from < targets.groups;
         from += loads * all_warps) {
      int column[loads];
      ARAIOS_UNROLL
      for (int i = 0; i < loads; ++i) {
        int const group = from + i * all_warps;
        std::int64_t const p = sample_position(problem.k, group, targets.groups, 32) + lane_id();
        column[i] = group < targets.groups && p < problem.k ? static_cast<int>(problem.entries[p]) : -1;
      }
      ARAIOS_UNROLL
      for (int i = 0; i < loads; ++i) {
        unsigned const same = __match_any_sync(all_lanes, column[i]);
        if (column[i] < 0 || __ffs(static_cast<int>(same)) - 1 != lane_id()) continue;
        auto const slot = mixed_bits(static_cast<std::uint32_t>(column[i])) % slots;
        int const owner = atomicCAS(&tags[slot], -1, column[i]);
        atomicAdd(owner == -1 || owner == column[i] ? &counts[slot] : &tables.samples[column[i]], __popc(same));
      }
    }
    __syncthreads();
    for (int s = thread; s < slots; s += threads)
      if (counts[s] > 0) atomicAdd(&tables.samples[tags[s]], counts[s]);
  }

  /// The samples of `each` columns from `first` on, which is a multiple of it.
  __device__ void load(std::int64_t first, int (&count)[each]) const {
    auto const* const from = reinterpret_cast<int4 const*>(tables.samples + first);
    ARAIOS_UNROLL
    for (int i = 0; i < each / 4; ++i) {
      int4 const four = from[i];
      count[4 * i] = four.x;
      count[4 * i + 1] = four.y;
      count[4 * i + 2] = four.z;
      count[4 * i + 3] = four.w;
    }
  }
  /// The weight of a column with neighbours whose mean is below that of empty columns, or above.
  __device__ static std::int64_t weight(int count, bool sparse, BucketTargets const& targets, int t) {
    if (count > targets.alone[t]) return 2 * targets.target[t];  // takes one bucket, and ends the one before it
    return sparse ? targets.empty[t] : unit * count;
  }
  __device__ static bool is_sparse(int const (&count)[each], BucketTargets const& targets, int t) {
    std::int64_t sum = 0;
    ARAIOS_UNROLL
    for (int i = 0; i < each; ++i) sum += count[i] > targets.alone[t] ? 0 : count[i];
    return sum * unit < each * targets.empty[t];
  }
  __device__ static std::int64_t weight_of_group(int const (&count)[each], BucketTargets const& targets, int t) {
    bool const sparse = is_sparse(count, targets, t);
    std::int64_t sum = 0;
    ARAIOS_UNROLL
    for (int i = 0; i < each; ++i) sum += weight(count[i], sparse, targets, t);
    return sum;
  }

  /// Sets the tables of buckets, or leaves equal width where they would be too many. Waits for all blocks.
  __device__ void choose(char* shared) const {
    auto* const tags = take_shared<int>(shared, slots);
    auto* const counts = take_shared<int>(shared, slots);
    std::int64_t (*const of_warp)[threads / 32] = reinterpret_cast<std::int64_t (*)[threads / 32]>(
        take_shared<std::int64_t>(shared, BucketTargets::count * (threads / 32)));
    int const thread = static_cast<int>(threadIdx.x), block = static_cast<int>(blockIdx.x);
    int const blocks = static_cast<int>(gridDim.x);
    std::int64_t const n = problem.n, padded_n = padded(n);
    for (std::int64_t i = static_cast<std::int64_t>(block) * threads + thread; i < padded_n / 4;
         i += static_cast<std::int64_t>(blocks) * threads)
      reinterpret_cast<int4*>(tables.samples)[i] = int4{0, 0, 0, 0};
    cuda_wait_for_all_blocks();
    count_samples(tags, counts);
    cuda_wait_for_all_blocks();

    std::int64_t const begin = min(padded_n, block * columns_of_block(n, blocks));
    std::int64_t const end = min(padded_n, begin + columns_of_block(n, blocks));
    std::int64_t mine[BucketTargets::count] = {};
    for (std::int64_t first = begin + thread * each; first < end; first += threads * each) {
      int count[each];
      load(first, count);
      ARAIOS_UNROLL
      for (int t = 0; t < BucketTargets::count; ++t) mine[t] += weight_of_group(count, targets, t);
    }
    ARAIOS_UNROLL
    for (int t = 0; t < BucketTargets::count; ++t) {
      std::int64_t const sum = warp_sum<PlusTimes, 32>(mine[t]);
      if (lane_id() == 0) of_warp[t][warp_id()] = sum;
    }
    __syncthreads();
    if (thread < BucketTargets::count) {
      std::int64_t sum = 0;
      for (int w = 0; w < threads / 32; ++w) sum += of_warp[thread][w];
      tables.sums[block * BucketTargets::count + thread] = sum;
    }
    cuda_wait_for_all_blocks();

    // Every block takes the same target: the first that needs few enough buckets. A warp tries each.
    if (warp_id() < BucketTargets::count) {
      std::int64_t all = 0, earlier = 0;
      for (int b = lane_id(); b < blocks; b += 32) {
        std::int64_t const sum = tables.sums[b * BucketTargets::count + warp_id()];
        all += sum;
        earlier += b < block ? sum : 0;
      }
      all = warp_sum<PlusTimes, 32>(all);
      earlier = warp_sum<PlusTimes, 32>(earlier);
      if (lane_id() == 0) {
        of_warp[0][warp_id()] = all;
        of_warp[1][warp_id()] = earlier;
      }
    }
    __syncthreads();
    int chosen = -1;
    for (int t = BucketTargets::count - 1; t >= 0; --t)
      if (of_warp[0][t] / targets.target[t] + 1 <= targets.max_buckets) chosen = t;
    if (chosen >= 0) store_buckets(chosen, begin, end, of_warp[1][chosen]);
    cuda_wait_for_all_blocks();
  }

  /// Stores the bucket of each column of a block, and the first column of each bucket that begins after one of them.
  __device__ void store_buckets(int t, std::int64_t begin, std::int64_t end, std::int64_t before) const {
    int const thread = static_cast<int>(threadIdx.x);
    std::int64_t const target = targets.target[t];
    for (std::int64_t chunk = begin; chunk < end; chunk += threads * each) {
      std::int64_t const first = chunk + thread * each;
      int count[each] = {};
      std::int64_t sum = 0, total = 0;
      if (first < end) {
        load(first, count);
        sum = weight_of_group(count, targets, t);
      }
      std::int64_t const sum_before = before + block_exclusive_scan<threads>(sum, total);
      before += total;
      __syncthreads();
      if (first >= end) continue;
      int const next_count = first + each < problem.n ? tables.samples[first + each] : 0;
      bool const sparse = is_sparse(count, targets, t);
      int bucket = static_cast<int>(sum_before / target);  // of a column that begins here and is not alone
      std::int64_t sum_in_bucket = sum_before - bucket * target;
      std::uint32_t pairs[each / 2];
      int previous = bucket + (count[0] > targets.alone[t] ? 1 : 0);
      if (first == 0)
        for (int b = 0; b <= previous; ++b) tables.first_column[b] = 0;
      ARAIOS_UNROLL
      for (int i = 0; i < each; ++i) {
        int const mine = bucket + (count[i] > targets.alone[t] ? 1 : 0);
        pairs[i / 2] =
            i % 2 == 0 ? static_cast<std::uint32_t>(mine) : pairs[i / 2] | static_cast<std::uint32_t>(mine) << 16;
        sum_in_bucket += weight(count[i], sparse, targets, t);
        while (sum_in_bucket >= target) {
          sum_in_bucket -= target;
          ++bucket;
        }
        int const following = i + 1 < each ? count[i + 1 < each ? i + 1 : i] : next_count;
        int const last = bucket + (following > targets.alone[t] ? 1 : 0);
        std::int64_t const column = first + i;
        if (column + 1 < problem.n) {
          for (int b = mine + 1; b <= last; ++b) tables.first_column[b] = static_cast<int>(column + 1);
        } else if (column + 1 == problem.n) {
          tables.first_column[mine + 1] = static_cast<int>(problem.n);
          counters->buckets = mine + 1;
        }
      }
      auto* const to = reinterpret_cast<uint4*>(tables.bucket_of + first);
      to[0] = uint4{pairs[0], pairs[1], pairs[2], pairs[3]};
      to[1] = uint4{pairs[4], pairs[5], pairs[6], pairs[7]};
    }
  }
};

}  // namespace Araios::Impl::transpose

#endif
