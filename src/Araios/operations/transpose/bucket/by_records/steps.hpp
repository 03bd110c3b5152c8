// SPDX-License-Identifier: Apache-2.0
#pragma once
/// \file
/// Bucket transposition on a GPU through records: layout, workspace and launches.
///
/// Phases: (1) counts of tiles and buckets, bucket/count.hpp; (2) entries of A to records in buckets, scatter.hpp; (3) a
/// block sorts a bucket by column, long_buckets.hpp; (4) records of long buckets to their columns in B, long_buckets.hpp
/// and scatter.hpp. Buckets of more than 1,024 columns are all long, and their records go to parts of fewer columns in
/// B; a block sorts a part in place, and long parts go to their columns by way of the records. No phase waits within a
/// launch. Every step keeps entries of equal columns in the order of A, so the result is that of the serial method.
///
/// Workspace: k records of 4, 8 or 12 bytes, 2 more bytes where row and column in the bucket do not fit in 32 bits, 2
/// more where those in a part do not, and tables of 0.3 to 3 bytes per entry.

#include <Araios/operations/transpose/bucket/by_records/records.hpp>

#include <Kokkos_Core.hpp>

#ifdef ARAIOS_HAVE_CUDA_LAUNCH

#include <Araios/core/workspace.hpp>
#include <Araios/operations/transpose/bucket/by_records/long_buckets.hpp>
#include <Araios/operations/transpose/bucket/by_records/scatter.hpp>
#include <Araios/operations/transpose/bucket/count.hpp>
#include <Araios/operations/transpose/symmetric_cuda.hpp>

#include <algorithm>
#include <cstdint>
#include <optional>

namespace Araios::Impl::transpose {

/// Sizes, chosen once on the host.
struct RecordLayout {
  BucketLayout common;
  int multiprocessors, shared_bytes;  ///< of one block per multiprocessor
  bool apart;                         ///< the column in a bucket is stored beside the record
  bool has_parts;                     ///< buckets have too many columns for one ranking
  int shift;                          ///< a part has 2^shift columns; without parts 0
  bool parts_apart;                   ///< the column in a part is stored beside the entry
  struct Long {
    int bins, tile_length;
    std::int64_t buckets, tiles;
    std::int64_t bytes(bool has_begins) const {
      return tiles * (static_cast<std::int64_t>(sizeof(LongTile)) + 4 * bins) +
             buckets * (static_cast<std::int64_t>(sizeof(BucketRange)) + 4 + 4 * bins * (has_begins ? 2 : 1));
    }
  } long_buckets, long_parts;
};

template <class Problem>
struct RecordKernels {
  using Tuning = RecordTuning;
  using Shape = Tuning::Tile;
  using Records = typename RecordBuffer<Problem>::Records;
  using Scatter = RecordScatter<EntriesOfA<Problem>, Shape, max_bins>;
  using WideScatter = RecordScatter<EntriesOfA<Problem>, Shape, max_ranked>;
  template <LongEntries Where>
  using LongScatter = RecordScatter<EntriesOfLongBuckets<Problem, Where>, Shape, max_bins>;
  static_assert(BucketCount<Problem, RowsOfParts>::threads == Shape::threads);

  static bool is_wide(int buckets) { return buckets > max_bins && buckets <= max_ranked; }

