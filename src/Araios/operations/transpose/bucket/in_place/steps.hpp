// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// Bucket transposition on a GPU in place: sizes, workspace and launches. The phases are in bucket_count.hpp (1),
/// bucket_scatter.hpp (2), bucket_local.hpp (3) and bucket_split.hpp (4); bucket_parts.hpp is phase 3 for buckets that
/// phase 4 has split, bucket_restart.hpp what phase 4 does with buckets that the device cannot hold.
///
/// Invariant: after phase 2 the entries of bucket b, columns b * 2^bits up to (b + 1) * 2^bits - 1, are stored where
/// these columns will be in B, in the order of A; after phases 3 and 4 they are also sorted by column, and B.row_map is
/// written. Every step keeps entries of equal columns in the order of A, so the result is that of the serial method.
///
/// Bytes: k (3 Ordinal + 2 Scalar) read and k (2 Ordinal + 2 Scalar) written, k * 2 * 2 more where row and column in the
/// bucket do not fit in 32 bits. Workspace: 2 tiles * buckets + chunks * buckets Offset + these columns, 0.4 to 4.5
/// bytes per entry, and 6 bytes per column where buckets of equal weight may be chosen.

#include <Araios/operations/transpose/bucket/data.hpp>

#include <Kokkos_Core.hpp>

#ifdef ARAIOS_HAVE_CUDA_LAUNCH

#include <Araios/core/workspace.hpp>
#include <Araios/operations/transpose/bucket/count.hpp>
#include <Araios/operations/transpose/bucket/in_place/equal_weight.hpp>
#include <Araios/operations/transpose/bucket/in_place/parts.hpp>
#include <Araios/operations/transpose/bucket/in_place/scatter.hpp>
#include <Araios/operations/transpose/bucket/in_place/split.hpp>
#include <Araios/operations/transpose/bucket/order.hpp>
#include <Araios/operations/transpose/symmetric_cuda.hpp>
#include <Araios/operations/transpose/tuning.hpp>

#include <algorithm>
#include <cstdint>

