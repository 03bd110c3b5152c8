// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// Bucket transposition on a GPU in place: layout, workspace and launches.
///
/// Phases: (1) counts of tiles and buckets, bucket/count.hpp; (2) entries of A to their buckets in B, scatter.hpp; (3) a
/// block sorts a bucket by column, local.hpp; (4) blocks share a bucket that none of them holds, and split it, split.hpp;
/// what the device does not hold comes from A once more, restart.hpp.
///
/// Invariant: after phase 2 the entries of bucket b, columns b * 2^bits up to (b + 1) * 2^bits - 1, are stored where
/// these columns will be in B, in the order of A; after phases 3 and 4 they are also sorted by column, and B.row_map is
/// written. Every step keeps entries of equal columns in the order of A, so the result is that of the serial method.
///
/// Bytes: k (3 Ordinal + 2 Scalar) read and k (2 Ordinal + 2 Scalar) written, k * 2 * 2 more where row and column in the
/// bucket do not fit in 32 bits. Workspace: 2 tiles * buckets + chunks * buckets Offset + these columns, 0.4 to 4.5
/// bytes per entry, and 6 bytes per column where buckets of equal weight may be chosen.

#include <Araios/operations/transpose/bucket/tables.hpp>

#include <Kokkos_Core.hpp>

#ifdef ARAIOS_HAVE_CUDA_LAUNCH

#include <Araios/core/workspace.hpp>
#include <Araios/operations/transpose/bucket/count.hpp>
#include <Araios/operations/transpose/bucket/in_place/local.hpp>
#include <Araios/operations/transpose/bucket/in_place/scratch.hpp>
#include <Araios/operations/transpose/bucket/in_place/split.hpp>
#include <Araios/operations/transpose/symmetric_cuda.hpp>

#include <algorithm>
#include <cstdint>

namespace Araios::Impl::transpose {

/// Sizes, chosen once on the host.
struct InPlaceLayout {
  BucketLayout common;
  int shared_bytes, multiprocessors;
  int weight_bits;  ///< columns of a bucket of equal weight, at most 2^this; 0: there are no such buckets
  bool packed;      ///< row and column in the bucket share 32 bits
  bool wide;        ///< one ranking in place of two
  int bins;         ///< of the tables
  int max_buckets;
  bool may_split;
  bool has_parts;  ///< buckets have more columns than a block sorts
  int split_blocks, split_width, slot_length;
  std::int64_t block_sized;  ///< maximum number of buckets that splits leave
};

template <class Problem>
struct InPlaceKernels {
  using Tuning = BucketTuning;
  using Scatter = BucketScatter<Problem, Tuning::Tile, max_bins>;
  using WideScatter = BucketScatter<Problem, Tuning::Tile, max_ranked>;
  using Local = BucketLocal<Problem, Tuning::LocalTile>;
  using Split = BucketSplit<Problem, Tuning::Tile, Tuning::LocalTile>;
  using Parts = BucketParts<Problem, Tuning::PartTile>;
  using Restart = typename Split::Restart;
  using Count = BucketCount<Problem, RowsOfTiles>;
  static_assert(Count::threads * Count::loads >= Tuning::Tile::tile);