  static RecordLayout layout(CudaResources const& one_block, Problem const& problem, BucketSizes const& sizes,
                             bool try_symmetric) {
    RecordLayout layout{};
    int const bits = sizes.bits, buckets = static_cast<int>(sizes.buckets);
    std::int64_t const k = problem.k;
    layout.multiprocessors = one_block.multiprocessors;
    layout.shared_bytes = one_block.shared_bytes;
    layout.has_parts = bits > BucketTuning::local_bits;
    layout.apart = layout.has_parts || problem.row_bits + bits > 32;
    if (layout.has_parts) {
      layout.shift = BucketTuning::local_bits;
      double const each = static_cast<double>(k) / static_cast<double>(problem.n);
      while (layout.shift > bits - BucketTuning::local_bits && each * (1 << layout.shift) > Tuning::part)
        --layout.shift;
      layout.parts_apart = problem.row_bits + layout.shift > 32;
    }
    std::int64_t const longest = is_wide(buckets)
                                     ? WideScatter::longest_tile(layout.shared_bytes, buckets, layout.apart)
                                     : Scatter::longest_tile(layout.shared_bytes, buckets, layout.apart);
    layout.common = {bits, buckets, tile_sizes(k, layout.multiprocessors, longest), try_symmetric, false};

    auto const of_long = [&](int bins, std::int64_t number) {
      RecordLayout::Long of{};
      of.bins = std::max(4, bins);
      of.tile_length = static_cast<int>(
          LongScatter<LongEntries::in_records_apart>::longest_tile(layout.shared_bytes, of.bins, layout.parts_apart));
      of.buckets = number;
      of.tiles = number > 0 ? k / of.tile_length + number : 0;
      return of;
    };
    layout.long_buckets =
        of_long(1 << (bits - layout.shift),
                layout.has_parts ? buckets : std::min<std::int64_t>(buckets, k / Tuning::Local::tile));
    layout.long_parts = of_long(1 << layout.shift, layout.has_parts ? k / Tuning::Part::tile : 0);
    return layout;
  }
  /// Bytes of workspace for it, but for alignment.
  static std::int64_t bytes(RecordLayout const& layout, std::int64_t k) {
    std::int64_t const buckets = layout.common.buckets;
    return k * (Records::bytes_each + (layout.apart ? 2 : 0) + (layout.parts_apart ? 2 : 0)) +
           std::int64_t(layout.common.tiles.number) * (buckets * 2 + 4 * Shape::warps) +
           std::int64_t(layout.common.tiles.chunks) * buckets *
               static_cast<std::int64_t>(sizeof(typename Problem::Offset)) +
           layout.long_buckets.bytes(layout.has_parts) + layout.long_parts.bytes(false) + buckets * 16;
  }
};

/// The layout for a problem; none where records are not applicable, or need more bytes of workspace.
template <class Exec, class Problem>
std::optional<RecordLayout> record_layout_within(Exec const& exec, Problem const& problem, BucketSizes const& sizes,
                                                 bool try_symmetric, std::int64_t max_workspace_bytes) {
  using Kernels = RecordKernels<Problem>;
  if (sizes.bits == 0 || problem.k > std::int64_t(0xffffffff)) return {};  // a position in B is 32 bits
  auto const layout = Kernels::layout(CudaResources::of(exec, 1), problem, sizes, try_symmetric);
  if (Kernels::bytes(layout, problem.k) > max_workspace_bytes) return {};
  return layout;
}

/// The workspace of the way through records.
template <class Problem>
struct RecordScratch {
  BucketTables<typename Problem::Offset> tables;
  RowsOfParts rows_of_parts;
  RecordBuffer<Problem> buffer;
  WordsInB words;  ///< of parts
  LongBuckets long_buckets, long_parts;
};
template <class Exec, class Problem, class Space>
RecordScratch<Problem> take_records(Exec const& exec, Problem const& problem, RecordLayout const& layout,
                                    Workspace<Space>& workspace) {
  RecordScratch<Problem> scratch{};
  auto const take = [&](auto*& array, std::int64_t length) { take_array(exec, workspace, array, length); };
  auto const take_long = [&](LongBuckets& to, RecordLayout::Long const& of, int set, int shift) {
    to.set = set;
    to.bins = of.bins;
    to.shift = shift;
    to.tile_length = of.tile_length;
    take(to.buckets, of.buckets);
    take(to.first_tiles, of.buckets);
    take(to.totals, of.buckets * of.bins);
    if (shift > 0) take(to.begins, of.buckets * of.bins);
    take(to.tiles, of.tiles);
    take(to.table, of.tiles * of.bins);
  };
  scratch.buffer.packed = !layout.apart;
  scratch.words.packed = layout.has_parts ? !layout.parts_apart : !layout.apart;
  take(scratch.buffer.records.words, problem.k);
  if constexpr (RecordKernels<Problem>::Records::apart) take(scratch.buffer.records.values, problem.k);
  if (layout.apart) take(scratch.buffer.low_bits, problem.k);
  if (layout.parts_apart) take(scratch.words.low_bits, problem.k);
  take(scratch.tables.chunk_table, std::int64_t(layout.common.tiles.chunks) * layout.common.buckets);
  take(scratch.tables.tile_table, std::int64_t(layout.common.tiles.number) * layout.common.buckets);
  take(scratch.tables.totals, layout.common.buckets);
  take(scratch.tables.start, layout.common.buckets + 1);
  take(scratch.tables.counters, 1);
  take(scratch.rows_of_parts.row, std::int64_t(layout.common.tiles.number) * RecordTuning::Tile::warps + 1);
  take_long(scratch.long_buckets, layout.long_buckets, 0, layout.shift);
  take_long(scratch.long_parts, layout.long_parts, 1, 0);
  return scratch;
}

/// The launches, in order.
template <class Exec, class Problem>
struct RecordSteps {
  using Kernels = RecordKernels<Problem>;
  Exec const& exec;
  Problem const& problem;
  RecordLayout const& layout;
  RecordScratch<Problem> const& scratch;