namespace Araios::Impl::transpose {

/// The maximum number of bits of a column in its bucket where buckets of equal weight may replace those of equal width;
/// 0 where they may not. Row and column share 32 bits where they do with buckets of equal width.
inline int plan_bits(BucketSizes const& sizes, std::int64_t m, std::int64_t n, std::int64_t k) {
  constexpr std::int64_t max_columns = std::int64_t(1) << 25;  // the table of buckets remains in the L2 cache
  if (sizes.bits <= BucketTuning::local_bits || n > k || n > max_columns) return 0;
  int const spare = 32 - bits_for(m);
  return spare < sizes.bits ? BucketTuning::max_bits : std::min(BucketTuning::max_bits, spare);
}

/// Targets for buckets of equal weight: what a block sorts, or more where that would be too many buckets.
inline BucketTargets bucket_targets(std::int64_t k, int plan_bits, std::int64_t unit) {
  using Tuning = BucketTuning;
  BucketTargets targets{};
  targets.max_buckets = max_ranked;
  targets.groups = static_cast<int>(std::clamp<std::int64_t>(k / 64, 1, Tuning::sample_groups));
  double const share = std::min(1.0, 32.0 * targets.groups / static_cast<double>(k));
  double const target_entries =
      std::max(Tuning::weight_fill * Tuning::LocalTile::tile, static_cast<double>(k) / (0.93 * max_ranked));
  for (int t = 0; t < BucketTargets::count; ++t) {
    double const samples = std::max(target_entries * share * (1 + 0.15 * t * t), 8.0);
    targets.target[t] = static_cast<std::int64_t>(samples * static_cast<double>(unit));
    targets.empty[t] = tiles_for(targets.target[t], (std::int64_t(1) << plan_bits) - 48);
    targets.alone[t] = static_cast<int>(Tuning::alone * samples);
  }
  return targets;
}

/// Requires      base: A, B, sizes of buckets, and what the check for symmetry needs.
template <class Exec, class Base, class Space>
void transpose_in_place_cuda(Exec const& exec, Base const& base, BucketSizes const& sizes,
                             Workspace<Space>& workspace) {
  using Tuning = BucketTuning;
  using Data = InPlaceData<Base>;
  using Scatter = BucketScatter<Data, Tuning::Tile, max_bins>;
  using WideScatter = BucketScatter<Data, Tuning::Tile, max_ranked>;
  using Local = BucketLocal<Data, Tuning::LocalTile>;
  using Split = BucketSplit<Data, Tuning::Tile, Tuning::LocalTile>;
  using Plan = typename Split::Restart::Plan;

  Data data{};
  static_cast<Base&>(data) = base;
  auto const resources = CudaResources::of(exec, Tuning::blocks);
  std::int64_t const k = data.k;
  int const shared = resources.shared_bytes, bits = data.bits, buckets = data.buckets;
  data.plan_bits = plan_bits(sizes, data.m, data.n, k);
  bool const planned = data.plan_bits > 0;
  int const max_buckets = planned ? std::max(buckets, max_ranked) : buckets, max_bits = std::max(bits, data.plan_bits);
  int const split_width = 1 << std::min(max_bits, Tuning::local_bits), bins = std::max(max_buckets, split_width);
  data.packed = data.row_bits + max_bits <= 32;

  // No tile is longer than shared memory allows.
  static_assert(BucketCount<Data>::threads * BucketCount<Data>::loads >= Tuning::Tile::tile);
  bool const wide = buckets > max_bins && buckets <= max_ranked;  // one ranking in place of two
  std::int64_t longest = Scatter::longest_tile(shared, std::max(buckets, split_width), data.packed);
  if (wide) longest = std::min(longest, WideScatter::longest_tile(shared, buckets, data.packed));
  if (planned)
    longest = std::min(longest, Split::Restart::PlannedScatter::longest_tile(shared, max_ranked, data.packed));
  std::int64_t const concurrent = std::int64_t(Tuning::blocks) * resources.multiprocessors;
  data.set_tiles(tile_sizes(k, concurrent, longest));

  bool const may_split = k > Tuning::LocalTile::tile || max_bits > Tuning::local_bits;
  int const slot_length = Split::longest_slot(shared, split_width);
  int const split_blocks = may_split ? cuda_resident_blocks<Split>(exec, "Araios::transpose::bucket_split", shared) : 0;
  data.max_in_bucket = std::int64_t(split_blocks) * slot_length;
  std::int64_t const num_block_sized =
      max_bits > Tuning::local_bits
          ? std::int64_t(max_buckets) * (1 << (max_bits - Tuning::local_bits)) + 4 * k / Tuning::PartTile::tile + 1
          : 1;

  typename Workspace<Space>::Frame const frame(workspace);
  auto const take = [&](auto*& array, std::int64_t length) { take_array(exec, workspace, array, length); };
  if (!data.packed && bits > 0) take(data.low_bits, k);
  take(data.chunk_table, std::int64_t(data.chunks) * bins);
  take(data.tile_table, std::int64_t(data.tiles) * bins);
  take(data.totals, bins);
  take(data.start, bins + 1);
  take(data.tile_row, data.tiles);
  take(data.probes, data.number_of_probes);
  take(data.counters, 1);
  take(data.oversized, max_buckets + num_block_sized);
  take(data.arrivals, max_buckets + num_block_sized);
  take(data.block_sized, num_block_sized);
  if (bits > Tuning::local_bits) take(data.long_parts, k / Tuning::PartTile::tile + 1);
  if (may_split) take(data.slot_table, Split::slot_table_length(split_blocks, split_width));
  if (planned) {
    take(data.bucket_of, Plan::padded(data.n));
    take(data.first_column, max_buckets + 1);
    take(data.samples, Plan::padded(data.n));
    take(data.plan_sums, std::int64_t(split_blocks) * BucketTargets::count);
  }

  launch_symmetric(exec, data);
  launch_count(exec, data);
  if (wide)
    cuda_launch(exec, "Araios::transpose::bucket_scatter", data.tiles,
                static_cast<int>(WideScatter::shared_bytes(buckets, data.tile_length, data.packed)), WideScatter{data});
  else
    cuda_launch(exec, "Araios::transpose::bucket_scatter", data.tiles,
                static_cast<int>(Scatter::shared_bytes(buckets, data.tile_length, data.packed)), Scatter{data});
  cuda_launch(exec, "Araios::transpose::bucket_local", buckets, shared, Local{data, shared});
  if (!may_split) return;
  Split split{data,
              shared,
              slot_length,
              split_width,
              Tuning::LocalTile::tile,
              bucket_targets(k, data.plan_bits, Plan::unit),
              SplitRounds::all};
  if (bits > Tuning::local_bits) {
    using Parts = BucketParts<Data, Tuning::PartTile>;
    int const parts_shared = CudaResources::of(exec, Parts::blocks_per_multiprocessor).shared_bytes;
    split.longest_part = Tuning::PartTile::tile;
    split.rounds = SplitRounds::first;
    cuda_launch(exec, "Araios::transpose::bucket_split", split_blocks, shared, split);
    cuda_launch(exec, "Araios::transpose::bucket_parts",
                std::int64_t(Parts::blocks_per_multiprocessor) * resources.multiprocessors, parts_shared,
                Parts{data, parts_shared});
    split.rounds = SplitRounds::later;
  }
  cuda_launch(exec, "Araios::transpose::bucket_split", split_blocks, shared, split);
}

}  // namespace Araios::Impl::transpose

#endif