  template <class Exec>
  static InPlaceLayout layout(Exec const& exec, Problem const& problem, BucketSizes const& sizes, bool try_symmetric) {
    auto const resources = CudaResources::of(exec, Tuning::blocks);
    int const bits = sizes.bits, buckets = static_cast<int>(sizes.buckets);
    InPlaceLayout layout{};
    layout.shared_bytes = resources.shared_bytes;
    layout.multiprocessors = resources.multiprocessors;
    layout.weight_bits = weight_bits(sizes, problem.m, problem.n, problem.k);
    layout.max_buckets = layout.weight_bits > 0 ? std::max(buckets, max_ranked) : buckets;
    int const max_bits = std::max(bits, layout.weight_bits);
    layout.split_width = 1 << std::min(max_bits, Tuning::local_bits);
    layout.bins = std::max(layout.max_buckets, layout.split_width);
    layout.packed = problem.row_bits + max_bits <= 32;
    layout.wide = buckets > max_bins && buckets <= max_ranked;
    layout.has_parts = bits > Tuning::local_bits;
    layout.may_split = problem.k > Tuning::LocalTile::tile || max_bits > Tuning::local_bits;
    layout.slot_length = Split::longest_slot(layout.shared_bytes, layout.split_width);
    if (layout.may_split)
      layout.split_blocks = cuda_resident_blocks<Split>(exec, "Araios::transpose::bucket_split", layout.shared_bytes);
    layout.block_sized = max_bits > Tuning::local_bits
                             ? std::int64_t(layout.max_buckets) * (1 << (max_bits - Tuning::local_bits)) +
                                   4 * problem.k / Tuning::PartTile::tile + 1
                             : 1;
    layout.common = {bits, buckets, tiles(layout, problem, buckets), try_symmetric, layout.weight_bits > 0};
    return layout;
  }
  /// No tile is longer than shared memory allows.
  static TileSizes tiles(InPlaceLayout const& layout, Problem const& problem, int buckets) {
    int const shared = layout.shared_bytes;
    std::int64_t longest = Scatter::longest_tile(shared, std::max(buckets, layout.split_width), layout.packed);
    if (layout.wide) longest = std::min(longest, WideScatter::longest_tile(shared, buckets, layout.packed));
    if (layout.weight_bits > 0)
      longest = std::min(longest, Restart::PlannedScatter::longest_tile(shared, max_ranked, layout.packed));
    return tile_sizes(problem.k, std::int64_t(Tuning::blocks) * layout.multiprocessors, longest);
  }
};

/// The workspace of the way in place.
template <class Exec, class Problem, class Space>
InPlace<Problem> take_in_place(Exec const& exec, Problem const& problem, InPlaceLayout const& layout,
                               Workspace<Space>& workspace) {
  using Kernels = InPlaceKernels<Problem>;
  auto const take = [&](auto*& array, std::int64_t length) { take_array(exec, workspace, array, length); };
  InPlace<Problem> data{};
  data.problem = problem;
  data.layout = layout.common;
  data.words.packed = layout.packed;
  data.equal_weight.bits = layout.weight_bits;
  if (!layout.packed && layout.common.bits > 0) take(data.words.low_bits, problem.k);
  take(data.tables.chunk_table, std::int64_t(layout.common.tiles.chunks) * layout.bins);
  take(data.tables.tile_table, std::int64_t(layout.common.tiles.number) * layout.bins);
  take(data.tables.totals, layout.bins);
  take(data.tables.start, layout.bins + 1);
  take(data.tables.counters, 1);
  take(data.rows_of_tiles.row, layout.common.tiles.number);
  take(data.oversized.ranges, layout.max_buckets + layout.block_sized);
  take(data.oversized.arrivals, layout.max_buckets + layout.block_sized);
  take(data.splits.block_sized, layout.block_sized);
  if (layout.has_parts) take(data.splits.long_parts, problem.k / BucketTuning::PartTile::tile + 1);
  if (layout.may_split)
    take(data.splits.slot_table, Kernels::Split::slot_table_length(layout.split_blocks, layout.split_width));
  if (layout.weight_bits > 0) {
    using Choose = typename Kernels::Restart::Choose;
    take(data.equal_weight.bucket_of, Choose::padded(problem.n));
    take(data.equal_weight.first_column, layout.max_buckets + 1);
    take(data.equal_weight.samples, Choose::padded(problem.n));
    take(data.equal_weight.sums, std::int64_t(layout.split_blocks) * BucketTargets::count);
  }
  return data;
}

/// Phase 4.
template <class Exec, class Problem>
void launch_splits(Exec const& exec, InPlace<Problem> const& data, InPlaceLayout const& layout) {
  using Kernels = InPlaceKernels<Problem>;
  using Tuning = BucketTuning;
  auto const split = [&](int longest_part, SplitRounds rounds) {
    cuda_launch(exec, "Araios::transpose::bucket_split", layout.split_blocks, layout.shared_bytes,
                typename Kernels::Split{data, layout.shared_bytes, layout.slot_length, layout.split_width, longest_part,
                                        bucket_targets(data.problem.k, layout.weight_bits), rounds});
  };
  if (!layout.has_parts) return split(Tuning::LocalTile::tile, SplitRounds::all);
  using Parts = typename Kernels::Parts;
  int const shared = CudaResources::of(exec, Parts::blocks_per_multiprocessor).shared_bytes;
  split(Tuning::PartTile::tile, SplitRounds::first);
  cuda_launch(exec, "Araios::transpose::bucket_parts",
              std::int64_t(Parts::blocks_per_multiprocessor) * layout.multiprocessors, shared,
              Parts{data.problem, data.layout, data.tables.counters, data.words, data.splits, shared});
  split(Tuning::PartTile::tile, SplitRounds::later);
}

/// B := transpose of A, with buckets of these sizes.
template <class Exec, class Problem, class Space>
void transpose_in_place_cuda(Exec const& exec, Problem const& problem, BucketSizes const& sizes, bool try_symmetric,
                             Workspace<Space>& workspace) {
  using Kernels = InPlaceKernels<Problem>;
  auto const layout = Kernels::layout(exec, problem, sizes, try_symmetric);
  BucketLayout const& common = layout.common;
  typename Workspace<Space>::Frame const frame(workspace);
  auto const data = take_in_place(exec, problem, layout, workspace);

  launch_symmetric(exec, problem, common, data.tables.counters, workspace);
  launch_count(exec, problem, common, data.tables, data.rows_of_tiles,
               StartOverCheck{std::int64_t(layout.split_blocks) * layout.slot_length});
  auto const scatter = [&]<class Scatter>(std::type_identity<Scatter>) {
    cuda_launch(exec, "Araios::transpose::bucket_scatter", common.tiles.number,
                static_cast<int>(Scatter::shared_bytes(common.buckets, common.tiles.length, layout.packed)),
                Scatter{problem, common, data.tables, data.words, data.rows_of_tiles, nullptr});
  };
  if (layout.wide)
    scatter(std::type_identity<typename Kernels::WideScatter>());
  else
    scatter(std::type_identity<typename Kernels::Scatter>());
  cuda_launch(exec, "Araios::transpose::bucket_local", common.buckets, layout.shared_bytes,
              typename Kernels::Local{problem, common, data.tables, data.words, data.oversized, layout.shared_bytes});
  if (layout.may_split) launch_splits(exec, data, layout);
}

}  // namespace Araios::Impl::transpose

#endif