  /// As many blocks as work at the same time, or fewer.
  template <class Kernel>
  void launch(char const* label, Kernel const& kernel, std::int64_t blocks, int shared_bytes) const {
    std::int64_t const resident = std::int64_t(Kernel::blocks_per_multiprocessor) * layout.multiprocessors;
    cuda_launch(exec, label, std::min(blocks, resident), shared_bytes, kernel);
  }
  /// Phase 2.
  void scatter() const {
    EntriesOfA<Problem> const source{problem, layout.common, scratch.tables, scratch.rows_of_parts, scratch.buffer};
    auto const run = [&](auto const& kernel) {
      launch("Araios::transpose::record_scatter", kernel, layout.common.tiles.number,
             static_cast<int>(kernel.shared_bytes(layout.common.buckets, layout.common.tiles.length, layout.apart)));
    };
    if (Kernels::is_wide(layout.common.buckets))
      run(typename Kernels::WideScatter{source});
    else
      run(typename Kernels::Scatter{source});
  }
  /// Phase 3.
  template <bool Packed>
  void sort_buckets() const {
    using Local = RecordLocal<Problem, RecordTuning::Local, Packed>;
    int const shared = CudaResources::of(exec, Local::blocks_per_multiprocessor).shared_bytes;
    cuda_launch(exec, "Araios::transpose::bucket_local", layout.common.buckets, shared,
                Local{problem, layout.common, scratch.tables, scratch.buffer, scratch.long_buckets, shared});
  }
  void sort_parts() const {
    using Parts = RecordParts<Problem, RecordTuning::Part>;
    int const shared = CudaResources::of(exec, Parts::blocks_per_multiprocessor).shared_bytes;
    cuda_launch(exec, "Araios::transpose::bucket_parts",
                std::int64_t(Parts::blocks_per_multiprocessor) * layout.multiprocessors, shared,
                Parts{problem, layout.common, scratch.tables.counters, scratch.words, scratch.long_buckets,
                      scratch.long_parts, shared});
  }
  /// Phase 4 for long buckets or long parts.
  template <LongEntries Where>
  void move_long(LongBuckets const& set, RecordLayout::Long const& of) const {
    using Source = EntriesOfLongBuckets<Problem, Where>;
    using Scan = RecordLongScan<Problem>;
    BucketCounters* const counters = scratch.tables.counters;
    Source const source{problem, layout.common, counters, scratch.buffer, scratch.words, set};
    launch("Araios::transpose::long_count", RecordLongCount<Source>{source}, of.tiles,
           RecordLongCount<Source>::shared_bytes(of.bins));
    launch("Araios::transpose::long_scan", Scan{problem, layout.common, counters, set},
           of.buckets * Scan::pieces(of.bins), 0);
    typename Kernels::template LongScatter<Where> const scatter{source};
    launch("Araios::transpose::long_scatter", scatter, of.tiles,
           static_cast<int>(scatter.shared_bytes(of.bins, of.tile_length, set.shift > 0 && layout.parts_apart)));
  }
  void long_parts_to_b() const {
    launch("Araios::transpose::records_to_b",
           RecordsToB<Problem>{problem, layout.common, scratch.tables.counters, scratch.buffer, scratch.long_parts},
           layout.long_parts.tiles, 0);
  }
};

/// Requires      layout from record_layout_within.
template <class Exec, class Problem, class Space>
void transpose_records_cuda(Exec const& exec, Problem const& problem, RecordLayout const& layout,
                            Workspace<Space>& workspace) {
  typename Workspace<Space>::Frame const frame(workspace);
  auto const scratch = take_records(exec, problem, layout, workspace);
  RecordSteps<Exec, Problem> const steps{exec, problem, layout, scratch};

  launch_symmetric(exec, problem, layout.common, scratch.tables.counters, workspace);
  launch_count(exec, problem, layout.common, scratch.tables, scratch.rows_of_parts, NoCheck{});
  steps.scatter();
  if (layout.apart)
    steps.template sort_buckets<false>();
  else
    steps.template sort_buckets<true>();
  if (layout.long_buckets.tiles == 0) return;
  if (layout.apart)
    steps.template move_long<LongEntries::in_records_apart>(scratch.long_buckets, layout.long_buckets);
  else
    steps.template move_long<LongEntries::in_records>(scratch.long_buckets, layout.long_buckets);
  if (!layout.has_parts) return;
  steps.sort_parts();
  if (layout.long_parts.tiles == 0) return;
  steps.template move_long<LongEntries::in_b>(scratch.long_parts, layout.long_parts);
  steps.long_parts_to_b();
}

}  // namespace Araios::Impl::transpose

#endif
